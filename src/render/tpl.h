/* One template file and the folder of them, as the modules of render/ share them. */
#ifndef RENDER_TPL_H
#define RENDER_TPL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/list.h"
#include "base/map.h"
#include "render/names.h"
#include "render/scan.h"

enum {
    TPL_DEPTH = 16,             /* of sections in a file, and of parts in parts */
    TPL_FILE_MAX = 1024 * 1024, /* bytes */
};

struct tpl_file;

/* {{>HEADER}} and the sections round it. */
struct include {
    struct str name; /* HEADER */
    size_t begin, end;
    struct tpl_file *part;
    size_t n_scopes;
    struct str scopes[TPL_DEPTH + 1]; /* paths of the dictionaries a name is looked for in; the last is "" */
};

struct tpl_file {
    struct str name; /* "start.tpl", NUL-terminated */
    struct source source;
    bool xml, is_part;
    size_t names_at; /* offset of the word "names:" */
    size_t body;     /* offset of the first byte that is put out */
    struct names names;
    LIST(struct marker) markers; /* of the body */
    LIST(struct include) includes;
    struct shape *shape; /* what may be set, parts included; made after all files are checked */
    bool checked, included;
};

struct tpl_set {
    struct str folder;
    struct tpl_file *files; /* sorted by name */
    size_t n;
    struct map by_name; /* "start.tpl" to struct tpl_file */
};

static inline struct place tpl_place(const struct tpl_file *f, size_t begin, size_t end)
{
    return place_at(&f->source, begin, end - begin);
}

#endif
