/* UTF-8 and the few properties of Unicode that the site needs. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

#define UTF8_BAD ((uint32_t)0xffffffff)

/* Decodes the first character of s (not empty); returns its length in bytes. An invalid byte gives UTF8_BAD
 * and length 1. Surrogates, overlong forms and values above U+10FFFF are invalid. */
size_t utf8_decode(struct str s, uint32_t *cp);
/* Offset of the first byte that is not valid UTF-8, or s.n. */
size_t utf8_invalid(struct str s);
/* Offset of the first control character other than tab, line feed and carriage return, or s.n. */
size_t utf8_control(struct str s);
/* Number of characters; an invalid byte counts as one. */
size_t utf8_length(struct str s);
/* Drawn two columns wide in a terminal. */
bool utf8_is_wide(uint32_t cp);
/* Han, kana, hangul, bopomofo and the punctuation and full-width forms that go with them. */
bool utf8_is_cjk(uint32_t cp);
/* Letter, digit or mark of any script. */
bool utf8_is_word(uint32_t cp);
/* NFC and case folding, appended to `out`. s must be valid UTF-8. */
void utf8_fold(struct buf *out, struct str s);

#endif
