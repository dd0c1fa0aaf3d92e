/* Decimal digits by whole numbers and exact products. */
#include "base/digits.h"

#include <stdint.h>

static const uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};

/* High part of a double, 26 bits, so that products of parts are exact (T. J. Dekker, Numerische Mathematik 18, 1971). */
static double high_part(double x)
{
    double big = x * 134217729.0;
    return big - (big - x);
}

/* What x * y lost when it was rounded to `product`; x below 1, y at most 1e9. Without fma, which WebAssembly does not have. */
static double product_rest(double x, double y, double product)
{
    double xh = high_part(x), xl = x - xh, yh = high_part(y), yl = y - yh;
    return ((xh * yh - product) + xh * yl + xl * yh) + xl * yl;
}

/* fraction * scale to the nearest whole number, halves up, of the exact product: the product as a double may have been rounded
   onto a half that it is not (0.675 * 100). */
static uint64_t round_product(double fraction, double scale)
{
    double product = fraction * scale;
    uint64_t whole = (uint64_t)product;
    double part = product - (double)whole;
    return whole + (part > 0.5 || (part == 0.5 && product_rest(fraction, scale, product) >= 0.0));
}

/* At least `width` digits. */
static char *put_whole(char *out, uint64_t value, int width)
{
    char reversed[20];
    int n = 0;
    for (; value > 0 || n < width; value /= 10)
        reversed[n++] = (char)('0' + value % 10);
    while (n > 0)
        *out++ = reversed[--n];
    return out;
}

size_t digits_fixed(char *out, double value, int decimals)
{
    char *end = out;
    double size = value < 0.0 ? -value : value;
    uint64_t whole = (uint64_t)size, unit = powers[decimals], rest = round_product(size - (double)whole, (double)unit);
    whole += rest / unit;
    rest %= unit;
    if (value < 0.0 && (whole > 0 || rest > 0))
        *end++ = '-';
    end = put_whole(end, whole, 1);
    if (decimals > 0) {
        *end++ = '.';
        end = put_whole(end, rest, decimals);
    }
    return (size_t)(end - out);
}

size_t digits_trimmed(char *out, double value, int decimals)
{
    size_t n = digits_fixed(out, value, decimals);
    if (decimals == 0)
        return n;
    while (out[n - 1] == '0')
        n--;
    return out[n - 1] == '.' ? n - 1 : n;
}

size_t digits_grouped(char *out, double value)
{
    char plain[DIGITS_MAX];
    size_t n = digits_fixed(plain, value, 0), sign = plain[0] == '-', to = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > sign && (n - i) % 3 == 0)
            out[to++] = ',';
        out[to++] = plain[i];
    }
    return to;
}

size_t digits_readable(char *out, double value, int decimals)
{
    return value >= 10000.0 ? digits_grouped(out, value) : digits_trimmed(out, value, decimals);
}

size_t digits_rounded(char *out, double value)
{
    double unit = 1.0;
    int decimals = 2;
    for (double v = value; v >= 10.0 && decimals > 0; v /= 10.0)
        decimals--;
    for (double v = value; v >= 1000.0; v /= 10.0)
        unit *= 10.0;
    for (double v = value; v > 0.0 && v < 1.0 && decimals < 9; v *= 10.0)
        decimals++;
    if (unit > 1.0)
        value = (double)(uint64_t)(value / unit + 0.5) * unit;
    return digits_readable(out, value, decimals);
}

size_t digits_gib(char *out, double bytes)
{
    double gib = bytes / 1073741824.0;
    return digits_fixed(out, gib, gib < 0.095 ? 3 : gib < 9.95 ? 2 : 1);
}
