/* Quantities: numbers with units. GB is not GiB, Gbit/s is not GB/s, and a bare number is no memory size. */
#ifndef DATA_QUANTITY_H
#define DATA_QUANTITY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

/* The unit of a field: what its values are stored, shown and exported in. */
enum unit {
    UNIT_COUNT,   /* no unit: a plain number */
    UNIT_SHARE,   /* a plain number or a fraction such as 1/6 */
    UNIT_GB,      /* 10^9 bytes; also TB, MB */
    UNIT_GIB,     /* 2^30 bytes; also TiB, MiB */
    UNIT_MIB,     /* 2^20 bytes; also GiB */
    UNIT_GBIT_S,  /* 10^9 bit a second; also Mbit/s, Tbit/s */
    UNIT_GB_S,    /* 10^9 bytes a second; also MB/s, TB/s */
    UNIT_TFLOPS,  /* also PFLOPS, GFLOPS */
    UNIT_TOPS,    /* also POPS */
    UNIT_W,
    UNIT_GHZ,     /* also MHz */
    UNIT_PPS,     /* packets a second; also kpps, Mpps */
    UNIT_IOPS,
    UNIT_TOKENS,
    UNIT_PARAMS,  /* parameters: a plain number */
    UNIT_COUNT_OF_UNITS
};

/* A number that may be missing: not published (absent) differs from known to be absent (none) and from 0. */
enum num_state { NUM_ABSENT, NUM_NONE, NUM_KNOWN };
struct num {
    double value; /* in the unit of the field; 0 unless known */
    enum num_state state;
};

#define NUM(v) ((struct num){(v), NUM_KNOWN})
static inline bool num_known(struct num n)
{
    return n.state == NUM_KNOWN;
}

/* 0 for none and what is not published. */
static inline double num_or_zero(struct num n)
{
    return num_known(n) ? n.value : 0;
}

/* The name of the unit as shown ("GiB", "Gbit/s"), empty for plain numbers. */
const char *unit_name(enum unit unit);
/* The ending of keys and column names ("gib", "gbit_s"), empty for plain numbers. */
const char *unit_suffix(enum unit unit);

/* Reads "24 GB". On failure returns false and sets *why to a message that names the rule and the fix, to be
 * read after the key: `has no unit; write 24 GiB`. */
bool quantity_parse(struct arena *arena, struct str text, enum unit unit, double *value, struct str *why);

/* Writes the number without its unit: at most 6 decimals, no trailing zeros, fractions as n/d for UNIT_SHARE. */
void quantity_number(struct buf *out, double value, enum unit unit);
/* Writes number, blank, unit. */
void quantity_text(struct buf *out, double value, enum unit unit);

#endif
