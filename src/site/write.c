/* Writing the site: all of it or nothing. */
#define _GNU_SOURCE
#include "site/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

static const char list_name[] = ".chipfirst";
enum { LIST_MAX = 64 << 20, OPEN_FOLDERS = 16 };

struct writer {
    const struct outputs *out;
    struct arena *arena;
    struct str root, fresh, old; /* the folder, the new one beside it, and the old one where exchanging takes two steps */
    struct map ours;        /* files that the last build wrote */
    bool *same;             /* parallel to out->list: these bytes are there already */
    struct write_result *result;
    struct diag *diag;
};

static struct str join(const struct writer *w, struct str folder, struct str name)
{
    return arena_printf(w->arena, "%" STR_FMT "/%" STR_FMT, STR_ARG(folder), STR_ARG(name));
}

static bool refuse(const struct writer *w, const char *what, struct str path)
{
    diag_fatal(w->diag, "cannot %s %" STR_FMT ": %s", what, STR_ARG(path), strerror(errno));
    return false;
}

static bool failed(const struct writer *w, const struct file_error *err)
{
    diag_fatal(w->diag, "%s", err->message);
    return false;
}

static bool refuse_foreign(const struct writer *w, struct str path)
{
    diag_fatal(w->diag, "%" STR_FMT " was not written by chipfirst; move it away or choose another --out", STR_ARG(path));
    return false;
}

/* ---- the folder as it is */

static bool read_list(struct writer *w)
{
    struct str path = join(w, w->root, str_from(list_name)), text, line;
    struct file_error err;
    map_init(&w->ours, w->arena);
    if (file_kind(path.p) == FILE_MISSING)
        return true;
    if (!file_read(w->arena, path.p, LIST_MAX, &text, &err))
        return failed(w, &err);
    while (str_next(&text, '\n', &line))
        if (line.n)
            map_add(&w->ours, line, w);
    return true;
}

/* A name of the user's: it comes along. */
static bool is_hidden(const struct file_entry *e)
{
    return e->path.p[0] == '.' && e->kind == FILE_REGULAR && str_find_char(e->path, '/') == e->path.n;
}

/* Every file in the folder must be one that the last build wrote, or hidden and at its top. */
static bool check_folder(struct writer *w, struct file_list *present)
{
    struct file_error err;
    *present = (struct file_list){NULL, 0};
    if (file_kind(w->root.p) == FILE_MISSING)
        return true;
    if (!file_walk_all(w->arena, w->root.p, present, &err))
        return failed(w, &err);
    for (size_t i = 0; i < present->n; i++) {
        const struct file_entry *e = &present->at[i];
        if (is_hidden(e) || (map_get(&w->ours, e->path) && e->kind == FILE_REGULAR))
            continue;
        return refuse_foreign(w, join(w, w->root, e->path));
    }
    return true;
}

static bool has_bytes(const struct writer *w, const struct output *o)
{
    struct stat st;
    struct str path = join(w, w->root, o->path), text;
    struct file_error err;
    if (lstat(path.p, &st) != 0 || !S_ISREG(st.st_mode) || (unsigned long long)st.st_size != o->bytes.n)
        return false;
    struct arena *scratch = arena_new();
    bool same = file_read(scratch, path.p, o->bytes.n, &text, &err) && str_eq(text, o->bytes);
    arena_free(scratch);
    return same;
}

static void compare(struct writer *w, const struct file_list *present)
{
    w->same = ARENA_ARRAY(w->arena, w->out->list.n, bool);
    *w->result = (struct write_result){0};
    for (size_t i = 0; i < w->out->list.n; i++) {
        w->same[i] = has_bytes(w, &w->out->list.at[i]);
        if (w->same[i])
            w->result->unchanged++;
        else
            w->result->written++;
    }
    for (size_t i = 0; i < present->n; i++)
        if (!is_hidden(&present->at[i]) && !outputs_find(w->out, present->at[i].path))
            w->result->removed++;
}

/* ---- the folder as it shall be */

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

/* Removes a folder of ours beside the site with all that is in it. */
static bool remove_folder(const struct writer *w, struct str folder)
{
    enum file_kind kind = file_kind(folder.p);
    if (kind == FILE_MISSING)
        return true;
    if (kind != FILE_FOLDER)
        return refuse_foreign(w, folder);
    return nftw(folder.p, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) == 0 || refuse(w, "remove", folder);
}

/* Clears away what a build that was ended left beside the site, and puts the site back that it had moved away. */
static bool recover(const struct writer *w)
{
    if (file_kind(w->root.p) == FILE_MISSING && file_kind(w->old.p) == FILE_FOLDER && rename(w->old.p, w->root.p) != 0)
        return refuse(w, "rename", w->old);
    return remove_folder(w, w->old) && remove_folder(w, w->fresh);
}

static bool make_parent(struct writer *w, struct str path, struct map *made)
{
    size_t slash = path.n;
    while (slash > 0 && path.p[slash - 1] != '/')
        slash--;
    struct str folder = str_sub(path, 0, slash ? slash - 1 : 0);
    struct file_error err;
    if (map_get(made, folder))
        return true;
    struct str full = folder.n ? join(w, w->fresh, folder) : w->fresh;
    if (!file_make_folder(full.p, &err))
        return failed(w, &err);
    map_add(made, arena_str(w->arena, folder), w);
    return true;
}

static bool put_file(struct writer *w, size_t i, struct map *made)
{
    const struct output *o = &w->out->list.at[i];
    struct str to = join(w, w->fresh, o->path);
    struct file_error err;
    if (!make_parent(w, o->path, made))
        return false;
    if (w->same[i] && link(join(w, w->root, o->path).p, to.p) == 0)
        return true; /* else: a file system without hard links; write it anew */
    return file_write(to.p, o->bytes, NULL, &err) || failed(w, &err);
}

static bool put_list(struct writer *w)
{
    struct buf b = {0};
    struct file_error err;
    for (size_t i = 0; i < w->out->list.n; i++)
        buf_printf(&b, "%" STR_FMT "\n", STR_ARG(w->out->list.at[i].path));
    bool ok = file_write(join(w, w->fresh, str_from(list_name)).p, buf_str(&b), NULL, &err);
    buf_free(&b);
    return ok || failed(w, &err);
}

/* Names that begin with '.' belong to the user (.gitignore, .nojekyll): they come along. */
static bool keep_hidden(struct writer *w)
{
    DIR *dir = opendir(w->root.p);
    if (!dir)
        return errno == ENOENT || refuse(w, "read folder", w->root);
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL;) {
        if (e->d_name[0] != '.' || strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || strcmp(e->d_name, list_name) == 0)
            continue;
        struct str from = join(w, w->root, str_from(e->d_name)), to = join(w, w->fresh, str_from(e->d_name)), text;
        struct file_error err;
        if (file_kind(from.p) != FILE_REGULAR) {
            diag_fatal(w->diag, "%" STR_FMT " is no plain file; move it away or choose another --out", STR_ARG(from));
            ok = false;
        } else if (link(from.p, to.p) != 0) {
            ok = file_read(w->arena, from.p, LIST_MAX, &text, &err) && file_write(to.p, text, NULL, &err);
            if (!ok)
                failed(w, &err);
        }
    }
    closedir(dir);
    return ok;
}

static bool put_all(struct writer *w)
{
    struct map made;
    struct file_error err;
    map_init(&made, w->arena);
    if (!file_make_folder(w->fresh.p, &err))
        return failed(w, &err);
    for (size_t i = 0; i < w->out->list.n; i++)
        if (!put_file(w, i, &made))
            return false;
    return put_list(w) && keep_hidden(w);
}

/* Both folders change places in one step where the system can do that, else in two. */
static bool exchange(struct writer *w)
{
    if (file_kind(w->root.p) == FILE_MISSING)
        return rename(w->fresh.p, w->root.p) == 0 || refuse(w, "rename", w->fresh);
#ifdef RENAME_EXCHANGE
    if (renameat2(AT_FDCWD, w->fresh.p, AT_FDCWD, w->root.p, RENAME_EXCHANGE) == 0)
        return true;
    if (errno != ENOSYS && errno != EINVAL)
        return refuse(w, "exchange", w->root);
#endif
    if (rename(w->root.p, w->old.p) != 0)
        return refuse(w, "rename", w->root);
    if (rename(w->fresh.p, w->root.p) != 0) {
        int code = errno;
        rename(w->old.p, w->root.p);
        errno = code;
        return refuse(w, "rename", w->fresh);
    }
    return rename(w->old.p, w->fresh.p) == 0 || refuse(w, "rename", w->old);
}

/* The folder itself when `root` is a link to one or ends in a dot, else as the user wrote it; without '/' at the end. */
static struct str real_root(struct arena *arena, const char *root)
{
    char real[PATH_MAX];
    struct str s = str_from(root);
    while (s.n > 1 && s.p[s.n - 1] == '/')
        s.n--;
    s = (struct str){arena_cstr(arena, s), s.n};
    if ((file_kind(s.p) == FILE_LINK || str_ends(s, S("."))) && realpath(s.p, real))
        return (struct str){arena_cstr(arena, str_from(real)), strlen(real)};
    return s;
}

static bool write_new(struct writer *w)
{
    struct file_list present;
    if (!recover(w) || !read_list(w) || !check_folder(w, &present))
        return false;
    compare(w, &present);
    if (w->result->written == 0 && w->result->removed == 0)
        return true;
    bool ok = put_all(w) && exchange(w);
    remove_folder(w, w->fresh); /* what cannot go is told, but the new site stands */
    return ok;
}

/* Two builds into one folder would clear away each other's new folder, so the second waits. The lock lies on the folder around
 * the site: it leaves no file, and the system lifts it however the build ends. Returns -1 where there are no such locks. */
static int lock_around(struct arena *arena, struct str root)
{
    size_t n = root.n;
    while (n > 0 && root.p[n - 1] != '/')
        n--;
    int fd = open(n ? arena_cstr(arena, str_sub(root, 0, n)) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool site_write(const struct outputs *out, const char *root, struct write_result *result, struct diag *diag)
{
    struct arena *arena = arena_new();
    struct writer w = {.out = out, .arena = arena, .result = result, .diag = diag};
    w.root = real_root(arena, root);
    w.fresh = arena_printf(arena, "%" STR_FMT ".chipfirst-new", STR_ARG(w.root));
    w.old = arena_printf(arena, "%" STR_FMT ".old", STR_ARG(w.fresh));
    int lock = lock_around(arena, w.root);
    bool ok = write_new(&w);
    if (lock >= 0)
        close(lock);
    arena_free(arena);
    return ok;
}
