/* Numbers as text. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/number.h"

/* The contract of digits.h; what breaks it is a mistake of the program. */
static bool is_printable(double value, int decimals)
{
    return value > -1e18 && value < 1e18 && decimals >= 0 && decimals <= 9;
}

static void put(struct buf *out, const char *digits, size_t n)
{
    buf_put(out, (struct str){digits, n});
}

void number_fixed(struct buf *out, double value, int decimals)
{
    char digits[DIGITS_MAX];
    assert(is_printable(value, decimals));
    put(out, digits, digits_fixed(digits, value, decimals));
}

void number_trimmed(struct buf *out, double value, int decimals)
{
    char digits[DIGITS_MAX];
    assert(is_printable(value, decimals));
    put(out, digits, digits_trimmed(digits, value, decimals));
}

void number_grouped(struct buf *out, double value)
{
    char digits[DIGITS_MAX];
    assert(is_printable(value, 0));
    put(out, digits, digits_grouped(digits, value));
}

void number_readable(struct buf *out, double value, int decimals)
{
    char digits[DIGITS_MAX];
    assert(is_printable(value, decimals));
    put(out, digits, digits_readable(digits, value, decimals));
}

void number_rounded(struct buf *out, double value)
{
    char digits[DIGITS_MAX];
    assert(value >= 0 && is_printable(value, 0));
    put(out, digits, digits_rounded(digits, value));
}

void number_gib(struct buf *out, double bytes)
{
    char digits[DIGITS_MAX];
    assert(is_printable(bytes, 0));
    put(out, digits, digits_gib(digits, bytes));
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
