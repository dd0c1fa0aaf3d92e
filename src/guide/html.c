/* The checked nodes as HTML. Our own writer, because headings, links, tables and code look different from
 * cmark's, and because every escape is then one of ours. */
#include <cmark-gfm-core-extensions.h>

#include "base/escape.h"
#include "guide/html.h"
#include "guide/link.h"
#include "guide/piece.h"
#include "guide/text.h"

struct html {
    struct buf *out;
    const struct guide_labels *labels;
    unsigned tables;
    const struct heading *heading;   /* the last one */
    const unsigned char *alignments; /* of the table: 'l', 'c', 'r' or 0 a column */
    size_t column;
    bool in_header;
};

static struct str cstr_of(const char *s)
{
    return s ? str_from(s) : (struct str){NULL, 0};
}

/* Starts a line, unless at the start of one. */
static void new_line(struct html *h)
{
    if (h->out->n > 0 && h->out->p[h->out->n - 1] != '\n')
        buf_putc(h->out, '\n');
}

static void put_attribute(struct html *h, const char *name, struct str value)
{
    if (value.n == 0)
        return;
    buf_printf(h->out, " %s=\"", name);
    escape_html(h->out, value);
    buf_putc(h->out, '"');
}

static void open_block(struct html *h, const char *tag)
{
    new_line(h);
    buf_puts(h->out, tag);
}

static void close_block(struct html *h, const char *tag)
{
    buf_puts(h->out, tag);
    buf_putc(h->out, '\n');
}

/* The paragraphs of a tight list's items stand without <p>. */
static bool is_tight(cmark_node *paragraph)
{
    cmark_node *item = cmark_node_parent(paragraph);
    cmark_node *list = item ? cmark_node_parent(item) : NULL;
    return list && cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list);
}

/* The link of a paragraph that is a computed block, else NULL. */
static const struct link *computed_link(cmark_node *paragraph)
{
    cmark_node *child = cmark_node_first_child(paragraph);
    const struct link *link = child && cmark_node_get_type(child) == CMARK_NODE_LINK ? cmark_node_get_user_data(child) : NULL;
    return link && link_is_computed(link) ? link : NULL;
}

static void put_computed(struct html *h, const struct link *link)
{
    new_line(h);
    piece_mark(h->out, link->ref.target);
    buf_putc(h->out, '\n');
}

static void put_paragraph(struct html *h, bool enter, cmark_node *node)
{
    const struct link *computed = computed_link(node);
    if (computed) {
        if (enter)
            put_computed(h, computed);
    } else if (is_tight(node)) {
        if (!enter && cmark_node_next(node))
            new_line(h);
    } else if (enter) {
        open_block(h, "<p>");
    } else {
        close_block(h, "</p>");
    }
}

static void put_list(struct html *h, bool enter, cmark_node *node)
{
    bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    int start = cmark_node_get_list_start(node);
    if (!enter) {
        close_block(h, ordered ? "</ol>" : "</ul>");
        return;
    }
    new_line(h);
    if (ordered && start != 1)
        buf_printf(h->out, "<ol start=\"%d\">\n", start);
    else
        buf_puts(h->out, ordered ? "<ol>\n" : "<ul>\n");
}

/* The link that copies the heading's address stands last in it. */
static void put_heading(struct html *h, bool enter, cmark_node *node)
{
    const struct heading *heading = cmark_node_get_user_data(node);
    if (enter) {
        h->heading = heading;
        new_line(h);
        buf_printf(h->out, "<h%d", heading->h.level);
        put_attribute(h, "id", heading->h.id);
        buf_putc(h->out, '>');
        return;
    }
    buf_puts(h->out, " <a class=\"anchor\" href=\"#");
    escape_url_part(h->out, heading->h.id);
    buf_puts(h->out, "\" aria-label=\"");
    escape_html(h->out, h->labels->copy_link);
    buf_puts(h->out, ": ");
    escape_html(h->out, heading->h.text);
    buf_printf(h->out, "\">#</a></h%d>\n", heading->h.level);
}

/* Can be scrolled, hence reached, by keyboard. */
static void put_code_block(struct html *h, cmark_node *node)
{
    struct str info = cstr_of(cmark_node_get_fence_info(node)), text = str_from(cmark_node_get_literal(node));
    info = str_sub(info, 0, str_find_char(info, ' '));
    open_block(h, "<pre tabindex=\"0\"><code");
    if (info.n > 0) {
        buf_puts(h->out, " class=\"language-");
        escape_html(h->out, info);
        buf_putc(h->out, '"');
    }
    buf_putc(h->out, '>');
    escape_html(h->out, text);
    close_block(h, "</code></pre>");
}

static void put_link(struct html *h, bool enter, cmark_node *node)
{
    const struct link *link = cmark_node_get_user_data(node);
    const struct guide_target *t = &link->target;
    struct str title = cstr_of(cmark_node_get_title(node));
    const char *tag = t->address.n > 0 ? "a" : "span";
    if (link_is_computed(link))
        return; /* its paragraph is the block */
    if (!enter) {
        buf_printf(h->out, "</%s>", tag);
        return;
    }
    buf_printf(h->out, "<%s", tag);
    put_attribute(h, "class", t->css_class);
    put_attribute(h, "href", t->address);
    put_attribute(h, "rel", link->kind == GUIDE_LINK_EXTERNAL ? S("noopener") : (struct str){NULL, 0});
    put_attribute(h, "title", title.n > 0 ? title : t->title);
    buf_putc(h->out, '>');
    if (!link->ref.has_text)
        escape_html(h->out, t->text);
}

/* A wide table scrolls inside a region of its own, which needs a name that no other region has. */
static void open_table(struct html *h, cmark_node *node)
{
    h->alignments = cmark_gfm_extensions_get_table_alignments(node);
    open_block(h, "<div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    escape_html(h->out, h->labels->table);
    buf_printf(h->out, " %u", ++h->tables);
    if (h->heading) {
        buf_puts(h->out, ": ");
        escape_html(h->out, h->heading->h.text);
    }
    buf_puts(h->out, "\">\n<table>\n");
}

static void close_table(struct html *h, cmark_node *node)
{
    bool has_body = cmark_node_last_child(node) != cmark_node_first_child(node);
    buf_puts(h->out, has_body ? "</tbody>\n</table>\n</div>\n" : "</table>\n</div>\n");
}

static void put_row(struct html *h, bool enter, cmark_node *node)
{
    if (!enter) {
        buf_puts(h->out, h->in_header ? "</tr>\n</thead>\n" : "</tr>\n");
        if (h->in_header && cmark_node_next(node))
            buf_puts(h->out, "<tbody>\n");
        return;
    }
    h->in_header = work_part(node) == PART_HEADER;
    h->column = 0;
    buf_puts(h->out, h->in_header ? "<thead>\n<tr>\n" : "<tr>\n");
}

/* An empty header cell heads nothing: it is a plain cell. */
static void put_cell(struct html *h, bool enter, cmark_node *node)
{
    bool heads = h->in_header && cmark_node_first_child(node);
    if (!enter) {
        buf_puts(h->out, heads ? "</th>\n" : "</td>\n");
        h->column++;
        return;
    }
    buf_puts(h->out, heads ? "<th scope=\"col\"" : "<td");
    unsigned char alignment = h->alignments[h->column];
    if (alignment == 'r')
        buf_puts(h->out, " class=\"num\"");
    else if (alignment == 'c')
        buf_puts(h->out, " class=\"center\"");
    buf_putc(h->out, '>');
}

static void put_table_part(struct html *h, bool enter, cmark_node *node)
{
    switch (work_part(node)) {
    case PART_TABLE:
        if (enter)
            open_table(h, node);
        else
            close_table(h, node);
        break;
    case PART_HEADER:
    case PART_ROW: put_row(h, enter, node); break;
    case PART_CELL: put_cell(h, enter, node); break;
    case PART_OTHER: break;
    }
}

static void put_text(struct html *h, const char *before, cmark_node *node, const char *after)
{
    buf_puts(h->out, before);
    escape_html(h->out, str_from(cmark_node_get_literal(node)));
    buf_puts(h->out, after);
}

static void put_block_tag(struct html *h, bool enter, const char *open, const char *close)
{
    if (enter)
        open_block(h, open);
    else
        close_block(h, close);
}

static void put_node(struct html *h, bool enter, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH: put_paragraph(h, enter, node); break;
    case CMARK_NODE_HEADING: put_heading(h, enter, node); break;
    case CMARK_NODE_BLOCK_QUOTE: put_block_tag(h, enter, "<blockquote>\n", "</blockquote>"); break;
    case CMARK_NODE_LIST: put_list(h, enter, node); break;
    case CMARK_NODE_ITEM: put_block_tag(h, enter, "<li>", "</li>"); break;
    case CMARK_NODE_CODE_BLOCK: put_code_block(h, node); break;
    case CMARK_NODE_THEMATIC_BREAK: open_block(h, "<hr>\n"); break;
    case CMARK_NODE_TEXT: put_text(h, "", node, ""); break;
    case CMARK_NODE_CODE: put_text(h, "<code>", node, "</code>"); break;
    case CMARK_NODE_LINEBREAK: buf_puts(h->out, "<br>\n"); break;
    case CMARK_NODE_SOFTBREAK: buf_puts(h->out, text_joins(node) ? "" : "\n"); break;
    case CMARK_NODE_EMPH: buf_puts(h->out, enter ? "<em>" : "</em>"); break;
    case CMARK_NODE_STRONG: buf_puts(h->out, enter ? "<strong>" : "</strong>"); break;
    case CMARK_NODE_LINK: put_link(h, enter, node); break;
    default: put_table_part(h, enter, node); break;
    }
}

void html_write(struct buf *out, const struct guide_labels *labels, cmark_node *document)
{
    struct html h = {.out = out, .labels = labels};
    cmark_iter *it = cmark_iter_new(document);
    cmark_event_type event;
    while ((event = cmark_iter_next(it)) != CMARK_EVENT_DONE)
        put_node(&h, event == CMARK_EVENT_ENTER, cmark_iter_get_node(it));
    cmark_iter_free(it);
}
