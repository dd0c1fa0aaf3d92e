/* String views. */
#include <string.h>

#include "base/ascii.h"
#include "base/str.h"

struct str str_from(const char *cstr)
{
    return (struct str){cstr, cstr ? strlen(cstr) : 0};
}

bool str_eq(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Most comparisons are of keys that differ in the first byte. */
bool str_eq_c(struct str a, const char *b)
{
    if (a.n == 0)
        return b == NULL || b[0] == '\0';
    return b != NULL && a.p[0] == b[0] && str_eq(a, str_from(b));
}

int str_cmp(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int c = n ? memcmp(a.p, b.p, n) : 0;
    if (c != 0)
        return c;
    return a.n < b.n ? -1 : a.n > b.n;
}

/* Length of the run of digits at s[i], leading zeros skipped by the caller's comparison of lengths. */
static size_t digits_at(struct str s, size_t i)
{
    size_t n = 0;
    while (i + n < s.n && ascii_is_digit(s.p[i + n]))
        n++;
    return n;
}

int str_cmp_natural(struct str a, struct str b)
{
    size_t i = 0, j = 0;
    while (i < a.n && j < b.n) {
        size_t da = digits_at(a, i), db = digits_at(b, j);
        if (da > 0 && db > 0) {
            while (da > 1 && a.p[i] == '0')
                i++, da--;
            while (db > 1 && b.p[j] == '0')
                j++, db--;
            if (da != db)
                return da < db ? -1 : 1;
            int c = memcmp(a.p + i, b.p + j, da);
            if (c != 0)
                return c;
            i += da;
            j += db;
        } else {
            if (a.p[i] != b.p[j])
                return (unsigned char)a.p[i] < (unsigned char)b.p[j] ? -1 : 1;
            i++;
            j++;
        }
    }
    if (i < a.n || j < b.n)
        return i < a.n ? 1 : -1;
    return str_cmp(a, b);
}

bool str_starts(struct str s, struct str prefix)
{
    return s.n >= prefix.n && str_eq(str_sub(s, 0, prefix.n), prefix);
}

bool str_ends(struct str s, struct str suffix)
{
    return s.n >= suffix.n && str_eq(str_sub(s, s.n - suffix.n, s.n), suffix);
}

size_t str_find(struct str s, struct str needle)
{
    if (needle.n == 0)
        return 0;
    for (size_t i = 0; i + needle.n <= s.n; i++)
        if (s.p[i] == needle.p[0] && memcmp(s.p + i, needle.p, needle.n) == 0)
            return i;
    return s.n;
}

size_t str_find_char(struct str s, char c)
{
    const char *hit = s.n ? memchr(s.p, c, s.n) : NULL;
    return hit ? (size_t)(hit - s.p) : s.n;
}

struct str str_sub(struct str s, size_t from, size_t to)
{
    return (struct str){s.p ? s.p + from : NULL, to - from}; /* NULL + 0 is undefined in C */
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct str str_trim(struct str s)
{
    while (s.n > 0 && is_blank(s.p[0]))
        s.p++, s.n--;
    while (s.n > 0 && is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

bool str_next(struct str *rest, char sep, struct str *part)
{
    if (rest->n == 0)
        return false;
    size_t i = str_find_char(*rest, sep);
    *part = str_sub(*rest, 0, i);
    *rest = i < rest->n ? str_sub(*rest, i + 1, rest->n) : (struct str){NULL, 0};
    return true;
}
