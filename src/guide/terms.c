/* Glossary terms in finished prose. */
#include "guide/terms.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "catalog/address.h"

struct wanted {
    const struct term *term;
    struct str text; /* escaped as in HTML */
    bool done;
};

struct linker {
    const struct guide_place *at;
    struct wanted *list; /* the longest first, so that "KV cache" wins over "cache" */
    size_t n;
    struct buf out;
    bool starts[256]; /* bytes that a wanted term may begin with */
    unsigned closed;  /* depth of elements whose text is left alone */
};

static int by_length(const void *a, const void *b)
{
    const struct wanted *x = a, *y = b;
    if (x->text.n != y->text.n)
        return x->text.n > y->text.n ? -1 : 1;
    return str_cmp(x->text, y->text);
}

static struct str escaped(struct arena *arena, struct str text)
{
    struct buf b = {0};
    escape_html(&b, text);
    return arena_take(arena, &b);
}

static struct str address_to(const struct guide_place *at, const struct term *term)
{
    return address_relative(at->arena, at->path, address_of(at->arena, RECORD_term, term->record.id, at->lang));
}

/* Chinese has no blanks between words: a term of two characters would be found inside others (量化 in 向量化). */
static bool is_distinct(struct str term)
{
    bool is_han = term.n && (unsigned char)term.p[0] >= 0xe0;
    return term.n >= (is_han ? 9u : 3u);
}

static void collect(struct linker *l, struct str html)
{
    const struct guide_place *at = l->at;
    const struct catalog *c = at->book->catalog;
    l->list = ARENA_ARRAY(at->arena, c->terms.n, struct wanted);
    for (size_t i = 0; i < c->terms.n; i++) {
        const struct term *term = &c->terms.at[i];
        struct str link = arena_printf(at->arena, "href=\"%" STR_FMT "\"", STR_ARG(address_to(at, term)));
        bool linked = str_find(html, link) < html.n;
        if (!linked && is_distinct(term->term.in[at->lang]))
            l->list[l->n++] = (struct wanted){term, escaped(at->arena, term->term.in[at->lang]), false};
    }
    if (l->n)
        qsort(l->list, l->n, sizeof *l->list, by_length);
    for (size_t i = 0; i < l->n; i++) {
        unsigned char first = (unsigned char)l->list[i].text.p[0];
        l->starts[first] = true;
        if (first >= 'a' && first <= 'z')
            l->starts[first - 'a' + 'A'] = true;
    }
}

static bool is_word_byte(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '-';
}

/* Does `text` have the word at i, not as a part of a longer Latin word? English also takes a capital at the start of a sentence. */
static bool stands_at(struct str text, size_t i, struct str word)
{
    if (word.n > text.n - i)
        return false;
    bool first = text.p[i] == word.p[0] || ((text.p[i] | 0x20) == word.p[0] && word.p[0] >= 'a' && word.p[0] <= 'z');
    if (!first || memcmp(text.p + i + 1, word.p + 1, word.n - 1) != 0)
        return false;
    bool before = i > 0 && is_word_byte(text.p[i - 1]) && is_word_byte(word.p[0]);
    bool after = i + word.n < text.n && is_word_byte(text.p[i + word.n]) && is_word_byte(word.p[word.n - 1]);
    return !before && !after;
}

static struct wanted *term_at(struct linker *l, struct str text, size_t i)
{
    for (size_t k = 0; l->starts[(unsigned char)text.p[i]] && k < l->n; k++)
        if (stands_at(text, i, l->list[k].text))
            return &l->list[k];
    return NULL;
}

static void put_link(struct linker *l, const struct term *term, struct str shown)
{
    buf_puts(&l->out, "<a class=\"term\" href=\"");
    escape_html(&l->out, address_to(l->at, term));
    buf_puts(&l->out, "\" title=\"");
    escape_html(&l->out, term->definition.in[l->at->lang]);
    buf_puts(&l->out, "\">");
    buf_put(&l->out, shown);
    buf_puts(&l->out, "</a>");
}

static void put_text(struct linker *l, struct str text)
{
    size_t from = 0;
    for (size_t i = 0; !l->closed && i < text.n;) {
        struct wanted *w = term_at(l, text, i);
        if (!w) {
            i++;
            continue;
        }
        size_t end = i + w->text.n;
        if (!w->done) { /* later uses are passed over whole, so that no shorter term is found inside them */
            buf_put(&l->out, str_sub(text, from, i));
            put_link(l, w->term, str_sub(text, i, end));
            from = end;
            w->done = true;
        }
        i = end;
    }
    buf_put(&l->out, str_sub(text, from, text.n));
}

/* <a …>, <code>, <pre>, <h2> … <h6>: no links inside. */
static bool is_closed_element(struct str tag)
{
    static const char *const names[] = {"a", "code", "pre", "h2", "h3", "h4", "h5", "h6"};
    struct str name = tag.n && tag.p[0] == '/' ? str_sub(tag, 1, tag.n) : tag;
    size_t n = 0;
    while (n < name.n && is_word_byte(name.p[n]))
        n++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_eq_c(str_sub(name, 0, n), names[i]))
            return true;
    return false;
}

struct str guide_link_terms(const struct guide_place *at, struct str html)
{
    struct linker l = {.at = at};
    collect(&l, html);
    for (size_t i = 0; i < html.n;) {
        struct str rest = str_sub(html, i, html.n);
        size_t open = str_find_char(rest, '<');
        put_text(&l, str_sub(rest, 0, open));
        size_t close = open + str_find_char(str_sub(rest, open, rest.n), '>');
        size_t end = close < rest.n ? close + 1 : rest.n;
        if (open < rest.n) {
            struct str tag = str_sub(rest, open + 1, close < rest.n ? close : rest.n);
            if (is_closed_element(tag))
                l.closed += tag.p[0] == '/' ? (unsigned)-1 : 1u;
            buf_put(&l.out, str_sub(rest, open, end));
        }
        i += end;
    }
    return arena_take(at->arena, &l.out);
}
