/* The generations that the bucket remembers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "publish/generations.h"

static const char first_line[] = "chipfirst generation 1";

enum { FIELD_MD5, FIELD_HEADERS, FIELD_BYTES, FIELD_KIND, FIELD_ETAG, FIELD_KEY, FIELDS };

/* ---- the list as text */

void generation_write(struct buf *out, const struct items *items)
{
    buf_printf(out, "%s\n", first_line);
    for (size_t i = 0; i < items->list.n; i++) {
        const struct item *it = &items->list.at[i];
        buf_printf(out, "%s\t%s\t%lld\t%s\t%" STR_FMT "\t%" STR_FMT "\n", it->md5, it->headers_id, it->bytes,
                   item_kind_name(it->kind), STR_ARG(it->etag), STR_ARG(it->key));
    }
}

void generation_write_pending(struct buf *out, const struct items *wanted, const struct generation *pending,
                              struct arena *arena)
{
    struct items all = {0};
    for (size_t i = 0; i < wanted->list.n; i++)
        *LIST_ADD(&all.list, arena) = wanted->list.at[i];
    for (size_t i = 0; i < pending->items.list.n; i++)
        if (!items_find(wanted, pending->items.list.at[i].key))
            *LIST_ADD(&all.list, arena) = pending->items.list.at[i];
    generation_write(out, &all);
}

static bool parse_bytes(struct str s, long long *bytes)
{
    *bytes = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9' || s.n > 15)
            return false;
        *bytes = *bytes * 10 + (s.p[i] - '0');
    }
    return s.n > 0;
}

static bool is_hex(struct str s, size_t digits)
{
    for (size_t i = 0; i < s.n; i++)
        if (!((s.p[i] >= '0' && s.p[i] <= '9') || (s.p[i] >= 'a' && s.p[i] <= 'f') || (s.p[i] >= 'A' && s.p[i] <= 'F')))
            return false;
    return s.n == digits;
}

/* str_next would lose an empty field at the end and an empty first one is no item; so the fields are cut by hand. */
static bool split(struct str line, struct str field[FIELDS])
{
    for (int i = 0; i < FIELDS - 1; i++) {
        size_t tab = str_find_char(line, '\t');
        if (tab == line.n)
            return false;
        field[i] = str_sub(line, 0, tab);
        line = str_sub(line, tab + 1, line.n);
    }
    field[FIELD_KEY] = line;
    return line.n > 0;
}

static bool parse_item(struct str line, struct item *item)
{
    struct str f[FIELDS];
    if (!split(line, f) || !is_hex(f[FIELD_MD5], MD5_HEX - 1) || !is_hex(f[FIELD_HEADERS], HEADERS_ID - 1) ||
        !parse_bytes(f[FIELD_BYTES], &item->bytes) || !item_kind_parse(f[FIELD_KIND], &item->kind))
        return false;
    memcpy(item->md5, f[FIELD_MD5].p, f[FIELD_MD5].n);
    memcpy(item->headers_id, f[FIELD_HEADERS].p, f[FIELD_HEADERS].n);
    item->etag = f[FIELD_ETAG];
    item->key = f[FIELD_KEY];
    return true;
}

bool generation_parse(struct arena *arena, struct str text, struct items *items, struct trouble *why)
{
    struct str line;
    size_t number = 1;
    *items = (struct items){0};
    if (!str_next(&text, '\n', &line) || !str_eq_c(line, first_line))
        return trouble_set(why, TROUBLE_REFUSED, "line 1 is not \"%s\": written by another version?", first_line);
    while (str_next(&text, '\n', &line)) {
        number++;
        if (!parse_item(line, LIST_ADD(&items->list, arena)))
            return trouble_set(why, TROUBLE_REFUSED, "line %zu is damaged", number);
    }
    items_finish(items, arena);
    return true;
}

/* ---- names */

struct str generation_name(struct arena *arena, time_t now, const struct objects *objects)
{
    for (;; now++) {
        char text[SIGN_TIME];
        sign_time(now, text);
        if (!objects_find(objects, arena_printf(arena, CONTROL_GENERATIONS "%s", text)))
            return arena_str(arena, str_from(text));
    }
}

struct str generation_body_key(struct arena *arena, const struct item *item)
{
    return arena_printf(arena, CONTROL_BODIES "%.2s/%s-%s", item->md5, item->md5, item->headers_id);
}

const struct generation *generations_find(const struct generations *g, struct str name)
{
    for (size_t i = 0; i < g->list.n; i++)
        if (str_eq(g->list.at[i].name, name))
            return &g->list.at[i];
    return NULL;
}

/* ---- reading them */

struct reading {
    struct bucket *bucket;
    struct generations *g;
    size_t given;
    bool ok;
};

static bool next_list(void *of, struct request *r, struct arena *arena)
{
    struct reading *reading = of;
    if (reading->given == reading->g->list.n)
        return false;
    struct generation *g = &reading->g->list.at[reading->given++];
    *r = request_make(
        "GET", "reading",
        bucket_key(reading->bucket, arena, arena_printf(arena, CONTROL_GENERATIONS "%" STR_FMT, STR_ARG(g->name))));
    r->of = g;
    return true;
}

static void take_list(void *of, struct request *r)
{
    struct reading *reading = of;
    struct generation *g = r->of;
    struct trouble bad = {0};
    if (!generation_parse(reading->bucket->arena, arena_str(reading->bucket->arena, r->answer), &g->items, &bad))
        reading->ok = trouble_set(reading->bucket->why, TROUBLE_REFUSED,
                                  "the list of generation %" STR_FMT " (%s%" STR_FMT "): %s", STR_ARG(g->name),
                                  CONTROL_GENERATIONS, STR_ARG(g->name), bad.message);
}

static void name_all(struct bucket *b, const struct objects *objects, struct generations *g)
{
    struct str folder = S(CONTROL_GENERATIONS);
    for (size_t i = 0; i < objects->list.n; i++) {
        struct str key = objects->list.at[i].key;
        if (str_starts(key, folder) && key.n > folder.n)
            LIST_ADD(&g->list, b->arena)->name = str_sub(key, folder.n, key.n);
    }
}

static bool read_pending(struct bucket *b, const struct objects *objects, struct generation *pending)
{
    struct str text;
    struct trouble bad = {0};
    bool found = false;
    if (!objects_find(objects, S(CONTROL_PENDING)))
        return true;
    if (!bucket_get(b, S(CONTROL_PENDING), &text, &found))
        return false;
    if (found && !generation_parse(b->arena, text, &pending->items, &bad))
        return trouble_set(b->why, TROUBLE_REFUSED, "%s: %s", CONTROL_PENDING, bad.message);
    return true;
}

bool generations_read(struct bucket *b, const struct objects *objects, struct generations *g)
{
    struct reading reading = {.bucket = b, .g = g, .ok = true};
    struct str current = {NULL, 0};
    bool found = false;
    *g = (struct generations){0};
    name_all(b, objects, g);
    if (!read_pending(b, objects, &g->pending))
        return false;
    if (objects_find(objects, S(CONTROL_CURRENT)) && !bucket_get(b, S(CONTROL_CURRENT), &current, &found))
        return false;
    if (!transfer_run(b->transfer, &(struct feed){.of = &reading, .next = next_list, .done = take_list}, b->why) ||
        !reading.ok)
        return false;
    current = str_trim(current);
    g->current = generations_find(g, current);
    if (found && !g->current)
        return trouble_set(b->why, TROUBLE_REFUSED, "%s names the generation \"%" STR_FMT "\", whose list is missing",
                           CONTROL_CURRENT, STR_ARG(current));
    return true;
}

/* ---- what nobody needs */

/* Marks the bodies and assets that a list of items needs. */
static void mark(struct map *needed, const struct items *items, struct arena *arena)
{
    for (size_t i = 0; i < items->list.n; i++) {
        struct item *item = &items->list.at[i];
        map_add(needed, item->kind == ITEM_ASSET ? item->key : generation_body_key(arena, item), item);
    }
}

static void add_dead(struct key_list *dead, struct map *once, struct str key, struct arena *arena)
{
    if (!map_add(once, key, once))
        *LIST_ADD(&dead->list, arena) = key;
}

static void collect_assets(const struct generation *g, const struct map *needed, const struct objects *objects,
                           struct arena *arena, struct map *once, struct key_list *dead)
{
    for (size_t i = 0; i < g->items.list.n; i++) {
        const struct item *item = &g->items.list.at[i];
        if (item->kind == ITEM_ASSET && !map_get(needed, item->key) && objects_find(objects, item->key))
            add_dead(dead, once, item->key, arena);
    }
}

void generations_collect(const struct generations *g, const struct items *fresh, const struct objects *objects,
                         unsigned keep, struct arena *arena, struct key_list *dead)
{
    struct map needed, once;
    size_t drop = g->list.n + 1 > keep ? g->list.n + 1 - keep : 0;
    map_init(&needed, arena);
    map_init(&once, arena);
    *dead = (struct key_list){0};
    mark(&needed, fresh, arena);
    for (size_t i = drop; i < g->list.n; i++)
        mark(&needed, &g->list.at[i].items, arena);
    for (size_t i = 0; i < objects->list.n; i++)
        if (str_starts(objects->list.at[i].key, S(CONTROL_BODIES)) && !map_get(&needed, objects->list.at[i].key))
            add_dead(dead, &once, objects->list.at[i].key, arena);
    collect_assets(&g->pending, &needed, objects, arena, &once, dead);
    for (size_t i = 0; i < drop; i++) {
        collect_assets(&g->list.at[i], &needed, objects, arena, &once, dead);
        add_dead(dead, &once, arena_printf(arena, CONTROL_GENERATIONS "%" STR_FMT, STR_ARG(g->list.at[i].name)), arena);
    }
}
