/* JSON as cloud APIs send it: a thin, strict reader over cJSON that knows the place and the path of every value.
 *
 * Strict: duplicate keys, bad UTF-8, control characters (also escaped NUL), nesting deeper than JSON_MAX_DEPTH, text
 * after the document and files above JSON_MAX_BYTES are errors. Messages name the path of a value:
 * InstanceTypes.InstanceType[3].MemorySize. */
#ifndef DATA_JSON_H
#define DATA_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/str.h"

enum { JSON_MAX_DEPTH = 64, JSON_MAX_BYTES = 64 << 20 };

struct cJSON;
struct json_file; /* a parsed document; owns its values */

/* A value of a document; node is NULL when there is none. Valid until json_free. */
struct json {
    const struct json_file *file;
    const struct cJSON *node;
};

/* Parses src->text, which must be followed by a NUL (file_read and string literals are). `src` must outlive the
 * document. Returns NULL after reporting what is wrong with its place. */
struct json_file *json_parse(const struct source *src, struct diag *diag);
/* Reads and parses a file; the source it makes lives in the arena. `shown` is its path in messages. */
struct json_file *json_read(struct arena *arena, const char *path, struct str shown, struct diag *diag);
/* file may be NULL. */
void json_free(struct json_file *file);

struct json json_root(const struct json_file *file);
/* The value below an object at a path of keys with dots between them ("InstanceTypes.InstanceType"). A missing key
 * and null are the same: no value. v may be no value. */
struct json json_get(struct json v, const char *path);
/* The items of a list; no value after the last one and for all but lists. */
struct json json_first(struct json list);
struct json json_next(struct json item);
static inline bool json_has(struct json v)
{
    return v.node != NULL;
}
bool json_is_list(struct json v);
bool json_is_object(struct json v);

/* As json_get with a single key; reports a missing value with its path. */
bool json_need(struct json object, const char *key, struct json *out, struct diag *diag);
/* A string; *out lives as long as the document. Reports any other kind with its path. */
bool json_text(struct json v, struct str *out, struct diag *diag);
/* A finite number, or a string that holds a plain decimal number: APIs do not agree with their own documentation.
 * Reports any other kind with its path. */
bool json_number(struct json v, double *out, struct diag *diag);

/* Reports an error at the value; the message begins with the value's path and a blank. */
void json_error(struct json v, struct diag *diag, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Where the value stands. Counts from the begin of the text: for messages, not for every value. */
struct place json_place(struct json v);
/* Appends the path of the value; nothing for the root. */
void json_path(struct buf *out, struct json v);

#endif
