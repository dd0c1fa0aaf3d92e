/* JSON: cJSON parses, everything it lets pass or does not remember is done here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/map.h"
#include "base/number.h"
#include "base/source.h"
#include "base/utf8.h"
#include "data/json.h"

struct json_file {
    const struct source *src;
    cJSON *root;
};

/* ---- what cJSON lets pass: checked on the text, where places are known */

static bool check_encoding(const struct source *src, struct diag *diag)
{
    size_t bad = utf8_invalid(src->text);
    if (bad < src->text.n) {
        diag_error(diag, place_at(src, bad, 1), "byte 0x%02x at offset %zu is not UTF-8; save the file as UTF-8",
                   (unsigned)(unsigned char)src->text.p[bad], bad);
        return false;
    }
    bad = utf8_control(src->text);
    if (bad < src->text.n) {
        diag_error(diag, place_at(src, bad, 1), "control character 0x%02x at offset %zu; remove it",
                   (unsigned)(unsigned char)src->text.p[bad], bad);
        return false;
    }
    return true;
}

/* Offset behind the closing quote of the string that begins at `at`; 0 after reporting an error. cJSON keeps strings
 * NUL-terminated, so an escaped NUL would silently cut one short. */
static size_t check_string(const struct source *src, size_t at, struct diag *diag)
{
    struct str text = src->text;
    for (size_t i = at + 1; i < text.n; i++) {
        if (text.p[i] == '"')
            return i + 1;
        if (text.p[i] == '\n' || text.p[i] == '\r' || text.p[i] == '\t') {
            diag_error(diag, place_at(src, at, 1), "JSON: a line break or tab inside the string that begins here");
            return 0;
        }
        if (text.p[i] != '\\')
            continue;
        if (str_starts(str_sub(text, i, text.n), S("\\u0000"))) {
            diag_error(diag, place_at(src, i, 6), "JSON: a NUL character in a string; remove it");
            return 0;
        }
        i++;
    }
    diag_error(diag, place_at(src, at, 1), "JSON: the string that begins here is not closed; is the file cut off?");
    return 0;
}

/* *is_open: the text ends inside a list or object. */
static bool check_text(const struct source *src, bool *is_open, struct diag *diag)
{
    struct str text = src->text;
    size_t depth = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '"') {
            size_t end = check_string(src, i, diag);
            if (end == 0)
                return false;
            i = end - 1;
        } else if ((c == '[' || c == '{') && ++depth > JSON_MAX_DEPTH) {
            diag_error(diag, place_at(src, i, 1), "JSON: nested deeper than %d levels", JSON_MAX_DEPTH);
            return false;
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
    }
    *is_open = depth > 0;
    return true;
}

/* ---- places: the values in document order are the tokens of the text in order */

struct walk {
    const cJSON *at[JSON_MAX_DEPTH + 1]; /* the root … the current value */
    size_t depth;
    size_t token; /* of the current value, counted from 0; a key is a token too */
};

static struct walk walk_from(const struct json_file *f)
{
    return (struct walk){.at = {f->root}};
}

/* The next value in document order, or NULL. */
static const cJSON *walk_next(struct walk *w)
{
    if (w->at[w->depth]->child) {
        w->at[w->depth + 1] = w->at[w->depth]->child;
        w->depth++;
    } else {
        while (w->depth > 0 && !w->at[w->depth]->next)
            w->depth--;
        if (w->depth == 0)
            return NULL;
        w->at[w->depth] = w->at[w->depth]->next;
    }
    w->token += w->at[w->depth]->string ? 2 : 1;
    return w->at[w->depth];
}

/* No value: the root. */
static struct walk walk_to(struct json v)
{
    struct walk w = walk_from(v.file);
    for (const cJSON *at = v.node ? v.file->root : NULL; at && at != v.node;)
        at = walk_next(&w);
    return w;
}

static size_t token_end(struct str text, size_t at)
{
    if (text.p[at] == '{' || text.p[at] == '[')
        return at + 1;
    bool quoted = text.p[at] == '"';
    size_t i = at + 1;
    for (; i < text.n; i++) {
        if (quoted && text.p[i] == '\\')
            i++;
        else if (quoted ? text.p[i] == '"' : strchr(" \t\r\n,:[]{}\"", text.p[i]) != NULL)
            break;
    }
    return quoted ? i + 1 : i;
}

static struct place token_place(const struct source *src, size_t token)
{
    struct str text = src->text;
    size_t i = str_starts(text, S("\xef\xbb\xbf")) ? 3 : 0;
    while (i < text.n) {
        if (strchr(" \t\r\n,:]}", text.p[i])) {
            i++;
            continue;
        }
        size_t end = token_end(text, i);
        if (token-- == 0)
            return place_at(src, i, end - i);
        i = end;
    }
    return (struct place){.src = src};
}

struct place json_place(struct json v)
{
    return token_place(v.file->src, walk_to(v).token);
}

/* ---- paths */

enum { LONGEST_KEY = 80 };

/* A key comes from outside: what a terminal would obey or drown in is not shown. */
static void put_key(struct buf *out, struct str key)
{
    size_t i = 0;
    for (size_t shown = 0; i < key.n && shown < LONGEST_KEY; shown++) {
        uint32_t cp;
        size_t n = utf8_decode(str_sub(key, i, key.n), &cp);
        bool is_control = cp < 0x20 || (cp >= 0x7f && cp < 0xa0);
        buf_put(out, is_control ? S("?") : str_sub(key, i, i + n));
        i += n;
    }
    if (i < key.n)
        buf_puts(out, "...");
}

static size_t index_in(const cJSON *list, const cJSON *item)
{
    size_t i = 0;
    for (const cJSON *c = list->child; c && c != item; c = c->next)
        i++;
    return i;
}

static void put_path(struct buf *out, const struct walk *w)
{
    for (size_t d = 1; d <= w->depth; d++) {
        if (!w->at[d]->string) {
            buf_printf(out, "[%zu]", index_in(w->at[d - 1], w->at[d]));
            continue;
        }
        if (d > 1)
            buf_putc(out, '.');
        put_key(out, str_from(w->at[d]->string));
    }
}

void json_path(struct buf *out, struct json v)
{
    struct walk w = walk_to(v);
    put_path(out, &w);
}

/* ---- duplicate keys */

enum { MANY_KEYS = 16 };

/* The value before `item` in its object that has the same key: a scan while there are few, a map from then on. */
static const cJSON *find_before(const cJSON *object, const cJSON *item)
{
    for (const cJSON *c = object->child; c != item; c = c->next)
        if (strcmp(c->string, item->string) == 0)
            return c;
    return NULL;
}

static bool has_many(const cJSON *object)
{
    size_t n = 0;
    for (const cJSON *c = object->child; c && n <= MANY_KEYS; c = c->next)
        n++;
    return n > MANY_KEYS;
}

static void report_duplicate(const struct json_file *f, const cJSON *before, const struct walk *w, struct diag *diag)
{
    struct buf path = {0};
    put_path(&path, w);
    size_t first = walk_to((struct json){f, before}).token;
    diag_error(diag, token_place(f->src, w->token - 1), "%" STR_FMT " stands twice in this object",
               STR_ARG(buf_str(&path)));
    diag_note(diag, token_place(f->src, first - 1), "the first one is here");
    buf_free(&path);
}

static bool check_object(const struct json_file *f, const cJSON *object, struct arena *scratch, struct diag *diag)
{
    bool many = has_many(object), ok = true;
    struct map map;
    map_init(&map, scratch);
    for (cJSON *c = object->child; c && ok; c = c->next) {
        const cJSON *before = many ? map_add(&map, str_from(c->string), c) : find_before(object, c);
        if (!before)
            continue;
        struct walk w = walk_to((struct json){f, c});
        report_duplicate(f, before, &w, diag);
        ok = false;
    }
    if (many)
        arena_reset(scratch);
    return ok;
}

static bool check_keys(const struct json_file *f, struct diag *diag)
{
    struct arena *scratch = arena_new();
    struct walk w = walk_from(f);
    size_t wrong = 0;
    for (const cJSON *at = f->root; at && wrong < DIAG_MAX; at = walk_next(&w))
        if (cJSON_IsObject(at) && !check_object(f, at, scratch, diag))
            wrong++;
    arena_free(scratch);
    return wrong == 0;
}

/* ---- parsing */

/* cJSON points behind the first character where it wanted the quote of a key, and at it everywhere else. The former is
 * told by what stands before; values of one character (a digit) and an empty object are what could be mistaken. */
static size_t error_offset(struct str text)
{
    size_t at = (size_t)(cJSON_GetErrorPtr() - text.p);
    if (at < 2 || at > text.n || strchr(" \t\r\n[{0123456789", text.p[at - 1]))
        return at;
    struct str before = str_trim(str_sub(text, 0, at - 1));
    char last = before.n ? before.p[before.n - 1] : '\0';
    return last == ',' || (last == '{' && text.p[at - 1] != '}') ? at - 1 : at;
}

static void report_syntax(const struct source *src, bool is_open, struct diag *diag)
{
    size_t at = error_offset(src->text);
    if (is_open && at >= src->text.n)
        diag_error(diag, place_at(src, src->text.n, 0), "JSON: the text ends too early; is the file cut off?");
    else
        diag_error(diag, place_at(src, at, 1), "JSON: this is not what the syntax allows here");
}

struct json_file *json_parse(const struct source *src, struct diag *diag)
{
    if (src->text.n > JSON_MAX_BYTES) {
        diag_error(diag, (struct place){.src = src}, "JSON of %zu bytes; at most %d are allowed", src->text.n,
                   JSON_MAX_BYTES);
        return NULL;
    }
    if (str_trim(src->text).n == 0) {
        diag_error(diag, (struct place){.src = src}, "no JSON; the file is empty");
        return NULL;
    }
    bool is_open;
    if (!check_encoding(src, diag) || !check_text(src, &is_open, diag))
        return NULL;
    /* With the NUL as the last byte of the text cJSON also refuses what follows the document. */
    cJSON *root = cJSON_ParseWithLengthOpts(src->text.p, src->text.n + 1, NULL, 1);
    if (!root) {
        report_syntax(src, is_open, diag);
        return NULL;
    }
    struct json_file *f = malloc(sizeof *f);
    if (!f)
        abort();
    *f = (struct json_file){src, root};
    if (check_keys(f, diag))
        return f;
    json_free(f);
    return NULL;
}

struct json_file *json_read(struct arena *arena, const char *path, struct str shown, struct diag *diag)
{
    struct source *src = ARENA_NEW(arena, struct source);
    src->path = shown;
    return source_read(src, path, JSON_MAX_BYTES, arena, diag) ? json_parse(src, diag) : NULL;
}

void json_free(struct json_file *file)
{
    if (!file)
        return;
    cJSON_Delete(file->root);
    free(file);
}

/* ---- values */

static struct json value(const struct json_file *file, const cJSON *node)
{
    return (struct json){file, cJSON_IsNull(node) ? NULL : node};
}

struct json json_root(const struct json_file *file)
{
    return value(file, file->root);
}

static const cJSON *child(const cJSON *object, struct str key)
{
    if (!cJSON_IsObject(object))
        return NULL;
    for (const cJSON *c = object->child; c; c = c->next)
        if (str_eq_c(key, c->string))
            return c;
    return NULL;
}

struct json json_get(struct json v, const char *path)
{
    struct str rest = str_from(path), key;
    while (v.node && str_next(&rest, '.', &key))
        v.node = child(v.node, key);
    return value(v.file, v.node);
}

struct json json_first(struct json list)
{
    return (struct json){list.file, json_is_list(list) ? list.node->child : NULL};
}

struct json json_next(struct json item)
{
    return (struct json){item.file, item.node->next};
}

bool json_is_list(struct json v)
{
    return cJSON_IsArray(v.node);
}

bool json_is_object(struct json v)
{
    return cJSON_IsObject(v.node);
}

static const char *kind_name(const cJSON *node)
{
    switch (node->type & 0xff) {
    case cJSON_False:
    case cJSON_True: return "true or false";
    case cJSON_NULL: return "null";
    case cJSON_Number: return "a number";
    case cJSON_String: return "a string";
    case cJSON_Array: return "a list";
    default: return "an object";
    }
}

void json_error(struct json v, struct diag *diag, const char *fmt, ...)
{
    struct buf message = {0};
    struct walk w = walk_to(v);
    put_path(&message, &w);
    buf_puts(&message, message.n ? " " : "the document ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&message, fmt, ap);
    va_end(ap);
    diag_error(diag, token_place(v.file->src, w.token), "%" STR_FMT, STR_ARG(buf_str(&message)));
    buf_free(&message);
}

bool json_need(struct json object, const char *key, struct json *out, struct diag *diag)
{
    *out = json_get(object, key);
    if (out->node)
        return true;
    struct buf path = {0};
    json_path(&path, object);
    diag_error(diag, json_place(object), "%" STR_FMT "%s%s is missing", STR_ARG(buf_str(&path)), path.n ? "." : "",
               key);
    buf_free(&path);
    return false;
}

bool json_text(struct json v, struct str *out, struct diag *diag)
{
    if (!cJSON_IsString(v.node)) {
        json_error(v, diag, "must be a string, not %s", kind_name(v.node));
        return false;
    }
    *out = str_from(v.node->valuestring);
    return true;
}

bool json_number(struct json v, double *out, struct diag *diag)
{
    if (cJSON_IsString(v.node)) {
        if (number_parse(str_from(v.node->valuestring), out))
            return true;
        json_error(v, diag, "must be a number; the string holds something else");
        return false;
    }
    if (!cJSON_IsNumber(v.node)) {
        json_error(v, diag, "must be a number, not %s", kind_name(v.node));
        return false;
    }
    *out = v.node->valuedouble;
    if (!isfinite(*out))
        json_error(v, diag, "is too large a number");
    return isfinite(*out);
}
