/* Tests of the catalogue's rules on tiny catalogues: what is refused, with which message, at which place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "catalog_helper.h"

#define CHIP "chips:\n  - id: chip-a\n    name: A\n    kind: gpu\n    memory: 24 GB\n    sources: [s]\n" /* 6 lines */
#define FAMILY "id: ecs.fa\nkind: vm\nstatus: sold\nlisted: [page]\nsources: [s]\n"                          /* 5 lines */
#define TYPE "types:\n  - id: ecs.fa.large\n    vcpus: 8\n    listed: [page]\n"                               /* 4 lines */
#define MODEL "models:\n  - id: m\n    name: M\n    vendor: V\n    family: F\n    modality: text\n    sources: [s]\n" /* 7 lines */
#define SCENARIO                                                                                                       \
    "id: sc\norder: 1\ntitle: {en: a, zh: b}\nquestion: {en: a, zh: b}\nanswer_line: {en: a, zh: b}\n"                   \
    "need: requirements\nsources: [s]\n" /* 7 lines */

/* Each case replaces or adds files; a file without text is removed. Messages stand without their excerpts. */
static const struct {
    struct file files[3];
    const char *messages;
} cases[] = {
    {{{0}}, ""}, /* the minimal catalogue itself */

    /* D01: GPUs of no chip */
    {{{"cat/families/ecs.fa.yaml", FAMILY TYPE "    gpus: 8\n"}},
     "cat/families/ecs.fa.yaml:10:11: error: type ecs.fa.large has GPUs, but its family names no chip\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY TYPE "    gpus: 0\n"}}, ""},
    {{{"cat/families/ecs.fa.yaml", FAMILY TYPE}}, ""},
    {{{"cat/families/ecs.fa.yaml", FAMILY "types:\n  - id: ecs.fa.large\n    vcpus: 0\n    listed: [page]\n"}},
     "cat/families/ecs.fa.yaml:8:12: error: vcpus is 0; leave the key out when it is not published\n"},

    /* D02: what kind of accelerator it is must be said */
    {{{"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: A\n    sources: [s]\n"}},
     "cat/chips.yaml:2:5: error: chip chip-a has no kind, which is required\n"},
    {{{"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: A\n    sources: [s]\n    kind: asic\n"}},
     "cat/chips.yaml:5:11: error: kind \"asic\" is not one of: gpu, npu, vgpu, fpga, unstated\n"},

    /* D04: sources and their kinds */
    {{{"cat/sources.yaml", "sources:\n  - id: s\n    title: T\n    kind: aggregator\n    read: 2024\n"}},
     "cat/sources.yaml:4:11: error: kind \"aggregator\" is not one of: official, vendor, measured, secondary\n"},
    {{{"cat/sources.yaml", "sources:\n  - id: s\n    title: T\n    kind: official\n"}},
     "cat/sources.yaml:2:5: error: source s has no read, which is required\n"},
    {{{"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: A\n    kind: gpu\n"}},
     "cat/chips.yaml:2:5: error: chip chip-a names no source\n"},
    {{{"cat/families/ecs.fa.yaml", "id: ecs.fa\nkind: vm\nstatus: sold\nlisted: [page]\n"}},
     "cat/families/ecs.fa.yaml:1:1: error: family ecs.fa names no source\n"},

    /* D06: the total is derived; a typed one must agree */
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\n" TYPE "    gpus: 2\n    gpu_memory_total: 40 GB\n"}},
     "cat/families/ecs.fa.yaml:12:23: error: gpu_memory_total is 40 GB, but 2 GPUs of 24 GB give 48 GB\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\n" TYPE "    gpus: 1/4\n    gpu_memory_total: 24 GB\n"}},
     "cat/families/ecs.fa.yaml:12:23: error: gpu_memory_total is 24 GB, but 1/4 GPUs of 24 GB give 6 GB\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\n" TYPE "    gpus: 1/6\n    gpu_memory_total: 4 GB\n"}}, ""},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\n" TYPE "    gpus: 1/6\n    gpu_memory_total: 4 GiB\n"}},
     "cat/families/ecs.fa.yaml:12:23: error: gpu_memory_total \"4 GiB\" is in GiB, but this field is in GB, which is something else\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\ngpu_memory: 48 GB\n" TYPE}},
     "cat/families/ecs.fa.yaml:7:13: error: gpu_memory is 48 GB, but the chip chip-a has 24 GB\n"},

    /* references */
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-b\n"}},
     "cat/families/ecs.fa.yaml:6:7: error: there is no chip chip-b in the catalogue\n"
     "cat/families/ecs.fa.yaml:6:7: note: did you mean chip-a?\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: something-else\n"}},
     "cat/families/ecs.fa.yaml:6:7: error: there is no chip something-else in the catalogue\n"},
    {{{"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: A\n    kind: gpu\n    sources: {memory: [s, other-source]}\n"}},
     "cat/chips.yaml:5:27: error: there is no source other-source in the catalogue\n"},
    {{{"cat/chips.yaml", CHIP "    disputed:\n      - {field: memory, value: 48 GB, source: nobody}\n"}},
     "cat/chips.yaml:8:47: error: there is no source nobody in the catalogue\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY TYPE "    sources: [nobody]\n"}},
     "cat/families/ecs.fa.yaml:10:15: error: there is no source nobody in the catalogue\n"},
    {{{"cat/glossary.yaml", "terms:\n  - id: t\n    term: {en: a, zh: b}\n    definition: {en: a, zh: b}\n    see: [kv-cache]\n"}},
     "cat/glossary.yaml:5:11: error: there is no term kv-cache in the catalogue\n"},

    /* disputed values */
    {{{"cat/chips.yaml", CHIP "    disputed:\n      - {field: memry, value: 48 GB, source: s}\n"}},
     "cat/chips.yaml:8:17: error: a chip has no field memry\n"},
    {{{"cat/chips.yaml", CHIP "    disputed:\n      - {field: peaks.fp61, value: 1 TFLOPS, source: s}\n"}},
     "cat/chips.yaml:8:17: error: a chip has no field peaks.fp61\n"},
    {{{"cat/chips.yaml", CHIP "    disputed:\n      - {field: memory, value: 48, source: s}\n"}},
     "cat/chips.yaml:8:32: error: disputed memory \"48\" has no unit; write 48 GiB or 48 GB\n"},
    {{{"cat/chips.yaml", CHIP "    disputed:\n      - {field: peaks.fp16, value: 70 TFLOPS, source: s}\n"}}, ""},
    {{{"cat/families/ecs.fa.yaml", FAMILY TYPE "    disputed:\n      - {field: netwrok, value: 1 Gbit/s, source: s}\n"}},
     "cat/families/ecs.fa.yaml:11:17: error: a type has no field netwrok\n"},

    /* files */
    {{{"cat/notes.txt", ""}}, "cat/notes.txt: error: unexpected file in the catalogue\n"},
    {{{"cat/chips.yml", ""}}, "cat/chips.yml: error: unexpected file in the catalogue\n"},
    {{{"cat/families/ecs.fa.yaml~", ""}}, "cat/families/ecs.fa.yaml~: error: unexpected file in the catalogue\n"},
    {{{"cat/models/sub/m.yaml", "models: []\n"}}, "cat/models/sub/m.yaml: error: unexpected file in the catalogue\n"},
    {{{"cat/addresses.txt", "any"}, {"cat/prices/README.md", "any"}}, ""},
    {{{"cat/families/ecs.fa.yaml", NULL}, {"cat/families/ecs.fb.yaml", FAMILY}},
     "cat/families/ecs.fb.yaml:1:5: error: the id is ecs.fa, but the file is named ecs.fb.yaml\n"},
    {{{"cat/families/ecs.fa.yaml", "kind: vm\n"}}, "cat/families/ecs.fa.yaml:1:1: error: this family has no id\n"},
    {{{"cat/names.yaml", "name:\n  - id: x\n"}},
     "cat/names.yaml:1:1: error: this file must hold one list under the key \"names\"\n"},
    {{{"cat/names.yaml", "names: []\nother: []\n"}},
     "cat/names.yaml:1:1: error: this file must hold one list under the key \"names\"\n"},
    {{{"cat/names.yaml", "names:\n  - a\n"}}, "cat/names.yaml:2:5: error: this name has no id\n"},

    /* ids */
    {{{"cat/chips.yaml", CHIP "  - id: chip-a\n    name: B\n    kind: gpu\n    sources: [s]\n"}},
     "cat/chips.yaml:7:5: error: chip chip-a is defined twice\ncat/chips.yaml:2:5: note: the first definition is here\n"},
    {{{"cat/models/a.yaml", MODEL "    params_total: 1\n"}, {"cat/models/b.yaml", MODEL "    params_total: 1\n"}},
     "cat/models/b.yaml:2:5: error: model m is defined twice\ncat/models/a.yaml:2:5: note: the first definition is here\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY TYPE "  - id: ecs.fa.large\n    vcpus: 4\n    listed: [page]\n"}},
     "cat/families/ecs.fa.yaml:10:9: error: type ecs.fa.large is defined twice\n"
     "cat/families/ecs.fa.yaml:7:9: note: the first definition is here\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "types:\n  - id: ecs.fab.large\n    vcpus: 8\n    listed: [page]\n"}},
     "cat/families/ecs.fa.yaml:7:9: error: type ecs.fab.large does not begin with ecs.fa as its family does\n"},
    {{{"cat/names.yaml", "names:\n  - id: ecs.fa\n    trace: none\n"}},
     "cat/names.yaml:2:9: error: ecs.fa is a family of the catalogue, so it cannot be a name without record\n"
     "cat/families/ecs.fa.yaml:1:5: note: the record is here\n"},
    {{{"cat/names.yaml", "names:\n  - id: ecs.fa.large\n    trace: none\n"}},
     "cat/names.yaml:2:9: error: ecs.fa.large is a type of the catalogue, so it cannot be a name without record\n"
     "cat/families/ecs.fa.yaml:8:9: note: the record is here\n"},

    /* memory readings */
    {{{"cat/chips.yaml", CHIP "    readings:\n      - {memory: 30000 MiB, where: {en: a, zh: b}}\n"}},
     "cat/chips.yaml:8:18: error: a reading of 30000 MiB is above the sold size of 24 GB\n"},
    {{{"cat/chips.yaml", CHIP "    readings:\n      - {memory: 24 GB, where: {en: a, zh: b}}\n"}},
     "cat/chips.yaml:8:18: error: memory \"24 GB\" is in GB, but this field is in MiB, which is something else\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\nreading: 22731 MiB\n"}},
     "cat/families/ecs.fa.yaml:7:10: error: a reading needs reading_source\n"},
    {{{"cat/families/ecs.fa.yaml", FAMILY "chip: chip-a\ninterconnect: nvlink\nnvlink: none\n"}},
     "cat/families/ecs.fa.yaml:8:9: error: nvlink is none, but the interconnect is nvlink\n"},
    {{{"cat/measured/types.yaml", "measured_types:\n  - id: m\n    type: ecs.fa.large\n    product: P\n    memory: 23028 MiB\n    gpus: 2\n    sources: [s]\n"}},
     "cat/measured/types.yaml:6:11: error: measured with 2 GPUs, but ecs.fa.large has 1\n"},

    /* models and claims */
    {{{"cat/models/m.yaml", MODEL}}, "cat/models/m.yaml:2:5: error: model m has no params_total\n"},
    {{{"cat/models/m.yaml", MODEL "    params_total: 7\n    published: {exact: 7}\n"}},
     "cat/models/m.yaml:9:16: error: exact and exact_of stand together or not at all\n"},
    {{{"cat/claims.yaml", "claims:\n  - id: c\n    verdict: refuted\n    claim: {en: a, zh: b}\n    covers: guide/x\n"}},
     "cat/claims.yaml:2:5: error: claim c is not confirmed, so it needs what is right\n"},

    /* scenarios */
    {{{"cat/scenarios/sc.yaml", SCENARIO "answer: {chip: chip-a, family: ecs.fa, type: ecs.fa.large}\n"}}, ""},
    {{{"cat/scenarios/sc.yaml", SCENARIO "answer: {chip: chip-a, family: ecs.fb, type: ecs.fa.large}\n"},
      {"cat/families/ecs.fb.yaml", "id: ecs.fb\nkind: vm\nstatus: sold\nlisted: [page]\nsources: [s]\n"}},
     "cat/scenarios/sc.yaml:8:46: error: type ecs.fa.large is not of the family ecs.fb\n"
     "cat/scenarios/sc.yaml:8:16: error: the family ecs.fb does not carry the chip chip-a\n"},
};

/* Drops the two lines of each excerpt. */
static void keep_messages(struct buf *out, const char *text)
{
    struct str rest = str_from(text), line;
    buf_clear(out);
    buf_puts(out, "");
    while (str_next(&rest, '\n', &line))
        if (str_find(line, S(" | ")) == line.n)
            buf_printf(out, "%" STR_FMT "\n", STR_ARG(line));
}

static void test_rules(void **state)
{
    (void)state;
    struct buf messages = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct world w = world_new(cases[i].files, 3);
        world_load(&w, 1);
        keep_messages(&messages, capture_text(w.out));
        bool loaded = w.catalog != NULL;
        int exit_code = diag_exit_code(w.out->diag);
        world_free(&w);
        expect_text(cases[i].files[0].text ? cases[i].files[0].text : "minimal, or a removed file", messages.p, cases[i].messages);
        if (loaded != (cases[i].messages[0] == '\0') || exit_code != !loaded)
            fail_msg("case %zu: loaded %d, exit code %d", i, loaded, exit_code);
    }
    buf_free(&messages);
}

static void test_links_are_reported_not_followed(void **state)
{
    (void)state;
    static const char *const links[] = {"cat/names.yaml", "cat/loop", "cat/families/ecs.fb.yaml"};
    for (size_t i = 0; i < COUNT_OF(links); i++) {
        struct world w = world_new(NULL, 0);
        char expected[PATH_MAX];
        put_file(".", "outside.yaml", "names: []\n");
        assert_int_equal(symlink(i == 1 ? "." : "../outside.yaml", links[i]), 0);
        world_load(&w, 1);
        snprintf(expected, sizeof expected, "%s: error: a symbolic link; links are not followed\n", links[i]);
        struct buf got = {0};
        buf_puts(&got, capture_text(w.out));
        world_free(&w);
        expect_text(links[i], got.p, expected);
        buf_free(&got);
    }
}

static void test_a_missing_folder_is_the_worlds_fault(void **state)
{
    (void)state;
    struct world w = world_new(NULL, 0);
    world_load(&w, 2);
    struct catalog *c = w.catalog;
    int exit_code = diag_exit_code(w.out->diag);
    world_free(&w);
    assert_null(c);
    assert_int_equal(exit_code, 2);
}

/* All that is wrong is reported in one run. */
static void test_every_error_is_reported(void **state)
{
    (void)state;
    static const struct file files[] = {
        {"cat/notes.txt", ""},
        {"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: A\n    kind: tpus\n    memory: 24\n    memry: 1\n    sources: [s]\n"},
        {"cat/families/ecs.fa.yaml", FAMILY "chip: chip-b\n"},
        {"cat/names.yaml", "names: [\n"},
    };
    struct world w = world_new(files, COUNT_OF(files));
    world_load(&w, 1);
    size_t errors = diag_errors(w.out->diag);
    world_free(&w);
    assert_int_equal(errors, 6);
}

/* D03: aliases are kept, a capability is a text. */
static void test_texts_that_look_like_numbers(void **state)
{
    (void)state;
    static const struct file files[] = {
        {"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: RTX PRO 6000\n    aliases: [GB202, 'no', 12.0]\n    kind: npu\n"
                           "    compute_capability: 12.0\n    sources: [s]\n"},
    };
    struct world w = world_new(files, COUNT_OF(files));
    world_load(&w, 1);
    const struct chip *chip = w.catalog ? catalog_find(w.catalog, RECORD_chip, S("chip-a")) : NULL;
    bool ok = chip && str_eq_c(chip->compute_capability, "12.0") && chip->aliases.n == 3 &&
              str_eq_c(chip->aliases.at[0], "GB202") && str_eq_c(chip->aliases.at[1], "no") &&
              str_eq_c(chip->aliases.at[2], "12.0") && chip->kind == CHIP_NPU;
    world_free(&w);
    assert_true(ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules), cmocka_unit_test(test_links_are_reported_not_followed),
        cmocka_unit_test(test_a_missing_folder_is_the_worlds_fault), cmocka_unit_test(test_every_error_is_reported),
        cmocka_unit_test(test_texts_that_look_like_numbers),
    };
    return cmocka_run_group_tests_name("catalog", tests, NULL, NULL);
}
