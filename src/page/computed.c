/* Computed blocks by name, and the box of formulas. */
#include "page/computed.h"

#include "page/html.h"

/* SYNC: computed-blocks. One row a block. */
#define BLOCKS(X)                                                                                                      \
    X("all-reduce", computed_all_reduce)                                                                               \
    X("break-even", computed_break_even)                                                                               \
    X("essd", computed_essd)                                                                                           \
    X("exchange", computed_exchange)                                                                                   \
    X("file-systems", computed_file_systems)                                                                           \
    X("loading", computed_loading)                                                                                     \
    X("lora-or-qlora", computed_lora_or_qlora)                                                                         \
    X("scaling", computed_scaling)                                                                                     \
    X("spot-intervals", computed_spot_intervals)                                                                       \
    X("spot-jobs", computed_spot_jobs)                                                                                 \
    X("storage-times", computed_storage_times)

const char *const computed_names[] = {
#define X(name, make) name,
    BLOCKS(X)
#undef X
    NULL,
};

void computed_block(struct page *p, struct str name)
{
    static void (*const makers[])(struct page *) = {
#define X(name, make) make,
        BLOCKS(X)
#undef X
    };
    for (size_t i = 0; computed_names[i]; i++)
        if (str_eq_c(name, computed_names[i]))
            makers[i](p);
}

void computed_column(struct page *p, struct tdict *table, const char *name, const char *label, const char *unit)
{
    table_column_named(p, table, name, page_string(p, label), str_from(unit), COLUMN_NUMBER);
}

void formulas_open(struct page *p)
{
    buf_puts(&p->scratch, "<details class=\"formulas\"><summary>");
    html_text(&p->scratch, page_string(p, "formulas.summary"));
    buf_puts(&p->scratch, "</summary>");
}

void formulas_add(struct page *p, struct str formula, struct str note)
{
    buf_puts(&p->scratch, "<p>");
    html_code(&p->scratch, formula);
    if (note.n) {
        buf_puts(&p->scratch, "<br>");
        html_text(&p->scratch, note);
    }
    buf_puts(&p->scratch, "</p>");
}

void formulas_cite(struct page *p, struct str words, enum record_kind kind, const char *id)
{
    const void *record = catalog_find(p->w->catalog, kind, str_from(id));
    if (!record)
        return;
    buf_puts(&p->scratch, "<p>");
    html_link(&p->scratch, page_link(p, kind, str_from(id)), words);
    buf_puts(&p->scratch, "</p>");
}

void formulas_close(struct page *p)
{
    buf_puts(&p->scratch, "</details>");
    page_html(p, html_take(p->arena, &p->scratch));
}
