/* The words of the pages that are no records. */
#include "catalog/strings.h"

#include "base/ascii.h"
#include "data/yaml.h"

struct entry {
    struct str text;
};

struct strings {
    struct arena *arena;
    struct diag *diag;
    struct map texts[LANG_COUNT];
    const struct yaml_node *root; /* of the English file, for the order of the keys */
};

static void add_entry(struct strings *s, int lang, const struct yaml_node *node)
{
    if (node->kind != YAML_SCALAR || node->text.n == 0) {
        diag_error(s->diag, node->at, "%" STR_FMT " must be a text", STR_ARG(node->key));
        return;
    }
    struct entry *e = ARENA_NEW(s->arena, struct entry);
    e->text = node->text;
    map_add(&s->texts[lang], node->key, e);
}

/* The slot at the byte `i`, "{0}" to "{9}", or -1. */
static int slot_at(struct str text, size_t i)
{
    bool is_slot = i + 2 < text.n && text.p[i] == '{' && ascii_is_digit(text.p[i + 1]) && text.p[i + 2] == '}';
    return is_slot ? text.p[i + 1] - '0' : -1;
}

static bool has_slot(struct str text, int slot)
{
    for (size_t i = 0; i < text.n; i++)
        if (slot_at(text, i) == slot)
            return true;
    return false;
}

/* A value that is shown in one language is shown in the other. */
static void check_slots(struct strings *s, int lang, const struct yaml_node *node, struct str other)
{
    for (int slot = 0; slot <= 9; slot++)
        if (has_slot(other, slot) && !has_slot(node->text, slot))
            diag_error(s->diag, node->at, "%" STR_FMT " lacks {%d}, which it has in strings.%s.yaml", STR_ARG(node->key), slot, lang_name[!lang]);
}

static void check_pair(struct strings *s, int lang, const struct yaml_node *root)
{
    for (const struct yaml_node *c = root->first; c; c = c->next) {
        const struct entry *other = map_get(&s->texts[!lang], c->key);
        if (other)
            check_slots(s, lang, c, other->text);
        else
            diag_error(s->diag, c->key_at, "%" STR_FMT " has no text in strings.%s.yaml", STR_ARG(c->key), lang_name[!lang]);
    }
}

struct strings *strings_load(const char *templates, struct arena *arena, struct diag *diag)
{
    struct strings *s = ARENA_NEW(arena, struct strings);
    struct yaml_node *roots[LANG_COUNT];
    size_t errors = diag_errors(diag);
    s->arena = arena;
    s->diag = diag;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        struct str path = arena_printf(arena, "%s/strings.%s.yaml", templates, lang_name[lang]);
        map_init(&s->texts[lang], arena);
        roots[lang] = yaml_read(arena, path.p, path, diag);
        if (!roots[lang])
            return NULL;
        if (roots[lang]->kind != YAML_MAP) {
            diag_error(diag, roots[lang]->at, "this file must be a mapping from keys to texts");
            return NULL;
        }
        for (const struct yaml_node *c = roots[lang]->first; c; c = c->next)
            add_entry(s, lang, c);
    }
    for (int lang = 0; lang < LANG_COUNT; lang++)
        check_pair(s, lang, roots[lang]);
    s->root = roots[LANG_EN];
    return diag_errors(diag) == errors ? s : NULL;
}

static struct str get(struct strings *s, enum lang lang, struct str key)
{
    struct entry *e = map_get(&s->texts[lang], key);
    if (!e) { /* remembered, so that it is reported once */
        diag_error(s->diag, (struct place){0}, "strings.%s.yaml has no text for %" STR_FMT, lang_name[lang], STR_ARG(key));
        e = ARENA_NEW(s->arena, struct entry);
        e->text = arena_str(s->arena, key);
        map_add(&s->texts[lang], e->text, e);
    }
    return e->text;
}

struct str string_get(struct strings *s, enum lang lang, const char *key)
{
    return get(s, lang, str_from(key));
}

struct str string_of(struct strings *s, enum lang lang, const char *prefix, struct str name)
{
    struct buf key = {0};
    buf_puts(&key, prefix);
    buf_put(&key, name);
    struct str text = get(s, lang, buf_str(&key));
    buf_free(&key);
    return text;
}

bool string_has(const struct strings *s, enum lang lang, struct str key)
{
    return map_get(&s->texts[lang], key) != NULL;
}

struct str_list strings_keys(const struct strings *s, const char *prefix, struct arena *arena)
{
    size_t most = 0;
    for (const struct yaml_node *c = s->root->first; c; c = c->next)
        most++;
    struct str_list keys = {ARENA_ARRAY(arena, most, struct str), 0};
    for (const struct yaml_node *c = s->root->first; c; c = c->next)
        if (str_starts(c->key, str_from(prefix)))
            keys.at[keys.n++] = c->key;
    return keys;
}

void string_format(struct buf *out, struct str pattern, const struct str *args, size_t count)
{
    for (size_t i = 0; i < pattern.n; i++) {
        int slot = slot_at(pattern, i);
        if (slot < 0 || (size_t)slot >= count) {
            buf_putc(out, pattern.p[i]);
            continue;
        }
        buf_put(out, args[slot]);
        i += 2;
    }
}
