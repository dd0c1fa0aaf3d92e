/* Tests of what the catalogue makes of its records: usable memory (D05), overlays of folders, digests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/buf.h"
#include "catalog/volume.h"
#include "catalog_helper.h"

#define CHIP(memory) "chips:\n  - id: chip-a\n    name: A\n    kind: gpu\n    sources: [s]\n" memory
#define FAMILY "id: ecs.fa\nstatus: sold\nlisted: [page]\nsources: [s]\nchip: chip-a\n"
#define TYPE "types:\n  - id: ecs.fa.large\n    vcpus: 8\n    listed: [page]\n"
#define MEASURED(memory)                                                                                               \
    "measured_types:\n  - id: mt\n    type: ecs.fa.large\n    product: P\n    memory: " memory "\n    sources: [s]\n"
#define CARD(memory) "measured_cards:\n  - id: mc\n    product: The card\n    chip: chip-a\n    memory: " memory "\n    sources: [s]\n"

/* ---- usable memory */

/* The pairs of users' case D05: sold size and what nvidia-smi reports, from driver printouts. */
static const struct {
    const char *card;
    int sold_gb, reading_mib;
} cards[] = {
    {"T4", 16, 15360},    {"A10", 24, 23028},   {"L4", 24, 23034},   {"L40S", 48, 46068},
    {"A100-40", 40, 40960}, {"A100-80", 80, 81920}, {"H100", 80, 81559},
};

static double usable_of(const struct file *files, size_t count)
{
    struct world w = world_new(files, count);
    world_load(&w, 1);
    struct buf messages = {0};
    buf_puts(&messages, capture_text(w.out));
    const struct chip *chip = w.catalog ? catalog_find(w.catalog, RECORD_chip, S("chip-a")) : NULL;
    double usable = chip && num_known(chip->usable) ? chip->usable.value : -1;
    world_free(&w);
    expect_text("messages", messages.p, "");
    buf_free(&messages);
    return usable;
}

static void test_known_cards(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cards); i++) {
        char with[400], without[400];
        snprintf(with, sizeof with, CHIP("    memory: %d GB\n    readings:\n      - {memory: %d MiB, where: {en: a, zh: b}}\n"),
                 cards[i].sold_gb, cards[i].reading_mib);
        snprintf(without, sizeof without, CHIP("    memory: %d GB\n"), cards[i].sold_gb);
        double read = usable_of(&(struct file){"cat/chips.yaml", with}, 1),
               sold = usable_of(&(struct file){"cat/chips.yaml", without}, 1);
        /* 2 % less than sold, in whole MiB like every reading, never rounded up */
        long long expected = cards[i].sold_gb * 980000000LL / 1048576;
        if (read != cards[i].reading_mib)
            fail_msg("%s: %.0f MiB with a reading of %d", cards[i].card, read, cards[i].reading_mib);
        if (sold != (double)expected)
            fail_msg("%s: %.3f MiB without a reading, expected %lld", cards[i].card, sold, expected);
        if (sold > cards[i].reading_mib) /* the margin must not promise more than the driver gives */
            fail_msg("%s: the margin leaves %.0f MiB, the driver %d", cards[i].card, sold, cards[i].reading_mib);
    }
}

#define READINGS CHIP("    memory: 24 GB\n    readings:\n      - {memory: 23028 MiB, where: {en: one, zh: yi}}\n" \
                      "      - {memory: 22731 MiB, where: {en: two, zh: er}}\n      - {memory: 23034 MiB, where: {en: three, zh: san}}\n")

/* Of all readings of a card the smallest counts, wherever it was made, and the answer says where. */
static const struct {
    struct file files[4];
    double chip, type;  /* MiB; -1: unknown */
    const char *where;  /* of the chip; empty: sold size less the margin */
} readings[] = {
    {{{"cat/chips.yaml", READINGS}}, 22731, 22731, "two"},
    {{{"cat/chips.yaml", READINGS}, {"cat/families/ecs.fa.yaml", FAMILY "kind: vm\nreading: 22000 MiB\nreading_source: s\n" TYPE "    gpus: 2\n"}},
     22000, 22000, "ecs.fa"},
    {{{"cat/chips.yaml", READINGS}, {"cat/measured/types.yaml", MEASURED("21000 MiB")}}, 21000, 21000, "ecs.fa.large"},
    {{{"cat/chips.yaml", READINGS}, {"cat/measured/types.yaml", MEASURED("24000 MiB")}}, 22731, 22731, "two"},
    {{{"cat/chips.yaml", READINGS}, {"cat/measured/cards.yaml", CARD("20000 MiB")}}, 20000, 20000, "The card"},
    {{{"cat/chips.yaml", CHIP("")}}, -1, -1, ""}, /* nothing published stays unknown */
    {{{"cat/chips.yaml", CHIP("")}, {"cat/measured/cards.yaml", CARD("20000 MiB")}}, 20000, 20000, "The card"},
    {{{"cat/chips.yaml", READINGS}, {"cat/families/ecs.fa.yaml", FAMILY "kind: vgpu\nreading: 5000 MiB\nreading_source: s\n" TYPE}},
     22731, -1, "two"}, /* a reading of a share says nothing of the card */
    /* shares: their own reading, else their own sold size; never the whole card's, and no reading of the card */
    {{{"cat/chips.yaml", READINGS}, {"cat/families/ecs.fa.yaml", FAMILY "kind: vgpu\n" TYPE "    gpus: 1/4\n    gpu_memory_total: 6 GB\n"}},
     22731, 5607, "two"}, /* 5.88e9 B = 5607.6 MiB */
    {{{"cat/chips.yaml", READINGS}, {"cat/families/ecs.fa.yaml", FAMILY "kind: vgpu\n" TYPE "    gpus: 1/4\n    gpu_memory_total: 6 GB\n"},
      {"cat/measured/types.yaml", MEASURED("5633 MiB")}},
     22731, 5633, "two"},
    {{{"cat/chips.yaml", READINGS}, {"cat/families/ecs.fa.yaml", FAMILY "kind: vgpu\n" TYPE "    gpus: 1\n"},
      {"cat/measured/types.yaml", MEASURED("12000 MiB")}},
     22731, 12000, "two"}, /* a whole card sliced by the hypervisor is no whole card */
};

static void test_smallest_reading_is_chosen(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(readings); i++) {
        struct world w = world_new(readings[i].files, 4);
        world_load(&w, 1);
        double chip_mib = -1, type_mib = -1;
        char where[64] = "not loaded";
        if (w.catalog) {
            const struct chip *chip = catalog_find(w.catalog, RECORD_chip, S("chip-a"));
            const struct type *type = catalog_find(w.catalog, RECORD_type, S("ecs.fa.large"));
            chip_mib = num_known(chip->usable) ? chip->usable.value : -1;
            type_mib = num_known(type->usable) ? type->usable.value : -1;
            snprintf(where, sizeof where, "%" STR_FMT, STR_ARG(chip->usable_where.in[LANG_EN]));
        }
        world_free(&w);
        if (chip_mib != readings[i].chip || fabs(type_mib - readings[i].type) > 1e-6)
            fail_msg("case %zu: chip %.3f MiB, type %.3f MiB", i, chip_mib, type_mib);
        expect_text("where", where, readings[i].where);
    }
}

/* ---- overlay of folders */

static const struct {
    struct file files[2];
    const char *messages, *name, *alias;
    double memory;    /* of chip-a */
    size_t chips, types;
} overlays[] = {
    {{{"over/chips.yaml", "chips:\n  - id: chip-a\n    memory: 48 GB\n"}}, "", "A", "", 48, 1, 1},
    {{{"over/chips.yaml", "chips:\n  - id: chip-a\n    name: B\n    aliases: [x]\n"}}, "", "B", "x", 24, 1, 1},
    {{{"over/chips.yaml", "chips:\n  - id: chip-b\n    name: B\n    kind: gpu\n    sources: [s]\n"}}, "", "A", "", 24, 2, 1},
    {{{"over/families/ecs.fa.yaml", "id: ecs.fa\ntypes:\n  - id: ecs.fa.large\n    vcpus: 16\n  - id: ecs.fa.small\n    vcpus: 2\n    listed: [api]\n"}},
     "", "A", "", 24, 1, 2},
    {{{"over/chips.yaml", "chips:\n  - id: chip-a\n    memory: 48\n"}},
     "over/chips.yaml:3:13: error: memory \"48\" has no unit; write 48 GiB or 48 GB\n", NULL, NULL, 0, 0, 0},
    {{{"over/chips.yaml", "chips:\n  - id: chip-a\n    memry: 48 GB\n"}},
     "over/chips.yaml:3:5: error: a chip has no key \"memry\"\nover/chips.yaml:3:5: note: did you mean \"memory\"?\n", NULL, NULL, 0, 0, 0},
    {{{"over/chips.yaml", "chips:\n  - id: chip-a\n    memory: 48 GB\n  - id: chip-a\n    memory: 32 GB\n"}},
     "over/chips.yaml:4:5: error: chip chip-a is defined twice\nover/chips.yaml:2:5: note: the first definition is here\n", NULL, NULL, 0, 0, 0},
};

static void keep_messages(struct buf *out, const char *text)
{
    struct str rest = str_from(text), line;
    buf_puts(out, "");
    while (str_next(&rest, '\n', &line))
        if (str_find(line, S(" | ")) == line.n)
            buf_printf(out, "%" STR_FMT "\n", STR_ARG(line));
}

static void test_overlays(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(overlays); i++) {
        struct world w = world_new(overlays[i].files, 2);
        struct buf messages = {0};
        world_load(&w, 2);
        keep_messages(&messages, capture_text(w.out));
        const struct chip *chip = w.catalog ? catalog_find(w.catalog, RECORD_chip, S("chip-a")) : NULL;
        bool ok = !overlays[i].name;
        if (chip && overlays[i].name)
            ok = str_eq_c(chip->name, overlays[i].name) && chip->memory.value == overlays[i].memory &&
                 w.catalog->chips.n == overlays[i].chips && w.catalog->types.n == overlays[i].types &&
                 (chip->aliases.n ? str_eq_c(chip->aliases.at[0], overlays[i].alias) : !*overlays[i].alias);
        world_free(&w);
        expect_text(overlays[i].files[0].text, messages.p, overlays[i].messages);
        if (!ok)
            fail_msg("case %zu: wrong records", i);
        buf_free(&messages);
    }
}

/* Each value remembers its folder; what was not overridden stays. */
static void test_overlay_of_one_type(void **state)
{
    (void)state;
    struct world w = world_new(overlays[3].files, 1);
    world_load(&w, 2);
    const struct type *large = w.catalog ? catalog_find(w.catalog, RECORD_type, S("ecs.fa.large")) : NULL;
    bool values = large && large->vcpus.value == 16 && large->gpus.value == 1 && large->listed.at[0].value == LISTED_PAGE;
    bool places = large && str_starts(record_place(&large->record, "vcpus").src->path, S("over/")) &&
                  str_starts(record_place(&large->record, "gpus").src->path, S("cat/"));
    world_free(&w);
    assert_true(values);
    assert_true(places);
}

/* ---- digests */

#define TWO_CHIPS "chips:\n  - {id: a, name: A, kind: gpu, memory: 24 GB, sources: [s]}\n  - {id: b, name: B, kind: gpu, sources: [s]}\n"
#define HEAD "id: ecs.fa\nkind: vm\nstatus: sold\nlisted: [page]\nsources: [s]\n"
#define LARGE "  - {id: ecs.fa.large, vcpus: 8, gpus: 1, network: 16 Gbit/s, listed: [page, api]}\n"
#define SMALL "  - {id: ecs.fa.small, vcpus: 2, listed: [page]}\n"
#define M(id) "  - {id: " id ", name: N, vendor: V, family: F, modality: text, params_total: 7, sources: [s]}\n"
#define TWO_TYPES HEAD "chip: a\ntypes:\n" LARGE SMALL

static const struct {
    struct file files[4];
    bool same; /* as the first case */
} digests[] = {
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", TWO_TYPES}, {"cat/models/m.yaml", "models:\n" M("m1") M("m2")}}, true},
    /* other order, other files */
    {{{"cat/chips.yaml", "chips:\n  - {id: b, name: B, kind: gpu, sources: [s]}\n  - {sources: [s], memory: 24 GB, kind: gpu, name: A, id: a}\n"},
      {"cat/families/ecs.fa.yaml", "types:\n" SMALL LARGE "chip: a\n" HEAD},
      {"cat/models/z.yaml", "models:\n" M("m1")},
      {"cat/models/a.yaml", "models:\n" M("m2")}}, true},
    /* comments, prose, another spelling of the same amount, more sources */
    {{{"cat/chips.yaml", "# facts\n" "chips:\n  - {id: a, name: A, kind: gpu, memory: 0.024 TB, sources: {memory: [s]}, notes: [{en: new, zh: xin}]}\n"
                         "  - {id: b, name: B, kind: gpu, sources: [s], year_note: {en: x, zh: y}}\n"},
      {"cat/families/ecs.fa.yaml", TWO_TYPES "cpu: {en: Intel, zh: Intel}\n"},
      {"cat/models/m.yaml", "models:\n" M("m1") "\n" M("m2")},
      {"cat/claims.yaml", "claims:\n  - {id: c, verdict: confirmed, claim: {en: a, zh: b}, covers: guide/x}\n"}}, true},
    /* one fact changed */
    {{{"cat/chips.yaml", "chips:\n  - {id: a, name: A, kind: gpu, memory: 25 GB, sources: [s]}\n  - {id: b, name: B, kind: gpu, sources: [s]}\n"},
      {"cat/families/ecs.fa.yaml", TWO_TYPES}, {"cat/models/m.yaml", "models:\n" M("m1") M("m2")}}, false},
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", HEAD "chip: b\ntypes:\n" LARGE SMALL},
      {"cat/models/m.yaml", "models:\n" M("m1") M("m2")}}, false},
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", HEAD "chip: a\ntypes:\n" LARGE},
      {"cat/models/m.yaml", "models:\n" M("m1") M("m2")}}, false},
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", TWO_TYPES "nvlink: none\n"},
      {"cat/models/m.yaml", "models:\n" M("m1") M("m2")}}, false},
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", TWO_TYPES}, {"cat/models/m.yaml", "models:\n" M("m1") M("m3")}}, false},
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", TWO_TYPES}, {"cat/models/m.yaml", "models:\n" M("m1") M("m2")},
      {"cat/measured/types.yaml", MEASURED("23028 MiB")}}, false},
    {{{"cat/chips.yaml", TWO_CHIPS}, {"cat/families/ecs.fa.yaml", TWO_TYPES}, {"cat/models/m.yaml", "models:\n" M("m1") M("m2")},
      {"cat/measured/types.yaml", MEASURED("23028 MiB") "    driver: 580.1\n"}}, false},
};

static void digest_of(size_t i, char *digest)
{
    struct world w = world_new(digests[i].files, 4);
    world_load(&w, 1);
    struct buf messages = {0};
    buf_puts(&messages, capture_text(w.out));
    snprintf(digest, DIGEST_DIGITS + 1, "%s", w.catalog ? w.catalog->digest : "");
    world_free(&w);
    expect_text("messages", messages.p, "");
    buf_free(&messages);
}

static void test_digest(void **state)
{
    (void)state;
    char seen[COUNT_OF(digests)][DIGEST_DIGITS + 1];
    for (size_t i = 0; i < COUNT_OF(digests); i++) {
        digest_of(i, seen[i]);
        assert_int_equal(strspn(seen[i], "0123456789abcdef"), 12);
        if ((strcmp(seen[i], seen[0]) == 0) != digests[i].same)
            fail_msg("case %zu: %s, the first case %s", i, seen[i], seen[0]);
        for (size_t j = 1; j < i; j++)
            if (!digests[i].same && strcmp(seen[i], seen[j]) == 0)
                fail_msg("cases %zu and %zu have the same digest", i, j);
    }
}

/* Only the records that changed have another digest of their own. */
static void test_record_digests(void **state)
{
    (void)state;
    static const size_t of[] = {0, 3}; /* chip a changed */
    char chips[2][2][65];
    for (size_t k = 0; k < 2; k++) {
        struct world w = world_new(digests[of[k]].files, 4);
        world_load(&w, 1);
        if (w.catalog)
            memcpy(chips[k], w.catalog->record_digests[RECORD_chip], sizeof chips[k]);
        bool loaded = w.catalog != NULL;
        world_free(&w);
        assert_true(loaded);
    }
    assert_string_not_equal(chips[0][0], chips[1][0]);
    assert_string_equal(chips[0][1], chips[1][1]);
    assert_int_equal(strlen(chips[0][1]), 64);
}

/* ---- storage */

/* ESSD PL1 of the documentation of 2021: min(120 + 0.5 × GiB, 350) MB/s, from 20 GiB. */
static void test_rates_by_size(void **state)
{
    struct volume v = {.min_size = NUM(20), .max_size = NUM(32768)};
    struct size_rate flat = {.base = NUM(1.25)}, open = {.per_size = NUM(2)}, none = {.max = NUM(3)};
    (void)state;
    v.read = (struct size_rate){.base = NUM(0.12), .per_size = NUM(0.0005), .max = NUM(0.35)};
    assert_true(fabs(volume_rate(&v.read, 100).value - 0.17) < 1e-12);
    assert_true(volume_rate(&v.read, 460).value <= 0.35 && volume_rate(&v.read, 459).value < 0.35);
    assert_true(volume_rate(&v.read, 461).value == 0.35);
    assert_true(fabs(volume_full_size(&v.read).value - 460) < 1e-9);
    assert_true(!volume_has_size(&v, 19) && volume_has_size(&v, 20) && volume_has_size(&v, 32768) && !volume_has_size(&v, 32769));
    assert_true(volume_rate(&flat, 1e6).value == 1.25 && !num_known(volume_full_size(&flat)));
    assert_true(volume_rate(&open, 10).value == 20 && !num_known(volume_full_size(&open)));
    assert_false(num_known(volume_rate(&none, 10)));
    assert_true(volume_has_size(&(struct volume){.size_unit = 0}, 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rates_by_size), cmocka_unit_test(test_known_cards), cmocka_unit_test(test_smallest_reading_is_chosen), cmocka_unit_test(test_overlays),
        cmocka_unit_test(test_overlay_of_one_type), cmocka_unit_test(test_digest), cmocka_unit_test(test_record_digests),
    };
    return cmocka_run_group_tests_name("catalog facts", tests, NULL, NULL);
}
