/* Tiny catalogues in a temporary folder that is the working folder meanwhile, so that messages have short paths. */
#ifndef UNIT_CATALOG_HELPER_H
#define UNIT_CATALOG_HELPER_H

#include <limits.h>

#include "catalog/catalog.h"
#include "helper.h"

struct file {
    const char *name, *text;
};

/* One source, one chip, one family with one type: nothing is wrong with it. */
static const struct file minimal[] = {
    {"cat/sources.yaml", "sources:\n  - id: s\n    title: T\n    kind: official\n    read: 2024-05\n"},
    {"cat/chips.yaml", "chips:\n  - id: chip-a\n    name: A\n    kind: gpu\n    memory: 24 GB\n    sources: [s]\n"},
    {"cat/families/ecs.fa.yaml",
     "id: ecs.fa\nkind: vm\nstatus: sold\nlisted: [page]\nsources: [s]\nchip: chip-a\n"
     "types:\n  - id: ecs.fa.large\n    vcpus: 8\n    listed: [page]\n    gpus: 1\n"},
};

struct world {
    char before[PATH_MAX], *folder;
    struct arena *arena;
    struct capture *out;
    struct catalog *catalog;
};

/* Writes the minimal catalogue, then `files` (ending with an empty row) over it: a text of NULL removes the file. */
static inline struct world world_new(const struct file *files, size_t count)
{
    struct world w = {.folder = folder_new(), .arena = arena_new(), .out = capture_new(DIAG_TEXT, false)};
    assert_non_null(getcwd(w.before, sizeof w.before));
    assert_int_equal(chdir(w.folder), 0);
    for (size_t i = 0; i < COUNT_OF(minimal); i++)
        put_file(".", minimal[i].name, minimal[i].text);
    for (size_t i = 0; i < count && files[i].name; i++) {
        if (files[i].text)
            put_file(".", files[i].name, files[i].text);
        else
            assert_int_equal(remove(files[i].name), 0);
    }
    return w;
}

static inline void world_load(struct world *w, size_t folders)
{
    static const char *const names[] = {"cat", "over", "third"};
    w->catalog = catalog_load(names, folders, w->arena, w->out->diag);
}

static inline void world_free(struct world *w)
{
    assert_int_equal(chdir(w->before), 0);
    folder_remove(w->folder);
    arena_free(w->arena);
    capture_free(w->out);
}

#endif
