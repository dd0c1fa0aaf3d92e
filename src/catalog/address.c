/* Addresses. */
#include "catalog/address.h"

/* SYNC: addresses. A folder of pages, or a page with a row a record. */
static const struct place_of_kind {
    const char *folder, *page;
} places[RECORD_KIND_COUNT] = {
    [RECORD_source_record] = {NULL, "sources"},
    [RECORD_chip] = {"chips", NULL},
    [RECORD_family] = {"families", NULL},
    [RECORD_type] = {"types", NULL},
    [RECORD_model] = {"models", NULL},
    [RECORD_name] = {NULL, "families/index"},
    [RECORD_scenario] = {"scenarios", NULL},
    [RECORD_fact] = {NULL, "facts"},
    [RECORD_claim] = {NULL, "claims"},
    [RECORD_term] = {NULL, "glossary"},
    [RECORD_pitfall] = {NULL, "pitfalls"},
    [RECORD_measured_type] = {NULL, "measured"},
    [RECORD_measured_card] = {NULL, "measured"},
    [RECORD_stack] = {NULL, "accuracy"},
    [RECORD_volume] = {NULL, "guide/storage"},
    [RECORD_price] = {NULL, "prices"},
    [RECORD_loading_rate] = {NULL, "guide/cpu-and-data-loading"},
};

bool address_is_page(enum record_kind kind)
{
    return places[kind].folder != NULL;
}

struct str address_of(struct arena *arena, enum record_kind kind, struct str id, enum lang lang)
{
    const struct place_of_kind *p = &places[kind];
    if (p->folder)
        return arena_printf(arena, "%s/%s/%" STR_FMT ".html", lang_name[lang], p->folder, STR_ARG(id));
    return arena_printf(arena, "%s/%s.html#%" STR_FMT, lang_name[lang], p->page, STR_ARG(id));
}

struct str address_page(struct arena *arena, enum lang lang, const char *name)
{
    return arena_printf(arena, "%s/%s.html", lang_name[lang], name);
}

/* Length of the folders that both paths begin with, their last '/' included. */
static size_t common_folders(struct str a, struct str b)
{
    size_t common = 0;
    for (size_t i = 0; i < a.n && i < b.n && a.p[i] == b.p[i] && a.p[i] != '#'; i++)
        if (a.p[i] == '/')
            common = i + 1;
    return common;
}

struct str address_relative(struct arena *arena, struct str from, struct str to)
{
    size_t anchor = str_find_char(to, '#');
    if (anchor < to.n && str_eq(str_sub(to, 0, anchor), from))
        return str_sub(to, anchor, to.n);
    size_t common = common_folders(from, to);
    struct buf b = {0};
    for (size_t i = common; i < from.n; i++)
        if (from.p[i] == '/')
            buf_puts(&b, "../");
    buf_put(&b, str_sub(to, common, to.n));
    return arena_take(arena, &b);
}

struct str address_other(struct arena *arena, struct str path, enum lang lang)
{
    size_t slash = str_find_char(path, '/');
    return arena_printf(arena, "%s%" STR_FMT, lang_name[!lang], STR_ARG(str_sub(path, slash, path.n)));
}
