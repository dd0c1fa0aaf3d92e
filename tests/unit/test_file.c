/* Tests of base/file: reading with limits, atomic writing, sorted listings, links, what lies inside what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "helper.h"

/* Every test has a folder of its own and an arena. */
struct world {
    char *folder;
    struct arena *arena;
    struct file_error err;
};

static int set_up(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    w->folder = folder_new();
    w->arena = arena_new();
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    folder_remove(w->folder);
    arena_free(w->arena);
    free(w);
    return 0;
}

/* A path below the test's folder. */
static const char *in(struct world *w, const char *name)
{
    return arena_printf(w->arena, "%s/%s", w->folder, name).p;
}

static struct str must_read(struct world *w, const char *path)
{
    struct str text = {NULL, 0};
    if (!file_read(w->arena, path, 1 << 20, &text, &w->err))
        fail_msg("%s", w->err.message);
    return text;
}

static void must_link(const char *target, const char *path)
{
    if (symlink(target, path) != 0)
        fail_msg("symlink %s: %s", path, strerror(errno));
}

/* ---- reading */

static void test_read_up_to_the_limit(void **state)
{
    struct world *w = *state;
    static const struct {
        size_t max;
        bool ok;
    } limits[] = {{10, true}, {11, true}, {9, false}, {0, false}};
    put_file(w->folder, "ten", "0123456789");
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct str text = {NULL, 0};
        if (file_read(w->arena, in(w, "ten"), limits[i].max, &text, &w->err) != limits[i].ok)
            fail_msg("at most %zu bytes: %s", limits[i].max, limits[i].ok ? w->err.message : "was read");
        if (limits[i].ok)
            assert_true(str_eq_c(text, "0123456789"));
    }
    char expected[PATH_MAX];
    snprintf(expected, sizeof expected, "%s has 10 bytes; at most 0 are allowed", in(w, "ten"));
    expect_text("limit", w->err.message, expected);
}

static void test_read_keeps_every_byte(void **state)
{
    struct world *w = *state;
    char bytes[256];
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    assert_true(file_write(in(w, "bytes"), (struct str){bytes, 256}, NULL, &w->err));
    assert_true(str_eq(must_read(w, in(w, "bytes")), (struct str){bytes, 256}));
    put_file(w->folder, "empty", "");
    assert_int_equal(must_read(w, in(w, "empty")).n, 0);
}

static void test_read_says_what_and_why(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *name;
        int code;
    } bad[] = {{"missing", ENOENT}, {"folder", EISDIR}, {"pipe", EINVAL}, {"file/x", ENOTDIR}};
    put_file(w->folder, "folder/x", "");
    put_file(w->folder, "file", "");
    assert_int_equal(mkfifo(in(w, "pipe"), 0600), 0); /* nobody writes: reading must not wait */
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct str text;
        char expected[PATH_MAX];
        snprintf(expected, sizeof expected, "cannot read %s: %s", in(w, bad[i].name), strerror(bad[i].code));
        assert_false(file_read(w->arena, in(w, bad[i].name), 100, &text, &w->err));
        expect_text(bad[i].name, w->err.message, expected);
    }
}

/* ---- writing */

static struct timespec modified(const char *path)
{
    struct stat st;
    assert_int_equal(lstat(path, &st), 0);
    return st.st_mtim;
}

static void test_unchanged_bytes_are_not_rewritten(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *text;
        bool written;
    } writes[] = {{"first", true}, {"first", false}, {"fIrst", true}, {"longer text", true}, {"", true}, {"", false}, {"x", true}};
    const char *path = in(w, "page.html");
    for (size_t i = 0; i < COUNT_OF(writes); i++) {
        bool written;
        struct timespec old[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
        if (i > 0)
            assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
        assert_true(file_write(path, str_from(writes[i].text), &written, &w->err));
        if (written != writes[i].written || (modified(path).tv_sec == 1000000) == writes[i].written)
            fail_msg("write %zu: written %d, time %lld", i, written, (long long)modified(path).tv_sec);
        assert_true(str_eq_c(must_read(w, path), writes[i].text));
    }
}

/* Bytes that differ behind the first block must be seen. */
static void test_late_difference_is_written(void **state)
{
    struct world *w = *state;
    enum { N = 200000 };
    char *text = arena_alloc(w->arena, N);
    memset(text, 'a', N);
    bool written;
    assert_true(file_write(in(w, "big"), (struct str){text, N}, &written, &w->err));
    text[N - 1] = 'b';
    assert_true(file_write(in(w, "big"), (struct str){text, N}, &written, &w->err));
    assert_true(written);
    assert_true(str_eq(must_read(w, in(w, "big")), (struct str){text, N}));
    assert_true(file_write(in(w, "big"), (struct str){text, N}, &written, &w->err));
    assert_false(written);
}

/* Who has the old file open goes on reading the old bytes: the new ones came by renaming. */
static void test_write_replaces_the_file_as_a_whole(void **state)
{
    struct world *w = *state;
    char got[16] = {0};
    put_file(w->folder, "f", "old bytes");
    int fd = open(in(w, "f"), O_RDONLY);
    assert_true(file_write(in(w, "f"), S("new"), NULL, &w->err));
    assert_int_equal(read(fd, got, sizeof got), 9);
    close(fd);
    assert_string_equal(got, "old bytes");
    assert_true(str_eq_c(must_read(w, in(w, "f")), "new"));
}

static void test_write_replaces_a_link_not_its_target(void **state)
{
    struct world *w = *state;
    put_file(w->folder, "target", "same");
    must_link("target", in(w, "link"));
    assert_true(file_write(in(w, "link"), S("same"), NULL, &w->err));
    assert_int_equal(file_kind(in(w, "link")), FILE_REGULAR);
    assert_true(file_write(in(w, "link"), S("other"), NULL, &w->err));
    assert_true(str_eq_c(must_read(w, in(w, "target")), "same"));
}

static size_t count_entries(struct world *w, const char *root)
{
    struct file_list list;
    if (!file_walk(w->arena, root, &list, &w->err))
        fail_msg("%s", w->err.message);
    return list.n;
}

static void test_write_into_no_folder(void **state)
{
    struct world *w = *state;
    char expected[PATH_MAX];
    snprintf(expected, sizeof expected, "cannot write %s: %s", in(w, "no/f"), strerror(ENOENT));
    assert_false(file_write(in(w, "no/f"), S("x"), NULL, &w->err));
    expect_text("no folder", w->err.message, expected);
    put_file(w->folder, "folder/x", "");
    assert_false(file_write(in(w, "folder"), S("x"), NULL, &w->err)); /* a folder is in the way */
    assert_int_equal(count_entries(w, w->folder), 1);                 /* and nothing is left beside it */
}

/* The file that stood before still stands, the temporary one is gone. */
static void expect_untouched(struct world *w, const char *folder, bool ok, int code)
{
    char expected[PATH_MAX];
    snprintf(expected, sizeof expected, "cannot write %s/f: %s", folder, strerror(code));
    assert_false(ok);
    expect_text("full", w->err.message, expected);
}

static void test_write_beyond_the_size_limit_leaves_the_old_file(void **state)
{
    struct world *w = *state;
    struct rlimit before, small;
    put_file(w->folder, "f", "old");
    char *text = arena_alloc(w->arena, 1 << 20);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 1 << 16;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool written = true, ok = file_write(in(w, "f"), (struct str){text, 1 << 20}, &written, &w->err);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    expect_untouched(w, w->folder, ok, EFBIG);
    assert_false(written);
    assert_true(str_eq_c(must_read(w, in(w, "f")), "old"));
    assert_int_equal(count_entries(w, w->folder), 1);
}

/* A file system of 64 KiB, which only root may mount, and not everywhere. */
static void test_write_to_a_full_disk_leaves_the_old_file(void **state)
{
    struct world *w = *state;
    const char *disk = in(w, "disk");
    assert_int_equal(mkdir(disk, 0700), 0);
    if (geteuid() != 0 || mount("none", disk, "tmpfs", 0, "size=64k") != 0)
        skip();
    put_file(disk, "f", "old");
    char *text = arena_alloc(w->arena, 1 << 20);
    bool ok = file_write(in(w, "disk/f"), (struct str){text, 1 << 20}, NULL, &w->err);
    struct str kept = {NULL, 0};
    struct file_error ignored;
    file_read(w->arena, in(w, "disk/f"), 100, &kept, &ignored);
    struct file_list list = {NULL, 0};
    file_walk(w->arena, disk, &list, &ignored);
    umount(disk); /* before anything can fail */
    expect_untouched(w, disk, ok, ENOSPC);
    assert_true(str_eq_c(kept, "old"));
    assert_int_equal(list.n, 1);
}

/* ---- folders */

static void test_make_and_remove_folders(void **state)
{
    struct world *w = *state;
    assert_true(file_make_folder(in(w, "a/b//c/"), &w->err));
    assert_true(file_make_folder(in(w, "a/b/c"), &w->err));
    assert_int_equal(file_kind(in(w, "a/b/c")), FILE_FOLDER);
    put_file(w->folder, "a/f", "");
    assert_false(file_make_folder(in(w, "a/f"), &w->err));
    assert_false(file_make_folder(in(w, "a/f/g"), &w->err));
    expect_part("a file is in the way", w->err.message, strerror(ENOTDIR));
    file_remove_empty_folder(in(w, "a"));
    assert_int_equal(file_kind(in(w, "a/f")), FILE_REGULAR);
    file_remove_empty_folder(in(w, "a/b/c"));
    assert_int_equal(file_kind(in(w, "a/b/c")), FILE_MISSING);
    assert_true(file_remove(in(w, "a/f"), &w->err));
    assert_true(file_remove(in(w, "a/f"), &w->err)); /* gone is gone */
    assert_false(file_remove(in(w, "a/b"), &w->err));
}

static void test_walk_is_sorted_and_does_not_follow_links(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *path;
        enum file_kind kind;
    } expected[] = {
        {"A", FILE_REGULAR},     {"a-1/x", FILE_REGULAR}, {"a.b", FILE_REGULAR},    {"a/b/c", FILE_REGULAR},
        {"a/loop", FILE_LINK},   {"a/z", FILE_REGULAR},   {"dangling", FILE_LINK},  {"pipe", FILE_OTHER},
        {"to-file", FILE_LINK},  {"\xe6\x98\xbe", FILE_REGULAR},
    };
    static const char *const files[] = {"\xe6\x98\xbe", "a/z", "a.b", "A", "a/b/c", "a-1/x", ".hidden", ".git/x", "a/.x"};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        put_file(w->folder, files[i], "");
    assert_int_equal(mkdir(in(w, "empty"), 0700), 0);
    assert_int_equal(mkfifo(in(w, "pipe"), 0600), 0);
    must_link("..", in(w, "a/loop"));
    must_link("nowhere", in(w, "dangling"));
    must_link("A", in(w, "to-file"));
    struct file_list list;
    assert_true(file_walk(w->arena, w->folder, &list, &w->err));
    for (size_t i = 0; i < list.n && i < COUNT_OF(expected); i++)
        if (!str_eq_c(list.at[i].path, expected[i].path) || list.at[i].kind != expected[i].kind)
            fail_msg("entry %zu is %s, kind %d; expected %s", i, list.at[i].path.p, (int)list.at[i].kind, expected[i].path);
    assert_int_equal(list.n, COUNT_OF(expected));
}

static const char *nested(struct world *w, int levels)
{
    struct str path = arena_printf(w->arena, "%d", levels);
    for (int i = 1; i < levels; i++)
        path = arena_printf(w->arena, "%s/d", path.p);
    return path.p;
}

static void test_walk_is_limited_in_depth(void **state)
{
    struct world *w = *state;
    struct file_list list;
    put_file(w->folder, arena_printf(w->arena, "%s/f", nested(w, 64)).p, "");
    assert_int_equal(count_entries(w, w->folder), 1);
    assert_true(file_make_folder(in(w, nested(w, 65)), &w->err));
    assert_false(file_walk(w->arena, w->folder, &list, &w->err));
    expect_part("depth", w->err.message, "cannot read folder 65/d/");
}

static void test_walk_of_no_folder(void **state)
{
    struct world *w = *state;
    struct file_list list;
    char expected[PATH_MAX];
    snprintf(expected, sizeof expected, "cannot read folder %s: %s", in(w, "none"), strerror(ENOENT));
    assert_false(file_walk(w->arena, in(w, "none"), &list, &w->err));
    expect_text("missing", w->err.message, expected);
    assert_int_equal(mkdir(in(w, "empty"), 0700), 0);
    assert_int_equal(count_entries(w, in(w, "empty")), 0);
}

/* ---- inside */

static const struct {
    const char *path, *root;
    bool inside;
} pairs[] = {
    {"root", "root", true},
    {"root/", "root", true},
    {"root/a", "root", true},
    {"root/a/f", "root", true},
    {"root/new/deeper", "root", true}, /* need not exist */
    {"root/a/../a", "root", true},
    {"root/..", "root", false},
    {"root/a/../../other", "root", false},
    {"root-2", "root", false}, /* the name only begins alike */
    {"root-2/x", "root", false},
    {"other", "root", false},
    {"rootx", "root", false},
    {"link-in/out", "root", true},          /* a link from outside to inside */
    {"root/link-out", "root", false},       /* and the other way round */
    {"root/link-out/new", "root", false},
    {"root/a", "link-in", true},
    {"other", "missing-root", false},
};

static void test_inside(void **state)
{
    struct world *w = *state;
    put_file(w->folder, "root/a/f", "");
    put_file(w->folder, "root-2/x", "");
    put_file(w->folder, "other/x", "");
    must_link("root", in(w, "link-in"));
    must_link("../other", in(w, "root/link-out"));
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (file_is_inside(in(w, pairs[i].path), in(w, pairs[i].root)) != pairs[i].inside)
            fail_msg("%s in %s", pairs[i].path, pairs[i].root);
    assert_true(file_is_inside("/", "/"));
    assert_true(file_is_inside(in(w, "root"), "/"));
    assert_true(file_is_inside("/no-such-folder-here", "/"));
    assert_false(file_is_inside("/no-such-folder-here", w->folder));
}

/* Relative paths count from the working folder. */
static void test_inside_with_relative_paths(void **state)
{
    struct world *w = *state;
    char before[PATH_MAX];
    put_file(w->folder, "content/x", "");
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(w->folder), 0);
    bool out = file_is_inside("site", "content"), in_content = file_is_inside("content/site/en", "content"),
         dot = file_is_inside("site", ".");
    assert_int_equal(chdir(before), 0);
    assert_false(out);
    assert_true(in_content);
    assert_true(dot);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_read_up_to_the_limit), TEST(test_read_keeps_every_byte), TEST(test_read_says_what_and_why),
        TEST(test_unchanged_bytes_are_not_rewritten), TEST(test_late_difference_is_written),
        TEST(test_write_replaces_the_file_as_a_whole), TEST(test_write_replaces_a_link_not_its_target),
        TEST(test_write_into_no_folder), TEST(test_write_beyond_the_size_limit_leaves_the_old_file),
        TEST(test_write_to_a_full_disk_leaves_the_old_file), TEST(test_make_and_remove_folders),
        TEST(test_walk_is_sorted_and_does_not_follow_links), TEST(test_walk_is_limited_in_depth), TEST(test_walk_of_no_folder),
        TEST(test_inside), TEST(test_inside_with_relative_paths),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
