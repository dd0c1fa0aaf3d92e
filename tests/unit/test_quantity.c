/* Tests of data/quantity: every unit, what is no quantity, printing, and that printing and reading are inverse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/quantity.h"
#include "helper.h"

static const struct {
    const char *text;
    enum unit unit;
    double value; /* in the unit of the field */
} reads[] = {
    {"24", UNIT_COUNT, 24},
    {"1.5", UNIT_COUNT, 1.5},
    {"671026419200", UNIT_PARAMS, 671026419200.0},
    {"8", UNIT_SHARE, 8},
    {"0.5", UNIT_SHARE, 0.5},
    {"1/2", UNIT_SHARE, 0.5},
    {"1/6", UNIT_SHARE, 1.0 / 6},
    {"3/8", UNIT_SHARE, 0.375},
    {"24 GB", UNIT_GB, 24},
    {"1.5 TB", UNIT_GB, 1500},
    {"512 MB", UNIT_GB, 0.512},
    {"24 GiB", UNIT_GIB, 24},
    {"2 TiB", UNIT_GIB, 2048},
    {"512 MiB", UNIT_GIB, 0.5},
    {"22731 MiB", UNIT_MIB, 22731},
    {"44 GiB", UNIT_MIB, 45056},
    {"16 Gbit/s", UNIT_GBIT_S, 16},
    {"1500 Mbit/s", UNIT_GBIT_S, 1.5},
    {"3.2 Tbit/s", UNIT_GBIT_S, 3200},
    {"600 GB/s", UNIT_GB_S, 600},
    {"250 MB/s", UNIT_GB_S, 0.25},
    {"3.35 TB/s", UNIT_GB_S, 3350},
    {"312 TFLOPS", UNIT_TFLOPS, 312},
    {"1.25 PFLOPS", UNIT_TFLOPS, 1250},
    {"500 GFLOPS", UNIT_TFLOPS, 0.5},
    {"624 TOPS", UNIT_TOPS, 624},
    {"2 POPS", UNIT_TOPS, 2000},
    {"150 W", UNIT_W, 150},
    {"2.9 GHz", UNIT_GHZ, 2.9},
    {"2900 MHz", UNIT_GHZ, 2.9},
    {"1600000 pps", UNIT_PPS, 1600000},
    {"900 kpps", UNIT_PPS, 900000},
    {"24 Mpps", UNIT_PPS, 24000000},
    {"60000 IOPS", UNIT_IOPS, 60000},
    {"131072 tokens", UNIT_TOKENS, 131072},
    {"0 GB", UNIT_GB, 0},
    {"-1 GB", UNIT_GB, -1}, /* a number; the schema says that it is negative */
};

static void test_reads(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    bool seen[UNIT_COUNT_OF_UNITS] = {false};
    for (size_t i = 0; i < COUNT_OF(reads); i++) {
        double value = 0;
        struct str why = {NULL, 0};
        if (!quantity_parse(a, str_from(reads[i].text), reads[i].unit, &value, &why))
            fail_msg("\"%s\" %" STR_FMT, reads[i].text, STR_ARG(why));
        if (value != reads[i].value)
            fail_msg("\"%s\" is %.17g, expected %.17g", reads[i].text, value, reads[i].value);
        seen[reads[i].unit] = true;
    }
    for (int unit = 0; unit < UNIT_COUNT_OF_UNITS; unit++)
        if (!seen[unit])
            fail_msg("no case for unit %d", unit);
    arena_free(a);
}

static const struct {
    const char *text;
    enum unit unit;
    const char *why;
} refusals[] = {
    /* bare numbers */
    {"24", UNIT_GB, "has no unit; write 24 GiB or 24 GB"},
    {"24", UNIT_GIB, "has no unit; write 24 GiB or 24 GB"},
    {"24 ", UNIT_GB, "has no unit; write 24 GiB or 24 GB"},
    {"22731", UNIT_MIB, "has no unit; write 22731 MiB"},
    {"16", UNIT_GBIT_S, "has no unit; write 16 Gbit/s"},
    {"150", UNIT_W, "has no unit; write 150 W"},
    /* GB is not GiB, bits are not bytes, floating point is not integer */
    {"24 GiB", UNIT_GB, "is in GiB, but this field is in GB, which is something else"},
    {"24 GB", UNIT_GIB, "is in GB, but this field is in GiB, which is something else"},
    {"24 GB", UNIT_MIB, "is in GB, but this field is in MiB, which is something else"},
    {"16 GB/s", UNIT_GBIT_S, "is in GB/s, but this field is in Gbit/s, which is something else"},
    {"16 Gbit/s", UNIT_GB_S, "is in Gbit/s, but this field is in GB/s, which is something else"},
    {"312 TFLOPS", UNIT_TOPS, "is in TFLOPS, but this field is in TOPS, which is something else"},
    /* unknown units; the case counts */
    {"24 gb", UNIT_GB, "has the unknown unit \"gb\"; this field is in GB"},
    {"24 G", UNIT_GIB, "has the unknown unit \"G\"; this field is in GiB"},
    {"16 Gbps", UNIT_GBIT_S, "has the unknown unit \"Gbps\"; this field is in Gbit/s"},
    {"24  GB", UNIT_GB, "has the unknown unit \" GB\"; this field is in GB"},
    {"24 GB ", UNIT_GB, "has the unknown unit \"GB \"; this field is in GB"},
    /* no numbers */
    {"24GB", UNIT_GB, "is not a number, a blank and a unit; write it like 24 GB"},
    {"GB", UNIT_GB, "is not a number, a blank and a unit; write it like 24 GB"},
    {"", UNIT_GIB, "is not a number, a blank and a unit; write it like 24 GiB"},
    {"1,024 GB", UNIT_GB, "is not a number, a blank and a unit; write it like 24 GB"},
    {"1e3 GB", UNIT_GB, "is not a number, a blank and a unit; write it like 24 GB"},
    {"1/2 GB", UNIT_GB, "is not a number, a blank and a unit; write it like 24 GB"},
    {"eight", UNIT_COUNT, "is not a plain number"},
    {"8 GB", UNIT_COUNT, "is not a plain number"},
    {"1/6", UNIT_COUNT, "is not a plain number"},
    {"7B", UNIT_PARAMS, "is not a plain number"},
    {"1/0", UNIT_SHARE, "is not a plain number or fraction such as 1/6"},
    {"1/-2", UNIT_SHARE, "is not a plain number or fraction such as 1/6"},
    {"1.5/2", UNIT_SHARE, "is not a plain number or fraction such as 1/6"},
    {"1/2/3", UNIT_SHARE, "is not a plain number or fraction such as 1/6"},
    {"/2", UNIT_SHARE, "is not a plain number or fraction such as 1/6"},
    {"1/", UNIT_SHARE, "is not a plain number or fraction such as 1/6"},
};

static void test_refusals(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        double value;
        struct str why = {NULL, 0};
        if (quantity_parse(a, str_from(refusals[i].text), refusals[i].unit, &value, &why))
            fail_msg("\"%s\" was read as %.17g", refusals[i].text, value);
        expect_text(refusals[i].text, arena_cstr(a, why), refusals[i].why);
    }
    arena_free(a);
}

static const struct {
    double value;
    enum unit unit;
    const char *text;
} prints[] = {
    {24, UNIT_GB, "24 GB"},
    {62.5, UNIT_GIB, "62.5 GiB"},
    {45056, UNIT_MIB, "45056 MiB"},
    {7.5, UNIT_GBIT_S, "7.5 Gbit/s"},
    {3350, UNIT_GB_S, "3350 GB/s"},
    {9.7, UNIT_TFLOPS, "9.7 TFLOPS"},
    {624, UNIT_TOPS, "624 TOPS"},
    {72, UNIT_W, "72 W"},
    {2.9, UNIT_GHZ, "2.9 GHz"},
    {1600000, UNIT_PPS, "1600000 pps"},
    {60000, UNIT_IOPS, "60000 IOPS"},
    {131072, UNIT_TOKENS, "131072 tokens"},
    {671026419200.0, UNIT_PARAMS, "671026419200"},
    {0, UNIT_COUNT, "0"},
    {8, UNIT_SHARE, "8"},
    {1.0 / 6, UNIT_SHARE, "1/6"},
    {0.25, UNIT_SHARE, "1/4"},
    {2.0 / 3, UNIT_SHARE, "2/3"},
    {1.5, UNIT_SHARE, "3/2"},
    {1.0 / 3, UNIT_GB, "0.333333 GB"},
    {0.0000004, UNIT_GB, "0 GB"},
    {0.9999996, UNIT_GB, "1 GB"},
};

static void test_prints(void **state)
{
    (void)state;
    struct buf b = {0};
    for (size_t i = 0; i < COUNT_OF(prints); i++) {
        buf_clear(&b);
        quantity_text(&b, prints[i].value, prints[i].unit);
        expect_text("quantity_text", b.p, prints[i].text);
    }
    buf_free(&b);
}

static const double grid[] = {0, 0.000001, 0.1, 0.125, 0.3, 1, 1.000001, 2.9, 7.5, 24, 33.333333, 999.999999, 4096, 81559, 1600000, 671026419200.0};

static void expect_back(struct arena *a, double value, enum unit unit)
{
    struct buf b = {0};
    double back = -1;
    struct str why;
    quantity_text(&b, value, unit);
    if (!quantity_parse(a, buf_str(&b), unit, &back, &why) || back != value)
        fail_msg("%.17g prints as \"%s\" and reads as %.17g", value, b.p, back);
    buf_free(&b);
}

static void test_reading_what_was_printed(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    for (int unit = 0; unit < UNIT_COUNT_OF_UNITS; unit++)
        for (size_t i = 0; i < COUNT_OF(grid); i++)
            expect_back(a, grid[i], (enum unit)unit);
    for (int under = 1; under <= 64; under++)
        for (int over = 0; over <= 2 * under; over++)
            expect_back(a, (double)over / under, UNIT_SHARE);
    arena_free(a);
}

/* One amount in two spellings is one value, to the last bit: disputes and digests compare them. */
static const struct {
    const char *small, *large; /* units */
    double ratio;
    enum unit unit;
} spellings[] = {
    {"MB", "GB", 1000, UNIT_GB},         {"GB", "TB", 1000, UNIT_GB},     {"MiB", "GiB", 1024, UNIT_GIB},
    {"MiB", "GiB", 1024, UNIT_MIB},      {"Mbit/s", "Gbit/s", 1000, UNIT_GBIT_S}, {"MB/s", "GB/s", 1000, UNIT_GB_S},
    {"GFLOPS", "TFLOPS", 1000, UNIT_TFLOPS}, {"MHz", "GHz", 1000, UNIT_GHZ}, {"kpps", "Mpps", 1000, UNIT_PPS},
};

static void test_spellings_agree(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    for (size_t i = 0; i < COUNT_OF(spellings); i++)
        for (int n = 1; n <= 5000; n++) {
            double small, large;
            struct str why, s = arena_printf(a, "%d %s", n, spellings[i].small),
                       l = arena_printf(a, "%.13f %s", n / spellings[i].ratio, spellings[i].large);
            assert_true(quantity_parse(a, s, spellings[i].unit, &small, &why));
            assert_true(quantity_parse(a, l, spellings[i].unit, &large, &why));
            if (small != large)
                fail_msg("%s is %.17g, %s is %.17g", s.p, small, l.p, large);
        }
    arena_free(a);
}

/* D07: the page's name and the download's suffix come from one table. */
static void test_names_and_suffixes_belong_together(void **state)
{
    (void)state;
    static const struct {
        enum unit unit;
        const char *name, *suffix;
    } names[] = {
        {UNIT_COUNT, "", ""}, {UNIT_SHARE, "", ""}, {UNIT_PARAMS, "", ""}, {UNIT_GB, "GB", "gb"}, {UNIT_GIB, "GiB", "gib"},
        {UNIT_MIB, "MiB", "mib"}, {UNIT_GBIT_S, "Gbit/s", "gbit_s"}, {UNIT_GB_S, "GB/s", "gb_s"},
        {UNIT_TFLOPS, "TFLOPS", "tflops"}, {UNIT_TOPS, "TOPS", "tops"}, {UNIT_W, "W", "w"}, {UNIT_GHZ, "GHz", "ghz"},
        {UNIT_PPS, "pps", "pps"}, {UNIT_IOPS, "IOPS", "iops"}, {UNIT_TOKENS, "tokens", "tokens"},
    };
    assert_int_equal(COUNT_OF(names), UNIT_COUNT_OF_UNITS);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        expect_text("name", unit_name(names[i].unit), names[i].name);
        expect_text("suffix", unit_suffix(names[i].unit), names[i].suffix);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads), cmocka_unit_test(test_refusals), cmocka_unit_test(test_prints),
        cmocka_unit_test(test_reading_what_was_printed), cmocka_unit_test(test_spellings_agree),
        cmocka_unit_test(test_names_and_suffixes_belong_together),
    };
    return cmocka_run_group_tests_name("quantity", tests, NULL, NULL);
}
