/* Loading: files to raw records, folders laid over each other, records bound by their tables. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/list.h"
#include "base/suggest.h"
#include "catalog/internal.h"

struct raw {
    struct str id;
    struct yaml_node *node;
    struct place at; /* of the definition that came last */
    size_t folder;
};

struct loader {
    struct arena *arena;
    struct diag *diag;
    size_t folder;
    bool incomplete[RECORD_KIND_COUNT]; /* a file of such records could not be read */
    LIST(struct raw) raw[RECORD_KIND_COUNT];
    struct map ids[RECORD_KIND_COUNT]; /* id to 1 + index into raw */
};

/* SYNC: catalogue-files. Which file holds which records. */
struct file_rule {
    const char *path;         /* a file, or a folder when it ends in '/' */
    enum record_kind kind;
    const char *list;         /* key of the list of records; NULL: one record, the file is named after its id */
};

static const struct file_rule file_rules[] = {
    {"sources.yaml", RECORD_source_record, "sources"},
    {"chips.yaml", RECORD_chip, "chips"},
    {"families/", RECORD_family, NULL},
    {"models/", RECORD_model, "models"},
    {"names.yaml", RECORD_name, "names"},
    {"scenarios/", RECORD_scenario, NULL},
    {"strategies.yaml", RECORD_fact, "facts"},
    {"platforms.yaml", RECORD_fact, "facts"},
    {"storage.yaml", RECORD_fact, "facts"},
    {"claims.yaml", RECORD_claim, "claims"},
    {"glossary.yaml", RECORD_term, "terms"},
    {"pitfalls.yaml", RECORD_pitfall, "pitfalls"},
    {"measured/types.yaml", RECORD_measured_type, "measured_types"},
    {"measured/cards.yaml", RECORD_measured_card, "measured_cards"},
    {"stacks.yaml", RECORD_stack, "stacks"},
    {"volumes.yaml", RECORD_volume, "volumes"},
    {"prices/", RECORD_price, "prices"},
    {"loading.yaml", RECORD_loading_rate, "loading_rates"},
};

/* Files that belong to the folder and hold no records. */
static const char *const other_files[] = {
    "addresses.txt", "prices/README.md", "measured/memory.csv", "measured/models.csv", "measured/peers.csv",
    "measured/gpus.csv", "measured/speed-models.csv", "measured/speed/README.md", "measured/speed/alibaba.csv",
    "measured/speed/inference.csv", "measured/speed/llamacpp-clouds.csv", "measured/speed/training.csv", "measured/speed/vllm-serving.csv",
};

static const struct file_rule *find_rule(struct str path)
{
    for (size_t i = 0; i < sizeof file_rules / sizeof *file_rules; i++) {
        struct str rule = str_from(file_rules[i].path);
        bool is_folder = rule.p[rule.n - 1] == '/'; /* its files, not those of folders in it */
        if (is_folder ? str_starts(path, rule) && str_find_char(str_sub(path, rule.n, path.n), '/') == path.n - rule.n &&
                            str_ends(path, S(".yaml"))
                      : str_eq(path, rule))
            return &file_rules[i];
    }
    return NULL;
}

static bool is_other_file(struct str path)
{
    for (size_t i = 0; i < sizeof other_files / sizeof *other_files; i++)
        if (str_eq_c(path, other_files[i]))
            return true;
    return false;
}

/* Adds a record, or lays it over the one of an earlier folder. */
static void add_raw(struct loader *l, enum record_kind kind, struct yaml_node *node)
{
    struct str id = yaml_get_text(node, "id");
    if (id.n == 0) {
        diag_error(l->diag, node->at, "this %s has no id", record_kind_name(kind));
        return;
    }
    size_t found = (size_t)map_get(&l->ids[kind], id);
    if (!found) {
        *LIST_ADD(&l->raw[kind], l->arena) = (struct raw){id, node, node->at, l->folder};
        map_add(&l->ids[kind], id, (void *)l->raw[kind].n);
        return;
    }
    struct raw *before = &l->raw[kind].at[found - 1];
    if (before->folder == l->folder) {
        diag_error(l->diag, node->at, "%s %" STR_FMT " is defined twice", record_kind_name(kind), STR_ARG(id));
        diag_note(l->diag, before->at, "the first definition is here");
        return;
    }
    before->at = node->at;
    before->folder = l->folder;
    yaml_overlay(before->node, node);
}

static void miss(struct loader *l, enum record_kind kind)
{
    l->incomplete[kind] = true;
    if (kind == RECORD_family) /* their files hold the types as well */
        l->incomplete[RECORD_type] = true;
}

static void add_list(struct loader *l, const struct file_rule *rule, struct yaml_node *root)
{
    if (root->kind != YAML_MAP || root->count != 1 || !str_eq_c(root->first->key, rule->list) ||
        root->first->kind != YAML_LIST) {
        diag_error(l->diag, root->at, "this file must hold one list under the key \"%s\"", rule->list);
        miss(l, rule->kind);
        return;
    }
    for (struct yaml_node *item = root->first->first, *next; item; item = next) {
        next = item->next; /* an overlay may move the node into another list */
        add_raw(l, rule->kind, item);
    }
}

static void add_single(struct loader *l, const struct file_rule *rule, struct str path, struct yaml_node *root)
{
    struct str name = str_sub(path, strlen(rule->path), path.n - strlen(".yaml"));
    struct str id = yaml_get_text(root, "id");
    if (id.n && !str_eq(id, name)) /* the record is taken all the same, so that references to it are no errors of their own */
        diag_error(l->diag, yaml_get(root, "id")->at, "the id is %" STR_FMT ", but the file is named %" STR_FMT ".yaml",
                   STR_ARG(id), STR_ARG(name));
    add_raw(l, rule->kind, root);
}

static void load_file(struct loader *l, const char *folder, const struct file_entry *e)
{
    struct str shown = arena_printf(l->arena, "%s/%s", folder, e->path.p);
    struct source *src = ARENA_NEW(l->arena, struct source);
    src->path = shown;
    struct place at = {.src = src};
    if (e->kind == FILE_LINK) {
        diag_error(l->diag, at, "a symbolic link; links are not followed");
        return;
    }
    if (is_other_file(e->path))
        return;
    const struct file_rule *rule = find_rule(e->path);
    if (!rule || e->kind != FILE_REGULAR) {
        diag_error(l->diag, at, "unexpected file in the catalogue");
        return;
    }
    struct yaml_node *root = yaml_read(l->arena, shown.p, shown, l->diag);
    if (root && rule->list)
        add_list(l, rule, root);
    else if (root)
        add_single(l, rule, e->path, root);
    else
        miss(l, rule->kind);
}

static void load_folder(struct loader *l, const char *folder)
{
    struct file_list files;
    struct file_error err;
    if (!file_walk(l->arena, folder, &files, &err)) {
        diag_fatal(l->diag, "%s", err.message);
        for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
            l->incomplete[kind] = true;
        return;
    }
    for (size_t i = 0; i < files.n; i++)
        load_file(l, folder, &files.at[i]);
}

static int by_id(const void *a, const void *b)
{
    return str_cmp_natural(((const struct raw *)a)->id, ((const struct raw *)b)->id);
}

/* Binds all records of a kind into one array, in order of id. */
static struct object_list bind_kind(struct loader *l, enum record_kind kind)
{
    const struct schema *schema = record_schema(kind);
    size_t n = l->raw[kind].n;
    struct object_list out = {arena_array(l->arena, n, schema->size), n};
    if (n)
        qsort(l->raw[kind].at, n, sizeof *l->raw[kind].at, by_id);
    for (size_t i = 0; i < n; i++)
        schema_bind(schema, l->raw[kind].at[i].node, (char *)out.at + i * schema->size, l->arena, l->diag);
    return out;
}

struct type_row {
    struct type *type;
};

static int by_type_id(const void *a, const void *b)
{
    return str_cmp_natural(((const struct type_row *)a)->type->record.id, ((const struct type_row *)b)->type->record.id);
}

/* Types stand inside their families' files; here they become records of their own. */
static void collect_types(struct catalog *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->families.n; i++)
        n += c->families.at[i].type_records.n;
    struct type_row *rows = ARENA_ARRAY(c->arena, n, struct type_row);
    size_t k = 0;
    for (size_t i = 0; i < c->families.n; i++) {
        struct family *f = &c->families.at[i];
        struct type *types = f->type_records.at;
        for (size_t j = 0; j < f->type_records.n; j++) {
            types[j].family = f;
            rows[k++].type = &types[j];
        }
    }
    if (n)
        qsort(rows, n, sizeof *rows, by_type_id);
    c->types.at = ARENA_ARRAY(c->arena, n, struct type);
    c->types.n = n;
    for (size_t i = 0; i < n; i++)
        c->types.at[i] = *rows[i].type;
}

static void index_records(struct catalog *c, struct diag *diag)
{
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
        struct object_list list = catalog_list(c, (enum record_kind)kind);
        size_t size = record_schema((enum record_kind)kind)->size;
        map_init(&c->by_id[kind], c->arena);
        for (size_t i = 0; i < list.n; i++) {
            struct record *r = (struct record *)(void *)((char *)list.at + i * size);
            if (r->id.n == 0)
                continue;
            struct record *before = map_add(&c->by_id[kind], r->id, r);
            if (before) {
                diag_error(diag, record_place(r, "id"), "%s %" STR_FMT " is defined twice",
                           record_kind_name((enum record_kind)kind), STR_ARG(r->id));
                diag_note(diag, record_place(before, "id"), "the first definition is here");
            }
        }
    }
}

struct catalog *catalog_load(const char *const *folders, size_t count, struct arena *arena, struct diag *diag)
{
    struct loader l = {.arena = arena, .diag = diag};
    size_t errors = diag_errors(diag);
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
        map_init(&l.ids[kind], arena);
    for (l.folder = 0; l.folder < count; l.folder++)
        load_folder(&l, folders[l.folder]);
    struct catalog *c = ARENA_NEW(arena, struct catalog);
    c->arena = arena;
#define X(member, type, name)                                                                                          \
    if (RECORD_##type != RECORD_type) {                                                                                \
        struct object_list list = bind_kind(&l, RECORD_##type);                                                        \
        c->member.at = list.at;                                                                                        \
        c->member.n = list.n;                                                                                          \
    }
    RECORD_KINDS(X)
#undef X
    collect_types(c);
    index_records(c, diag);
    catalog_resolve(c, l.incomplete, diag);
    if (diag_errors(diag) > errors)
        return NULL;
    catalog_derive(c);
    catalog_check(c, diag);
    if (diag_errors(diag) > errors)
        return NULL;
    catalog_digest(c);
    return c;
}

struct object_list catalog_list(const struct catalog *c, enum record_kind kind)
{
    switch (kind) {
#define X(member, type, name)                                                                                          \
    case RECORD_##type: return (struct object_list){c->member.at, c->member.n};
        RECORD_KINDS(X)
#undef X
    default: return (struct object_list){NULL, 0};
    }
}

const void *catalog_find(const struct catalog *c, enum record_kind kind, struct str id)
{
    return map_get(&c->by_id[kind], id);
}

struct str catalog_suggest(const struct catalog *c, enum record_kind kind, struct str id)
{
    struct suggestion near = suggest_begin(id);
    struct object_list list = catalog_list(c, kind);
    size_t size = record_schema(kind)->size;
    for (size_t i = 0; i < list.n; i++)
        suggest_offer(&near, ((const struct record *)(const void *)((const char *)list.at + i * size))->id);
    return near.best;
}

bool num_list_has(struct num_list list, int value)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.at[i].value == value)
            return true;
    return false;
}

bool chip_is_offered(const struct chip *chip)
{
    for (size_t i = 0; i < chip->families.n; i++) {
        int status = ((const struct family *)chip->families.at[i].record)->status;
        if (status == STATUS_SOLD || status == STATUS_LIMITED || status == STATUS_PREVIEW)
            return true;
    }
    return false;
}
