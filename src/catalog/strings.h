/* The words of the pages that are no records: labels, headings, formula texts, in both languages.
 *
 * templates/strings.en.yaml and strings.zh.yaml are flat maps with the same keys. Texts may hold {0} {1} … */
#ifndef CATALOG_STRINGS_H
#define CATALOG_STRINGS_H

#include "base/buf.h"
#include "base/map.h"
#include "data/schema.h"

struct strings;

/* Loads both files of the folder; keys that only one of them has are errors. NULL after an error. */
struct strings *strings_load(const char *templates, struct arena *arena, struct diag *diag);

/* The text of a key. A key that is not there is reported once and reads as the key itself. */
struct str string_get(struct strings *s, enum lang lang, const char *key);
/* The text of `prefix` + `name`, such as field.vcpus. */
struct str string_of(struct strings *s, enum lang lang, const char *prefix, struct str name);
bool string_has(const struct strings *s, enum lang lang, struct str key);

/* All keys that begin with `prefix`, in the order of strings.en.yaml. */
struct str_list strings_keys(const struct strings *s, const char *prefix, struct arena *arena);

/* Appends a text with {0} … {9} replaced. */
void string_format(struct buf *out, struct str pattern, const struct str *args, size_t count);

#endif
