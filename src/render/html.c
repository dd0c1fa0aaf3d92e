/* The HTML position: a small state machine after the tokenizer of the HTML standard. */
#include <string.h>
#include <strings.h>

#include "render/html.h"

void html_begin(struct html *h, struct str text, bool xml)
{
    *h = (struct html){.text = text, .xml = xml};
}

bool html_name_is(struct str name, const char *lower)
{
    return name.n == strlen(lower) && strncasecmp(name.p, lower, name.n) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool starts_at(const struct html *h, size_t i, struct str what)
{
    return str_starts(str_sub(h->text, i, h->text.n), what);
}

static size_t begin_tag(struct html *h, size_t i, bool closing)
{
    size_t name = i + (closing ? 2 : 1);
    h->begin = i;
    h->closing = closing;
    h->state = HTML_TAG_NAME;
    h->tag = str_sub(h->text, name, name);
    return name;
}

/* '<' before a marker counts as the start of a tag, since the value would become its name. */
static bool may_begin_tag(const struct html *h, size_t i)
{
    char c = i < h->text.n ? h->text.p[i] : ' ';
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || starts_at(h, i, S("{{"));
}

static size_t in_text(struct html *h, size_t i)
{
    if (h->text.p[i] != '<')
        return i + 1;
    if (starts_at(h, i, S("</")) && may_begin_tag(h, i + 2))
        return begin_tag(h, i, true);
    if (may_begin_tag(h, i + 1))
        return begin_tag(h, i, false);
    bool comment = starts_at(h, i, S("<!--"));
    if (!comment && !starts_at(h, i, S("<!")) && !starts_at(h, i, S("<?")))
        return i + 1;
    h->begin = i;
    h->state = comment ? HTML_COMMENT : HTML_DECLARATION;
    return i + (comment ? 4 : 2);
}

/* <script>, <style>, <title>, <textarea> end only at their own closing tag: </scripts> is none. */
static size_t in_raw(struct html *h, size_t i)
{
    size_t name = i + 2, end = name + h->tag.n;
    bool ends = starts_at(h, i, S("</")) && end < h->text.n && strncasecmp(h->text.p + name, h->tag.p, h->tag.n) == 0;
    char next = ends ? h->text.p[end] : 0;
    return is_blank(next) || next == '/' || next == '>' ? begin_tag(h, i, true) : i + 1;
}

static size_t in_comment(struct html *h, size_t i)
{
    if (!starts_at(h, i, S("-->")))
        return i + 1;
    h->state = HTML_TEXT;
    return i + 3;
}

static void end_tag(struct html *h)
{
    h->state = HTML_TEXT;
    if (h->closing || h->xml)
        return;
    if (html_name_is(h->tag, "script") || html_name_is(h->tag, "style"))
        h->state = HTML_RAW;
    else if (html_name_is(h->tag, "title") || html_name_is(h->tag, "textarea"))
        h->state = HTML_TITLE;
}

static void in_tag(struct html *h, size_t i)
{
    char c = h->text.p[i];
    if (c == '>') {
        end_tag(h);
    } else if (is_blank(c) || c == '/') {
        h->state = HTML_TAG;
    } else if (c == '=' && h->state != HTML_TAG_NAME) {
        h->state = HTML_EQUALS;
    } else if (h->state == HTML_TAG_NAME) {
        h->tag.n++;
    } else if (h->state == HTML_ATTRIBUTE) {
        h->attribute.n++;
    } else {
        h->state = HTML_ATTRIBUTE;
        h->attribute = str_sub(h->text, i, i + 1);
    }
}

static void begin_value(struct html *h, size_t i)
{
    char c = h->text.p[i];
    h->value = i + 1;
    h->has_less = false;
    if (c == '"')
        h->state = HTML_DOUBLE;
    else if (c == '\'')
        h->state = HTML_SINGLE;
    else if (c == '>')
        end_tag(h);
    else if (!is_blank(c))
        h->state = HTML_BARE;
}

static void in_value(struct html *h, size_t i)
{
    char c = h->text.p[i];
    if (c == '<')
        h->has_less = true;
    if (c == (h->state == HTML_DOUBLE ? '"' : '\''))
        h->state = HTML_TAG;
}

static void in_bare(struct html *h, size_t i)
{
    if (h->text.p[i] == '>')
        end_tag(h);
    else if (is_blank(h->text.p[i]))
        h->state = HTML_TAG;
}

size_t html_step(struct html *h, size_t i)
{
    switch (h->state) {
    case HTML_TEXT: return in_text(h, i);
    case HTML_TITLE:
    case HTML_RAW: return in_raw(h, i);
    case HTML_COMMENT: return in_comment(h, i);
    case HTML_DECLARATION:
        if (h->text.p[i] == '>')
            h->state = HTML_TEXT;
        break;
    case HTML_TAG_NAME:
    case HTML_TAG:
    case HTML_ATTRIBUTE: in_tag(h, i); break;
    case HTML_EQUALS: begin_value(h, i); break;
    case HTML_DOUBLE:
    case HTML_SINGLE: in_value(h, i); break;
    case HTML_BARE: in_bare(h, i); break;
    }
    return i + 1;
}

void html_section(struct html *h)
{
    if (h->state == HTML_ATTRIBUTE || (h->state == HTML_TAG_NAME && h->tag.n > 0))
        h->state = HTML_TAG;
}

const char *html_state_name(enum html_state state)
{
    switch (state) {
    case HTML_TEXT: return "text";
    case HTML_TITLE: return "a title or textarea";
    case HTML_RAW: return "a script or style";
    case HTML_COMMENT: return "a comment";
    case HTML_DECLARATION: return "a declaration";
    case HTML_TAG_NAME: return "a tag's name";
    case HTML_TAG:
    case HTML_ATTRIBUTE: return "a tag";
    case HTML_EQUALS:
    case HTML_BARE: return "an attribute value without quotes";
    case HTML_DOUBLE: return "an attribute value";
    case HTML_SINGLE: return "an attribute value in single quotes";
    }
    return "";
}
