/* Which class a file belongs to and which headers it is stored with. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/sha256.h"
#include "publish/headers.h"

/* Never the list of the machine, which differs from one to the next. OSS compresses only the types it lists: JavaScript
 * must be application/javascript and XML text/xml for that (https://www.alibabacloud.com/help/faq-detail/39645.html).
 */
static const struct {
    const char *extension, *type;
} types[] = {
    {"atom", "text/xml; charset=utf-8"},
    {"avif", "image/avif"},
    {"css", "text/css; charset=utf-8"},
    {"csv", "text/csv; charset=utf-8"},
    {"gif", "image/gif"},
    {"gz", "application/gzip"},
    {"html", "text/html; charset=utf-8"},
    {"ico", "image/x-icon"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "application/javascript; charset=utf-8"},
    {"json", "application/json"},
    {"map", "application/json"},
    {"md", "text/plain; charset=utf-8"},
    {"mjs", "application/javascript; charset=utf-8"},
    {"mp4", "video/mp4"},
    {"otf", "font/otf"},
    {"pdf", "application/pdf"},
    {"png", "image/png"},
    {"rss", "application/rss+xml; charset=utf-8"},
    {"svg", "image/svg+xml"},
    {"ttf", "font/ttf"},
    {"txt", "text/plain; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"webm", "video/webm"},
    {"webmanifest", "application/manifest+json"},
    {"webp", "image/webp"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xml", "text/xml; charset=utf-8"},
    {"yaml", "text/plain; charset=utf-8"},
    {"zip", "application/zip"},
};

static const char *const cache_control[ITEM_KINDS] = {
    [ITEM_ASSET] = "public, max-age=31536000, immutable",
    [ITEM_DATA] = "no-cache",
    [ITEM_PAGE] = "no-cache",
    [ITEM_ROOT] = "no-cache",
};

void header_rules_init(struct header_rules *rules, const struct config *config, struct arena *arena)
{
    *rules = (struct header_rules){.config = config, .arena = arena};
    map_init(&rules->known, arena);
}

/* ---- classes */

static struct str base_name(struct str key)
{
    for (size_t i = key.n; i > 0; i--)
        if (key.p[i - 1] == '/')
            return str_sub(key, i, key.n);
    return key;
}

static struct str extension(struct str name)
{
    for (size_t i = name.n; i > 0; i--)
        if (name.p[i - 1] == '.')
            return str_sub(name, i, name.n);
    return (struct str){NULL, 0};
}

static bool is_digest(struct str part)
{
    size_t i = 0;
    while (i < part.n && (isdigit((unsigned char)part.p[i]) || (part.p[i] >= 'a' && part.p[i] <= 'f')))
        i++;
    return i == part.n && part.n >= 8;
}

static bool has_digest(struct str name)
{
    struct str part;
    if (!str_next(&name, '.', &part)) /* what stands before the first point is the name itself */
        return false;
    while (str_next(&name, '.', &part))
        if (name.n && is_digest(part))
            return true;
    return false;
}

static bool fits(const char *pattern, struct str key)
{
    char text[2048];
    if (key.n >= sizeof text)
        return false;
    memcpy(text, key.p, key.n);
    text[key.n] = '\0';
    return fnmatch(pattern, text, 0) == 0;
}

enum item_kind headers_kind(const struct header_rules *rules, struct str key)
{
    for (size_t i = 0; i < rules->config->kinds.n; i++)
        if (fits(rules->config->kinds.at[i].what.p, key))
            return rules->config->kinds.at[i].kind;
    if (str_eq_c(extension(key), "html"))
        return str_find_char(key, '/') < key.n ? ITEM_PAGE : ITEM_ROOT;
    return has_digest(base_name(key)) ? ITEM_ASSET : ITEM_DATA;
}

/* ---- headers */

static bool same_letters(struct str name, struct str lower)
{
    if (name.n != lower.n)
        return false;
    for (size_t i = 0; i < name.n; i++)
        if (tolower((unsigned char)name.p[i]) != (unsigned char)lower.p[i])
            return false;
    return true;
}

/* By the extension, or by the whole name for files without one. */
static struct str content_type(const struct header_rules *rules, struct str key)
{
    struct str name = base_name(key), ext = extension(name);
    for (size_t i = 0; i < rules->config->types.n; i++)
        if (same_letters(ext, rules->config->types.at[i].what) || same_letters(name, rules->config->types.at[i].what))
            return rules->config->types.at[i].value;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (same_letters(ext, str_from(types[i].extension)))
            return str_from(types[i].type);
    return (struct str){NULL, 0};
}

static void set(struct headers *h, struct str name, struct str value)
{
    size_t i = 0;
    while (i < h->n && !str_eq(h->at[i].name, name))
        i++;
    if (i == HEADERS_MAX)
        return;
    if (value.n == 0 && i < h->n)
        h->at[i] = h->at[--h->n];
    else if (value.n) {
        h->at[i] = (struct pair){name, value};
        h->n += i == h->n;
    }
}

static bool applies(const struct config_rule *rule, struct str key, enum item_kind kind)
{
    return str_eq_c(rule->what, item_kind_name(kind)) || fits(rule->what.p, key);
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const struct pair *)a)->name, ((const struct pair *)b)->name);
}

const struct headers *headers_of(struct header_rules *rules, struct str key, enum item_kind kind)
{
    struct headers h = {.n = 0};
    struct str type = content_type(rules, key);
    if (type.n == 0)
        return NULL;
    set(&h, S("content-type"), type);
    set(&h, S("cache-control"), str_from(cache_control[kind]));
    for (size_t i = 0; i < rules->config->headers.n; i++)
        if (applies(&rules->config->headers.at[i], key, kind))
            set(&h, rules->config->headers.at[i].name, rules->config->headers.at[i].value);
    qsort(h.at, h.n, sizeof *h.at, by_name);
    struct buf text = {0};
    for (size_t i = 0; i < h.n; i++)
        buf_printf(&text, "%" STR_FMT ": %" STR_FMT "\n", STR_ARG(h.at[i].name), STR_ARG(h.at[i].value));
    struct headers *known = map_get(&rules->known, buf_str(&text));
    if (!known) {
        sha256_hex(buf_str(&text), h.id, HEADERS_ID - 1);
        known = ARENA_NEW(rules->arena, struct headers);
        *known = h;
        map_add(&rules->known, arena_str(rules->arena, buf_str(&text)), known);
    }
    buf_free(&text);
    return known;
}
