/* The one walk over a page's nodes: keeps track of where it stands and calls the checks. */
#include <cmark-gfm-core-extensions.h>

#include "guide/heading.h"
#include "guide/link.h"
#include "guide/text.h"
#include "guide/walk.h"

enum { PAGE_ERRORS_MAX = 1000 }; /* a page of a megabyte could have a million */

bool work_is_hopeless(const struct work *w)
{
    return diag_errors(w->diag) - w->errors_before >= PAGE_ERRORS_MAX;
}

enum part work_part(cmark_node *node)
{
    static const char *const names[] = {"", "table", "table_header", "table_row", "table_cell"};
    struct str name = str_from(cmark_node_get_type_string(node));
    for (int i = PART_TABLE; i <= PART_CELL; i++)
        if (str_eq_c(name, names[i]))
            return (enum part)i;
    return PART_OTHER;
}

static struct place line_place(const struct work *w, size_t line, size_t skip, size_t width)
{
    return lines_place(&w->lines, lines_start(&w->lines, line) + skip, width);
}

/* A block's place is right as cmark gives it (columns are bytes). */
static struct place block_place(const struct work *w, cmark_node *node)
{
    int column = cmark_node_get_start_column(node);
    return line_place(w, (size_t)cmark_node_get_start_line(node), column > 0 ? (size_t)column - 1 : 0, 1);
}

static void report_html(const struct work *w, struct place at, cmark_node *node)
{
    struct str html = str_from(cmark_node_get_literal(node));
    if (str_starts(html, S("<!--"))) {
        diag_error(w->diag, at, "HTML comments are not allowed; take it out");
        return;
    }
    size_t end = str_find_char(html, '>');
    struct str tag = str_sub(html, 0, end < html.n ? end + 1 : str_find_char(html, '\n'));
    tag = str_sub(tag, 0, str_find_char(tag, '\n'));
    diag_error(w->diag, at,
               "raw HTML is not allowed; write Markdown instead of %" STR_FMT " (or &lt; for the character)",
               STR_ARG(tag));
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* A row of cells that is no table: cmark says nothing when the second line does not fit the first. */
static void report_ruler(const struct work *w, size_t line, struct str header, struct str ruler, size_t skip)
{
    struct table_cell cells[GUIDE_COLUMNS_MAX + 1];
    size_t want = table_split(header, NULL, 0), have = table_split(ruler, cells, GUIDE_COLUMNS_MAX + 1);
    size_t at = have > want && want <= GUIDE_COLUMNS_MAX ? cells[want].pipe : str_trim(ruler).n - 1;
    diag_error(w->diag, line_place(w, line, skip + at, 1), "no table: the header has %zu cell%s, the line under it %zu",
               want, plural(want), have);
}

static bool has_failed_table(const struct work *w, int first, int last)
{
    struct str before = {NULL, 0};
    for (int i = first; i <= last; i++) {
        struct str text = lines_text(&w->lines, (size_t)i);
        size_t skip = line_prefix(text, w->quotes);
        struct str line = str_sub(text, skip, text.n);
        if (i > first && table_is_ruler(line)) {
            report_ruler(w, (size_t)i, before, line, skip);
            return true;
        }
        before = line;
    }
    return false;
}

static int count_rows(cmark_node *table)
{
    int rows = 0;
    for (cmark_node *row = cmark_node_first_child(table); row; row = cmark_node_next(row))
        rows++;
    return rows;
}

/* A table's lines follow each other, and cmark is always right about its last but not about its first. */
static int header_line(cmark_node *table)
{
    return cmark_node_get_end_line(table) - count_rows(table);
}

/* cmark loses the place of a paragraph that a table ends, and gives its first line to the table. */
static void report_table_below(const struct work *w, cmark_node *table, int *first, int *last)
{
    *first = cmark_node_get_start_line(table);
    *last = header_line(table) - 1;
    size_t line = (size_t)*last + 1;
    diag_error(w->diag, line_place(w, line, line_prefix(lines_text(&w->lines, line), w->quotes), 1),
               "a table right under a paragraph; put a blank line before it");
}

static void open_paragraph(struct work *w, cmark_node *node)
{
    int first = cmark_node_get_start_line(node), last = cmark_node_get_end_line(node);
    cmark_node *next = cmark_node_next(node);
    bool above_table = first == 0 && next && work_part(next) == PART_TABLE;
    if (above_table)
        report_table_below(w, next, &first, &last);
    locate_block(&w->loc, first, last, cmark_node_get_start_column(node), w->quotes);
    if (!above_table && !has_failed_table(w, first, last) && str_starts(buf_str(&w->loc.content), S("|")))
        diag_error(w->diag, locate_place(&w->loc, 0, 1),
                   "no table: a header needs a line like |---|---| under it (for the character itself write \\|)");
}

static void open_heading(struct work *w, cmark_node *node)
{
    int first = cmark_node_get_start_line(node), last = cmark_node_get_end_line(node);
    int column = cmark_node_get_start_column(node);
    struct str line = lines_text(&w->lines, (size_t)first);
    size_t i = column > 0 ? (size_t)column - 1 : 0;
    bool underlined = last > first; /* the last line is the === below */
    while (!underlined && i < line.n && line.p[i] == '#')
        i++;
    while (i < line.n && (line.p[i] == ' ' || line.p[i] == '\t'))
        i++;
    locate_block(&w->loc, first, underlined ? last - 1 : last, (int)i + 1, w->quotes);
    heading_open(w, node);
}

static void mark_code(struct work *w, cmark_node *node)
{
    for (int i = cmark_node_get_start_line(node); i <= cmark_node_get_end_line(node); i++)
        if (i >= 1 && (size_t)i <= w->lines.n)
            w->is_code[i] = true;
}

static void report_cells(const struct work *w, size_t skip, struct str row, size_t have, size_t want)
{
    if (have > want) {
        size_t kept = have <= GUIDE_COLUMNS_MAX ? have : GUIDE_COLUMNS_MAX + 1;
        size_t pipe = table_extra_pipe(row, w->cells, kept, want);
        diag_error(w->diag, line_place(w, w->row_line, skip + pipe, 1),
                   "the row has %zu cell%s, its header %zu; write \\| for a pipe inside a cell, in code too", have,
                   plural(have), want);
        return;
    }
    size_t end = str_trim(row).n;
    diag_error(w->diag, line_place(w, w->row_line, skip + (end ? end - 1 : 0), 1),
               "the row has %zu cell%s, its header %zu; add what is missing, or a blank line if the table has ended",
               have, plural(have), want);
}

static void open_row(struct work *w, cmark_node *node, bool header)
{
    cmark_node *table = cmark_node_parent(node);
    size_t want = cmark_gfm_extensions_get_table_columns(table);
    w->row_line = (size_t)(header ? header_line(table) : cmark_node_get_start_line(node));
    struct str text = lines_text(&w->lines, w->row_line);
    size_t marks, skip = header ? line_marks(text, &marks) : line_prefix(text, w->quotes);
    struct str row = str_sub(text, skip, text.n);
    size_t have = table_split(row, w->cells, GUIDE_COLUMNS_MAX + 1);
    if (have != want)
        report_cells(w, skip, row, have, want);
    size_t start = lines_start(&w->lines, w->row_line) + skip;
    for (size_t i = 0; i < want && i < GUIDE_COLUMNS_MAX + 1; i++) {
        bool there = i < have;
        w->cells[i].from = there ? start + w->cells[i].from : start;
        w->cells[i].to = there ? start + w->cells[i].to : start;
    }
    w->cell = 0;
}

static void open_cell(struct work *w)
{
    const struct table_cell *cell = &w->cells[w->cell < GUIDE_COLUMNS_MAX ? w->cell : GUIDE_COLUMNS_MAX];
    locate_cell(&w->loc, cell->from, cell->to);
    w->cell++;
}

static void open_block(struct work *w, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH: open_paragraph(w, node); return;
    case CMARK_NODE_HEADING: open_heading(w, node); return;
    case CMARK_NODE_BLOCK_QUOTE: w->quotes++; return;
    case CMARK_NODE_CODE_BLOCK:
        mark_code(w, node);
        text_check_block(w, node);
        return;
    case CMARK_NODE_HTML_BLOCK:
        mark_code(w, node);
        report_html(w, block_place(w, node), node);
        return;
    default: break;
    }
    switch (work_part(node)) {
    case PART_HEADER: open_row(w, node, true); break;
    case PART_ROW: open_row(w, node, false); break;
    case PART_CELL: open_cell(w); break;
    case PART_TABLE:
    case PART_OTHER: break;
    }
}

static void close_block(struct work *w, cmark_node *node)
{
    if (cmark_node_get_type(node) == CMARK_NODE_BLOCK_QUOTE)
        w->quotes--;
    else if (cmark_node_get_type(node) == CMARK_NODE_HEADING)
        heading_close(w, node);
}

static void count_emphasis(struct work *w, bool enter, size_t *depth, const char *mark)
{
    if (enter && ++*depth == 2)
        text_check_nesting(w, mark);
    if (!enter)
        --*depth;
}

static void visit_inline(struct work *w, bool enter, cmark_node *node)
{
    locate_step(&w->loc, enter ? CMARK_EVENT_ENTER : CMARK_EVENT_EXIT, node);
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: text_check(w, node); break;
    case CMARK_NODE_CODE: text_check_code(w, node); break;
    case CMARK_NODE_EMPH: count_emphasis(w, enter, &w->italic, "*"); break;
    case CMARK_NODE_STRONG: count_emphasis(w, enter, &w->bold, "**"); break;
    case CMARK_NODE_HTML_INLINE: report_html(w, locate_place(&w->loc, w->loc.from, 1), node); break;
    case CMARK_NODE_IMAGE:
        if (enter)
            diag_error(w->diag, locate_place(&w->loc, w->loc.from, 1), "images are not allowed in the guidance yet");
        break;
    case CMARK_NODE_LINK:
        if (enter)
            link_open(w, node);
        else
            link_close(w, node);
        break;
    default: break;
    }
}

static bool is_inline(cmark_node *node)
{
    return (cmark_node_get_type(node) & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_INLINE;
}

/* Leaves have no exit event. */
static bool has_exit(cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_THEMATIC_BREAK:
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_TEXT:
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
    case CMARK_NODE_CODE:
    case CMARK_NODE_HTML_INLINE: return false;
    default: return true;
    }
}

static void count_depth(struct work *w, bool enter, cmark_node *node)
{
    if (!has_exit(node))
        return;
    w->depth += enter ? 1 : 0;
    if (enter && w->depth > GUIDE_DEPTH_MAX && !w->too_deep) {
        struct place at = is_inline(node) ? locate_place(&w->loc, w->loc.at, 1) : block_place(w, node);
        diag_error(w->diag, at, "nested more than %d levels deep", GUIDE_DEPTH_MAX);
        w->too_deep = true;
    }
    w->depth -= enter ? 0 : 1;
}

void walk_nodes(struct work *w, cmark_node *document)
{
    cmark_iter *it = cmark_iter_new(document);
    cmark_event_type event;
    while (!work_is_hopeless(w) && (event = cmark_iter_next(it)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(it);
        bool enter = event == CMARK_EVENT_ENTER;
        count_depth(w, enter, node);
        if (is_inline(node))
            visit_inline(w, enter, node);
        else if (enter)
            open_block(w, node);
        else
            close_block(w, node);
    }
    cmark_iter_free(it);
}
