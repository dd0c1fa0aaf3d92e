/* Numbers as text. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static double power10(int n)
{
    double p = 1;
    while (n-- > 0)
        p *= 10;
    return p;
}

/* value * scale to the nearest whole number, halves up, of the exact product: the product as a double may have been
 * rounded onto a half that it is not (2.675 * 100), and adding 0.5 would round a second time. */
static double round_product(double value, double scale)
{
    double product = value * scale, whole = floor(product), part = product - whole;
    double lost = fma(value, scale, -product); /* at least 0.5 only where the product has no room for halves */
    bool up = part > 0.5 || (part == 0.5 && lost >= 0) || lost >= 0.5;
    return up ? whole + 1 : whole;
}

void number_fixed(struct buf *out, double value, int decimals)
{
    assert(isfinite(value) && decimals >= 0 && decimals <= 9);
    double scale = power10(decimals);
    double scaled = round_product(fabs(value), scale);
    if (scaled >= 9007199254740992.0) { /* 2^53: the C library prints all digits of what does not count exactly here */
        buf_printf(out, "%.*f", decimals, value);
        return;
    }
    unsigned long long whole = (unsigned long long)scaled, unit = (unsigned long long)scale;
    if (value < 0 && whole > 0)
        buf_putc(out, '-');
    buf_printf(out, "%llu", whole / unit);
    if (decimals > 0)
        buf_printf(out, ".%0*llu", decimals, whole % unit);
}

void number_trimmed(struct buf *out, double value, int decimals)
{
    number_fixed(out, value, decimals);
    if (decimals == 0)
        return;
    size_t n = out->n;
    while (out->p[n - 1] == '0')
        n--;
    if (out->p[n - 1] == '.')
        n--;
    buf_cut(out, n);
}

void number_grouped(struct buf *out, double value)
{
    struct buf digits = {0};
    number_fixed(&digits, value, 0);
    size_t i = 0;
    if (digits.p[0] == '-')
        buf_putc(out, digits.p[i++]);
    for (; i < digits.n; i++) {
        buf_putc(out, digits.p[i]);
        size_t left = digits.n - 1 - i;
        if (left > 0 && left % 3 == 0)
            buf_putc(out, ',');
    }
    buf_free(&digits);
}

void number_readable(struct buf *out, double value, int decimals)
{
    if (value >= 10000)
        number_grouped(out, value);
    else
        number_trimmed(out, value, decimals);
}

void number_rounded(struct buf *out, double value)
{
    double unit = 1;
    int decimals = 2;
    for (double v = value; v >= 10 && decimals > 0; v /= 10)
        decimals--;
    for (double v = value; v >= 1000; v /= 10)
        unit *= 10;
    for (double v = value; v > 0 && v < 1 && decimals < 9; v *= 10)
        decimals++;
    number_readable(out, unit > 1 ? (double)(long long)(value / unit + 0.5) * unit : value, decimals);
}

bool number_parse(struct str s, double *value)
{
    char text[64];
    size_t i = 0, digits = 0, points = 0;
    if (s.n == 0 || s.n >= sizeof text)
        return false;
    if (s.p[0] == '-')
        i++;
    for (; i < s.n; i++) {
        if (s.p[i] == '.' && digits > 0 && points == 0)
            points++;
        else if (s.p[i] >= '0' && s.p[i] <= '9')
            digits++;
        else
            return false;
    }
    if (digits == 0 || s.p[s.n - 1] == '.')
        return false;
    memcpy(text, s.p, s.n);
    text[s.n] = '\0';
    *value = strtod(text, NULL);
    return true;
}
