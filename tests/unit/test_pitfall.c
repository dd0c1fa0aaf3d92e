/* catalog/pitfall: rules over types, families, chips and workloads. */
#include "catalog/pitfall.h"
#include "catalog_helper.h"

#define TEXTS "title: {en: T, zh: 题}\n    why: {en: W, zh: 因}\n    action: {en: A, zh: 做}\n    sources: [s]\n"

/* Two types of two families: with and without NVLink, BF16 known and unknown. */
static const char chips[] = "chips:\n  - id: chip-a\n    name: A\n    kind: gpu\n    memory: 24 GB\n    bf16: true\n    sources: [s]\n"
                            "  - id: chip-b\n    name: B\n    kind: gpu\n    memory: 16 GB\n    sources: [s]\n";
static const char family_a[] = "id: ecs.fa\nkind: vm\nstatus: sold\nlisted: [page]\nsources: [s]\nchip: chip-a\nnvlink: none\ninterconnect: pcie\n"
                               "types:\n  - id: ecs.fa.large\n    vcpus: 8\n    memory: 30 GiB\n    gpus: 1\n    listed: [page]\n";
static const char family_b[] = "id: ecs.fb\nkind: bare_metal\nstatus: retired\nlisted: [page]\nsources: [s]\nchip: chip-b\nnvlink: 600 GB/s\n"
                               "types:\n  - id: ecs.fb.large\n    vcpus: 96\n    memory: 768 GiB\n    gpus: 8\n    listed: [page]\n";

struct row {
    const char *when;
    bool on_a, on_b;
};

static const struct row holding[] = {
    {"{all: [{field: family.nvlink, op: \"=\", value: none}]}", true, false},
    {"{all: [{field: family.nvlink, op: \"!=\", value: none}]}", false, true},
    {"{all: [{field: family.nvlink, op: \">=\", value: 600 GB/s}]}", false, true},
    {"{all: [{field: family.interconnect, op: \"=\", value: pcie}]}", true, false}, /* not published for B: does not hold */
    {"{all: [{field: chip.bf16, op: \"=\", value: true}]}", true, false},
    {"{all: [{field: type.gpus, op: \">\", value: 1}, {field: family.status, op: \"=\", value: retired}]}", false, true},
    {"{any: [{field: type.gpus, op: \">\", value: 4}, {field: type.gpus, op: \"<\", value: 1}]}", false, true},
    {"{all: [{field: type.vcpus_per_gpu, op: \"<\", value: 10}]}", true, false},  /* 8 against 12 */
    {"{all: [{field: type.memory_per_gpu, op: \">=\", value: 96}]}", false, true}, /* 30 against 96 GiB */
    {"{all: [{field: family.chip, op: \"=\", value: chip-b}]}", false, true},
    {"{all: [{field: chip.memory, op: \"<=\", value: 16 GB}]}", false, true},
};

static const struct row wrong[] = {
    {"{all: [{field: type.memry, op: \"=\", value: 1 GiB}]}", 0, 0},
    {"{all: [{field: chip.name, op: \"=\", value: A}]}", 0, 0},
    {"{all: [{field: type.memory, op: \"~\", value: 1 GiB}]}", 0, 0},
    {"{all: [{field: type.memory, op: \"<\", value: 30}]}", 0, 0},
    {"{all: [{field: family.status, op: \"<\", value: sold}]}", 0, 0},
    {"{all: [{field: family.status, op: \"=\", value: solt}]}", 0, 0},
    {"{all: [{field: chip.bf16, op: \"=\", value: yes}]}", 0, 0},
    {"{all: [{field: type.vcpus, op: \">\", value: 1000}]}", 0, 0}, /* never */
    {"{all: [{field: type.vcpus, op: \">\", value: 1}]}", 0, 0},    /* always */
    {"{all: []}", 0, 0},
};

static struct world load(const char *pitfalls)
{
    const struct file files[] = {{"cat/chips.yaml", chips}, {"cat/families/ecs.fa.yaml", family_a}, {"cat/families/ecs.fb.yaml", family_b},
                                 {"cat/pitfalls.yaml", pitfalls}};
    struct world w = world_new(files, COUNT_OF(files));
    world_load(&w, 1);
    return w;
}

static char *with_rule(const char *when)
{
    static char text[2048];
    snprintf(text, sizeof text, "pitfalls:\n  - id: p\n    " TEXTS "    when: %s\n", when);
    return text;
}

static void test_rules_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(holding); i++) {
        struct world w = load(with_rule(holding[i].when));
        if (!w.catalog)
            fail_msg("%s: %s", holding[i].when, capture_text(w.out));
        const struct pitfall *p = &w.catalog->pitfalls.at[0];
        const struct type *a = catalog_find(w.catalog, RECORD_type, S("ecs.fa.large")), *b = catalog_find(w.catalog, RECORD_type, S("ecs.fb.large"));
        bool on_a = pitfall_holds(p, &(struct pitfall_subject){a, type_chip(a), NULL});
        bool on_b = pitfall_holds(p, &(struct pitfall_subject){b, type_chip(b), NULL});
        if (on_a != holding[i].on_a || on_b != holding[i].on_b)
            fail_msg("%s: %d on A, %d on B", holding[i].when, on_a, on_b);
        world_free(&w);
    }
}

static void test_senseless_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct world w = load(with_rule(wrong[i].when));
        if (w.catalog)
            fail_msg("%s was accepted", wrong[i].when);
        world_free(&w);
    }
}

/* What is not at hand does not hold: a workload on a type page, a type on a chip page. */
static void test_missing_subjects(void **state)
{
    (void)state;
    struct world w = load(with_rule("{all: [{field: family.nvlink, op: \"=\", value: none}]}"));
    assert_non_null(w.catalog);
    assert_false(pitfall_holds(&w.catalog->pitfalls.at[0], &(struct pitfall_subject){NULL, &w.catalog->chips.at[0], NULL}));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rules_hold), cmocka_unit_test(test_senseless_rules),
                                       cmocka_unit_test(test_missing_subjects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
