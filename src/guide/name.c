/* Names of instance types and families inside a text. */
#include <ctype.h>

#include "base/ascii.h"
#include "guide/name.h"

/* Bounds the look back from a name, so that a long run of names stays linear. */
enum { LONGEST_ADDRESS = 500 };

static const char *const LETTERS[] = {"gn", "vgn", "sgn", "ebmgn", "ebmga", "sccgn", "ebmgp", "gp", "hfgn", "ga", "gi"};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_alnum(char c)
{
    return isalnum((unsigned char)c) && (unsigned char)c < 0x80;
}

/* Does s start with the lower-case ASCII letters of `prefix`, in whatever case? */
static bool starts_folded(struct str s, struct str prefix)
{
    if (s.n < prefix.n)
        return false;
    for (size_t i = 0; i < prefix.n; i++)
        if (lower(s.p[i]) != prefix.p[i])
            return false;
    return true;
}

/* Length of letters, digits, '-' and '.' from the start, without '-' and '.' at the end. */
static size_t run_length(struct str s)
{
    size_t n = 0;
    while (n < s.n && (is_alnum(s.p[n]) || s.p[n] == '-' || s.p[n] == '.'))
        n++;
    while (n > 0 && !is_alnum(s.p[n - 1]))
        n--;
    return n;
}

/* Length of parts of letters and digits joined by single '-' or '.'. */
static size_t parts_length(struct str s)
{
    size_t n = run_length(s);
    for (size_t i = 1; i < n; i++)
        if (!is_alnum(s.p[i]) && !is_alnum(s.p[i - 1]))
            return i - 1;
    return n;
}

static bool has_digit_in_first_part(struct str s)
{
    for (size_t i = 0; i < s.n && is_alnum(s.p[i]); i++)
        if (ascii_is_digit(s.p[i]))
            return true;
    return false;
}

static bool is_host(struct str name)
{
    return str_ends(name, S(".com")) || str_find(name, S(".com.")) < name.n;
}

static size_t type_length(struct str s, bool code)
{
    struct str prefix = S("ecs."), rest;
    if (!starts_folded(s, prefix))
        return 0;
    rest = str_sub(s, prefix.n, s.n);
    size_t n = run_length(rest);
    if (n == 0 || !is_alnum(rest.p[0]) || (code && !has_digit_in_first_part(rest)))
        return 0;
    return is_host(str_sub(rest, 0, n)) ? 0 : prefix.n + n;
}

static bool has_large_letter(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != lower(s.p[i]))
            return true;
    return false;
}

static size_t family_length_of(struct str s, struct str letters)
{
    if (!starts_folded(s, letters))
        return 0;
    size_t digits = letters.n;
    while (digits < s.n && ascii_is_digit(s.p[digits]))
        digits++;
    if (digits == letters.n || (digits > letters.n + 2 && has_large_letter(str_sub(s, 0, letters.n))))
        return 0;
    size_t n = parts_length(s);
    return is_host(str_sub(s, 0, n)) ? 0 : n;
}

static size_t family_length(struct str s)
{
    for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++) {
        size_t n = family_length_of(s, str_from(LETTERS[i]));
        if (n > 0)
            return n;
    }
    return 0;
}

/* Is the word around text[at] an address: does "://" stand before it without a blank between? */
static bool is_in_address(struct str text, size_t at)
{
    size_t start = at;
    while (start > 0 && at - start < LONGEST_ADDRESS && (unsigned char)text.p[start - 1] > ' ' &&
           (unsigned char)text.p[start - 1] < 0x80)
        start--;
    struct str word = str_sub(text, start, at);
    return str_find(word, S("://")) < word.n;
}

bool name_next(struct str text, size_t from, bool code, size_t *start, size_t *end)
{
    for (size_t i = from; i < text.n; i++) {
        if (i > 0 && (is_alnum(text.p[i - 1]) || text.p[i - 1] == '_'))
            continue;
        struct str rest = str_sub(text, i, text.n);
        size_t n = type_length(rest, code);
        if (n == 0)
            n = family_length(rest);
        if (n == 0 || is_in_address(text, i))
            continue;
        *start = i;
        *end = i + n;
        return true;
    }
    return false;
}

static struct str without_ecs(struct str s)
{
    return starts_folded(s, S("ecs.")) ? str_sub(s, 4, s.n) : s;
}

bool name_is_covered(struct str name, struct str target)
{
    name = without_ecs(name);
    target = without_ecs(target);
    if (name.n == 0 || name.n > target.n)
        return false;
    for (size_t i = 0; i < name.n; i++)
        if (lower(name.p[i]) != lower(target.p[i]))
            return false;
    return name.n == target.n || target.p[name.n] == '-' || target.p[name.n] == '.';
}
