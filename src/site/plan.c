/* The plan: every page of the site. */
#include "site/plan.h"

#include "guide/book.h"
#include "page/fits.h"
#include "page/pages.h"

struct maker {
    const struct world *w;
    const struct template_set *templates;
    struct outputs *out;
    struct arena *arena; /* of the page at hand */
    struct buf html;
    const char *kind;    /* of the records whose pages are made, or NULL */
};

/* What a page is made from, for messages: "chip nvidia-a10". */
static struct str origin(const struct maker *m, struct str name, const void *subject)
{
    if (m->kind)
        return arena_printf(m->arena, "%s %" STR_FMT, m->kind, STR_ARG(((const struct record *)subject)->id));
    return arena_printf(m->arena, "the page %" STR_FMT, STR_ARG(name));
}

/* One page in one language. `name` is its path without language and ending: "chips/nvidia-a10". */
static void make_page(struct maker *m, enum lang lang, struct str name, struct str section, page_function *fill, const void *subject)
{
    struct page p = {.w = m->w, .lang = lang, .arena = m->arena, .section = section, .template_name = "page.tpl"};
    p.path = arena_printf(m->arena, "%s/%" STR_FMT ".html", lang_name[lang], STR_ARG(name));
    p.dict = tdict_new(m->arena);
    tdict_hide(p.dict, "BLOCK");
    fill(&p, subject);
    page_finish(&p);
    buf_clear(&m->html);
    if (template_render(m->templates, p.template_name, p.dict, &m->html, m->w->diag))
        outputs_add(m->out, p.path, buf_str(&m->html), origin(m, name, subject), m->w->diag);
    buf_free(&p.scratch);
    arena_reset(m->arena);
}

static void make_both(struct maker *m, const char *name, const char *section, page_function *fill, const void *subject)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        make_page(m, (enum lang)lang, str_from(name), str_from(section), fill, subject);
}

static void make_records(struct maker *m, enum record_kind kind, const char *folder, page_function *fill)
{
    struct object_list list = catalog_list(m->w->catalog, kind);
    size_t size = record_schema(kind)->size;
    struct buf name = {0};
    m->kind = record_kind_name(kind);
    for (size_t i = 0; i < list.n; i++) {
        const struct record *r = (const void *)((const char *)list.at + i * size);
        buf_clear(&name);
        buf_printf(&name, "%s/%" STR_FMT, folder, STR_ARG(r->id));
        make_both(m, name.p, folder, fill, r);
    }
    m->kind = NULL;
    buf_free(&name);
}

static void make_guide(struct maker *m)
{
    const struct guide_book *book = m->w->book;
    for (size_t i = 0; i < book->n; i++)
        if (str_starts(book->at[i].name, S("guide/")))
            for (int lang = 0; lang < LANG_COUNT; lang++)
                make_page(m, (enum lang)lang, book->at[i].name, S("guide"), page_guide, &book->at[i]);
}

static void make_vram(struct maker *m)
{
    struct buf name = {0};
    make_both(m, "vram/index", "vram", page_vram_index, NULL);
    make_both(m, "vram/kv-cache", "vram", page_vram_kv, NULL);
    for (size_t i = 0; i < FIT_METHODS; i++) {
        buf_clear(&name);
        buf_printf(&name, "vram/%s", fit_methods[i].id);
        make_both(m, name.p, "vram", page_vram_method, &fit_methods[i]);
    }
    m->kind = record_kind_name(RECORD_model);
    for (size_t i = 0; i < m->w->catalog->models.n; i++) {
        const struct model *model = &m->w->catalog->models.at[i];
        buf_clear(&name);
        buf_printf(&name, "vram/%" STR_FMT, STR_ARG(model->record.id));
        if (fit_is_modelled(model))
            make_both(m, name.p, "vram", page_vram_model, model);
    }
    m->kind = NULL;
    buf_free(&name);
}

/* SYNC: page-kinds */
void site_make_pages(const struct world *w, const struct template_set *templates, struct outputs *out)
{
    struct maker m = {.w = w, .templates = templates, .out = out, .arena = arena_new()};
    make_both(&m, "index", "", page_start, NULL);
    make_both(&m, "scenarios/index", "scenarios", page_scenario_index, NULL);
    make_records(&m, RECORD_scenario, "scenarios", page_scenario);
    make_both(&m, "chips/index", "chips", page_chip_index, NULL);
    make_records(&m, RECORD_chip, "chips", page_chip);
    make_both(&m, "families/index", "families", page_family_index, NULL);
    make_records(&m, RECORD_family, "families", page_family);
    make_both(&m, "types/index", "types", page_type_index, NULL);
    make_records(&m, RECORD_type, "types", page_type);
    make_both(&m, "models/index", "models", page_model_index, NULL);
    make_records(&m, RECORD_model, "models", page_model);
    make_vram(&m);
    make_both(&m, "calculator", "calculator", page_calculator, NULL);
    make_both(&m, "guide/index", "guide", page_guide_index, NULL);
    make_guide(&m);
    make_both(&m, "glossary", "", page_glossary, NULL);
    make_both(&m, "sources", "", page_sources_list, NULL);
    make_both(&m, "claims", "", page_claims, NULL);
    make_both(&m, "pitfalls", "", page_pitfall_list, NULL);
    make_both(&m, "facts", "", page_product_facts, NULL);
    if (w->prices.n)
        make_both(&m, "prices", "", page_prices, NULL);
    make_both(&m, "measured", "", page_measured, NULL);
    make_both(&m, "accuracy", "", page_accuracy, NULL);
    make_both(&m, "schema", "", page_schema_list, NULL);
    make_both(&m, "data", "", page_data, NULL);
    buf_free(&m.html);
    arena_free(m.arena);
}
