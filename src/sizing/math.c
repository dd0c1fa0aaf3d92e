/* exp and log by range reduction and series; no tables, no library calls, so that native and WebAssembly builds agree. */
#include <stdint.h>

#include "math.h"

/* ln 2 as a sum: the first part has 32 bits, so that its product with an exponent is exact. */
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
static const double log2_e = 0x1.71547652b82fep+0;

union bits {
    double value;
    uint64_t word;
};

/* 2^k for -1022 <= k <= 1023. */
static double power_of_two(int k)
{
    union bits b = {.word = (uint64_t)(k + 1023) << 52};
    return b.value;
}

/* In two steps, so that results below the normal range are rounded once and 2^1024 is never formed. */
static double scale(double x, int k)
{
    int half = k / 2;
    return x * power_of_two(half) * power_of_two(k - half);
}

/* e^(high - low) - 1 for |high - low| <= ln(2) / 2: Taylor, 2^-57 of the result at the ends of the range. */
static double small_expm1(double high, double low)
{
    double r = high - low, p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    return high + (r * r * p - low);
}

static int nearest(double x)
{
    return (int)(x < 0.0 ? x - 0.5 : x + 0.5);
}

double math_exp(double x)
{
    if (x != x)
        return x;
    if (x > 709.8)
        return 0x1p1023 * 2.0;
    if (x < -745.2)
        return 0.0;
    int k = nearest(x * log2_e);
    return scale(1.0 + small_expm1(x - k * ln2_high, k * ln2_low), k);
}

double math_expm1(double x)
{
    if (!(x > -38.0 && x < 38.0))
        return math_exp(x) - 1.0;
    int k = nearest(x * log2_e);
    double rest = small_expm1(x - k * ln2_high, k * ln2_low), factor = power_of_two(k);
    return factor * rest + (factor - 1.0);
}

/* What ln(1 + f) has beyond f, for f in [sqrt(1/2) - 1, sqrt(2) - 1]. With s = f / (2 + f), ln(1 + f) = 2 s + s R(s^2), a
   series of positive terms; written around f, which is exact, the rounding errors stay in the small part. */
static double log_rest(double f)
{
    double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f, r = 2.0 / 25.0;
    r = r * z + 2.0 / 23.0;
    r = r * z + 2.0 / 21.0;
    r = r * z + 2.0 / 19.0;
    r = r * z + 2.0 / 17.0;
    r = r * z + 2.0 / 15.0;
    r = r * z + 2.0 / 13.0;
    r = r * z + 2.0 / 11.0;
    r = r * z + 2.0 / 9.0;
    r = r * z + 2.0 / 7.0;
    r = r * z + 2.0 / 5.0;
    r = r * z + 2.0 / 3.0;
    return s * (half + r * z) - half;
}

/* x = 2^k m with m in [sqrt(1/2), sqrt(2)); x is positive and finite. */
static int split(double x, double *m)
{
    int k = 0;
    union bits b = {.value = x};
    if (x < 0x1p-1022) {
        b.value = x * 0x1p54;
        k = -54;
    }
    k += (int)(b.word >> 52) - 1023;
    b.word = (b.word & 0xfffffffffffff) | (uint64_t)1023 << 52;
    if (b.value >= 0x1.6a09e667f3bcdp+0) {
        b.value *= 0.5;
        k++;
    }
    *m = b.value;
    return k;
}

static int is_beyond_log(double x)
{
    return !(x > 0.0) || x > 0x1.fffffffffffffp1023;
}

static double log_of_beyond(double x)
{
    if (x == 0.0)
        return -(0x1p1023 * 2.0);
    return x > 0.0 ? x : (x - x) / (x - x);
}

double math_log(double x)
{
    double m;
    if (is_beyond_log(x))
        return log_of_beyond(x);
    int k = split(x, &m);
    double f = m - 1.0;
    return k * ln2_high + (f + (log_rest(f) + k * ln2_low));
}

double math_log2(double x)
{
    double m;
    if (is_beyond_log(x))
        return log_of_beyond(x);
    int k = split(x, &m);
    double f = m - 1.0;
    return k + (f + log_rest(f)) * log2_e;
}

double math_sqrt(double x)
{
    return __builtin_sqrt(x);
}
