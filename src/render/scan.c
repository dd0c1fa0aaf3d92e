/* Markers: found by their braces, taken apart, their form checked. */
#include <string.h>

#include "render/scan.h"

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_capital_or_digit(char c)
{
    return is_capital(c) || (c >= '0' && c <= '9');
}

bool scan_is_name(struct str name)
{
    if (name.n == 0 || !is_capital(name.p[0]))
        return false;
    for (size_t i = 1; i < name.n; i++)
        if (!is_capital_or_digit(name.p[i]) && (name.p[i] != '_' || !is_capital_or_digit(name.p[i - 1])))
            return false;
    return name.p[name.n - 1] != '_';
}

struct str scan_separated(struct str name)
{
    struct str suffix = S("_separator");
    if (!str_ends(name, suffix))
        return str_sub(name, 0, 0);
    return str_sub(name, 0, name.n - suffix.n);
}

static enum marker_kind kind_of(char sigil)
{
    switch (sigil) {
    case '#': return MARKER_OPEN;
    case '/': return MARKER_CLOSE;
    case '>': return MARKER_INCLUDE;
    case '!': return MARKER_COMMENT;
    case '%': return MARKER_PRAGMA;
    default: return MARKER_VARIABLE;
    }
}

/* Offset of the closing braces, or text.n. Only comments go over several lines. */
static size_t find_close(struct str text, size_t from, enum marker_kind kind)
{
    struct str rest = str_sub(text, from, text.n);
    size_t close = str_find(rest, S("}}"));
    struct str inside = str_sub(rest, 0, close);
    bool crosses = str_find_char(inside, '\n') < inside.n || str_find(inside, S("{{")) < inside.n;
    if (close == rest.n || (kind != MARKER_COMMENT && crosses))
        return text.n;
    return from + close;
}

static bool is_section_name(struct str name)
{
    struct str separated = scan_separated(name);
    return scan_is_name(separated.n ? separated : name);
}

static enum marker_problem split(struct marker *m, struct str inside)
{
    size_t colon = str_find_char(inside, ':');
    m->name = str_sub(inside, 0, colon);
    m->modifier = colon < inside.n ? str_sub(inside, colon + 1, inside.n) : str_sub(inside, 0, 0);
    if (str_find_char(inside, ' ') < inside.n || str_find_char(inside, '\t') < inside.n)
        return MARKER_BLANKS;
    bool section = m->kind == MARKER_OPEN || m->kind == MARKER_CLOSE;
    if (section ? !is_section_name(m->name) : !scan_is_name(m->name))
        return MARKER_BAD_NAME;
    return colon < inside.n && m->kind != MARKER_VARIABLE ? MARKER_BAD_NAME : MARKER_FINE;
}

bool scan_marker(struct str text, size_t from, struct marker *m)
{
    size_t begin = from + str_find(str_sub(text, from, text.n), S("{{"));
    if (begin >= text.n)
        return false;
    size_t inside = begin + 2;
    *m = (struct marker){.begin = begin, .kind = kind_of(inside < text.n ? text.p[inside] : 0)};
    if (m->kind != MARKER_VARIABLE)
        inside++;
    size_t close = find_close(text, inside, m->kind);
    if (close == text.n) {
        m->problem = MARKER_UNCLOSED;
        m->end = begin + 2;
        return true;
    }
    m->end = close + 2;
    if (m->kind == MARKER_COMMENT || m->kind == MARKER_PRAGMA)
        m->name = str_sub(text, inside, close);
    else
        m->problem = split(m, str_sub(text, inside, close));
    return true;
}
