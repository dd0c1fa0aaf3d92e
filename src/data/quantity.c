/* Quantities: numbers with units. */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "data/quantity.h"

struct scale {
    const char *name;
    int tens, twos; /* times 10^tens and 2^twos the value is in the unit of the field */
};

struct unit_info {
    const char *name, *suffix;
    struct scale scales[4]; /* what may be written; the first is the unit itself */
};

static const struct unit_info units[UNIT_COUNT_OF_UNITS] = {
    [UNIT_COUNT] = {"", "", {{0}}},
    [UNIT_SHARE] = {"", "", {{0}}},
    [UNIT_GB] = {"GB", "gb", {{"GB", 0, 0}, {"TB", 3, 0}, {"MB", -3, 0}}},
    [UNIT_GIB] = {"GiB", "gib", {{"GiB", 0, 0}, {"TiB", 0, 10}, {"MiB", 0, -10}}},
    [UNIT_MIB] = {"MiB", "mib", {{"MiB", 0, 0}, {"GiB", 0, 10}}},
    [UNIT_GBIT_S] = {"Gbit/s", "gbit_s", {{"Gbit/s", 0, 0}, {"Mbit/s", -3, 0}, {"Tbit/s", 3, 0}}},
    [UNIT_GB_S] = {"GB/s", "gb_s", {{"GB/s", 0, 0}, {"MB/s", -3, 0}, {"TB/s", 3, 0}}},
    [UNIT_TFLOPS] = {"TFLOPS", "tflops", {{"TFLOPS", 0, 0}, {"PFLOPS", 3, 0}, {"GFLOPS", -3, 0}}},
    [UNIT_TOPS] = {"TOPS", "tops", {{"TOPS", 0, 0}, {"POPS", 3, 0}}},
    [UNIT_W] = {"W", "w", {{"W", 0, 0}}},
    [UNIT_GHZ] = {"GHz", "ghz", {{"GHz", 0, 0}, {"MHz", -3, 0}}},
    [UNIT_PPS] = {"pps", "pps", {{"pps", 0, 0}, {"kpps", 3, 0}, {"Mpps", 6, 0}}},
    [UNIT_IOPS] = {"IOPS", "iops", {{"IOPS", 0, 0}}},
    [UNIT_TOKENS] = {"tokens", "tokens", {{"tokens", 0, 0}}},
    [UNIT_PARAMS] = {"", "", {{0}}},
};

const char *unit_name(enum unit unit)
{
    return units[unit].name;
}

const char *unit_suffix(enum unit unit)
{
    return units[unit].suffix;
}

static bool parse_fraction(struct str text, double *value)
{
    size_t slash = str_find_char(text, '/');
    double over, under;
    if (slash == text.n)
        return number_parse(text, value);
    if (!number_parse(str_sub(text, 0, slash), &over) || !number_parse(str_sub(text, slash + 1, text.n), &under))
        return false;
    if (under <= 0 || over != floor(over) || under != floor(under))
        return false;
    *value = over / under;
    return true;
}

static const struct scale *find_scale(enum unit unit, struct str name)
{
    for (size_t i = 0; i < 4 && units[unit].scales[i].name; i++)
        if (str_eq_c(name, units[unit].scales[i].name))
            return &units[unit].scales[i];
    return NULL;
}

/* A unit that exists, but belongs to another kind of field. */
static bool is_unit_of_other(enum unit unit, struct str name)
{
    for (int u = 0; u < UNIT_COUNT_OF_UNITS; u++)
        if (u != (int)unit && find_scale((enum unit)u, name))
            return true;
    return false;
}

static bool parse_plain(struct arena *arena, struct str text, enum unit unit, double *value, struct str *why)
{
    bool ok = unit == UNIT_SHARE ? parse_fraction(text, value) : number_parse(text, value);
    if (!ok)
        *why = arena_printf(arena, "is not a plain number%s", unit == UNIT_SHARE ? " or fraction such as 1/6" : "");
    return ok;
}

/* The power of ten goes into the text: 1.001 * 1000 as doubles is not 1001, and 700 * 0.001 is not 0.7. */
static double scaled(struct arena *arena, struct str number, const struct scale *scale)
{
    struct str text = arena_printf(arena, "%" STR_FMT "e%d", STR_ARG(number), scale->tens);
    return ldexp(strtod(text.p, NULL), scale->twos);
}

bool quantity_parse(struct arena *arena, struct str text, enum unit unit, double *value, struct str *why)
{
    if (!units[unit].scales[0].name)
        return parse_plain(arena, text, unit, value, why);
    size_t blank = str_find_char(text, ' ');
    struct str number = str_sub(text, 0, blank);
    struct str name = blank < text.n ? str_sub(text, blank + 1, text.n) : (struct str){NULL, 0};
    const char *want = units[unit].name;
    if (!number_parse(number, value)) {
        *why = arena_printf(arena, "is not a number, a blank and a unit; write it like 24 %s", want);
        return false;
    }
    if (name.n == 0) {
        if (unit == UNIT_GB || unit == UNIT_GIB)
            *why = arena_printf(arena, "has no unit; write %" STR_FMT " GiB or %" STR_FMT " GB", STR_ARG(number),
                                STR_ARG(number));
        else
            *why = arena_printf(arena, "has no unit; write %" STR_FMT " %s", STR_ARG(number), want);
        return false;
    }
    const struct scale *scale = find_scale(unit, name);
    if (!scale) {
        *why = is_unit_of_other(unit, name)
                   ? arena_printf(arena, "is in %" STR_FMT ", but this field is in %s, which is something else", STR_ARG(name), want)
                   : arena_printf(arena, "has the unknown unit \"%" STR_FMT "\"; this field is in %s", STR_ARG(name), want);
        return false;
    }
    *value = scaled(arena, number, scale);
    return true;
}

enum { LARGEST_DENOMINATOR = 64 };

/* 1/6 for 0.1666...; false when the value is whole or no small fraction. */
static bool put_fraction(struct buf *out, double value)
{
    if (value == floor(value))
        return false;
    for (int under = 2; under <= LARGEST_DENOMINATOR; under++) {
        double over = floor(value * under + 0.5);
        if (over / under == value) {
            buf_printf(out, "%.0f/%d", over, under);
            return true;
        }
    }
    return false;
}

void quantity_number(struct buf *out, double value, enum unit unit)
{
    if (unit == UNIT_SHARE && put_fraction(out, value))
        return;
    number_trimmed(out, value, 6);
}

void quantity_text(struct buf *out, double value, enum unit unit)
{
    quantity_number(out, value, unit);
    if (units[unit].name[0])
        buf_printf(out, " %s", units[unit].name);
}
