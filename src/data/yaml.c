/* YAML to a strict tree with positions: libyaml's events, our own rules. */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/map.h"
#include "base/source.h"
#include "base/utf8.h"
#include "data/yaml.h"

struct reader {
    struct arena *arena;
    const struct source *src;
    size_t start;         /* offset in src->text of what libyaml reads */
    unsigned line_offset;
    struct diag *diag;
    struct yaml_node *stack[YAML_MAX_DEPTH]; /* open maps and lists */
    struct map *keys[YAML_MAX_DEPTH];        /* of open maps with many keys */
    size_t depth;
    struct yaml_node *root;
    struct str key;       /* read, its value is still to come */
    struct place key_at;
    bool have_key;
};

enum { MANY_KEYS = 16 };

static struct place place_of(const struct reader *r, yaml_mark_t from, yaml_mark_t to)
{
    struct place at = {r->src, (unsigned)from.line + 1 + r->line_offset, (unsigned)from.column + 1, 1};
    if (to.line == from.line && to.column > from.column)
        at.width = (unsigned)(to.column - from.column);
    return at;
}

const char *yaml_kind_name(enum yaml_kind kind)
{
    return kind == YAML_MAP ? "a mapping" : kind == YAML_LIST ? "a list" : "a value";
}

static struct yaml_node *find_child(struct yaml_node *map, struct str key)
{
    for (struct yaml_node *c = map->first; c; c = c->next)
        if (str_eq(c->key, key))
            return c;
    return NULL;
}

/* The earlier child with this key: a scan while there are few, a hash map from then on. */
static struct yaml_node *find_duplicate(struct reader *r, struct yaml_node *map, struct str key)
{
    struct map **keys = &r->keys[r->depth - 1];
    if (map->count < MANY_KEYS)
        return find_child(map, key);
    if (!*keys) {
        *keys = ARENA_NEW(r->arena, struct map);
        map_init(*keys, r->arena);
        for (struct yaml_node *c = map->first; c; c = c->next)
            map_add(*keys, c->key, c);
    }
    return map_get(*keys, key);
}

static void append(struct yaml_node *parent, struct yaml_node *child)
{
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

/* Puts a finished scalar or an opened map or list into its parent. False after an error. */
static bool attach(struct reader *r, struct yaml_node *node)
{
    if (r->depth == 0) {
        r->root = node;
        return true;
    }
    struct yaml_node *parent = r->stack[r->depth - 1];
    if (parent->kind == YAML_MAP) {
        if (!r->have_key) {
            if (node->kind != YAML_SCALAR) {
                diag_error(r->diag, node->at, "a key must be a plain word, not %s", yaml_kind_name(node->kind));
                return false;
            }
            r->key = node->text;
            r->key_at = node->at;
            r->have_key = true;
            return true;
        }
        node->key = r->key;
        node->key_at = r->key_at;
        r->have_key = false;
        struct yaml_node *before = find_duplicate(r, parent, node->key);
        if (before) {
            diag_error(r->diag, node->key_at, "key \"%" STR_FMT "\" stands twice in this mapping; remove one",
                       STR_ARG(node->key));
            diag_note(r->diag, before->key_at, "the first one is here");
            return false;
        }
        append(parent, node);
        if (r->keys[r->depth - 1])
            map_add(r->keys[r->depth - 1], node->key, node);
        return true;
    }
    append(parent, node);
    return true;
}

static bool refuse(struct reader *r, struct place at, const char *what, const char *fix)
{
    diag_error(r->diag, at, "%s are not allowed here; %s", what, fix);
    return false;
}

static bool open_node(struct reader *r, enum yaml_kind kind, const unsigned char *anchor, const unsigned char *tag,
                      struct place at)
{
    if (anchor)
        return refuse(r, at, "YAML anchors", "write the value out");
    if (tag)
        return refuse(r, at, "YAML tags", "remove the tag, the schema knows the kind of every value");
    if (r->depth == YAML_MAX_DEPTH) {
        diag_error(r->diag, at, "nested deeper than %d levels", YAML_MAX_DEPTH);
        return false;
    }
    struct yaml_node *node = ARENA_NEW(r->arena, struct yaml_node);
    node->kind = kind;
    node->at = at;
    at.width = 1;
    if (!attach(r, node))
        return false;
    r->keys[r->depth] = NULL;
    r->stack[r->depth++] = node;
    return true;
}

static bool add_scalar(struct reader *r, const yaml_event_t *e)
{
    struct place at = place_of(r, e->start_mark, e->end_mark);
    if (e->data.scalar.anchor)
        return refuse(r, at, "YAML anchors", "write the value out");
    if (e->data.scalar.tag)
        return refuse(r, at, "YAML tags", "remove the tag, the schema knows the kind of every value");
    struct yaml_node *node = ARENA_NEW(r->arena, struct yaml_node);
    node->at = at;
    node->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text = arena_str(r->arena, (struct str){(const char *)e->data.scalar.value, e->data.scalar.length});
    size_t control = utf8_control(node->text);
    if (control < node->text.n) {
        diag_error(r->diag, at, "the text has the control character 0x%02x; remove it",
                   (unsigned)(unsigned char)node->text.p[control]);
        return false;
    }
    return attach(r, node);
}

/* False when an error was reported. */
static bool take(struct reader *r, const yaml_event_t *e)
{
    struct place at = place_of(r, e->start_mark, e->end_mark);
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (r->root) {
            diag_error(r->diag, at, "a second YAML document begins here; keep one document in a file");
            return false;
        }
        return true;
    case YAML_ALIAS_EVENT: return refuse(r, at, "YAML aliases", "write the value out");
    case YAML_SCALAR_EVENT: return add_scalar(r, e);
    case YAML_SEQUENCE_START_EVENT:
        return open_node(r, YAML_LIST, e->data.sequence_start.anchor, e->data.sequence_start.tag, at);
    case YAML_MAPPING_START_EVENT:
        return open_node(r, YAML_MAP, e->data.mapping_start.anchor, e->data.mapping_start.tag, at);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: r->depth--; return true;
    default: return true;
    }
}

static void report_parser_error(struct reader *r, const yaml_parser_t *p)
{
    const char *problem = p->problem ? p->problem : "unreadable";
    /* a missing colon and an open quote are noticed only later: the place to look at is where the key or quote begins */
    bool late = p->context && (strcmp(problem, "could not find expected ':'") == 0 || strcmp(problem, "found unexpected end of stream") == 0);
    yaml_mark_t mark = late ? p->context_mark : p->problem_mark;
    struct place at = place_of(r, mark, mark);
    if (p->error == YAML_READER_ERROR) /* has no mark, only an offset */
        at = place_at(r->src, r->start + p->problem_offset, 1);
    if (p->context)
        diag_error(r->diag, at, "YAML: %s (%s)", problem, p->context);
    else
        diag_error(r->diag, at, "YAML: %s", problem);
}

static bool read_events(struct reader *r, struct str yaml)
{
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p))
        abort();
    yaml_parser_set_encoding(&p, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&p, (const unsigned char *)yaml.p, yaml.n);
    bool ok = true, done = false;
    while (ok && !done) {
        yaml_event_t e;
        if (!yaml_parser_parse(&p, &e)) {
            report_parser_error(r, &p);
            ok = false;
            break;
        }
        done = e.type == YAML_STREAM_END_EVENT;
        ok = take(r, &e);
        yaml_event_delete(&e);
    }
    yaml_parser_delete(&p);
    return ok;
}

/* Offset of the first line end that only libyaml counts as one (a lone CR, U+2028, U+2029), or s.n: the lines of its
 * marks would not be those of the file. */
static size_t odd_line_end(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\r' && (i + 1 == s.n || s.p[i + 1] != '\n'))
            return i;
        if (s.p[i] == '\xe2' && i + 2 < s.n && s.p[i + 1] == '\x80' && (s.p[i + 2] == '\xa8' || s.p[i + 2] == '\xa9'))
            return i;
    }
    return s.n;
}

/* UTF-16 and bytes that are not UTF-8: libyaml gives no line for them, so they are found first. */
static bool check_encoding(const struct source *src, struct str yaml, struct diag *diag)
{
    size_t base = (size_t)(yaml.p - src->text.p);
    if (yaml.n >= 2 && (memcmp(yaml.p, "\xff\xfe", 2) == 0 || memcmp(yaml.p, "\xfe\xff", 2) == 0)) {
        diag_error(diag, (struct place){src, 1, 1, 1}, "the file is UTF-16; save it as UTF-8");
        return false;
    }
    size_t bad = utf8_invalid(yaml);
    if (bad < yaml.n) {
        diag_error(diag, place_at(src, base + bad, 1), "byte 0x%02x at offset %zu is not UTF-8; save the file as UTF-8",
                   (unsigned)(unsigned char)yaml.p[bad], base + bad);
        return false;
    }
    bad = utf8_control(yaml);
    if (bad < yaml.n) {
        diag_error(diag, place_at(src, base + bad, 1), "control character 0x%02x at offset %zu; remove it",
                   (unsigned)(unsigned char)yaml.p[bad], base + bad);
        return false;
    }
    bad = odd_line_end(yaml);
    if (bad < yaml.n)
        diag_error(diag, place_at(src, base + bad, 1), "%s at offset %zu; end lines with a line feed",
                   yaml.p[bad] == '\r' ? "carriage return without line feed" : "line separator of Unicode", base + bad);
    return bad == yaml.n;
}

struct yaml_node *yaml_parse(struct arena *arena, const struct source *src, struct str yaml, unsigned first_line,
                             struct diag *diag)
{
    struct reader r = {.arena = arena, .src = src, .line_offset = first_line - 1, .diag = diag};
    if (yaml.n > YAML_MAX_BYTES) {
        diag_error(diag, (struct place){.src = src}, "YAML of %zu bytes; at most %d are allowed", yaml.n, YAML_MAX_BYTES);
        return NULL;
    }
    if (yaml.n && !check_encoding(src, yaml, diag))
        return NULL;
    if (yaml.n >= 3 && memcmp(yaml.p, "\xef\xbb\xbf", 3) == 0)
        yaml = str_sub(yaml, 3, yaml.n);
    r.start = yaml.n ? (size_t)(yaml.p - src->text.p) : 0;
    if (!read_events(&r, yaml))
        return NULL;
    if (!r.root || (r.root->kind == YAML_SCALAR && !r.root->quoted && r.root->text.n == 0)) {
        diag_error(diag, (struct place){.src = src}, "no YAML content; the file is empty or has only comments");
        return NULL;
    }
    return r.root;
}

struct yaml_node *yaml_read(struct arena *arena, const char *path, struct str shown, struct diag *diag)
{
    struct source *src = ARENA_NEW(arena, struct source);
    src->path = shown;
    return source_read(src, path, YAML_MAX_BYTES, arena, diag) ? yaml_parse(arena, src, src->text, 1, diag) : NULL;
}

const struct yaml_node *yaml_get(const struct yaml_node *map, const char *key)
{
    if (!map || map->kind != YAML_MAP)
        return NULL;
    for (const struct yaml_node *c = map->first; c; c = c->next)
        if (str_eq_c(c->key, key))
            return c;
    return NULL;
}

struct str yaml_get_text(const struct yaml_node *map, const char *key)
{
    const struct yaml_node *node = yaml_get(map, key);
    return node && node->kind == YAML_SCALAR ? node->text : (struct str){NULL, 0};
}

static struct yaml_node *find_item(struct yaml_node *list, struct str id)
{
    for (struct yaml_node *c = list->first; c; c = c->next)
        if (str_eq(yaml_get_text(c, "id"), id))
            return c;
    return NULL;
}

static bool has_ids(const struct yaml_node *list)
{
    return list->kind == YAML_LIST && list->first && yaml_get_text(list->first, "id").n > 0;
}

/* Depth is bounded by YAML_MAX_DEPTH: both trees came out of yaml_parse. */
void yaml_overlay(struct yaml_node *base, struct yaml_node *over)
{
    for (struct yaml_node *c = over->first, *next; c; c = next) {
        next = c->next;
        struct yaml_node *old = over->kind == YAML_MAP ? find_child(base, c->key) : find_item(base, yaml_get_text(c, "id"));
        if (!old) {
            c->next = NULL;
            append(base, c);
        } else if (old->kind == c->kind && (c->kind == YAML_MAP || (has_ids(old) && has_ids(c)))) {
            yaml_overlay(old, c);
        } else {
            struct yaml_node *after = old->next;
            *old = *c;
            old->next = after;
        }
    }
}
