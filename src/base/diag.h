/* Diagnostics: what is wrong with the author's input, with file, line, column, excerpt and caret.
 *
 *     catalog/families/ecs.gn7i.yaml:12:17: error: memory "24" has no unit; write 24 GiB or 24 GB
 *        12 |         memory: 24
 *           |                 ^~
 *
 * A message names the thing, the rule and the fix. The same message for the same place is given once. As text at most
 * DIAG_MAX are printed in a run and the rest is counted; as JSON all of them. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/str.h"

enum { DIAG_MAX = 50 };

/* A text that messages can point into. */
struct source {
    struct str path; /* as shown in messages */
    struct str text; /* whole content, or empty when it could not be read */
};

/* A place in a source: one-based, columns in characters (a tab is one). line 0: the file as a whole. */
struct place {
    const struct source *src; /* NULL: no file (options, internal) */
    unsigned line, col;
    unsigned width; /* characters to underline; 0 counts as 1 */
};

enum diag_format { DIAG_TEXT, DIAG_JSON };

struct diag; /* collects and prints */

/* Prints to `out`; `strict` turns warnings into errors. */
struct diag *diag_new(FILE *out, enum diag_format format, bool strict);
void diag_free(struct diag *d);

void diag_error(struct diag *d, struct place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(struct diag *d, struct place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* A second place (first definition, other heading) of the message before. */
void diag_note(struct diag *d, struct place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The world is wrong (disk full, no permission), no place in a text: exit code 2. */
void diag_fatal(struct diag *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Prints what is pending and, where messages were left out, how many. To be called once, last. */
void diag_finish(struct diag *d);

size_t diag_errors(const struct diag *d);
size_t diag_warnings(const struct diag *d);
/* 0 nothing wrong, 1 the input is wrong, 2 the world is wrong. */
int diag_exit_code(const struct diag *d);

/* The place `skip` characters further right on the same line. */
struct place place_right(struct place at, unsigned skip, unsigned width);
/* The place of a byte offset in a source: counts lines and characters. */
struct place place_at(const struct source *src, size_t offset, size_t width_bytes);
/* The text of a line (one-based) without its line end; empty when there is none. */
struct str source_line(const struct source *src, unsigned line);

#endif
