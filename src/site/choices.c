/* Types named in prose, found in its Markdown: the links are known to be good once the pages are made. */
#include "site/choices.h"

static const struct str opening = {"](type:", 7}, section_id = {"{#second-choice}", 16}, next_section = {"\n## ", 4};

/* The next link to a type behind *at, which moves behind it; false: there is none before the end. */
static bool next_type(struct str text, size_t *at, struct str *id)
{
    size_t start = *at + str_find(str_sub(text, *at, text.n), opening) + opening.n, end = start;
    if (start > text.n)
        return false;
    while (end < text.n && text.p[end] != ')' && text.p[end] != '#' && text.p[end] != ' ')
        end++;
    *id = str_sub(text, start, end);
    *at = end;
    return true;
}

static bool names_type(struct str text, struct str wanted)
{
    struct str id;
    for (size_t at = 0; next_type(text, &at, &id);)
        if (str_eq(id, wanted))
            return true;
    return false;
}

static bool has_row(const struct decision *d, struct str id)
{
    for (size_t i = 0; i < d->row_count; i++)
        if (str_eq(d->rows[i].type->record.id, id))
            return true;
    return false;
}

static void check_named(const struct decision *d, const struct source *src, struct diag *diag)
{
    for (size_t i = 0; i < d->choice_count; i++)
        if (!names_type(src->text, d->choices[i].type->id))
            diag_error(diag, d->choices[i].type->at, "%" STR_FMT " does not name the %s %" STR_FMT "; write [](type:%" STR_FMT ") there",
                       STR_ARG(src->path), i ? "second choice" : "answer", STR_ARG(d->choices[i].type->id), STR_ARG(d->choices[i].type->id));
}

static void check_section(const struct decision *d, const struct source *src, struct diag *diag)
{
    size_t at = str_find(src->text, section_id), end = at + str_find(str_sub(src->text, at, src->text.n), next_section);
    struct str text = str_sub(src->text, 0, end), id;
    while (next_type(text, &at, &id))
        if (!has_row(d, id))
            diag_error(diag, place_at(src, at - id.n, id.n), "the table of this page has no row for %" STR_FMT "; name it under `also` or `counter_examples` of the scenario",
                       STR_ARG(id));
}

void site_check_choices(const struct catalog *c, const struct decision *decisions, const struct guide_book *book, struct diag *diag)
{
    for (size_t i = 0; i < c->scenarios.n; i++) {
        struct str name = arena_printf(c->arena, "scenarios/%" STR_FMT, STR_ARG(c->scenarios.at[i].record.id));
        const struct guide_pair *pair = guide_book_find(book, name);
        for (int lang = 0; pair && lang < LANG_COUNT; lang++) {
            check_named(&decisions[i], pair->in[lang].src, diag);
            check_section(&decisions[i], pair->in[lang].src, diag);
        }
    }
}
