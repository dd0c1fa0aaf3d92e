/* Is a text file UTF-8 without control characters? */
#include "base/utf8.h"
#include "guide/encoding.h"

static bool is_utf16(struct str s)
{
    return str_starts(s, S("\xfe\xff")) || str_starts(s, S("\xff\xfe"));
}

/* Offset of a carriage return that no line feed follows, or s.n: Markdown would end the line there and all
 * line numbers behind it would be wrong. */
static size_t lone_return(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '\r' && (i + 1 == s.n || s.p[i + 1] != '\n'))
            return i;
    return s.n;
}

bool guide_encoding(const struct source *src, struct diag *diag)
{
    struct str text = src->text;
    if (is_utf16(text)) {
        diag_error(diag, place_at(src, 0, 1), "byte 0x%02X at offset 0: the file is UTF-16; save it as UTF-8",
                   (unsigned)(unsigned char)text.p[0]);
        return false;
    }
    size_t at = utf8_invalid(text);
    if (at < text.n) {
        diag_error(diag, place_at(src, at, 1), "byte 0x%02X at offset %zu is not UTF-8; save the file as UTF-8",
                   (unsigned)(unsigned char)text.p[at], at);
        return false;
    }
    at = utf8_control(text);
    if (at < text.n) {
        uint32_t cp;
        size_t n = utf8_decode(str_sub(text, at, text.n), &cp);
        diag_error(diag, place_at(src, at, n), "control character U+%04X at offset %zu; remove it", (unsigned)cp, at);
        return false;
    }
    at = lone_return(text);
    if (at < text.n) {
        diag_error(diag, place_at(src, at, 1),
                   "carriage return at offset %zu without a line feed; end lines with LF or CRLF", at);
        return false;
    }
    return true;
}
