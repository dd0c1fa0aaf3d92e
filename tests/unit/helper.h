/* What the unit tests share: captured diagnostics and temporary folders. */
#ifndef UNIT_HELPER_H
#define UNIT_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Diagnostics that are kept as text instead of printed. */
struct capture {
    struct diag *diag;
    FILE *file;
    char *text; /* valid after capture_text */
    size_t size;
};

static inline struct capture *capture_new(enum diag_format format, bool strict)
{
    struct capture *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->file = open_memstream(&c->text, &c->size);
    assert_non_null(c->file);
    c->diag = diag_new(c->file, format, strict);
    return c;
}

/* Everything printed so far, the message in work included. Owned by the capture. */
static inline const char *capture_text(struct capture *c)
{
    diag_finish(c->diag);
    return c->text;
}

static inline void capture_free(struct capture *c)
{
    diag_free(c->diag);
    fclose(c->file);
    free(c->text);
    free(c);
}

/* Fails with both texts when they differ; `name` says which case it was. */
static inline void expect_text(const char *name, const char *got, const char *expected)
{
    if (strcmp(got, expected) != 0)
        fail_msg("%s\n--- expected\n%s\n--- got\n%s\n---", name, expected, got);
}

static inline void expect_part(const char *name, const char *got, const char *part)
{
    if (!strstr(got, part))
        fail_msg("%s\n--- expected a text with\n%s\n--- got\n%s\n---", name, part, got);
}

/* A new empty folder, to be given to folder_remove. */
static inline char *folder_new(void)
{
    const char *base = getenv("TMPDIR");
    char *path = malloc(FILE_ERROR_SIZE);
    assert_non_null(path);
    snprintf(path, FILE_ERROR_SIZE, "%s/chipfirst-test-XXXXXX", base && *base ? base : "/tmp");
    assert_non_null(mkdtemp(path));
    return path;
}

static inline int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static inline void folder_remove(char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(path);
}

/* Writes a file below a folder by plain stdio, making the folders between. */
static inline void put_file(const char *folder, const char *name, const char *text)
{
    char path[FILE_ERROR_SIZE];
    struct file_error err;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    assert_true(file_make_folder(path, &err));
    *slash = '/';
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* Seconds of processor time so far, for tests that something is not quadratic. */
static inline double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

#endif
