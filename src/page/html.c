/* A small writer of HTML fragments. */
#include "page/html.h"

#include "base/escape.h"

void html_text(struct buf *out, struct str text)
{
    escape_html(out, text);
}

static void link_with(struct buf *out, struct str address, const char *attributes, struct str text)
{
    buf_puts(out, "<a href=\"");
    escape_html(out, address);
    buf_printf(out, "\"%s>", attributes);
    escape_html(out, text);
    buf_puts(out, "</a>");
}

void html_link(struct buf *out, struct str address, struct str text)
{
    link_with(out, address, str_starts(text, S("ecs.")) ? " class=\"id\"" : "", text);
}

void html_external(struct buf *out, struct str url, struct str text)
{
    link_with(out, url, " class=\"external\" rel=\"noopener\"", text);
}

void html_span(struct buf *out, const char *css_class, struct str text)
{
    buf_printf(out, "<span class=\"%s\">", css_class);
    escape_html(out, text);
    buf_puts(out, "</span>");
}

void html_badge(struct buf *out, const char *css_class, struct str text)
{
    buf_printf(out, "<span class=\"badge %s\">", css_class);
    escape_html(out, text);
    buf_puts(out, "</span>");
}

void html_code(struct buf *out, struct str text)
{
    buf_puts(out, "<code>");
    escape_html(out, text);
    buf_puts(out, "</code>");
}

struct str html_take(struct arena *arena, struct buf *b)
{
    struct str s = arena_str(arena, buf_str(b));
    buf_clear(b);
    return s;
}
