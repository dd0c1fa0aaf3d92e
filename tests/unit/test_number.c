/* Tests of base/number: rounding, trimming, grouping and reading of numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/number.h"
#include "helper.h"

/* Expected: exact decimal arithmetic on the binary value, halves away from zero. */

static const struct {
    double value;
    int decimals;
    const char *fixed, *trimmed;
} numbers[] = {
    {0, 0, "0", "0"},
    {0, 9, "0.000000000", "0"},
    {100, 0, "100", "100"},
    {24, 2, "24.00", "24"},
    {62.5, 2, "62.50", "62.5"},
    {1.125, 2, "1.13", "1.13"},
    {-1.125, 2, "-1.13", "-1.13"},
    {0.5, 0, "1", "1"},
    {1.5, 0, "2", "2"},
    {2.5, 0, "3", "3"},
    {2.675, 2, "2.67", "2.67"}, /* the double is 2.67499999999999982… */
    {1.005, 2, "1.00", "1"},    /* 1.00499999999999989… */
    {0.005, 2, "0.01", "0.01"}, /* 0.00500000000000000010… */
    {-0.001, 2, "0.00", "0"},   /* no minus zero */
    {0.49999999999999994, 0, "0", "0"},
    {9.9999, 3, "10.000", "10"},
    {671026419200.0, 6, "671026419200.000000", "671026419200"},
    {4503599627370497.0, 0, "4503599627370497", "4503599627370497"}, /* 2^52 + 1 */
    {4503599627370495.5, 0, "4503599627370496", "4503599627370496"},
    {4503599627.370497, 6, "4503599627.370497", "4503599627.370497"},
    {450359962737050.25, 1, "450359962737050.3", "450359962737050.3"}, /* times ten there is no room for the half */
    {9007199254740991.0, 0, "9007199254740991", "9007199254740991"},
    {9007199254740992.0, 0, "9007199254740992", "9007199254740992"}, /* 2^53 */
    {9007199254740994.0, 1, "9007199254740994.0", "9007199254740994"},
    {404275187532403.625, 2, "404275187532403.63", "404275187532403.63"}, /* times 100 there is no room for the half */
    {1e17, 2, "100000000000000000.00", "100000000000000000"},
};

static void test_number_rounding(void **state)
{
    (void)state;
    struct buf b = {0};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        buf_clear(&b);
        number_fixed(&b, numbers[i].value, numbers[i].decimals);
        expect_text("number_fixed", b.p, numbers[i].fixed);
        buf_clear(&b);
        buf_puts(&b, "500"); /* zeros that were there before must stay */
        number_trimmed(&b, numbers[i].value, numbers[i].decimals);
        expect_text("number_trimmed", b.p + 3, numbers[i].trimmed);
    }
    buf_free(&b);
}

/* Half up, done to the text of all digits that the C library prints; value is not negative. */
static void round_text(char *out, size_t size, double value, int decimals)
{
    char exact[512];
    int kept = snprintf(exact, sizeof exact, "0%.110f", value) - 110 + decimals; /* 53 bits below 2^-57: no more than 110 digits */
    bool up = exact[kept] >= '5';
    int last = decimals > 0 ? kept - 1 : kept - 2;
    for (int i = last; up && i >= 0; i--) {
        if (exact[i] == '.')
            continue;
        up = exact[i] == '9';
        exact[i] = up ? '0' : (char)(exact[i] + 1);
    }
    int start = exact[0] == '0';
    snprintf(out, size, "%.*s", last + 1 - start, exact + start);
}

static void test_number_agrees_with_printf(void **state)
{
    (void)state;
    struct buf b = {0};
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 1000000; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        int decimals = (int)(seed % 10), bits = (int)(seed >> 8 & 31); /* few bits: many halves */
        double value = ldexp((double)(seed >> 11 >> bits), 6 - (int)(seed % 61));
        char expected[64];
        if (value >= 1e18)
            continue;
        round_text(expected, sizeof expected, value, decimals);
        buf_clear(&b);
        number_fixed(&b, value, decimals);
        if (strcmp(b.p, expected) != 0)
            fail_msg("%.17g with %d decimals: %s, expected %s", value, decimals, b.p, expected);
    }
    buf_free(&b);
}

static const struct {
    double value;
    const char *expected;
} groups[] = {
    {0, "0"}, {999, "999"}, {1000, "1,000"}, {-1234567, "-1,234,567"}, {-999, "-999"}, {671026419200.0, "671,026,419,200"},
    {9007199254740992.0, "9,007,199,254,740,992"}, {999.5, "1,000"},
};

static void test_number_grouping(void **state)
{
    (void)state;
    struct buf b = {0};
    for (size_t i = 0; i < COUNT_OF(groups); i++) {
        buf_clear(&b);
        number_grouped(&b, groups[i].value);
        expect_text("number_grouped", b.p, groups[i].expected);
    }
    buf_free(&b);
}

static void test_number_gib(void **state)
{
    static const struct {
        double gib;
        const char *text;
    } rows[] = {
        {0, "0.000"}, {0.0123456, "0.012"}, {0.0946, "0.095"}, {0.095, "0.10"}, {2.125, "2.13"}, {9.949, "9.95"},
        {9.95, "9.9"}, /* the double is 9.94999999999999928… */
        {45.67, "45.7"}, {1234, "1234.0"},
    };
    struct buf b = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        buf_clear(&b);
        number_gib(&b, rows[i].gib * 1073741824.0);
        expect_text("number_gib", b.p, rows[i].text);
    }
    buf_free(&b);
}

static const struct {
    const char *text;
    bool ok;
    double value;
} parses[] = {
    {"0", true, 0},         {"24", true, 24},      {"-3.5", true, -3.5},  {"0123", true, 123}, {"9007199254740993.", false, 0},
    {"0.1", true, 0.1},     {"", false, 0},        {"-", false, 0},       {".5", false, 0},    {"5.", false, 0},
    {"1e5", false, 0},      {"1,000", false, 0},   {"+1", false, 0},      {" 1", false, 0},    {"1 ", false, 0},
    {"--1", false, 0},      {"1.2.3", false, 0},   {"inf", false, 0},     {"nan", false, 0},   {"0x10", false, 0},
    {"1-", false, 0},       {"\xef\xbc\x91", false, 0}, /* full-width 1 */
    {"1000000000000000000000000000000000000000000000000000000000000000000000", false, 0},
};

static void test_number_parse(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(parses); i++) {
        double value = 0;
        bool ok = number_parse(str_from(parses[i].text), &value);
        if (ok != parses[i].ok || (ok && value != parses[i].value))
            fail_msg("\"%s\": %d %.17g", parses[i].text, ok, value);
    }
}

static void test_number_rounded(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"}, {0.000123456, "0.000123"}, {0.0996, "0.0996"}, {1.005, "1"}, {1.236, "1.24"}, {62.54, "62.5"}, {625.4, "625"},
        {6254, "6250"}, {6255, "6260"}, {12345, "12,300"}, {1234567, "1,230,000"}, {0.0000000001, "0"},
    };
    struct buf b = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        buf_clear(&b);
        number_rounded(&b, rows[i].value);
        expect_text("number_rounded", b.p, rows[i].text);
    }
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_rounding), cmocka_unit_test(test_number_rounded), cmocka_unit_test(test_number_agrees_with_printf),
        cmocka_unit_test(test_number_grouping), cmocka_unit_test(test_number_gib), cmocka_unit_test(test_number_parse),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
