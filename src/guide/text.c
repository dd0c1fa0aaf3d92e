/* The words of a page. */
#include "base/buf.h"
#include "base/utf8.h"
#include "guide/name.h"
#include "guide/text.h"

/* What a leaf shows; links without text show their target's. */
static struct str shown(cmark_node *node)
{
    struct link *link;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CODE: return str_from(cmark_node_get_literal(node));
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK: return S(" ");
    case CMARK_NODE_LINK:
        link = cmark_node_get_user_data(node);
        if (link && !link->ref.has_text)
            return link->target.text;
        break;
    default: break;
    }
    return (struct str){NULL, 0};
}

struct str text_plain(struct arena *arena, cmark_node *node)
{
    struct buf text = {0};
    cmark_iter *it = cmark_iter_new(node);
    cmark_event_type event;
    while ((event = cmark_iter_next(it)) != CMARK_EVENT_DONE) {
        cmark_node *n = cmark_iter_get_node(it);
        cmark_node_type type = cmark_node_get_type(n);
        if (event != CMARK_EVENT_ENTER)
            continue;
        if (type == CMARK_NODE_LINEBREAK || type == CMARK_NODE_SOFTBREAK)
            buf_puts(&text, text_joins(n) ? "" : " ");
        else
            buf_put(&text, shown(n));
    }
    cmark_iter_free(it);
    struct str out = arena_str(arena, str_trim(buf_str(&text)));
    buf_free(&text);
    return out;
}

static uint32_t first_char(struct str s)
{
    uint32_t cp = ' ';
    if (s.n > 0)
        utf8_decode(s, &cp);
    return cp;
}

static uint32_t last_char(struct str s)
{
    size_t i = s.n;
    while (i > 0 && ((unsigned char)s.p[i - 1] & 0xc0) == 0x80)
        i--;
    return i > 0 ? first_char(str_sub(s, i - 1, s.n)) : ' ';
}

static bool is_block(cmark_node *node)
{
    return (cmark_node_get_type(node) & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK;
}

/* The next node in reading order that shows something, or NULL at the block's end. */
static cmark_node *leaf_after(cmark_node *node)
{
    for (;;) {
        cmark_node *next = cmark_node_next(node);
        while (!next) {
            node = cmark_node_parent(node);
            if (!node || is_block(node))
                return NULL;
            next = cmark_node_next(node);
        }
        while (shown(next).n == 0 && cmark_node_first_child(next))
            next = cmark_node_first_child(next);
        if (shown(next).n > 0)
            return next;
        node = next;
    }
}

static cmark_node *leaf_before(cmark_node *node)
{
    for (;;) {
        cmark_node *previous = cmark_node_previous(node);
        while (!previous) {
            node = cmark_node_parent(node);
            if (!node || is_block(node))
                return NULL;
            previous = cmark_node_previous(node);
        }
        while (shown(previous).n == 0 && cmark_node_last_child(previous))
            previous = cmark_node_last_child(previous);
        if (shown(previous).n > 0)
            return previous;
        node = previous;
    }
}

/* Marks that Chinese shares with Latin type: dashes, quotation marks, the ellipsis. */
static bool is_shared_mark(uint32_t cp)
{
    return (cp >= 0x2014 && cp <= 0x201d) || cp == 0x2026 || cp == 0xb7;
}

bool text_joins(cmark_node *line_break)
{
    if (cmark_node_get_type(line_break) != CMARK_NODE_SOFTBREAK)
        return false;
    cmark_node *before = leaf_before(line_break), *after = leaf_after(line_break);
    if (!before || !after)
        return false;
    uint32_t a = last_char(shown(before)), b = first_char(shown(after));
    bool wide_a = utf8_is_cjk(a), wide_b = utf8_is_cjk(b);
    return (wide_a || wide_b) && (wide_a || is_shared_mark(a)) && (wide_b || is_shared_mark(b));
}

static bool covered_by_link(const struct work *w, struct str name)
{
    if (!w->link || w->link->kind != GUIDE_LINK_REFERENCE)
        return false;
    struct str scheme = w->link->ref.scheme;
    bool names = str_eq_c(scheme, "family") || str_eq_c(scheme, "type") || str_eq_c(scheme, "name");
    return names && name_is_covered(name, w->link->ref.target);
}

static bool is_known(const struct work *w, struct str name)
{
    if (covered_by_link(w, name))
        return true;
    char *small = arena_cstr(w->arena, name);
    for (size_t i = 0; i < name.n; i++)
        if (small[i] >= 'A' && small[i] <= 'Z')
            small[i] = (char)(small[i] - 'A' + 'a');
    return w->in->resolver.is_known_name(w->in->resolver.ctx, (struct str){small, name.n});
}

static void report_name(const struct work *w, struct place at, struct str name)
{
    diag_error(w->diag, at, "`%" STR_FMT "` is neither a family, a type nor used through name:", STR_ARG(name));
}

static void check_names(struct work *w, struct str text)
{
    size_t start, end = 0;
    while (!work_is_hopeless(w) && name_next(text, end, false, &start, &end)) {
        struct str name = str_sub(text, start, end);
        if (!is_known(w, name))
            report_name(w, locate_place(&w->loc, locate_literal(&w->loc, text, start), name.n), name);
    }
}

/* Is the byte of the literal written as itself, not as \* or &#42;? */
static bool is_plain(struct work *w, struct str text, size_t i)
{
    size_t at = locate_literal(&w->loc, text, i);
    return at < w->loc.content.n && w->loc.content.p[at] == text.p[i];
}

static size_t run_of(struct str text, size_t i)
{
    size_t n = 1;
    while (i + n < text.n && text.p[i + n] == text.p[i])
        n++;
    return n;
}

/* Marks between blanks mean nothing. Two or more beside anything else are bold that failed; a single '*' is
 * suspicious beside Chinese only (elsewhere it may be a footnote or a product). */
static bool looks_like_emphasis(cmark_node *node, struct str text, size_t i, size_t n)
{
    cmark_node *before = i == 0 ? leaf_before(node) : NULL, *after = i + n == text.n ? leaf_after(node) : NULL;
    uint32_t a = before ? last_char(shown(before)) : last_char(str_sub(text, 0, i));
    uint32_t b = after ? first_char(shown(after)) : first_char(str_sub(text, i + n, text.n));
    if (n >= 2)
        return a != ' ' || b != ' ';
    return text.p[i] == '*' && (utf8_is_cjk(a) || utf8_is_cjk(b));
}

static void report_marks(struct work *w, struct str text, size_t i, size_t n)
{
    diag_error(w->diag, locate_place(&w->loc, locate_literal(&w->loc, text, i), n),
               "\"%" STR_FMT "\" is not read as emphasis here and would be shown; put the punctuation outside of the "
               "marks or a blank beside them (for the character itself write \\%c)",
               STR_ARG(str_sub(text, i, i + n)), text.p[i]);
}

/* One report for a text is enough: one pair that fails shows both its marks. */
static void check_marks(struct work *w, cmark_node *node, struct str text)
{
    for (size_t i = 0, n; i < text.n; i += n) {
        n = 1;
        if (text.p[i] != '*' && text.p[i] != '_')
            continue;
        if (!is_plain(w, text, i))
            continue;
        n = run_of(text, i);
        if (looks_like_emphasis(node, text, i, n)) {
            report_marks(w, text, i, n);
            return;
        }
    }
}

/* "](" left over in a text: an address with a blank or an unbalanced bracket. */
static void check_broken_link(struct work *w, struct str text)
{
    size_t i = str_find(text, S("]("));
    if (i < text.n && is_plain(w, text, i))
        diag_error(w->diag, locate_place(&w->loc, locate_literal(&w->loc, text, i), 2),
                   "this is not read as a link and would be shown; an address with blanks or brackets is written "
                   "[text](<address>)");
}

void text_check(struct work *w, cmark_node *node)
{
    struct str text = str_from(cmark_node_get_literal(node));
    check_marks(w, node, text);
    check_broken_link(w, text);
    check_names(w, text);
}

void text_check_code(struct work *w, cmark_node *node)
{
    check_names(w, str_from(cmark_node_get_literal(node)));
}

/* The line's literal differs from its source only at the start (what its containers put there, tabs), so
 * places are counted from its end. */
static void check_block_line(struct work *w, size_t line, struct str text)
{
    size_t start, end = 0, source_n = lines_text(&w->lines, line).n;
    while (!work_is_hopeless(w) && name_next(text, end, true, &start, &end)) {
        struct str name = str_sub(text, start, end);
        size_t behind = text.n - start, at = source_n > behind ? source_n - behind : 0;
        if (!is_known(w, name))
            report_name(w, lines_place(&w->lines, lines_start(&w->lines, line) + at, name.n), name);
    }
}

void text_check_block(struct work *w, cmark_node *node)
{
    int length, offset;
    char fence;
    size_t line = (size_t)cmark_node_get_start_line(node);
    if (cmark_node_get_fenced(node, &length, &offset, &fence))
        line++;
    struct str rest = str_from(cmark_node_get_literal(node)), text;
    for (; str_next(&rest, '\n', &text); line++)
        check_block_line(w, line, text);
}

void text_check_nesting(struct work *w, const char *mark)
{
    diag_error(w->diag, locate_place(&w->loc, w->loc.from, str_from(mark).n),
               "\"%s\" opens emphasis inside the same emphasis: an earlier \"%s\" did not close; put the punctuation "
               "outside of the marks or a blank beside them",
               mark, mark);
}
