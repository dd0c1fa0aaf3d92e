/* Files and folders: whole files in, atomic files out, sorted listings. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

enum { FILE_ERROR_SIZE = 8192 };

/* What the system said, with the path: "cannot read catalog/x.yaml: Permission denied". */
struct file_error {
    char message[FILE_ERROR_SIZE];
    unsigned long long size; /* of a file that has more bytes than allowed; else 0 */
};

/* Reads a whole file of at most `max` bytes into the arena. */
bool file_read(struct arena *arena, const char *path, size_t max, struct str *text, struct file_error *err);

/* Writes beside the place and renames, so that a reader or a crash never sees half a file. A file that has
 * these bytes already is left alone (*written false). written may be NULL. */
bool file_write(const char *path, struct str text, bool *written, struct file_error *err);

/* Makes the folder and those above it. */
bool file_make_folder(const char *path, struct file_error *err);
bool file_remove(const char *path, struct file_error *err);
/* Removes a folder if it is empty; not an error when it is not. */
void file_remove_empty_folder(const char *path);

enum file_kind { FILE_MISSING, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_OTHER };
/* Does not follow a link. */
enum file_kind file_kind(const char *path);

struct file_entry {
    struct str path; /* relative to the root of the listing, '/' between parts, NUL-terminated */
    enum file_kind kind;
};

struct file_list {
    struct file_entry *at;
    size_t n;
};

/* All entries below `root`, folders excluded, sorted by byte order of the path; links are listed and not
 * followed. At most 64 levels and 200,000 entries. Names starting with '.' are skipped. */
bool file_walk(struct arena *arena, const char *root, struct file_list *list, struct file_error *err);
/* The same with the names that start with '.'. */
bool file_walk_all(struct arena *arena, const char *root, struct file_list *list, struct file_error *err);

/* True when `path` (which need not exist) is the folder `root` or lies inside it, links resolved. */
bool file_is_inside(const char *path, const char *root);

#endif
