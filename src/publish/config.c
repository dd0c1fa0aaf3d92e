/* The configuration of a publication. */
#include <ctype.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/number.h"
#include "base/source.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "publish/config.h"

enum { CONFIG_MAX = 1 << 20 };

struct reader {
    struct arena *arena;
    struct config *config;
    const struct source *src;
    struct diag *diag;
    struct str value; /* of the line being read */
    struct place at;  /* of that value */
    bool *seen;       /* parallel to settings */
};

/* ---- kinds of items */

static const char *const kind_names[ITEM_KINDS] = {"asset", "data", "page", "root"};

const char *item_kind_name(enum item_kind kind)
{
    return kind_names[kind];
}

bool item_kind_parse(struct str name, enum item_kind *kind)
{
    for (unsigned i = 0; i < ITEM_KINDS; i++)
        if (str_eq_c(name, kind_names[i])) {
            *kind = (enum item_kind)i;
            return true;
        }
    return false;
}

/* ---- secrets: reported at file and line, never with the excerpt */

static bool looks_like_key_id(struct str value)
{
    size_t i = str_find(value, S("LTAI")), n = 0;
    while (i + 4 + n < value.n && isalnum((unsigned char)value.p[i + 4 + n]))
        n++;
    return i < value.n && n >= 8;
}

static bool is_secret_name(struct arena *arena, struct str name)
{
    static const char *const words[] = {"secret", "accesskey", "token", "password", "passwd"};
    char *plain = arena_alloc(arena, name.n + 1);
    for (size_t i = 0, n = 0; i < name.n; i++)
        if (isalnum((unsigned char)name.p[i]))
            plain[n++] = (char)tolower((unsigned char)name.p[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(plain, words[i]))
            return true;
    return false;
}

static bool has_userinfo(struct str value)
{
    size_t scheme = str_find(value, S("://"));
    if (scheme == value.n)
        return false;
    struct str host = str_sub(value, scheme + 3, value.n);
    return str_find_char(str_sub(host, 0, str_find_char(host, '/')), '@') < str_find_char(host, '/');
}

static bool is_secret(struct arena *arena, struct str name, struct str value)
{
    return is_secret_name(arena, name) || looks_like_key_id(value) || str_starts(value, S("STS.")) ||
           has_userinfo(value);
}

static void refuse_secret(struct reader *r)
{
    struct source *blind = ARENA_NEW(r->arena, struct source);
    blind->path = r->src->path;
    diag_error(r->diag, (struct place){blind, r->at.line, 1, 0},
               "credentials do not belong in this file; take the line out, change the key if the file was shared, and "
               "set OSS_ACCESS_KEY_ID "
               "and OSS_ACCESS_KEY_SECRET in the environment");
}

/* ---- values */

static void take_number(struct reader *r, unsigned *to, unsigned min, unsigned max)
{
    double value;
    if (number_parse(r->value, &value) && value >= min && value <= max && value == (double)(unsigned)value)
        *to = (unsigned)value;
    else
        diag_error(r->diag, r->at, "a whole number from %u to %u is needed here", min, max);
}

static void take_cname(struct reader *r)
{
    r->config->cname = str_eq_c(r->value, "yes");
    if (!r->config->cname && !str_eq_c(r->value, "no"))
        diag_error(r->diag, r->at, "cname is yes or no");
}

static void take_credentials(struct reader *r)
{
    struct str role = S("ecs-role:");
    if (str_eq_c(r->value, "environment")) {
        r->config->credentials = CREDENTIALS_ENVIRONMENT;
    } else if (str_eq_c(r->value, "file")) {
        r->config->credentials = CREDENTIALS_FILE;
    } else if (str_starts(r->value, role) && r->value.n > role.n) {
        r->config->credentials = CREDENTIALS_ECS_ROLE;
        r->config->role = str_sub(r->value, role.n, r->value.n);
    } else {
        diag_error(r->diag, r->at, "credentials is environment, file or ecs-role:NAME");
    }
}

static bool is_bucket_name(struct str s)
{
    bool ok = s.n >= 3 && s.n <= 63 && s.p[0] != '-' && s.p[s.n - 1] != '-';
    for (size_t i = 0; i < s.n; i++)
        ok = ok && (islower((unsigned char)s.p[i]) || isdigit((unsigned char)s.p[i]) || s.p[i] == '-');
    return ok;
}

static void take_bucket(struct reader *r)
{
    r->config->bucket = r->value;
    if (!is_bucket_name(r->value))
        diag_error(r->diag, r->at,
                   "a bucket's name has 3 to 63 lower-case letters, digits and hyphens, no hyphen first or last");
}

static void take_region(struct reader *r)
{
    r->config->region = r->value;
    if (str_starts(r->value, S("oss-")))
        diag_error(r->diag, r->at, "the region is written without \"oss-\" in front: cn-hangzhou");
}

/* scheme://host[:port], and nothing behind it but slashes. */
static bool take_origin(struct reader *r, struct str *to)
{
    struct str value = r->value;
    while (value.n && value.p[value.n - 1] == '/')
        value.n--;
    size_t scheme = str_starts(value, S("https://")) ? 8 : str_starts(value, S("http://")) ? 7 : 0;
    *to = value;
    return scheme && value.n > scheme && str_find_char(str_sub(value, scheme, value.n), '/') == value.n - scheme;
}

static void take_endpoint(struct reader *r)
{
    if (!take_origin(r, &r->config->endpoint))
        diag_error(r->diag, r->at,
                   "the endpoint is written https://HOST, without a path: https://oss-cn-hangzhou.aliyuncs.com");
}

static void take_site_url(struct reader *r)
{
    struct str value = r->value;
    while (value.n && value.p[value.n - 1] == '/')
        value.n--;
    r->config->site_url = arena_printf(r->arena, "%" STR_FMT "/", STR_ARG(value));
    if (!str_starts(value, S("https://")) && !str_starts(value, S("http://")))
        diag_error(r->diag, r->at, "site_url begins with https:// or http://");
}

static void take_prefix(struct reader *r)
{
    struct str v = r->config->prefix = r->value;
    if (v.n && (v.p[0] == '/' || v.p[0] == '.' || v.p[v.n - 1] != '/' || str_find(v, S("//")) < v.n || v.n > 512))
        diag_error(r->diag, r->at, "a prefix of keys ends in '/' and begins neither with '/' nor with '.': docs/");
}

/* ---- rules */

/* The first word of the value; the rest stays in *rest. */
static struct str first_word(struct str value, struct str *rest)
{
    size_t n = 0;
    while (n < value.n && value.p[n] != ' ' && value.p[n] != '\t')
        n++;
    *rest = str_trim(str_sub(value, n, value.n));
    return str_sub(value, 0, n);
}

static struct str lower(struct arena *arena, struct str s)
{
    char *p = arena_cstr(arena, s);
    for (size_t i = 0; i < s.n; i++)
        p[i] = (char)tolower((unsigned char)p[i]);
    return (struct str){p, s.n};
}

static struct str terminated(struct arena *arena, struct str s)
{
    return (struct str){arena_cstr(arena, s), s.n};
}

static void take_type(struct reader *r)
{
    struct str type, extension = first_word(r->value, &type);
    if (str_find_char(type, '/') == type.n || type.n == 0)
        diag_error(r->diag, r->at, "write: type = EXTENSION CONTENT-TYPE, for example: type = webp image/webp");
    else
        *LIST_ADD(&r->config->types, r->arena) =
            (struct config_rule){.what = lower(r->arena, extension), .value = type};
}

static void take_class(struct reader *r)
{
    struct str pattern, name = first_word(r->value, &pattern);
    enum item_kind kind;
    if (pattern.n == 0 || !item_kind_parse(name, &kind))
        diag_error(r->diag, r->at,
                   "write: class = CLASS PATTERN with a class of asset, data, page, root; for example: class = asset "
                   "fonts/*.woff2");
    else
        *LIST_ADD(&r->config->kinds, r->arena) =
            (struct config_rule){.what = terminated(r->arena, pattern), .kind = kind};
}

/* Those that OSS stores with an object; Content-Type has its own setting, and a stored Content-Encoding would be a lie,
 * as files are sent as they are. */
static bool is_storable(struct str name)
{
    static const char *const names[] = {"cache-control", "content-disposition", "content-language", "expires"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_eq_c(name, names[i]))
            return true;
    return str_starts(name, S("x-oss-meta-"));
}

static bool is_plain(struct str value)
{
    for (size_t i = 0; i < value.n; i++)
        if (value.p[i] < 0x20 || value.p[i] > 0x7e)
            return false;
    return true;
}

static void take_header(struct reader *r)
{
    struct str field, what = first_word(r->value, &field);
    size_t colon = str_find_char(field, ':');
    if (colon == field.n) {
        diag_error(r->diag, r->at,
                   "write: header = CLASS-OR-PATTERN NAME: VALUE, for example: header = page Cache-Control: no-cache");
        return;
    }
    struct config_rule rule = {.what = terminated(r->arena, what),
                               .name = lower(r->arena, str_trim(str_sub(field, 0, colon))),
                               .value = str_trim(str_sub(field, colon + 1, field.n))};
    enum item_kind kind;
    if (!is_storable(rule.name))
        diag_error(r->diag, r->at,
                   "OSS does not keep this header; Cache-Control, Content-Disposition, Content-Language, Expires and "
                   "x-oss-meta-… can be set");
    else if (!is_plain(rule.value))
        diag_error(r->diag, r->at, "the value of a header is plain ASCII");
    else if (str_find_char(what, '*') == what.n && str_find_char(what, '.') == what.n && !item_kind_parse(what, &kind))
        diag_error(r->diag, r->at, "neither a class (asset, data, page, root) nor a pattern with '*' or '.'");
    else
        *LIST_ADD(&r->config->headers, r->arena) = rule;
}

/* ---- the settings */

enum { TEXT, NUMBER, SPECIAL };

static const struct setting {
    const char *name;
    int kind;
    size_t offset; /* in struct config, for TEXT and NUMBER */
    unsigned min, max;
    void (*take)(struct reader *r);
    bool repeats;
} settings[] = {
    {.name = "site", .kind = TEXT, .offset = offsetof(struct config, site)},
    {.name = "bucket", .kind = SPECIAL, .take = take_bucket},
    {.name = "region", .kind = SPECIAL, .take = take_region},
    {.name = "endpoint", .kind = SPECIAL, .take = take_endpoint},
    {.name = "cname", .kind = SPECIAL, .take = take_cname},
    {.name = "site_url", .kind = SPECIAL, .take = take_site_url},
    {.name = "prefix", .kind = SPECIAL, .take = take_prefix},
    {.name = "credentials", .kind = SPECIAL, .take = take_credentials},
    {.name = "ca", .kind = TEXT, .offset = offsetof(struct config, ca)},
    {.name = "connect_to", .kind = TEXT, .offset = offsetof(struct config, connect_to)},
    {.name = "jobs", .kind = NUMBER, .offset = offsetof(struct config, jobs), .min = 1, .max = 128},
    {.name = "keep_generations",
     .kind = NUMBER,
     .offset = offsetof(struct config, keep_generations),
     .min = 1,
     .max = 50},
    {.name = "max_delete_percent",
     .kind = NUMBER,
     .offset = offsetof(struct config, max_delete_percent),
     .min = 0,
     .max = 100},
    {.name = "timeout", .kind = NUMBER, .offset = offsetof(struct config, timeout_s), .min = 1, .max = 3600},
    {.name = "retries", .kind = NUMBER, .offset = offsetof(struct config, retries), .min = 0, .max = 20},
    {.name = "retry_ms", .kind = NUMBER, .offset = offsetof(struct config, retry_ms), .min = 1, .max = 60000},
    {.name = "check_seconds", .kind = NUMBER, .offset = offsetof(struct config, check_s), .min = 0, .max = 3600},
    {.name = "type", .kind = SPECIAL, .take = take_type, .repeats = true},
    {.name = "class", .kind = SPECIAL, .take = take_class, .repeats = true},
    {.name = "header", .kind = SPECIAL, .take = take_header, .repeats = true},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void unknown_setting(struct reader *r, struct place at, struct str name)
{
    struct suggestion s = suggest_begin(name);
    for (size_t i = 0; i < SETTINGS; i++)
        suggest_offer(&s, str_from(settings[i].name));
    if (s.best.n)
        diag_error(r->diag, at, "there is no setting \"%" STR_FMT "\"; did you mean \"%" STR_FMT "\"?", STR_ARG(name),
                   STR_ARG(s.best));
    else
        diag_error(r->diag, at, "there is no setting \"%" STR_FMT "\"; publish.conf.example shows all", STR_ARG(name));
}

static void take_setting(struct reader *r, const struct setting *s)
{
    void *to = (char *)r->config + s->offset;
    if (s->kind == SPECIAL)
        s->take(r);
    else if (s->kind == NUMBER)
        take_number(r, to, s->min, s->max);
    else
        *(struct str *)to = terminated(r->arena, r->value);
}

static struct place place_in(const struct reader *r, struct str part)
{
    return place_at(r->src, (size_t)(part.p - r->src->text.p), part.n);
}

static void read_line(struct reader *r, struct str line)
{
    line = str_trim(line);
    if (line.n == 0 || line.p[0] == '#')
        return;
    size_t eq = str_find_char(line, '=');
    struct str name = str_trim(str_sub(line, 0, eq));
    r->value = eq < line.n ? str_trim(str_sub(line, eq + 1, line.n)) : (struct str){NULL, 0};
    r->at = place_in(r, r->value.n ? r->value : line);
    if (is_secret(r->arena, name, r->value.n ? r->value : line)) {
        refuse_secret(r);
        return;
    }
    if (eq == line.n) {
        diag_error(r->diag, r->at, "a line is written: setting = value");
        return;
    }
    size_t i = 0;
    while (i < SETTINGS && !str_eq_c(name, settings[i].name))
        i++;
    if (i == SETTINGS) {
        unknown_setting(r, place_in(r, name), name);
        return;
    }
    if (r->seen[i] && !settings[i].repeats)
        diag_error(r->diag, place_in(r, name), "%s is set twice", settings[i].name);
    r->seen[i] = true;
    take_setting(r, &settings[i]);
}

static void check_complete(struct reader *r)
{
    struct place file = {r->src, 0, 0, 0};
    if (r->config->bucket.n == 0)
        diag_error(r->diag, file, "bucket is not set");
    if (r->config->region.n == 0)
        diag_error(r->diag, file, "region is not set; write for example: region = cn-hangzhou");
    if (r->config->endpoint.n == 0 && r->config->cname)
        diag_error(r->diag, file, "cname = yes needs the endpoint: the domain that is bound to the bucket");
    if (r->config->endpoint.n == 0)
        r->config->endpoint =
            arena_printf(r->arena, "https://oss-%" STR_FMT ".aliyuncs.com", STR_ARG(r->config->region));
}

static bool read_settings(struct reader *r)
{
    struct str rest = r->src->text, line;
    size_t bad = utf8_invalid(rest);
    if (bad < rest.n) {
        diag_error(r->diag, place_at(r->src, bad, 1), "not UTF-8");
        return false;
    }
    while (str_next(&rest, '\n', &line))
        read_line(r, line);
    check_complete(r);
    return diag_errors(r->diag) == 0;
}

bool config_read(struct arena *arena, const char *path, struct config *config, struct diag *diag)
{
    *config = (struct config){.path = arena_str(arena, str_from(path)),
                              .site = S("site"),
                              .jobs = 16,
                              .keep_generations = 3,
                              .max_delete_percent = 20,
                              .timeout_s = 30,
                              .retries = 6,
                              .retry_ms = 100,
                              .check_s = 60};
    struct source *src = ARENA_NEW(arena, struct source);
    src->path = config->path;
    if (file_kind(path) == FILE_MISSING) {
        diag_error(diag, (struct place){src, 0, 0, 0},
                   "there is no such file; copy publish.conf.example and fill it in (docs/publishing.md)");
        return false;
    }
    if (!source_read(src, path, CONFIG_MAX, arena, diag))
        return false;
    struct reader r = {
        .arena = arena, .config = config, .src = src, .diag = diag, .seen = ARENA_ARRAY(arena, SETTINGS, bool)};
    return read_settings(&r);
}
