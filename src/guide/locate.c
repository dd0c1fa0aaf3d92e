/* Walks the source of a block beside its inline nodes. */
#include <ctype.h>

#include "guide/locate.h"
#include "base/utf8.h"

/* A text not found this near behind the cursor is given up; the cursor then stays where it is. */
enum { SEARCH = 256 };

void locator_init(struct locator *l, const struct lines *lines, struct arena *arena)
{
    *l = (struct locator){.lines = lines, .arena = arena};
}

void locator_free(struct locator *l)
{
    buf_free(&l->content);
}

static void reset(struct locator *l, bool in_table)
{
    buf_clear(&l->content);
    l->segments.n = 0;
    l->at = l->from = 0;
    l->in_table = in_table;
    l->in_code = false;
}

static void add(struct locator *l, size_t from, size_t to)
{
    *LIST_ADD(&l->segments, l->arena) = (struct segment){l->content.n, from};
    buf_put(&l->content, str_sub(l->lines->src->text, from, to));
}

void locate_block(struct locator *l, int first, int last, int column, size_t quotes)
{
    reset(l, false);
    for (int i = first < 1 ? 1 : first; i <= last; i++) {
        struct str line = lines_text(l->lines, (size_t)i);
        size_t skip = i == first && column > 0 ? (size_t)column - 1 : line_prefix(line, quotes);
        size_t start = lines_start(l->lines, (size_t)i);
        if (l->content.n > 0)
            buf_putc(&l->content, '\n');
        add(l, start + (skip < line.n ? skip : line.n), start + line.n);
    }
    if (l->segments.n == 0)
        add(l, lines_start(l->lines, 1), lines_start(l->lines, 1));
}

void locate_cell(struct locator *l, size_t from, size_t to)
{
    reset(l, true);
    add(l, from, to);
}

struct place locate_place(const struct locator *l, size_t content, size_t width)
{
    size_t low = 0, high = l->segments.n;
    if (content > l->content.n)
        content = l->content.n; /* the walk had lost its way */
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (l->segments.at[middle].content <= content)
            low = middle;
        else
            high = middle;
    }
    const struct segment *s = &l->segments.at[low];
    return lines_place(l->lines, s->source + (content - s->content), width);
}

static char byte_at(const struct locator *l, size_t i)
{
    return i < l->content.n ? l->content.p[i] : '\0';
}

/* Length of something shaped like a character reference (&amp; &#x41;) at i, or 0. */
static size_t reference_at(const struct locator *l, size_t i)
{
    size_t n = 1;
    while (n < 40 && (isalnum((unsigned char)byte_at(l, i + n)) || (n == 1 && byte_at(l, i + n) == '#')))
        n++;
    return byte_at(l, i) == '&' && n > 1 && byte_at(l, i + n) == ';' ? n + 1 : 0;
}

/* Blanks at the start of a line are not in the content, yet a line that continues a quote without its mark
 * keeps them in the literal. */
static bool is_dropped_blank(const struct locator *l, size_t i, char c)
{
    return (c == ' ' || c == '\t') && i > 0 && i < l->content.n && l->content.p[i - 1] == '\n';
}

/* Is the character at literal[j] what stands at content[i]? Then the lengths of both, else false. */
static bool same_character(const struct locator *l, size_t i, struct str literal, size_t j, size_t *content_n,
                           size_t *literal_n)
{
    *content_n = *literal_n = 1;
    char c = byte_at(l, i), next = byte_at(l, i + 1);
    if (c == '\\' && next == literal.p[j] && (l->in_code ? l->in_table && next == '|' : ispunct((unsigned char)next))) {
        *content_n = 2;
        return true;
    }
    if (l->in_code && c == '\n' && literal.p[j] == ' ')
        return true;
    if (is_dropped_blank(l, i, literal.p[j])) {
        *content_n = 0;
        return true;
    }
    size_t n = l->in_code ? 0 : reference_at(l, i);
    struct str rest = str_sub(literal, j, literal.n);
    if (n > 0 && !str_starts(rest, str_sub(buf_str(&l->content), i, i + n))) {
        uint32_t cp;
        *content_n = n;
        *literal_n = utf8_decode(rest, &cp);
        return true;
    }
    return i < l->content.n && c == literal.p[j];
}

/* Walks on to byte `to` of the literal; false when it differs from the content, with *at where that is. */
static bool walk(const struct locator *l, struct segment *at, struct str literal, size_t to)
{
    size_t content_n, literal_n;
    while (at->source < to && same_character(l, at->content, literal, at->source, &content_n, &literal_n)) {
        at->content += content_n;
        at->source += literal_n;
    }
    return at->source >= to;
}

/* Does the whole literal stand at content[i]? *end is where it ends or differs. */
static bool stands_at(const struct locator *l, size_t i, struct str literal, size_t *end)
{
    struct segment at = {i, 0};
    bool same = walk(l, &at, literal, literal.n);
    *end = at.content;
    return same;
}

static void set_from(struct locator *l, size_t from)
{
    l->from = from;
    l->known = (struct segment){from, 0};
}

size_t locate_literal(struct locator *l, struct str literal, size_t offset)
{
    if (offset < l->known.source)
        l->known = (struct segment){l->from, 0};
    walk(l, &l->known, literal, offset);
    return l->known.content;
}

static void step_text(struct locator *l, struct str literal)
{
    size_t end;
    l->in_code = false;
    set_from(l, l->at);
    for (size_t i = l->at; i <= l->content.n && i < l->at + SEARCH; i++) {
        if (!stands_at(l, i, literal, &end))
            continue;
        set_from(l, i);
        l->at = end;
        return;
    }
}

static size_t run_length(const struct locator *l, size_t i, char c)
{
    size_t n = 0;
    while (byte_at(l, i + n) == c)
        n++;
    return n;
}

/* Moves the cursor to the next character `c`; false, and not at all, when there is none. */
static bool move_to(struct locator *l, char c)
{
    struct str rest = str_sub(buf_str(&l->content), l->at, l->content.n);
    size_t n = str_find_char(rest, c);
    if (n == rest.n)
        return false;
    l->at += n;
    return true;
}

static void step_code(struct locator *l, struct str literal)
{
    l->in_code = true;
    if (!move_to(l, '`'))
        return;
    size_t ticks = run_length(l, l->at, '`'), end;
    l->at += ticks;
    /* one blank on each side does not belong to the code */
    bool padded = !stands_at(l, l->at, literal, &end) || run_length(l, end, '`') != ticks;
    set_from(l, l->at + (padded ? 1 : 0));
    while (l->at < l->content.n) {
        size_t n = run_length(l, l->at, '`');
        l->at += n ? n : 1;
        if (n == ticks)
            return;
    }
}

static void step_break(struct locator *l)
{
    if (move_to(l, '\n'))
        l->at++;
}

static void step_mark(struct locator *l, size_t n)
{
    l->from = l->at;
    for (; n > 0 && (byte_at(l, l->at) == '*' || byte_at(l, l->at) == '_'); n--)
        l->at++;
}

static void open_link(struct locator *l)
{
    while (l->at < l->content.n && byte_at(l, l->at) != '[' && byte_at(l, l->at) != '<')
        l->at++;
    l->from = l->at - (l->at > 0 && byte_at(l, l->at - 1) == '!'); /* an image's mark is ![ */
    l->at++;
}

static void skip_space(struct locator *l)
{
    while (l->at < l->content.n && isspace((unsigned char)byte_at(l, l->at)))
        l->at++;
}

/* Skips what an escape or one plain character is. */
static void skip_one(struct locator *l)
{
    l->at += byte_at(l, l->at) == '\\' && ispunct((unsigned char)byte_at(l, l->at + 1)) ? 2 : 1;
}

static void skip_quoted(struct locator *l, char close)
{
    while (l->at < l->content.n && byte_at(l, l->at) != close)
        skip_one(l);
}

static void skip_address(struct locator *l)
{
    if (byte_at(l, l->at) == '<') {
        l->address = ++l->at;
        skip_quoted(l, '>');
        l->address_end = l->at++;
        return;
    }
    l->address = l->at;
    for (int depth = 0; l->at < l->content.n; skip_one(l)) {
        char c = byte_at(l, l->at);
        if (isspace((unsigned char)c) || (c == ')' && depth == 0))
            break;
        depth += (c == '(') - (c == ')');
    }
    l->address_end = l->at;
}

static void skip_title(struct locator *l)
{
    char c = byte_at(l, l->at);
    if (c != '"' && c != '\'' && c != '(')
        return;
    l->at++;
    skip_quoted(l, c == '(' ? ')' : c);
    l->at++;
    skip_space(l);
}

static void close_link(struct locator *l)
{
    l->address = l->address_end = l->from;
    l->link = byte_at(l, l->at) == '>' ? LOCATE_AUTOMATIC : LOCATE_INLINE;
    if (l->link == LOCATE_AUTOMATIC)
        l->at++;
    if (l->link == LOCATE_AUTOMATIC || !move_to(l, ']'))
        return;
    l->at++;
    if (byte_at(l, l->at) != '(') {
        l->link = LOCATE_DEFINED;
        if (byte_at(l, l->at) == '[' && move_to(l, ']'))
            l->at++;
        return;
    }
    l->at++;
    skip_space(l);
    skip_address(l);
    skip_space(l);
    skip_title(l);
    l->at++;
}

void locate_step(struct locator *l, cmark_event_type event, cmark_node *node)
{
    bool enter = event == CMARK_EVENT_ENTER;
    if (l->at > l->content.n)
        l->at = l->content.n;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: step_text(l, str_from(cmark_node_get_literal(node))); break;
    case CMARK_NODE_CODE: step_code(l, str_from(cmark_node_get_literal(node))); break;
    case CMARK_NODE_HTML_INLINE: step_text(l, str_from(cmark_node_get_literal(node))); break;
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK: step_break(l); break;
    case CMARK_NODE_EMPH: step_mark(l, 1); break;
    case CMARK_NODE_STRONG: step_mark(l, 2); break;
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
        if (enter)
            open_link(l);
        else
            close_link(l);
        break;
    default: break;
    }
}
