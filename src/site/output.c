/* Everything the site consists of. */
#include "site/output.h"

#include <stdlib.h>

void outputs_init(struct outputs *o, struct arena *arena)
{
    *o = (struct outputs){.arena = arena};
    map_init(&o->by_path, arena);
}

static bool is_plain_path(struct str path)
{
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' || c == '/';
        if (!plain)
            return false;
    }
    return path.n > 0 && path.p[0] != '/';
}

void outputs_add(struct outputs *o, struct str path, struct str bytes, struct str origin, struct diag *diag)
{
    struct place none = {0};
    if (!is_plain_path(path)) {
        diag_error(diag, none, "the output path \"%" STR_FMT "\" of %" STR_FMT " has other characters than a-z, 0-9, '.', '-', '_'",
                   STR_ARG(path), STR_ARG(origin));
        return;
    }
    struct output *out = LIST_ADD(&o->list, o->arena);
    *out = (struct output){arena_str(o->arena, path), arena_str(o->arena, bytes), arena_str(o->arena, origin)};
    size_t before = (size_t)map_add(&o->by_path, out->path, (void *)o->list.n);
    if (before)
        diag_error(diag, none, "%" STR_FMT " and %" STR_FMT " both want to be %" STR_FMT, STR_ARG(o->list.at[before - 1].origin),
                   STR_ARG(origin), STR_ARG(path));
}

static int by_path(const void *a, const void *b)
{
    return str_cmp(((const struct output *)a)->path, ((const struct output *)b)->path);
}

void outputs_sort(struct outputs *o)
{
    if (o->list.n)
        qsort(o->list.at, o->list.n, sizeof *o->list.at, by_path);
    map_init(&o->by_path, o->arena);
    for (size_t i = 0; i < o->list.n; i++)
        map_add(&o->by_path, o->list.at[i].path, (void *)(i + 1));
}

const struct output *outputs_find(const struct outputs *o, struct str path)
{
    size_t i = (size_t)map_get(&o->by_path, path);
    return i ? &o->list.at[i - 1] : NULL;
}
