/* Tests of the catalogue of this project: how much is in it, values copied by hand from the pages, parameter counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "catalog/catalog.h"
#include "helper.h"
#include "sizing/params.h"

#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#endif

struct world {
    struct arena *arena;
    struct catalog *c;
};

static struct world world;

static int load(void **state)
{
    (void)state;
    const char *folders[] = {SOURCE_DIR "/catalog"};
    struct diag *diag = diag_new(stderr, DIAG_TEXT, true);
    world.arena = arena_new();
    world.c = catalog_load(folders, 1, world.arena, diag);
    diag_finish(diag);
    diag_free(diag);
    return world.c ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    arena_free(world.arena);
    return 0;
}

static const void *find(enum record_kind kind, const char *id)
{
    const void *record = catalog_find(world.c, kind, str_from(id));
    if (!record)
        fail_msg("no %s %s", record_kind_name(kind), id);
    return record;
}

/* ---- how much. A number that falls means that facts were lost. */

/* Cards that only the API names, with nothing but a name and sometimes a memory size. */
static size_t api_named_chips(void)
{
    size_t n = 0;
    for (size_t i = 0; i < world.c->chips.n; i++) {
        const struct chip *chip = &world.c->chips.at[i];
        n += chip->sources.n == 1 && str_eq_c(chip->sources.at[0].source.id, "alibaba-api-2026-01");
    }
    return n;
}

static size_t types_listed(int where)
{
    size_t n = 0;
    for (size_t i = 0; i < world.c->types.n; i++)
        n += num_list_has(world.c->types.at[i].listed, where);
    return n;
}

static void test_counts(void **state)
{
    (void)state;
    const struct catalog *c = world.c;
    const struct {
        const char *what;
        size_t n, expected;
    } counts[] = {
        {"chips", c->chips.n, 43},         {"chips that only the API names", api_named_chips(), 15},
        {"families", c->families.n, 76},   {"types", c->types.n, 242},
        {"types on the page", types_listed(LISTED_PAGE), 138}, {"types in the API", types_listed(LISTED_API), 232},
        {"models", c->models.n, 129},      {"measured types", c->measured_types.n, 33},
        {"measured cards", c->measured_cards.n, 34}, {"claims", c->claims.n, 77}, {"facts", c->facts.n, 61},
    };
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (counts[i].n != counts[i].expected)
            fail_msg("%zu %s, expected %zu", counts[i].n, counts[i].what, counts[i].expected);
}

/* ---- values copied by hand from the cloud's pages and the API's list */

enum { NONE = -1 }; /* not published */

static const struct {
    const char *id, *family, *chip;
    double vcpus, memory, gpus, gpu_memory_total, network, pps, enis;
} types[] = {
    {"ecs.ebmgn7vx.32xlarge", "ecs.ebmgn7vx", "nvidia-a800-80gb", 128, 1024, 8, 640, 160, 24000000, 16},
    {"ecs.gn7i-c16g1.4xlarge", "ecs.gn7i", "nvidia-a10", 16, 60, 1, 24, 16, 3000000, 8},
    {"ecs.gn6i-c4g1.xlarge", "ecs.gn6i", "nvidia-t4", 4, 15, 1, 16, 4, 2500000, 2},
    {"ecs.gn5-c4g1.xlarge", "ecs.gn5", "nvidia-p100", 4, 30, 1, 16, 3, 300000, 3},
    {"ecs.ebmgn7e.32xlarge", "ecs.ebmgn7e", "nvidia-a100-80gb", 128, 1024, 8, 640, 64, 24000000, 32},
    {"ecs.gn9gc.4xlarge", "ecs.gn9gc", "nvidia-blackwell-72gb-unnamed", 16, 128, 1, 72, 16, 3600000, 8},
    {"ecs.gn8v-8x.48xlarge", "ecs.gn8v", NULL, 192, 1024, 8, 768, 100, NONE, 15},
    {"ecs.vgn6i-m4.xlarge", "ecs.vgn6i", "nvidia-t4", 4, 23, 1.0 / 4, 4, 2, 500000, 3},
    {"ecs.vgn6i-m4-vws.xlarge", "ecs.vgn6i-vws", "nvidia-t4", 4, 23, 1.0 / 4, 4, 2, 500000, 3},
    {"ecs.vgn6i-m8-vws.2xlarge", "ecs.vgn6i-vws", "nvidia-t4", 10, 46, 1.0 / 2, 8, 4, 800000, 4},
    {"ecs.vgn6i-m16-vws.5xlarge", "ecs.vgn6i-vws", "nvidia-t4", 20, 92, 1, 16, 7.5, 1200000, 4},
    {"ecs.vgn7i-vws-m4.xlarge", "ecs.vgn7i-vws", "nvidia-a10", 4, 30, 1.0 / 6, 4, 3, 1000000, 4},
    {"ecs.sgn7i-vws-m2.xlarge", "ecs.sgn7i-vws", "nvidia-a10", 4, 15.5, 1.0 / 12, 2, 1.5, 500000, 2},
    {"ecs.ebman1.24xlarge", "ecs.ebman1", NULL, 96, 384, NONE, NONE, 30, NONE, NONE},
    {"ecs.ebmga8.48xlarge", "ecs.ebmga8", "amd-mi-308x", 192, 2048, 8, NONE, 160, NONE, NONE},
    {"ecs.ebmgn8ts.32xlarge", "ecs.ebmgn8ts", "api-g49", 128, 1024, 8, NONE, 170, NONE, NONE},
};

static void expect_num(const char *id, const char *field, struct num got, double expected)
{
    bool same = expected == NONE ? got.state == NUM_ABSENT : num_known(got) && got.value == expected;
    if (!same)
        fail_msg("%s: %s is %.17g (state %d), expected %.17g", id, field, got.value, (int)got.state, expected);
}

static void test_types(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const struct type *t = find(RECORD_type, types[i].id);
        expect_num(types[i].id, "vcpus", t->vcpus, types[i].vcpus);
        expect_num(types[i].id, "memory", t->memory, types[i].memory);
        if (types[i].gpus != NONE)
            expect_num(types[i].id, "gpus", t->gpus, types[i].gpus);
        if (types[i].gpu_memory_total != NONE)
            expect_num(types[i].id, "gpu_memory_total", t->gpu_memory_total, types[i].gpu_memory_total);
        expect_num(types[i].id, "network", t->network, types[i].network);
        expect_num(types[i].id, "pps", t->pps, types[i].pps);
        expect_num(types[i].id, "enis", t->enis, types[i].enis);
        if (!str_eq_c(t->family->record.id, types[i].family))
            fail_msg("%s is of %" STR_FMT, types[i].id, STR_ARG(t->family->record.id));
        if (types[i].chip && type_chip(t) != find(RECORD_chip, types[i].chip))
            fail_msg("%s does not carry %s", types[i].id, types[i].chip);
    }
}

/* Where page and API give two network rates, the page's is the value and the API's is disputed; no other type has two. */
static const struct {
    const char *type;
    double page;
    const char *api;
} rates[] = {
    {"ecs.ebmgn7vx.32xlarge", 160, "190 Gbit/s"}, {"ecs.ebmgn8is.32xlarge", 160, "170 Gbit/s"},
    {"ecs.ebmgn9g.64xlarge", 360, "380 Gbit/s"},  {"ecs.ebmgn9ge.64xlarge", 360, "380 Gbit/s"},
};

static const struct dispute *disputed_network(const struct type *t)
{
    const struct dispute *d = t->disputed.at;
    for (size_t i = 0; i < t->disputed.n; i++)
        if (str_eq_c(d[i].field, "network"))
            return &d[i];
    return NULL;
}

static void test_disputed_network_rates(void **state)
{
    (void)state;
    size_t disputed = 0;
    for (size_t i = 0; i < world.c->types.n; i++)
        disputed += disputed_network(&world.c->types.at[i]) != NULL;
    assert_int_equal(disputed, COUNT_OF(rates));
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        const struct type *t = find(RECORD_type, rates[i].type);
        const struct dispute *d = disputed_network(t);
        expect_num(rates[i].type, "network", t->network, rates[i].page);
        if (!d || !str_eq_c(d->value, rates[i].api) || !str_eq_c(d->source.id, "alibaba-api-2026-01") || !d->source.record)
            fail_msg("%s: the API's rate is not disputed", rates[i].type);
    }
}

static const struct {
    const char *id;
    int kind;
    double memory, bandwidth, fp16, int8, tdp, usable;
    int nvlink; /* GB/s; 0: none */
    const char *capability;
} chips[] = {
    {"nvidia-a10", CHIP_GPU, 24, 600, 125, 250, 150, 22731, 0, "8.6"},
    {"nvidia-t4", CHIP_GPU, 16, 320, 65, 130, 70, 15109, 0, "7.5"},
    {"nvidia-a100-80gb", CHIP_GPU, 80, 2039, 312, 624, 400, 81251, 600, "8.0"},
    {"nvidia-h20-96gb", CHIP_GPU, 96, 4000, 148, 296, 400, 97871, 900, "9.0"},
    {"nvidia-l20", CHIP_GPU, 48, 864, 119.5, 239, 275, 45056, 0, "8.9"},
    {"nvidia-a16", CHIP_GPU, 16, 200, 17.9, 35.9, 250, 15105, 0, "8.6"}, /* of one of its four GPUs */
    {"hanguang-800", CHIP_NPU, NONE, NONE, NONE, 825, 280, NONE, 0, ""},
};

static void test_chips(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(chips); i++) {
        const struct chip *c = find(RECORD_chip, chips[i].id);
        assert_int_equal(c->kind, chips[i].kind);
        expect_num(chips[i].id, "memory", c->memory, chips[i].memory);
        expect_num(chips[i].id, "bandwidth", c->bandwidth, chips[i].bandwidth);
        expect_num(chips[i].id, "fp16", c->peaks.fp16, chips[i].fp16);
        expect_num(chips[i].id, "int8", c->peaks.int8, chips[i].int8);
        expect_num(chips[i].id, "tdp", c->tdp, chips[i].tdp);
        expect_num(chips[i].id, "usable", c->usable, chips[i].usable);
        if (c->nvlink.value != chips[i].nvlink || (chips[i].nvlink == 0 && num_known(c->nvlink)))
            fail_msg("%s: NVLink %.0f (state %d)", chips[i].id, c->nvlink.value, (int)c->nvlink.state);
        if (!str_eq_c(c->compute_capability, chips[i].capability))
            fail_msg("%s: capability %" STR_FMT, chips[i].id, STR_ARG(c->compute_capability));
    }
}

/* ---- memory: the margin for cards without a reading must not promise more than any driver ever gave */

static void expect_above_margin(const char *what, struct str id, double mib, const struct chip *chip)
{
    if (chip && num_known(chip->memory) && mib < chip->memory.value * 1e9 / 1048576 * 0.98)
        fail_msg("%s %" STR_FMT ": %.0f MiB of %.0f GB sold", what, STR_ARG(id), mib, chip->memory.value);
}

static void test_every_reading_is_above_the_margin(void **state)
{
    (void)state;
    size_t seen = 0;
    for (size_t i = 0; i < world.c->chips.n; i++) {
        const struct chip *chip = &world.c->chips.at[i];
        const struct reading *r = chip->readings.at;
        for (size_t j = 0; j < chip->readings.n; j++, seen++)
            expect_above_margin("chip", chip->record.id, r[j].memory.value, chip);
    }
    for (size_t i = 0; i < world.c->families.n; i++) {
        const struct family *f = &world.c->families.at[i];
        if (num_known(f->reading) && f->kind != FAMILY_VGPU)
            expect_above_margin("family", f->record.id, f->reading.value, f->chip.record);
    }
    for (size_t i = 0; i < world.c->measured_cards.n; i++)
        expect_above_margin("card", world.c->measured_cards.at[i].product, world.c->measured_cards.at[i].memory.value,
                            world.c->measured_cards.at[i].chip.record);
    assert_true(seen >= 20);
}

/* Types whose GPU memory no source gives: the cards of two API families and two families of old pages. */
static void test_usable_memory_is_known_but_for_a_few(void **state)
{
    (void)state;
    static const char *const unknown[] = {"ecs.ebman1", "ecs.gn5t", "ecs.gn7ia"};
    for (size_t i = 0; i < world.c->types.n; i++) {
        const struct type *t = &world.c->types.at[i];
        bool listed = false;
        for (size_t j = 0; j < COUNT_OF(unknown); j++)
            listed = listed || str_eq_c(t->family->record.id, unknown[j]);
        if (num_known(t->usable) == listed)
            fail_msg("%" STR_FMT ": usable memory is %sknown", STR_ARG(t->record.id), listed ? "" : "not ");
    }
}

/* ---- parameter counts: ours from the shapes, theirs from the published checkpoints */

/* What a published count holds beyond our count of the same basis, with the reason. */
static const struct {
    const char *id;
    double extra;
    const char *reason;
} exceptions[] = {
    {"deepseek-v3", 41540496, "fp8 scales, one a block of 128 x 128"},
    {"deepseek-r1", 41540496, "fp8 scales, one a block of 128 x 128"},
    {"kimi-k2", 61 * 56, "56 rotary frequencies stored in each of 61 layers"},
};

static double extra_of(struct str id)
{
    for (size_t i = 0; i < COUNT_OF(exceptions); i++)
        if (str_eq_c(id, exceptions[i].id))
            return exceptions[i].extra;
    return 0;
}

/* Our count of what the published number counts; NAN for parts of a model that we do not count. */
static double count_of(const struct sizing_params *p, int exact_of)
{
    switch (exact_of) {
    case EXACT_TOTAL: return p->total;
    case EXACT_TOTAL_WITH_MTP: return p->total + p->mtp;
    case EXACT_CHECKPOINT: return p->total + p->mtp + p->mtp_copies;
    case EXACT_UNTIED: return p->total + p->embedding; /* the tied table is stored twice */
    case EXACT_WITHOUT_HEAD: return p->total - p->head;
    default: return NAN;
    }
}

static void expect_counts(const struct model *m, const struct sizing_params *p)
{
    if (p->total != m->arch.params_total.value)
        fail_msg("%" STR_FMT ": counted %.0f, params_total %.0f", STR_ARG(m->record.id), p->total, m->arch.params_total.value);
    if (!m->published.exact_of)
        return;
    double ours = count_of(p, m->published.exact_of) + extra_of(m->record.id);
    if (ours != m->published.exact.value)
        fail_msg("%" STR_FMT ": counted %.0f, published %.0f", STR_ARG(m->record.id), ours, m->published.exact.value);
}

static void test_parameter_counts(void **state)
{
    (void)state;
    size_t counted = 0, compared = 0, used = 0;
    for (size_t i = 0; i < world.c->models.n; i++) {
        const struct model *m = &world.c->models.at[i];
        struct sizing_params p;
        struct sizing_error error = params_count(&m->sizing, &p);
        if (error.reason != SIZING_OK)
            fail_msg("%" STR_FMT ": reason %d at field %d", STR_ARG(m->record.id), (int)error.reason, error.slot);
        if (!p.known)
            continue;
        expect_counts(m, &p);
        counted++;
        compared += m->published.exact_of != 0;
        used += extra_of(m->record.id) > 0;
    }
    assert_int_equal(counted, 106);
    assert_int_equal(compared, 97);
    assert_int_equal(used, COUNT_OF(exceptions));
}

/* The stored active counts and KV elements are those that follow from the shapes. */
static void test_active_parameters_and_kv(void **state)
{
    (void)state;
    size_t active = 0, kv = 0;
    for (size_t i = 0; i < world.c->models.n; i++) {
        const struct model *m = &world.c->models.at[i];
        struct sizing_params p;
        params_count(&m->sizing, &p);
        if (num_known(m->arch.params_active) && p.known && ++active && p.active != m->arch.params_active.value)
            fail_msg("%" STR_FMT ": active %.0f, stored %.0f", STR_ARG(m->record.id), p.active, m->arch.params_active.value);
        double elements = params_kv_elements(&m->sizing);
        if (num_known(m->arch.kv_elements_per_token) && ++kv && elements != m->arch.kv_elements_per_token.value)
            fail_msg("%" STR_FMT ": %.0f KV elements, stored %.0f", STR_ARG(m->record.id), elements,
                     m->arch.kv_elements_per_token.value);
    }
    assert_true(active >= 15);
    assert_true(kv >= 90);
}

/* ---- order */

static void test_records_are_in_order_and_found(void **state)
{
    (void)state;
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
        struct object_list list = catalog_list(world.c, (enum record_kind)kind);
        size_t size = record_schema((enum record_kind)kind)->size;
        struct str before = {NULL, 0};
        for (size_t i = 0; i < list.n; i++) {
            const struct record *r = (const struct record *)(const void *)((const char *)list.at + i * size);
            if (i > 0 && str_cmp_natural(before, r->id) >= 0)
                fail_msg("%" STR_FMT " stands before %" STR_FMT, STR_ARG(before), STR_ARG(r->id));
            assert_ptr_equal(catalog_find(world.c, (enum record_kind)kind, r->id), r);
            before = r->id;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts), cmocka_unit_test(test_types), cmocka_unit_test(test_disputed_network_rates),
        cmocka_unit_test(test_chips), cmocka_unit_test(test_every_reading_is_above_the_margin),
        cmocka_unit_test(test_usable_memory_is_known_but_for_a_few), cmocka_unit_test(test_parameter_counts),
        cmocka_unit_test(test_active_parameters_and_kv), cmocka_unit_test(test_records_are_in_order_and_found),
    };
    return cmocka_run_group_tests_name("real catalogue", tests, load, unload);
}
