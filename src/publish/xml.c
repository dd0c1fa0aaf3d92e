/* The little XML that answers of OSS hold. */
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "publish/xml.h"

enum { TAG_MAX = 64 };

bool xml_next(struct str *rest, const char *tag, struct str *inner)
{
    char open[TAG_MAX], close[TAG_MAX];
    snprintf(open, sizeof open, "<%s>", tag);
    snprintf(close, sizeof close, "</%s>", tag);
    size_t from = str_find(*rest, str_from(open));
    if (from == rest->n)
        return false;
    struct str tail = str_sub(*rest, from + str_from(open).n, rest->n);
    size_t to = str_find(tail, str_from(close));
    if (to == tail.n)
        return false;
    *inner = str_sub(tail, 0, to);
    *rest = str_sub(tail, to + str_from(close).n, tail.n);
    return true;
}

struct str xml_inner(struct str xml, const char *tag)
{
    struct str inner;
    return xml_next(&xml, tag, &inner) ? inner : (struct str){NULL, 0};
}

/* The character an entity stands for; 0: none we know, or beyond ASCII, which OSS writes as UTF-8. */
static char entity(struct str name)
{
    static const struct {
        const char *name;
        char c;
    } known[] = {{"lt", '<'},  {"gt", '>'},   {"amp", '&'},   {"quot", '"'}, {"apos", '\''},
                 {"#34", '"'}, {"#39", '\''}, {"#x27", '\''}, {"#x22", '"'}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_eq_c(name, known[i].name))
            return known[i].c;
    return 0;
}

struct str xml_text(struct arena *arena, struct str xml, const char *tag)
{
    struct str raw = xml_inner(xml, tag);
    char *text = arena_alloc(arena, raw.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < raw.n; i++) {
        size_t end = raw.p[i] == '&' ? str_find_char(str_sub(raw, i, raw.n), ';') : 0;
        char c = end > 1 && i + end < raw.n ? entity(str_sub(raw, i + 1, i + end)) : 0;
        text[n++] = c ? c : raw.p[i];
        i += c ? end : 0;
    }
    return (struct str){text, n};
}

struct str xml_url_decoded(struct arena *arena, struct str s)
{
    char *text = arena_cstr(arena, s);
    for (size_t i = 0; i < s.n; i++)
        if (text[i] == '+')
            text[i] = ' ';
    return unescape_url(arena, (struct str){text, s.n});
}
