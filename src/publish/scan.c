/* The folder of the site as items. */
#include <stdio.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/utf8.h"
#include "publish/scan.h"

/* CopyObject takes objects below 1 GB, and pages go live by it. */
enum { KEY_MAX = 1023, FILE_MAX_BYTES = 1000 * 1000 * 1000 };

struct scanner {
    struct arena *arena;
    const struct config *config;
    struct header_rules rules;
    struct items *items;
    struct trouble *why;
};

static bool refuse(const struct scanner *s, struct str path, const char *what)
{
    return trouble_set(s->why, TROUBLE_REFUSED, "%" STR_FMT "/%" STR_FMT ": %s", STR_ARG(s->config->site),
                       STR_ARG(path), what);
}

static bool has_control(struct str key)
{
    for (size_t i = 0; i < key.n; i++)
        if ((unsigned char)key.p[i] < 0x20 || key.p[i] == 0x7f)
            return true;
    return false;
}

static bool check_key(const struct scanner *s, const struct file_entry *e)
{
    if (e->kind == FILE_LINK)
        return refuse(s, e->path, "a symbolic link; links are not followed");
    if (e->kind != FILE_REGULAR)
        return refuse(s, e->path, "neither a file nor a folder");
    if (s->config->prefix.n + e->path.n > KEY_MAX)
        return refuse(s, e->path, "the key has more than 1,023 bytes");
    if (utf8_invalid(e->path) < e->path.n)
        return refuse(s, e->path, "the name is not UTF-8");
    if (has_control(e->path) || e->path.p[0] == '\\')
        return refuse(s, e->path, "OSS does not take this name (control characters, or '\\' in front)");
    return true;
}

static bool unknown_type(const struct scanner *s, struct str path)
{
    return trouble_set(s->why, TROUBLE_REFUSED,
                       "%" STR_FMT "/%" STR_FMT ": no content type is known for this name; add to %" STR_FMT
                       ", for example: type = EXTENSION application/octet-stream",
                       STR_ARG(s->config->site), STR_ARG(path), STR_ARG(s->config->path));
}

static bool add_file(struct scanner *s, const struct file_entry *e)
{
    struct file_error err;
    if (!check_key(s, e))
        return false;
    struct item *item = LIST_ADD(&s->items->list, s->arena);
    item->key = e->path;
    item->file = arena_printf(s->arena, "%" STR_FMT "/%" STR_FMT, STR_ARG(s->config->site), STR_ARG(e->path));
    item->kind = headers_kind(&s->rules, e->path);
    item->headers = headers_of(&s->rules, e->path, item->kind);
    if (!item->headers)
        return unknown_type(s, e->path);
    snprintf(item->headers_id, sizeof item->headers_id, "%s", item->headers->id);
    if (!md5_file(item->file.p, item->md5, &item->bytes, &err))
        return trouble_set(s->why, TROUBLE_INPUT, "%s", err.message);
    return item->bytes < FILE_MAX_BYTES || refuse(s, e->path, "over 1 GB, which OSS does not copy in one step");
}

/* OSS tells A from a; the folders of many machines do not, and then one of the two files is lost on the way. */
static bool check_case(const struct scanner *s)
{
    struct map folded;
    struct buf b = {0};
    bool ok = true;
    map_init(&folded, s->arena);
    for (size_t i = 0; ok && i < s->items->list.n; i++) {
        struct item *item = &s->items->list.at[i], *other;
        buf_clear(&b);
        utf8_fold(&b, item->key);
        other = map_add(&folded, arena_str(s->arena, buf_str(&b)), item);
        if (other)
            ok = trouble_set(s->why, TROUBLE_REFUSED,
                             "%" STR_FMT " and %" STR_FMT
                             " differ only in case or in the way of writing the same letters; rename one",
                             STR_ARG(other->key), STR_ARG(item->key));
    }
    buf_free(&b);
    return ok;
}

bool scan_site(struct arena *arena, const struct config *config, struct items *items, struct trouble *why)
{
    struct scanner s = {.arena = arena, .config = config, .items = items, .why = why};
    struct file_list files;
    struct file_error err;
    *items = (struct items){0};
    header_rules_init(&s.rules, config, arena);
    if (file_kind(config->site.p) == FILE_MISSING)
        return trouble_set(why, TROUBLE_REFUSED, "there is no folder %" STR_FMT "; build the site first",
                           STR_ARG(config->site));
    if (!file_walk(arena, config->site.p, &files, &err))
        return trouble_set(why, TROUBLE_INPUT, "%s", err.message);
    for (size_t i = 0; i < files.n; i++)
        if (!add_file(&s, &files.at[i]))
            return false;
    items_finish(items, arena);
    if (items->list.n == 0)
        return trouble_set(why, TROUBLE_REFUSED, "%" STR_FMT " holds no file; an empty site is not published",
                           STR_ARG(config->site));
    if (!items_find(items, S("index.html")))
        return trouble_set(why, TROUBLE_REFUSED, "%" STR_FMT " has no index.html; this is no site",
                           STR_ARG(config->site));
    return check_case(&s);
}
