/* The names that a template declares: {{! names: TITLE ROW ROW.NAME >HEADER EXTRA? }} */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/list.h"
#include "base/map.h"
#include "base/str.h"

enum name_kind { NAME_UNUSED, NAME_VARIABLE, NAME_SECTION, NAME_INCLUDE };

struct name {
    struct str path;     /* ROW.NAME, >HEADER */
    size_t at;           /* offset in the file */
    bool may_be_unused;  /* written with '?' */
    enum name_kind kind; /* by its first use */
    size_t used_at;      /* offset and width of that use */
    size_t used_width;
};

struct names {
    struct arena *arena;
    LIST(struct name *) list; /* in the order of the file */
    struct map by_path;       /* to struct name */
};

void names_init(struct names *names, struct arena *arena);
/* Reads the names in source.text[from, to); reports bad and doubled ones. */
void names_parse(struct names *names, const struct source *source, size_t from, size_t to, struct diag *diag);
/* Reports names without their section and names that nothing used. */
void names_check(const struct names *names, const struct source *source, struct diag *diag);
/* NULL when it is not declared. `scope` is the path of the section round it, or empty. */
struct name *names_find(const struct names *names, struct str scope, struct str name);

/* "ROW" for "ROW.NAME", else empty; and "NAME". */
struct str name_scope(struct str path);
struct str name_last(struct str path);

#endif
