/* Escaping by context. */
#include "base/ascii.h"
#include "base/escape.h"

void escape_html(struct buf *out, struct str s)
{
    size_t from = 0;
    for (size_t i = 0; i < s.n; i++) {
        const char *e = NULL;
        switch (s.p[i]) {
        case '&': e = "&amp;"; break;
        case '<': e = "&lt;"; break;
        case '>': e = "&gt;"; break;
        case '"': e = "&quot;"; break;
        case '\'': e = "&#39;"; break;
        default: continue;
        }
        buf_put(out, str_sub(s, from, i));
        buf_puts(out, e);
        from = i + 1;
    }
    buf_put(out, str_sub(s, from, s.n));
}

static bool is_unreserved(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '.' ||
           c == '_' || c == '~';
}

void escape_url_part(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (is_unreserved(s.p[i]))
            buf_putc(out, s.p[i]);
        else
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)s.p[i]);
    }
}

static int hex_value(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool url_is_escaped(struct str s, size_t at)
{
    return at + 2 < s.n && s.p[at] == '%' && hex_value(s.p[at + 1]) >= 0 && hex_value(s.p[at + 2]) >= 0;
}

struct str unescape_url(struct arena *arena, struct str s)
{
    if (str_find_char(s, '%') == s.n)
        return s;
    char *p = arena_alloc(arena, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        bool escaped = url_is_escaped(s, i);
        p[n++] = escaped ? (char)(hex_value(s.p[i + 1]) * 16 + hex_value(s.p[i + 2])) : s.p[i];
        i += escaped ? 2 : 0;
    }
    return (struct str){p, n};
}

void escape_json_string(struct buf *out, struct str s)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x7f)
            buf_printf(out, "\\u%04x", c);
        else if (c == 0xe2 && i + 2 < s.n && (unsigned char)s.p[i + 1] == 0x80 &&
                 ((unsigned char)s.p[i + 2] & 0xfe) == 0xa8) {
            buf_puts(out, (unsigned char)s.p[i + 2] == 0xa8 ? "\\u2028" : "\\u2029");
            i += 2;
        } else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '"');
}

void escape_csv_field(struct buf *out, struct str s)
{
    bool quote = false;
    for (size_t i = 0; i < s.n; i++)
        quote = quote || s.p[i] == ',' || s.p[i] == '"' || s.p[i] == '\n' || s.p[i] == '\r';
    if (!quote) {
        buf_put(out, s);
        return;
    }
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"')
            buf_putc(out, '"');
        buf_putc(out, s.p[i]);
    }
    buf_putc(out, '"');
}
