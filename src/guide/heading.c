/* Headings: levels, fixed and generated ids. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "guide/heading.h"
#include "guide/text.h"

static bool is_id_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

static bool is_fixed_id(struct str id)
{
    for (size_t i = 0; i < id.n; i++)
        if (!is_id_char(id.p[i]))
            return false;
    return id.n > 0 && id.p[0] != '-' && id.p[id.n - 1] != '-';
}

static bool is_blank(uint32_t cp)
{
    return cp == ' ' || cp == '\t' || cp == '\n' || cp == 0xa0 || cp == 0x3000;
}

struct str heading_slug(struct arena *arena, struct str text)
{
    struct buf folded = {0}, slug = {0};
    utf8_fold(&folded, text);
    struct str s = buf_str(&folded);
    uint32_t cp;
    bool dash = false;
    for (size_t i = 0, n; i < s.n; i += n) {
        n = utf8_decode(str_sub(s, i, s.n), &cp);
        if (cp == '-' || cp == '_' || is_blank(cp))
            dash = slug.n > 0;
        if (!utf8_is_word(cp))
            continue;
        if (dash)
            buf_putc(&slug, '-');
        dash = false;
        buf_put(&slug, str_sub(s, i, i + n));
    }
    struct str out = arena_str(arena, buf_str(&slug));
    buf_free(&folded);
    buf_free(&slug);
    return out;
}

/* The content without blanks at its end and without the '#' that may close a heading. */
static struct str heading_content(const struct work *w)
{
    struct str s = str_trim(buf_str(&w->loc.content)), cut = s;
    while (cut.n > 0 && cut.p[cut.n - 1] == '#')
        cut.n--;
    if (cut.n < s.n && (cut.n == 0 || cut.p[cut.n - 1] == ' ' || cut.p[cut.n - 1] == '\t'))
        s = str_trim(cut);
    return s;
}

/* Offset of a "{#…}" that ends s, or s.n. */
static size_t find_mark(struct str s)
{
    if (!str_ends(s, S("}")))
        return s.n;
    for (size_t i = s.n - 1; i > 0; i--)
        if (s.p[i - 1] == '{' && s.p[i] == '#')
            return i > 1 && s.p[i - 2] == '\\' ? s.n : i - 1;
    return s.n;
}

/* Takes `mark` off the end of the heading's last text; false when it does not stand there as written. */
static bool cut_mark(const struct work *w, cmark_node *node, struct str mark)
{
    cmark_node *last = cmark_node_last_child(node);
    if (!last || cmark_node_get_type(last) != CMARK_NODE_TEXT)
        return false;
    struct str text = str_from(cmark_node_get_literal(last));
    if (!str_ends(text, mark))
        return false;
    text.n -= mark.n;
    while (text.n > 0 && (text.p[text.n - 1] == ' ' || text.p[text.n - 1] == '\t'))
        text.n--;
    cmark_node_set_literal(last, arena_cstr(w->arena, text));
    return true;
}

static void read_fixed_id(struct work *w, cmark_node *node, struct heading *h)
{
    struct str content = heading_content(w);
    size_t at = find_mark(content);
    if (at == content.n)
        return;
    struct str mark = str_sub(content, at, content.n), id = str_sub(mark, 2, mark.n - 1);
    h->id_at = locate_place(&w->loc, (size_t)(mark.p - w->loc.content.p), mark.n);
    h->h.fixed = true;
    if (!cut_mark(w, node, mark) || !is_fixed_id(id))
        diag_error(w->diag, h->id_at,
                   "id \"%" STR_FMT "\" is not allowed; write small letters a-z, digits and - between them",
                   STR_ARG(id));
    h->h.id = arena_str(w->arena, id);
}

static void check_level(struct work *w, const struct heading *h)
{
    if (h->h.level == 1)
        diag_error(w->diag, h->h.at, "a heading of level 1; the title stands in the front matter, begin with ##");
    else if (h->h.level > w->last_level + 1 && w->last_level == 1)
        diag_error(w->diag, h->h.at, "the first heading has level %d; begin with ##", h->h.level);
    else if (h->h.level > w->last_level + 1)
        diag_error(w->diag, h->h.at, "a heading of level %d under one of level %d; no level may be left out",
                   h->h.level, w->last_level);
    w->last_level = h->h.level;
}

void heading_open(struct work *w, cmark_node *node)
{
    struct heading *h = ARENA_NEW(w->arena, struct heading);
    h->h.level = cmark_node_get_heading_level(node);
    h->h.at = locate_place(&w->loc, 0, str_trim(buf_str(&w->loc.content)).n);
    check_level(w, h);
    read_fixed_id(w, node, h);
    cmark_node_set_user_data(node, h);
    *LIST_ADD(&w->headings, w->arena) = h;
    w->heading = h;
}

void heading_close(struct work *w, cmark_node *node)
{
    struct heading *h = w->heading;
    w->heading = NULL;
    h->h.text = text_plain(w->arena, node);
    h->slug = heading_slug(w->arena, h->h.text);
    if (h->h.text.n == 0)
        diag_error(w->diag, h->h.at, "a heading without text");
    else if (h->slug.n == 0 && !h->h.fixed)
        diag_error(w->diag, h->h.at, "heading \"%" STR_FMT "\" has no letters to make an id of; write {#id} at its end",
                   STR_ARG(h->h.text));
}

static void add_fixed(struct work *w, struct heading *h)
{
    struct heading *before = map_add(&w->ids, h->h.id, h);
    if (before == &w->reserved) {
        diag_error(w->diag, h->id_at, "id \"%" STR_FMT "\" belongs to the page around the text; choose another",
                   STR_ARG(h->h.id));
    } else if (before) {
        diag_error(w->diag, h->id_at, "id \"%" STR_FMT "\" is used twice", STR_ARG(h->h.id));
        diag_note(w->diag, before->id_at, "first used here");
    }
}

static bool must_be_fixed(const struct work *w, const struct heading *h)
{
    return w->in->require_fixed_ids && h->h.level <= 3;
}

static void ask_for_id(struct work *w, const struct heading *h)
{
    diag_error(w->diag, h->h.at,
               "heading \"%" STR_FMT "\" needs an id, the same in both languages; write {#%" STR_FMT "} at its end",
               STR_ARG(h->h.text), STR_ARG(is_fixed_id(h->slug) ? h->slug : S("id")));
}

/* The first of slug-1, slug-2, … that is free. */
static void add_numbered(struct work *w, struct heading *h)
{
    struct heading *before = map_get(&w->ids, h->slug);
    do
        h->h.id = arena_printf(w->arena, "%" STR_FMT "-%u", STR_ARG(h->slug), ++before->numbered);
    while (map_add(&w->ids, h->h.id, h));
    if (must_be_fixed(w, h))
        return;
    diag_warning(w->diag, h->h.at,
                 "id \"%" STR_FMT "\" is taken, so this heading gets \"%" STR_FMT
                 "\", which changes with its neighbours; write {#id} at its end",
                 STR_ARG(h->slug), STR_ARG(h->h.id));
    if (before != &w->reserved)
        diag_note(w->diag, before->h.at, "taken here");
}

/* In three rounds, so that no made-up id takes one away that a heading has by its own text. */
void heading_assign_ids(struct work *w)
{
    for (size_t i = 0; i < w->in->n_reserved_ids; i++)
        map_add(&w->ids, w->in->reserved_ids[i], &w->reserved);
    for (size_t i = 0; i < w->headings.n; i++)
        if (w->headings.at[i]->h.fixed)
            add_fixed(w, w->headings.at[i]);
    for (size_t i = 0; i < w->headings.n; i++) {
        struct heading *h = w->headings.at[i];
        if (h->h.fixed || h->slug.n == 0)
            continue;
        if (must_be_fixed(w, h))
            ask_for_id(w, h);
        if (!map_add(&w->ids, h->slug, h))
            h->h.id = h->slug;
    }
    for (size_t i = 0; i < w->headings.n; i++) {
        struct heading *h = w->headings.at[i];
        if (!h->h.fixed && h->h.id.n == 0 && h->slug.n > 0)
            add_numbered(w, h);
    }
}
