/* UTF-8 and the few properties of Unicode that the site needs. */
#include <stdlib.h>
#include <utf8proc.h>

#include "base/utf8.h"

size_t utf8_decode(struct str s, uint32_t *cp)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s.p, (utf8proc_ssize_t)s.n, &c);
    if (n <= 0) {
        *cp = UTF8_BAD;
        return 1;
    }
    *cp = (uint32_t)c;
    return (size_t)n;
}

size_t utf8_invalid(struct str s)
{
    size_t i = 0;
    while (i < s.n) {
        if ((unsigned char)s.p[i] < 0x80) {
            i++;
            continue;
        }
        uint32_t cp;
        size_t n = utf8_decode(str_sub(s, i, s.n), &cp);
        if (cp == UTF8_BAD)
            return i;
        i += n;
    }
    return s.n;
}

size_t utf8_control(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
            return i;
        if (c == 0xc2 && i + 1 < s.n && (unsigned char)s.p[i + 1] < 0xa0)
            return i; /* C1 controls */
    }
    return s.n;
}

size_t utf8_length(struct str s)
{
    size_t count = 0;
    uint32_t cp;
    for (size_t i = 0; i < s.n; count++)
        i += utf8_decode(str_sub(s, i, s.n), &cp);
    return count;
}

bool utf8_is_wide(uint32_t cp)
{
    return cp != UTF8_BAD && utf8proc_charwidth((utf8proc_int32_t)cp) == 2;
}

bool utf8_is_cjk(uint32_t cp)
{
    return (cp >= 0x2e80 && cp <= 0x9fff) || (cp >= 0xac00 && cp <= 0xd7a3) || (cp >= 0xf900 && cp <= 0xfaff) ||
           (cp >= 0xfe30 && cp <= 0xfe4f) || (cp >= 0xff00 && cp <= 0xff65) || (cp >= 0x20000 && cp <= 0x3ffff);
}

bool utf8_is_word(uint32_t cp)
{
    if (cp == UTF8_BAD)
        return false;
    switch (utf8proc_category((utf8proc_int32_t)cp)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
        return true;
    default:
        return false;
    }
}

void utf8_fold(struct buf *out, struct str s)
{
    utf8proc_uint8_t *folded = NULL;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s.p, (utf8proc_ssize_t)s.n, &folded,
                                      UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    if (n > 0)
        buf_put(out, (struct str){(const char *)folded, (size_t)n});
    free(folded);
}
