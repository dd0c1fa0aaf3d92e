/* Markers and their places: attributes, addresses, scripts. */
#include <string.h>
#include <strings.h>

#include "render/lint_place.h"

/* Attributes whose value is an address; ctemplate escapes some of them as such, the check of tdict_address covers
 * them all. */
static const char *const address_attributes[] = {
    "action", "archive",  "background", "cite", "classid", "codebase", "data",   "dynsrc", "formaction",
    "href",   "longdesc", "manifest",   "ping", "poster",  "src",      "srcset", "usemap", "xlink:href",
};

static bool is_address_attribute(struct str name)
{
    for (size_t i = 0; i < sizeof address_attributes / sizeof *address_attributes; i++)
        if (html_name_is(name, address_attributes[i]))
            return true;
    return false;
}

/* Scripts and styles in attributes: no escaping makes a value safe there and leaves it what it was. */
static bool is_code_attribute(struct str name)
{
    return html_name_is(name, "style") || html_name_is(name, "srcdoc") ||
           (name.n > 2 && strncasecmp(name.p, "on", 2) == 0);
}

/* <meta http-equiv="refresh" content="0; url=…"> hides an address in an attribute of another kind. */
static bool is_http_equiv(const struct html *h)
{
    struct str rest = str_sub(h->text, h->begin, h->text.n);
    struct str tag = str_sub(rest, 0, str_find_char(rest, '>'));
    return html_name_is(h->tag, "meta") && str_find(tag, S("http-equiv")) < tag.n;
}

static struct place marker_place(const struct tpl_file *f, const struct marker *m)
{
    return tpl_place(f, m->begin, m->end);
}

static bool is_alone(const struct html *h, const struct marker *m)
{
    char quote = h->state == HTML_DOUBLE ? '"' : '\'';
    return h->value == m->begin && m->end < h->text.n && h->text.p[m->end] == quote;
}

static bool check_address(const struct tpl_file *f, const struct html *h, struct marker *m, struct diag *diag)
{
    m->is_address = true;
    if (m->kind == MARKER_VARIABLE && str_ends(m->name, S("_URL")) && is_alone(h, m))
        return true;
    diag_error(diag, marker_place(f, m),
               "%" STR_FMT " takes one variable whose name ends in _URL and nothing else: %" STR_FMT
               "=\"{{PAGE_URL}}\"",
               STR_ARG(h->attribute), STR_ARG(h->attribute));
    return false;
}

static bool check_value(const struct tpl_file *f, const struct html *h, struct marker *m, struct diag *diag)
{
    struct place place = marker_place(f, m);
    if (is_address_attribute(h->attribute))
        return check_address(f, h, m, diag);
    if (!f->xml && is_code_attribute(h->attribute))
        diag_error(diag, place, "no marker may stand in %" STR_FMT "; use a class or a data- attribute",
                   STR_ARG(h->attribute));
    else if (!f->xml && is_http_equiv(h))
        diag_error(diag, place, "no marker may stand in <meta http-equiv>");
    else if (m->kind == MARKER_INCLUDE)
        diag_error(diag, place, "a part may stand in text only, not in %s", html_state_name(h->state));
    else
        return true;
    return false;
}

static bool check_in_tag(const struct tpl_file *f, const struct html *h, const struct marker *m, struct diag *diag)
{
    if ((m->kind == MARKER_OPEN || m->kind == MARKER_CLOSE) && (h->state != HTML_TAG_NAME || h->tag.n > 0))
        return true;
    diag_error(diag, marker_place(f, m), "no marker may be the name of a tag or an attribute");
    return false;
}

static bool check_bare(const struct tpl_file *f, const struct html *h, const struct marker *m, struct diag *diag)
{
    diag_error(diag, marker_place(f, m), "the value of %" STR_FMT " needs quotes: %" STR_FMT "=\"%" STR_FMT "\"",
               STR_ARG(h->attribute), STR_ARG(h->attribute), STR_ARG(str_sub(h->text, m->begin, m->end)));
    return false;
}

bool lint_place(const struct tpl_file *f, const struct html *h, struct marker *m, struct diag *diag)
{
    struct place place = marker_place(f, m);
    switch (h->state) {
    case HTML_TEXT: return true;
    case HTML_TAG_NAME:
    case HTML_TAG:
    case HTML_ATTRIBUTE: return check_in_tag(f, h, m, diag);
    case HTML_EQUALS:
    case HTML_BARE: return check_bare(f, h, m, diag);
    case HTML_DOUBLE:
    case HTML_SINGLE: return check_value(f, h, m, diag);
    case HTML_TITLE:
        if (m->kind != MARKER_INCLUDE)
            return true;
        diag_error(diag, place, "a part may stand in text only, not in <%" STR_FMT ">", STR_ARG(h->tag));
        return false;
    case HTML_RAW:
        diag_error(diag, place, "no marker may stand in <%" STR_FMT ">; hand the value over in a data- attribute",
                   STR_ARG(h->tag));
        return false;
    case HTML_COMMENT: diag_error(diag, place, "no marker may stand in an HTML comment"); return false;
    case HTML_DECLARATION: diag_error(diag, place, "no marker may stand in a declaration"); return false;
    }
    return true;
}

static bool is_quoted(enum html_state state)
{
    return state == HTML_DOUBLE || state == HTML_SINGLE;
}

/* ctemplate takes every '<' in text for a tag and then escapes what follows for the wrong place. */
static bool is_lonely_less(const struct html *h, enum html_state before, size_t i)
{
    return before == HTML_TEXT && h->state == HTML_TEXT && h->text.p[i] == '<';
}

static void check_braces(const struct tpl_file *f, const struct html *h, size_t i, size_t to, struct diag *diag)
{
    if (h->state != HTML_RAW && i + 1 < to && h->text.p[i] == '}' && h->text.p[i + 1] == '}')
        diag_error(diag, tpl_place(f, i, i + 2), "}} without {{");
}

void lint_text(const struct tpl_file *f, struct html *h, size_t from, size_t to, struct diag *diag)
{
    for (size_t i = from; i < to; i++) {
        enum html_state before = h->state;
        bool had_less = h->has_less;
        check_braces(f, h, i, to, diag);
        i = html_step(h, i) - 1;
        if (i < to && is_lonely_less(h, before, i))
            diag_error(diag, tpl_place(f, i, i + 1), "'<' begins no tag; write &lt;");
        if (is_quoted(h->state) && h->has_less && !had_less)
            diag_error(diag, tpl_place(f, h->value - 1, h->value),
                       "the value of %" STR_FMT " contains '<': close its quote, or write &lt;", STR_ARG(h->attribute));
    }
}

void lint_end(const struct tpl_file *f, const struct html *h, struct diag *diag)
{
    if (h->state == HTML_TEXT)
        return;
    diag_error(diag, tpl_place(f, h->begin, h->begin + 1), "the file ends inside %s that begins here",
               html_state_name(h->state));
}
