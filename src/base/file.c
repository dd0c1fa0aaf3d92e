/* Files and folders. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/list.h"

enum { MAX_DEPTH = 64, MAX_ENTRIES = 200000 };

static bool fail(struct file_error *err, const char *what, const char *path, int code)
{
    err->size = 0;
    snprintf(err->message, sizeof err->message, "cannot %s %s: %s", what, path, strerror(code));
    return false;
}

static bool fail_too_large(struct file_error *err, const char *path, unsigned long long size, size_t max)
{
    err->size = size;
    snprintf(err->message, sizeof err->message, "%s has %llu bytes; at most %zu are allowed", path, size, max);
    return false;
}

static bool read_all(int fd, struct arena *arena, size_t size, struct str *text)
{
    char *p = arena_alloc(arena, size + 1);
    size_t n = 0;
    while (n < size) {
        ssize_t got = read(fd, p + n, size - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    *text = (struct str){p, n};
    return true;
}

bool file_read(struct arena *arena, const char *path, size_t max, struct str *text, struct file_error *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fail(err, "read", path, errno);
    bool ok = false;
    if (fstat(fd, &st) != 0)
        fail(err, "read", path, errno);
    else if (!S_ISREG(st.st_mode))
        fail(err, "read", path, S_ISDIR(st.st_mode) ? EISDIR : EINVAL);
    else if ((unsigned long long)st.st_size > max)
        fail_too_large(err, path, (unsigned long long)st.st_size, max);
    else if (!read_all(fd, arena, (size_t)st.st_size, text))
        fail(err, "read", path, errno);
    else
        ok = true;
    close(fd);
    return ok;
}

static bool has_bytes(const char *path, struct str text)
{
    struct stat st;
    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode) || (unsigned long long)st.st_size != text.n)
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    char chunk[65536];
    size_t n = 0;
    bool same = true;
    while (same && n < text.n) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got <= 0 || (size_t)got > text.n - n)
            same = false;
        else
            same = memcmp(chunk, text.p + n, (size_t)got) == 0;
        n += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    return same;
}

static bool write_all(int fd, struct str text)
{
    while (text.n > 0) {
        ssize_t put = write(fd, text.p, text.n);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        text = str_sub(text, (size_t)put, text.n);
    }
    return true;
}

/* Beside the place, hidden: what a process that was ended left there is no part of the folder. */
static bool temporary_name(const char *path, char temp[PATH_MAX])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return snprintf(temp, PATH_MAX, "%.*s.%s.tmp%ld", (int)(name - path), path, name, (long)getpid()) < PATH_MAX;
}

bool file_write(const char *path, struct str text, bool *written, struct file_error *err)
{
    if (written)
        *written = false;
    if (has_bytes(path, text))
        return true;
    char temp[PATH_MAX];
    if (!temporary_name(path, temp))
        return fail(err, "write", path, ENAMETOOLONG);
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(err, "write", path, errno);
    bool ok = write_all(fd, text);
    int code = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        code = errno;
    }
    if (ok && rename(temp, path) != 0) {
        ok = false;
        code = errno;
    }
    if (!ok) {
        unlink(temp);
        return fail(err, "write", path, code);
    }
    if (written)
        *written = true;
    return true;
}

bool file_make_folder(const char *path, struct file_error *err)
{
    char part[PATH_MAX];
    size_t n = strlen(path);
    if (n == 0)
        return true;
    if (n >= sizeof part)
        return fail(err, "make folder", path, ENAMETOOLONG);
    for (size_t i = 1; i <= n; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return fail(err, "make folder", part, errno);
    }
    struct stat st;
    if (stat(path, &st) != 0)
        return fail(err, "make folder", path, errno);
    return S_ISDIR(st.st_mode) || fail(err, "make folder", path, ENOTDIR);
}

bool file_remove(const char *path, struct file_error *err)
{
    return unlink(path) == 0 || errno == ENOENT || fail(err, "remove", path, errno);
}

void file_remove_empty_folder(const char *path)
{
    (void)rmdir(path);
}

enum file_kind file_kind(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return FILE_MISSING;
    if (S_ISREG(st.st_mode))
        return FILE_REGULAR;
    if (S_ISDIR(st.st_mode))
        return FILE_FOLDER;
    return S_ISLNK(st.st_mode) ? FILE_LINK : FILE_OTHER;
}

struct folder {
    struct str path; /* relative, empty for the root */
    unsigned depth;
};

struct walk {
    struct arena *arena;
    const char *root;
    bool hidden; /* names that start with '.' too */
    LIST(struct file_entry) entries;
    LIST(struct folder) todo; /* folders still to be read: a work list instead of recursion */
};

static bool read_folder(struct walk *w, struct folder folder, struct file_error *err)
{
    struct str full = arena_printf(w->arena, "%s%s%s", w->root, folder.path.n ? "/" : "", folder.path.n ? folder.path.p : "");
    DIR *dir = opendir(full.p);
    if (!dir)
        return fail(err, "read folder", full.p, errno);
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || (e->d_name[0] == '.' && !w->hidden))
            continue;
        struct str path = arena_printf(w->arena, "%s%s%s", folder.path.n ? folder.path.p : "", folder.path.n ? "/" : "", e->d_name);
        enum file_kind kind = file_kind(arena_printf(w->arena, "%s/%s", full.p, e->d_name).p);
        if (kind == FILE_FOLDER && folder.depth >= MAX_DEPTH)
            ok = fail(err, "read folder", path.p, ELOOP);
        else if (kind == FILE_FOLDER)
            *LIST_ADD(&w->todo, w->arena) = (struct folder){path, folder.depth + 1};
        else
            *LIST_ADD(&w->entries, w->arena) = (struct file_entry){path, kind};
        if (w->entries.n + w->todo.n > MAX_ENTRIES)
            ok = fail(err, "read folder", w->root, EFBIG);
    }
    closedir(dir);
    return ok;
}

static int by_path(const void *a, const void *b)
{
    const struct file_entry *x = a, *y = b;
    return str_cmp(x->path, y->path);
}

static bool walk(struct arena *arena, const char *root, bool hidden, struct file_list *list, struct file_error *err)
{
    struct walk w = {.arena = arena, .root = root, .hidden = hidden};
    *LIST_ADD(&w.todo, arena) = (struct folder){0};
    while (w.todo.n > 0) {
        struct folder next = w.todo.at[--w.todo.n];
        if (!read_folder(&w, next, err))
            return false;
    }
    if (w.entries.n)
        qsort(w.entries.at, w.entries.n, sizeof *w.entries.at, by_path);
    *list = (struct file_list){w.entries.at, w.entries.n};
    return true;
}

bool file_walk(struct arena *arena, const char *root, struct file_list *list, struct file_error *err)
{
    return walk(arena, root, false, list, err);
}

bool file_walk_all(struct arena *arena, const char *root, struct file_list *list, struct file_error *err)
{
    return walk(arena, root, true, list, err);
}

/* The real path of the longest part of `path` that exists, into `real`. */
static bool real_existing(const char *path, char real[PATH_MAX])
{
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s%s", path[0] == '/' ? "" : "./", path) >= (int)sizeof part)
        return false;
    while (!realpath(part, real)) {
        char *slash = strrchr(part, '/');
        if (!slash || part[1] == '\0')
            return false;
        slash[slash == part] = '\0'; /* "/" itself stays */
    }
    return true;
}

bool file_is_inside(const char *path, const char *root)
{
    char inner[PATH_MAX], outer[PATH_MAX];
    if (!real_existing(path, inner) || !realpath(root, outer))
        return false;
    size_t n = strlen(outer);
    return strncmp(inner, outer, n) == 0 && (inner[n] == '\0' || inner[n] == '/' || n == 1);
}
