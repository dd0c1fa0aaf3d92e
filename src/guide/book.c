/* The guidance: every Markdown page in both languages. */
#include "guide/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/list.h"
#include "base/source.h"
#include "guide/front.h"
#include "guide/reference.h"

static const struct field doc_fields[] = {
    {"title", FIELD_STR, 0, FIELD_REQUIRED, offsetof(struct guide_doc, title), NULL, NULL},
    {"summary", FIELD_STR, 0, FIELD_REQUIRED, offsetof(struct guide_doc, summary), NULL, NULL},
    {"order", FIELD_NUM, UNIT_COUNT, FIELD_REQUIRED | FIELD_WHOLE, offsetof(struct guide_doc, order), NULL, NULL},
    {"related", FIELD_STR_LIST, 0, 0, offsetof(struct guide_doc, related), NULL, NULL},
    {NULL, 0, 0, 0, 0, NULL, NULL},
};
static const struct schema doc_schema = {"page", sizeof(struct guide_doc), doc_fields, false};

struct loader {
    struct arena *arena;
    struct diag *diag;
    const char *folder;
    LIST(struct guide_pair) pairs;
};

static struct guide_pair *pair_named(struct loader *l, struct str name)
{
    for (size_t i = 0; i < l->pairs.n; i++)
        if (str_eq(l->pairs.at[i].name, name))
            return &l->pairs.at[i];
    struct guide_pair *pair = LIST_ADD(&l->pairs, l->arena);
    pair->name = name;
    return pair;
}

/* "en/guide/memory.md" to its language and "guide/memory"; false when the path has another shape. */
static bool split_path(struct str path, enum lang *lang, struct str *name)
{
    size_t slash = str_find_char(path, '/');
    if (slash == path.n || !str_ends(path, S(".md")))
        return false;
    *name = str_sub(path, slash + 1, path.n - 3);
    for (int i = 0; i < LANG_COUNT; i++) {
        *lang = (enum lang)i;
        if (str_eq_c(str_sub(path, 0, slash), lang_name[i]))
            return str_starts(*name, S("guide/")) || str_starts(*name, S("scenarios/"));
    }
    return false;
}

static bool is_file_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '/'))
            return false;
    }
    return s.n > 0;
}

static void read_doc(struct loader *l, struct guide_doc *doc, struct source *src)
{
    struct guide_front front;
    doc->src = src;
    if (!source_read(src, src->path.p, GUIDE_BODY_MAX * 2, l->arena, l->diag))
        return;
    if (!guide_front(src, &front, l->diag))
        return;
    doc->body = front.body;
    doc->body_line = front.body_line;
    const struct yaml_node *root = yaml_parse(l->arena, src, front.yaml, front.yaml_line, l->diag);
    if (root)
        schema_bind(&doc_schema, root, doc, l->arena, l->diag);
}

static void load_file(struct loader *l, const struct file_entry *e)
{
    struct source *src = ARENA_NEW(l->arena, struct source);
    struct place at = {.src = src};
    enum lang lang;
    struct str name;
    src->path = arena_printf(l->arena, "%s/%s", l->folder, e->path.p);
    if (e->kind == FILE_LINK)
        diag_error(l->diag, at, "a symbolic link; links are not followed");
    else if (e->kind != FILE_REGULAR || !split_path(e->path, &lang, &name))
        diag_error(l->diag, at, "unexpected file; guidance lies in en/guide, en/scenarios, zh/guide and zh/scenarios as *.md");
    else if (!is_file_name(name))
        diag_error(l->diag, at, "a file name may have lower-case letters, digits, '-' and '.' only");
    else
        read_doc(l, &pair_named(l, name)->in[lang], src);
}

static void check_pair(const struct loader *l, const struct guide_pair *pair)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        if (!pair->in[lang].src) {
            diag_error(l->diag, (struct place){.src = pair->in[!lang].src}, "the page has no %s version (%s/%s/%" STR_FMT ".md)",
                       lang == LANG_EN ? "English" : "Chinese", l->folder, lang_name[lang], STR_ARG(pair->name));
            return;
        }
    const struct guide_doc *en = &pair->in[LANG_EN], *zh = &pair->in[LANG_ZH];
    if (!en->record.node || !zh->record.node)
        return; /* its front matter was reported already */
    if (en->order.value != zh->order.value) {
        diag_error(l->diag, record_place(&zh->record, "order"), "order differs between the languages");
        diag_note(l->diag, record_place(&en->record, "order"), "the English page is here");
    }
    bool same = en->related.n == zh->related.n;
    for (size_t i = 0; same && i < en->related.n; i++)
        same = str_eq(en->related.at[i], zh->related.at[i]);
    if (!same) {
        diag_error(l->diag, record_place(&zh->record, "related"), "related pages differ between the languages");
        diag_note(l->diag, record_place(&en->record, "related"), "the English page is here");
    }
}

static const char scenario_prefix[] = "scenarios/";

static void check_scenarios(const struct loader *l, const struct guide_book *book)
{
    for (size_t i = 0; i < book->n; i++) {
        struct str name = book->at[i].name;
        if (!str_starts(name, str_from(scenario_prefix)))
            continue;
        struct str id = str_sub(name, strlen(scenario_prefix), name.n);
        if (!catalog_find(book->catalog, RECORD_scenario, id))
            diag_error(l->diag, (struct place){.src = book->at[i].in[LANG_EN].src}, "there is no scenario %" STR_FMT " in the catalogue",
                       STR_ARG(id));
    }
    for (size_t i = 0; i < book->catalog->scenarios.n; i++) {
        const struct scenario *s = &book->catalog->scenarios.at[i];
        struct str name = arena_printf(l->arena, "%s%" STR_FMT, scenario_prefix, STR_ARG(s->record.id));
        if (!map_get(&book->by_name, name))
            diag_error(l->diag, record_place(&s->record, "id"), "scenario %" STR_FMT " has no page (%s/en/%" STR_FMT ".md)",
                       STR_ARG(s->record.id), l->folder, STR_ARG(name));
    }
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const struct guide_pair *)a)->name, ((const struct guide_pair *)b)->name);
}

struct guide_book *guide_book_load(const char *folder, const struct catalog *c, struct arena *arena, struct diag *diag)
{
    struct loader l = {.arena = arena, .diag = diag, .folder = folder};
    struct file_list files;
    struct file_error err;
    size_t errors = diag_errors(diag);
    if (!file_walk(arena, folder, &files, &err)) {
        diag_fatal(diag, "%s", err.message);
        return NULL;
    }
    for (size_t i = 0; i < files.n; i++)
        load_file(&l, &files.at[i]);
    if (l.pairs.n)
        qsort(l.pairs.at, l.pairs.n, sizeof *l.pairs.at, by_name);
    struct guide_book *book = ARENA_NEW(arena, struct guide_book);
    *book = (struct guide_book){.catalog = c, .arena = arena, .at = l.pairs.at, .n = l.pairs.n};
    map_init(&book->by_name, arena);
    for (size_t i = 0; i < book->n; i++) {
        map_add(&book->by_name, book->at[i].name, &book->at[i]);
        check_pair(&l, &book->at[i]);
    }
    check_scenarios(&l, book);
    return diag_errors(diag) == errors ? book : NULL;
}

const struct guide_pair *guide_book_find(const struct guide_book *book, struct str name)
{
    return map_get(&book->by_name, name);
}

bool guide_book_render(const struct guide_place *at, const struct guide_pair *pair, struct guide_page *out)
{
    const struct guide_doc *doc = &pair->in[at->lang];
    struct guide_place ctx = *at;
    struct guide_input in = {
        .src = doc->src,
        .body = doc->body,
        .body_line = doc->body_line,
        .require_fixed_ids = true,
        .labels = {string_get(at->strings, at->lang, "guide.copy_link"), string_get(at->strings, at->lang, "guide.table")},
        .reserved_ids = at->reserved_ids,
        .n_reserved_ids = at->n_reserved_ids,
        .resolver = {&ctx, reference_resolve, reference_is_known_name},
        .arena = at->arena,
        .diag = at->diag,
    };
    return guide_markdown(&in, out);
}

bool guide_book_resolve(const struct guide_place *at, struct str reference, struct place where, struct guide_target *out)
{
    struct guide_place ctx = *at;
    size_t colon = str_find_char(reference, ':');
    if (colon == reference.n) {
        diag_error(at->diag, where, "\"%" STR_FMT "\" is not a reference such as guide:memory", STR_ARG(reference));
        return false;
    }
    struct guide_ref ref = {.scheme = str_sub(reference, 0, colon), .target = str_sub(reference, colon + 1, reference.n), .at = where};
    return reference_resolve(&ctx, &ref, out);
}

void guide_compare_headings(const struct guide_pair *pair, const struct guide_page pages[LANG_COUNT], struct diag *diag)
{
    const struct guide_page *en = &pages[LANG_EN], *zh = &pages[LANG_ZH];
    size_t n = en->n_headings < zh->n_headings ? en->n_headings : zh->n_headings;
    for (size_t i = 0; i < n; i++) {
        const struct guide_heading *a = &en->headings[i], *b = &zh->headings[i];
        if (a->level == b->level && (!a->fixed || str_eq(a->id, b->id)))
            continue;
        diag_error(diag, b->at, "heading #%" STR_FMT " (level %d) stands where the English page has #%" STR_FMT " (level %d)",
                   STR_ARG(b->id), b->level, STR_ARG(a->id), a->level);
        diag_note(diag, a->at, "the English heading is here");
        return;
    }
    if (en->n_headings == zh->n_headings)
        return;
    bool more_english = en->n_headings > zh->n_headings;
    const struct guide_heading *extra = more_english ? &en->headings[n] : &zh->headings[n];
    diag_error(diag, extra->at, "heading #%" STR_FMT " of %" STR_FMT " exists only in %s", STR_ARG(extra->id), STR_ARG(pair->name),
               more_english ? "English" : "Chinese");
}
