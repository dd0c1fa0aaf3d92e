/* Shapes: the merged names of a template and its parts, and the search for values that nobody asks for. */
#include <string.h>

#include "base/buf.h"
#include "base/suggest.h"
#include "render/shape.h"

/* A name and, if it is a section, the names inside; the root has no name. */
struct shape {
    struct str name;
    struct shape *first, *last, *next;
};

static struct shape *find(const struct shape *s, struct str name)
{
    for (struct shape *c = s->first; c; c = c->next)
        if (str_eq(c->name, name))
            return c;
    return NULL;
}

static struct shape *find_or_add(struct shape *s, struct str name, struct arena *arena)
{
    struct shape *c = find(s, name);
    if (c)
        return c;
    c = ARENA_NEW(arena, struct shape);
    c->name = name;
    if (s->last)
        s->last->next = c;
    else
        s->first = c;
    s->last = c;
    return c;
}

static struct shape *add_path(struct shape *s, struct str path, struct arena *arena)
{
    struct str part;
    while (str_next(&path, '.', &part))
        s = find_or_add(s, part, arena);
    return s;
}

/* Depth is bounded: a shape is as deep as the sections of a page and its parts may nest. */
static void merge(struct shape *to, const struct shape *from, struct arena *arena)
{
    for (const struct shape *c = from->first; c; c = c->next)
        merge(find_or_add(to, c->name, arena), c, arena);
}

static void make(struct tpl_file *f, struct arena *arena)
{
    if (f->shape)
        return;
    f->shape = ARENA_NEW(arena, struct shape);
    for (size_t i = 0; i < f->names.list.n; i++)
        if (f->names.list.at[i]->kind != NAME_INCLUDE)
            add_path(f->shape, f->names.list.at[i]->path, arena);
    for (size_t i = 0; i < f->includes.n; i++) {
        const struct include *in = &f->includes.at[i];
        make(in->part, arena);
        for (size_t k = 0; k < in->n_scopes; k++)
            merge(add_path(f->shape, in->scopes[k], arena), in->part->shape, arena);
    }
}

void shape_make(struct tpl_set *set, struct arena *arena)
{
    for (size_t i = 0; i < set->n; i++)
        make(&set->files[i], arena);
}

/* ---- the check ---- */

enum { REPORTS = 8 };

struct check {
    const struct tpl_file *file;
    struct diag *diag;
    const char *reported[REPORTS]; /* names reported already: 200 rows give one message */
    size_t n;
};

/* A dictionary on the way down, for the path in messages. */
struct level {
    const struct level *up;
    struct str name;
    const struct shape *shape;
};

static void put_path(struct buf *b, const struct level *level)
{
    if (!level->up)
        return;
    put_path(b, level->up);
    buf_put(b, level->name);
    buf_putc(b, '.');
}

static bool is_reported(struct check *c, struct str name)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->reported[i] == name.p)
            return true;
    if (c->n == REPORTS)
        return true;
    c->reported[c->n++] = name.p;
    return false;
}

static void report(struct check *c, const struct level *level, struct str name)
{
    if (is_reported(c, name))
        return;
    struct suggestion best = suggest_begin(name);
    for (const struct shape *s = level->shape->first; s; s = s->next)
        suggest_offer(&best, s->name);
    struct buf path = {0};
    put_path(&path, level);
    size_t scope = path.n;
    buf_put(&path, name);
    struct place place = tpl_place(c->file, c->file->names_at, c->file->names_at + 6);
    if (best.best.n)
        diag_error(c->diag, place,
                   "%" STR_FMT " is set, but not used here or in a part; did you mean %" STR_FMT "%" STR_FMT "?",
                   STR_ARG(buf_str(&path)), STR_ARG(str_sub(buf_str(&path), 0, scope)), STR_ARG(best.best));
    else
        diag_error(c->diag, place,
                   "%" STR_FMT " is set, but not used here or in a part; declare it as %" STR_FMT
                   "? if that is intended",
                   STR_ARG(buf_str(&path)), STR_ARG(buf_str(&path)));
    buf_free(&path);
}

/* The rows of a table set their names in the same order: looking on from the last hit finds most at once. */
static const struct shape *find_from(const struct shape *s, const struct shape *last, struct str name)
{
    if (last && last->next && str_eq(last->next->name, name))
        return last->next;
    return find(s, name);
}

static void check_dict(struct check *c, const struct tdict *d, const struct level *level)
{
    const struct shape *last = NULL;
    for (const struct tdict_entry *e = d->first; e; e = e->next) {
        const struct shape *s = find_from(level->shape, last, e->name);
        if (!s) {
            report(c, level, e->name);
            continue;
        }
        struct level inner = {level, e->name, s};
        for (const struct tdict *child = e->first; child; child = child->next)
            check_dict(c, child, &inner);
        last = s;
    }
}

bool shape_check(const struct tpl_file *file, const struct tdict *dict, struct diag *diag)
{
    struct check c = {.file = file, .diag = diag};
    struct level root = {.shape = file->shape};
    check_dict(&c, dict, &root);
    return c.n == 0;
}
