/* Writing: all new texts at once or none of them. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/source.h"
#include "catalog/import_internal.h"

/* ---- the new texts */

static struct str in_folder(const struct import *im, struct str name)
{
    return arena_printf(im->arena, "%s/%" STR_FMT, im->request->folder, STR_ARG(name));
}

static bool read_old(struct import *im, struct str path, struct source *src)
{
    src->path = path;
    return source_read(src, path.p, YAML_MAX_BYTES, im->arena, im->diag);
}

/* A file that is not there yet begins with `head`. */
static bool add_items(struct import *im, struct str name, struct str head, const char *key, struct str items)
{
    struct source *src = ARENA_NEW(im->arena, struct source);
    struct import_file f = {.name = name};
    struct str path = in_folder(im, name);
    f.existed = file_kind(path.p) != FILE_MISSING;
    if (f.existed) {
        if (!read_old(im, path, src) || !import_append(im->arena, src, key, items, &f.after, im->diag))
            return false;
        f.before = src->text;
    } else {
        *src = (struct source){path, arena_printf(im->arena, "%" STR_FMT "%s:\n", STR_ARG(head), key)};
        struct buf b = {0};
        buf_put(&b, src->text);
        while (items.n && items.p[0] == '\n')
            items = str_sub(items, 1, items.n);
        for (struct str line; str_next(&items, '\n', &line);)
            buf_printf(&b, "%s%" STR_FMT "\n", line.n ? "  " : "", STR_ARG(line));
        f.after = arena_take(im->arena, &b);
    }
    *LIST_ADD(&im->files, im->arena) = f;
    return true;
}

static bool add_family_file(struct import *im, const struct import_family *f)
{
    struct buf head = {0}, items = {0};
    /* A new file names the source once; in an old one the types bring theirs along. */
    struct str source = f->old ? im->source : (struct str){0};
    if (!f->old)
        import_put_family(&head, f, im->source, im->request->date.n ? im->request->date : S("undated"));
    for (size_t i = 0; i < f->entries.n; i++)
        import_put_type(&items, f->entries.at[i], f->kind, source);
    bool ok = add_items(im, arena_printf(im->arena, "families/%" STR_FMT ".yaml", STR_ARG(f->id)), buf_str(&head),
                        "types", buf_str(&items));
    buf_free(&head);
    buf_free(&items);
    return ok;
}

static bool add_source_file(struct import *im)
{
    if (catalog_find(im->c, RECORD_source_record, im->source))
        return true;
    struct buf items = {0};
    import_put_source(&items, im->source, im->request->date.n ? im->request->date : S("undated"));
    bool ok = add_items(im, S("sources.yaml"), (struct str){0}, "sources", buf_str(&items));
    buf_free(&items);
    return ok;
}

static bool add_chip_file(struct import *im)
{
    if (im->chips.n == 0)
        return true;
    struct buf items = {0};
    for (size_t i = 0; i < im->chips.n; i++)
        import_put_chip(&items, &im->chips.at[i], im->source);
    bool ok = add_items(im, S("chips.yaml"), (struct str){0}, "chips", buf_str(&items));
    buf_free(&items);
    return ok;
}

/* What is referred to comes first, so that the catalogue loads after each single file. */
bool import_make_files(struct import *im)
{
    bool ok = add_source_file(im) && add_chip_file(im);
    for (size_t i = 0; ok && i < im->families.n; i++)
        if (im->families.at[i]->entries.n)
            ok = add_family_file(im, im->families.at[i]);
    return ok;
}

/* ---- the trial */

static bool put_file(struct arena *arena, const char *folder, struct str name, struct str text, struct file_error *err)
{
    struct str path = arena_printf(arena, "%s/%" STR_FMT, folder, STR_ARG(name));
    size_t slash = path.n;
    while (path.p[slash - 1] != '/')
        slash--;
    char *parent = arena_cstr(arena, str_sub(path, 0, slash - 1));
    return file_make_folder(parent, err) && file_write(path.p, text, NULL, err);
}

static bool copy_folder(const struct import *im, struct arena *arena, const struct file_list *list, const char *to,
                        struct file_error *err)
{
    for (size_t i = 0; i < list->n; i++) {
        struct str text;
        struct str from = in_folder(im, list->at[i].path);
        if (!file_read(arena, from.p, YAML_MAX_BYTES, &text, err) || !put_file(arena, to, list->at[i].path, text, err))
            return false;
    }
    for (size_t i = 0; i < im->files.n; i++)
        if (!put_file(arena, to, im->files.at[i].name, im->files.at[i].after, err))
            return false;
    return true;
}

static void remove_folder(struct arena *arena, const char *folder)
{
    struct file_list list;
    struct file_error err;
    if (!file_walk(arena, folder, &list, &err))
        return;
    for (size_t i = 0; i < list.n; i++) {
        char *path = arena_cstr(arena, arena_printf(arena, "%s/%s", folder, list.at[i].path.p));
        (void)file_remove(path, &err);
        for (char *slash; (slash = strrchr(path, '/')) != NULL && (size_t)(slash - path) > strlen(folder);) {
            *slash = '\0';
            file_remove_empty_folder(path);
        }
    }
    file_remove_empty_folder(folder);
}

/* Messages about the copy speak of the folder that it is a copy of. */
static struct str speak_of(struct arena *arena, struct str text, struct str copy, const char *folder)
{
    struct buf b = {0};
    while (text.n) {
        size_t at = str_find(text, copy);
        buf_put(&b, str_sub(text, 0, at));
        if (at < text.n)
            buf_puts(&b, folder);
        text = str_sub(text, at < text.n ? at + copy.n : at, text.n);
    }
    return arena_take(arena, &b);
}

/* Loads the copy with diagnostics of its own. */
static void try_copy(struct import *im, struct arena *arena, const char *copy)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        abort();
    struct diag *diag = diag_new(out, DIAG_TEXT, false);
    const struct catalog *c = catalog_load(&copy, 1, arena, diag);
    diag_finish(diag);
    fclose(out);
    struct str said = speak_of(arena, (struct str){text, n}, str_from(copy), im->request->folder);
    if (diag_exit_code(diag) == 2)
        diag_fatal(im->diag, "the trial with the new records failed:\n%" STR_FMT, STR_ARG(said));
    else if (!c)
        diag_error(im->diag, (struct place){0}, "the catalogue does not load with the new records:\n%" STR_FMT,
                   STR_ARG(said));
    else if (c->types.n != im->c->types.n + im->added)
        diag_error(im->diag, (struct place){0}, "the catalogue would have %zu types instead of %zu", c->types.n,
                   im->c->types.n + im->added);
    diag_free(diag);
    free(text);
}

bool import_check_files(struct import *im)
{
    size_t errors = diag_errors(im->diag);
    const char *temp = getenv("TMPDIR");
    struct arena *arena = arena_new();
    struct str copy = arena_printf(arena, "%s/chipfirst-import-XXXXXX", temp && temp[0] ? temp : "/tmp");
    char *folder = arena_cstr(arena, copy);
    struct file_list list;
    struct file_error err;
    if (!mkdtemp(folder)) {
        diag_fatal(im->diag, "cannot make the folder %s: %s", folder, strerror(errno));
    } else if (!file_walk(arena, im->request->folder, &list, &err) || !copy_folder(im, arena, &list, folder, &err)) {
        diag_fatal(im->diag, "%s", err.message);
        remove_folder(arena, folder);
    } else {
        try_copy(im, arena, folder);
        remove_folder(arena, folder);
    }
    arena_free(arena);
    return diag_errors(im->diag) == errors;
}

/* ---- the files */

static void put_back(struct import *im, size_t n)
{
    struct file_error err;
    for (size_t i = n; i > 0; i--) {
        const struct import_file *f = &im->files.at[i - 1];
        const char *path = in_folder(im, f->name).p;
        if (!(f->existed ? file_write(path, f->before, NULL, &err) : file_remove(path, &err)))
            diag_note(im->diag, (struct place){0}, "%s", err.message);
    }
}

bool import_write_files(struct import *im)
{
    struct file_error err;
    for (size_t i = 0; i < im->files.n; i++) {
        if (put_file(im->arena, im->request->folder, im->files.at[i].name, im->files.at[i].after, &err))
            continue;
        diag_fatal(im->diag, "%s", err.message);
        put_back(im, i);
        return false;
    }
    return true;
}
