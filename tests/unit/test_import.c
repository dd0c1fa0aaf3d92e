/* Importing API responses: what is added, byte for byte; conflicts; everything that must be refused with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "catalog/import_internal.h"
#include "command/command.h"

#define FIXTURE(name) TEST_DATA_DIR "/import/" name
#define DATE "2031-05-01"

/* ---- a temporary folder in which each test runs, with a copy of the tiny catalogue in c/ ---- */

static char folder[4096];
static struct arena *arena;
static char *report, *messages;

static void write_text(const char *path, const char *text)
{
    struct file_error err;
    if (!file_write(path, str_from(text), NULL, &err))
        fail_msg("%s", err.message);
}

static char *read_text(const char *path)
{
    struct str text;
    struct file_error err;
    if (!file_read(arena, path, 1 << 20, &text, &err))
        fail_msg("%s", err.message);
    return arena_cstr(arena, text);
}

/* All names and contents below the folder. */
static char *snapshot(const char *root)
{
    struct file_list list;
    struct file_error err;
    struct buf b = {0};
    assert_true(file_walk(arena, root, &list, &err));
    for (size_t i = 0; i < list.n; i++) {
        char *path = arena_cstr(arena, arena_printf(arena, "%s/%s", root, list.at[i].path.p));
        buf_printf(&b, "== %s\n%s", list.at[i].path.p, read_text(path));
    }
    char *all = arena_cstr(arena, buf_str(&b));
    buf_free(&b);
    return all;
}

static int setup(void **state)
{
    (void)state;
    struct file_list list;
    struct file_error err;
    arena = arena_new();
    snprintf(folder, sizeof folder, "%s/test-import-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    assert_true(file_make_folder("c/families", &err));
    assert_true(file_walk(arena, FIXTURE("catalog"), &list, &err));
    for (size_t i = 0; i < list.n; i++)
        write_text(arena_printf(arena, "c/%s", list.at[i].path.p).p,
                   read_text(arena_printf(arena, "%s/%s", FIXTURE("catalog"), list.at[i].path.p).p));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    assert_int_equal(chdir("/"), 0);
    char *command = arena_cstr(arena, arena_printf(arena, "rm -rf '%s'", folder));
    assert_int_equal(system(command), 0);
    *strrchr(folder, '/') = '\0';
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    arena_free(arena);
    return 0;
}

/* Runs an import into c/; fills report and messages, returns the exit code. */
static int import(const char *file, const char *date, bool dry_run)
{
    size_t n;
    FILE *out = open_memstream(&messages, &n);
    struct diag *diag = diag_new(out, DIAG_TEXT, false);
    struct buf b = {0};
    struct import_request r = {
        .folder = "c", .files = &file, .file_count = 1, .date = str_from(date), .dry_run = dry_run};
    import_run(&r, arena, &b, diag);
    diag_finish(diag);
    fclose(out);
    char *said = arena_cstr(arena, str_from(messages));
    free(messages);
    messages = said;
    report = arena_cstr(arena, buf_str(&b));
    buf_free(&b);
    int code = diag_exit_code(diag);
    diag_free(diag);
    return code;
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" does not stand in:\n%s", part, text);
}

/* ---- adding ---- */

static void test_known(void **state)
{
    (void)state;
    char *before = snapshot("c");
    assert_int_equal(import(FIXTURE("describe_instance_types.json"), NULL, false), 0);
    assert_string_equal(messages, "");
    assert_string_equal(report,
                        "skipped ecs.g6.large: no GPU\n"
                        "unchanged ecs.gn7i-c16g1.4xlarge\n"
                        "note: InstancePpsRx/Tx are not imported: they count one direction, pps counts both together\n"
                        "total: 0 added, 1 unchanged, 0 conflicting, 1 skipped\n");
    assert_string_equal(snapshot("c"), before);
}

/* A type at the end of a list that is not the last key, with numbers in strings; new families with a new chip, a share
 * of a known one, and a card of a known name with another memory. */
static void test_new(void **state)
{
    (void)state;
    assert_int_equal(import(FIXTURE("new-types.json"), DATE, false), 0);
    assert_string_equal(messages, "");
    assert_says(report, "added ecs.gn7i-c64g1.16xlarge (families/ecs.gn7i.yaml)\n");
    assert_says(report,
                "added ecs.vgn99-m8.2xlarge (new file families/ecs.vgn99.yaml); InstanceBandwidthRx and Tx differ, "
                "network left out\n");
    assert_says(report, "total: 4 added, 0 unchanged, 0 conflicting, 0 skipped\n");
    assert_string_equal(snapshot("c"), snapshot(FIXTURE("after")));
}

static void test_twice(void **state)
{
    (void)state;
    assert_int_equal(import(FIXTURE("new-types.json"), DATE, false), 0);
    char *after = snapshot(".");
    assert_int_equal(import(FIXTURE("new-types.json"), NULL, false), 0);
    assert_says(report, "total: 0 added, 4 unchanged, 0 conflicting, 0 skipped\n");
    assert_string_equal(messages, "");
    assert_string_equal(snapshot("."), after); /* which shows too that no temporary file stays */
}

static void test_dry_run(void **state)
{
    (void)state;
    char *before = snapshot(".");
    assert_int_equal(import(FIXTURE("new-types.json"), NULL, true), 0);
    assert_says(report, "to add ecs.gn99.xlarge (new file families/ecs.gn99.yaml)\n");
    assert_says(report, "total: 4 to add, 0 unchanged, 0 conflicting, 0 skipped; nothing was written\n");
    assert_string_equal(snapshot("."), before);
    assert_int_equal(import(FIXTURE("new-types.json"), NULL, false), 1);
    assert_says(messages, "error: 4 types are new; say with --date YYYY-MM-DD when the response was read\n");
    assert_string_equal(snapshot("."), before);
}

/* ---- one type at a time ---- */

#define LIST_OF(items) "{\"InstanceTypes\": {\"InstanceType\": [" items "]}}"
#define ENTRY(id, family, rest) \
    LIST_OF("{\"InstanceTypeId\": \"" id "\", \"InstanceTypeFamily\": \"" family "\", " rest "}")
#define CPUS "\"CpuCoreCount\": 8, \"MemorySize\": 30, \"GPUAmount\": 1"
#define NUMBERS CPUS ", \"GPUMemorySize\": 24"
#define AT "x.json:1:"
#define FIRST "InstanceTypes.InstanceType[0]"

static const struct {
    const char *json, *path, *has;
} single[] = {
    {ENTRY("ecs.gn98.large", "ecs.gn98", NUMBERS ", \"GPUSpec\": \"A10\""), "c/families/ecs.gn98.yaml", "kind: vm\n"},
    {ENTRY("ecs.sccgn98.large", "ecs.sccgn98", NUMBERS ", \"GPUSpec\": \"A10\""), "c/families/ecs.sccgn98.yaml",
     "kind: scc\n"},
    {ENTRY("ecs.sgn98.large", "ecs.sgn98", NUMBERS ", \"GPUSpec\": \"A10\""), "c/families/ecs.sgn98.yaml",
     "kind: vgpu\n"},
    {ENTRY("ecs.ebmv98.large", "ecs.ebmv98", CPUS ", \"GPUMemorySize\": 16, \"GPUSpec\": \"NVIDIA V100\""),
     "c/families/ecs.ebmv98.yaml", "chip: v100-16\nchip_basis:\n  en: \"The API names the card NVIDIA V100.\"\n"},
    {ENTRY("ecs.gn97.large", "ecs.gn97", CPUS ", \"GPUMemorySize\": 16, \"GPUSpec\": \"NVIDIA-V100\""),
     "c/families/ecs.gn97.yaml", "chip: api-nvidia-v100\n"},
    /* no memory given: the one card of that name */
    {ENTRY("ecs.gn96.large", "ecs.gn96", CPUS ", \"GPUMemorySize\": 0, \"GPUSpec\": \"A10\""),
     "c/families/ecs.gn96.yaml", "chip: nvidia-a10\n"},
    /* a share of 8 GiB may be of either V100, so the family names none; of 20 GiB only of one */
    {ENTRY("ecs.vgn96.large", "ecs.vgn96", CPUS ", \"GPUMemorySize\": 8, \"GPUSpec\": \"V100\""),
     "c/families/ecs.vgn96.yaml", "该规格族，未读到官方页面。\"\ngpu_specs: [V100]\n"},
    {ENTRY("ecs.vgn95.large", "ecs.vgn95", CPUS ", \"GPUMemorySize\": 20, \"GPUSpec\": \"V100\""),
     "c/families/ecs.vgn95.yaml", "chip: v100-32\n"},
};

static void test_single(void **state)
{
    (void)state;
    char *sources = NULL;
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        write_text("x.json", single[i].json);
        if (import("x.json", DATE, false) != 0)
            fail_msg("%s\n%s", single[i].json, messages);
        assert_says(read_text(single[i].path), single[i].has);
        if (sources)
            assert_string_equal(read_text("c/sources.yaml"), sources); /* a day's source is written once */
        sources = read_text("c/sources.yaml");
    }
    *strstr(strstr(sources, "read: " DATE), "31-") = '4';
    write_text("c/sources.yaml", sources);
    write_text("x.json", ENTRY("ecs.gn95.large", "ecs.gn95", NUMBERS ", \"GPUSpec\": \"A10\""));
    assert_int_equal(import("x.json", DATE, false), 1);
    assert_says(messages, "error: source alibaba-api-" DATE " should have been read on " DATE);
}

/* ---- conflicts ---- */

static void test_conflict(void **state)
{
    (void)state;
    char *before = snapshot("c");
    const char *file = FIXTURE("conflict.json");
    assert_int_equal(import(file, DATE, false), 1);
    struct str line =
        arena_printf(arena,
                     "conflicting ecs.gn7i-c16g1.4xlarge: memory: catalogue 60 GiB (page), response 64 GiB "
                     "(%s); gpus: catalogue 1 (page), response 2 (%s); cpu_model: catalogue 8369B (page), "
                     "response Intel Xeon(Cascade Lake) Platinum 8269CY (%s)\n",
                     file, file, file);
    assert_says(report, line.p);
    assert_says(report,
                "unchanged ecs.gn7i-c32g1.8xlarge; the catalogue has no api_gpu_memory (response: 24 GiB); network "
                "10 Gbit/s is known as disputed; cpu_model 8369C is known as disputed; listed lacks api\n");
    assert_says(report, "total: 1 held back, 1 unchanged, 1 conflicting, 0 skipped; nothing was written\n");
    assert_says(messages,
                "c/families/ecs.gn7i.yaml:9:13: error: ecs.gn7i-c16g1.4xlarge: memory is 60 GiB here (page), but 64 "
                "GiB in the response");
    assert_says(messages, arena_printf(arena, "%s:8:23: note: MemorySize gives 64 GiB\n", file).p);
    assert_says(messages, arena_printf(arena, "%s:39:16: warning: NextToken is not empty", file).p);
    assert_string_equal(snapshot("c"), before);
}

/* ---- everything that is refused ---- */

static const struct {
    const char *json, *says;
} refused[] = {
    /* shape */
    {"[]", AT "1: error: InstanceTypes.InstanceType is missing"},
    {"null", AT "1: error: InstanceTypes.InstanceType is missing"},
    {"{\"InstanceTypes\": {\"InstanceType\": {}}}", AT "36: error: InstanceTypes.InstanceType must be a list"},
    {LIST_OF("7"), AT "37: error: " FIRST " must be an object"},
    {LIST_OF("{\"GPUAmount\": 0}"), AT "37: error: " FIRST ".InstanceTypeId is missing"},
    {LIST_OF("{\"InstanceTypeId\": \"ecs.a.b\"}"), "error: " FIRST ".GPUAmount is missing"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": 1, \"MemorySize\": 30"),
     "error: " FIRST ".CpuCoreCount is missing"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": 1, \"CpuCoreCount\": 8"),
     "error: " FIRST ".MemorySize is missing"},
    {LIST_OF("{\"InstanceTypeId\": \"ecs.a.b\", \"GPUAmount\": 1}"), "error: " FIRST ".InstanceTypeFamily is missing"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", NUMBERS),
     FIRST ".GPUSpec of ecs.gn9x.large: GPUSpec is missing, but GPUAmount is 1"},
    /* values */
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": true"), ".GPUAmount must be a number, not true or false"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": \"1e1\""),
     ".GPUAmount must be a number; the string holds something"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": -1"), ".GPUAmount is negative"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": 0.5"), ".GPUAmount is not a whole number"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": 1e999"), ".GPUAmount is too large a number"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": 1, \"MemorySize\": 1e15"),
     ".MemorySize is too large a number"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", "\"GPUAmount\": 1, \"CpuCoreCount\": 0"), ".CpuCoreCount is 0"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", NUMBERS ", \"GPUSpec\": 4"), ".GPUSpec must be a string, not a number"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", NUMBERS ", \"GPUSpec\": \"A\\nkind: gpu\""),
     ".GPUSpec has control characters"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", NUMBERS ", \"GPUSpec\": \"A\\u2028B\""), ".GPUSpec has control characters"},
    /* names */
    {ENTRY("ecs.gn9x.large", "../../evil", NUMBERS), ".InstanceTypeFamily is not an id"},
    {ENTRY("ecs.gn9x.large", "/etc/x", NUMBERS), ".InstanceTypeFamily is not an id"},
    {ENTRY("ecs.gn9x.large", "..", NUMBERS), ".InstanceTypeFamily is not an id"},
    {ENTRY("ecs.gn9x.large", "", NUMBERS), ".InstanceTypeFamily is not an id"},
    {ENTRY("ECS.gn9x", "ecs.gn9x", NUMBERS), ".InstanceTypeId is not an id"},
    {ENTRY("ecs.gn9x: {", "ecs.gn9x", NUMBERS), ".InstanceTypeId is not an id"},
    {ENTRY("ecs.gn9xy.large", "ecs.gn9x", NUMBERS),
     ".InstanceTypeId ecs.gn9xy.large does not begin as its family ecs.gn9x does"},
    {ENTRY("ecs.gn7p.large", "ecs.gn7p", NUMBERS ", \"GPUSpec\": \"A10\""), "ecs.gn7p stands in names.yaml"},
    {ENTRY("ecs.gn7i-c16g1.4xlarge", "ecs.gn7i-xr", CPUS),
     "ecs.gn7i-c16g1.4xlarge: family is ecs.gn7i here (page), but ecs.gn7i-xr in the response; correct it by hand"},
    /* what cannot be told without guessing */
    {ENTRY("ecs.gn7i-x.large", "ecs.gn7i", NUMBERS ", \"GPUSpec\": \"H100\""),
     "GPUSpec \"H100\" is not among the gpu_specs of ecs.gn7i"},
    {ENTRY("ecs.gn7i-x.large", "ecs.gn7i",
           "\"CpuCoreCount\": 8, \"MemorySize\": 30, \"GPUAmount\": 1, \"GPUMemorySize\": 48, \"GPUSpec\": \"A10\""),
     "GPUMemorySize is 48 GiB, but the chip nvidia-a10 of ecs.gn7i has 24 GB"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x",
           "\"CpuCoreCount\": 8, \"MemorySize\": 30, \"GPUAmount\": 1, \"GPUSpec\": \"V100\""),
     "GPUSpec \"V100\" may be v100-16 or v100-32"},
    {ENTRY("ecs.gn9x.large", "ecs.gn9x", NUMBERS ", \"GPUSpec\": \"芯片\""), "no id can be made from GPUSpec \"芯片\""},
    {LIST_OF("{\"InstanceTypeId\": \"ecs.gn9x.a\", \"InstanceTypeFamily\": \"ecs.gn9x\", " NUMBERS
             ", \"GPUSpec\": \"A10\"},"
             "{\"InstanceTypeId\": \"ecs.gn9x.b\", \"InstanceTypeFamily\": \"ecs.gn9x\", " NUMBERS
             ", \"GPUSpec\": \"B10\"}"),
     "the types of ecs.gn9x have different chips, nvidia-a10 and api-b10"},
    {LIST_OF("{\"InstanceTypeId\": \"ecs.gn9x.a\", \"InstanceTypeFamily\": \"ecs.gn9x\", " NUMBERS
             ", \"GPUSpec\": \"A10\"},"
             "{\"InstanceTypeId\": \"ecs.gn9x.a\", \"InstanceTypeFamily\": \"ecs.gn9x\", " NUMBERS
             ", \"GPUSpec\": \"A30\"}"),
     "InstanceTypes.InstanceType[1] gives ecs.gn9x.a other values than an entry before"},
};

static void test_refused(void **state)
{
    (void)state;
    char *before = snapshot("c");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        write_text("x.json", refused[i].json);
        int code = import("x.json", DATE, false);
        if (code != 1 || !strstr(messages, refused[i].says))
            fail_msg("%s\ncode %d, wanted \"%s\", got:\n%s", refused[i].json, code, refused[i].says, messages);
    }
    assert_string_equal(snapshot("c"), before);
}

static void test_refused_files(void **state)
{
    (void)state;
    const char *file = FIXTURE("truncated.json");
    assert_int_equal(import(file, DATE, false), 1);
    assert_says(messages, arena_printf(arena, "%s:21:29: error: JSON: the text ends too early", file).p);
    file = FIXTURE("duplicate-keys.json");
    assert_int_equal(import(file, DATE, false), 1);
    assert_says(messages, arena_printf(arena, "%s:8:9: error: " FIRST ".MemorySize stands twice", file).p);
    assert_says(messages, arena_printf(arena, "%s:7:9: note: the first one is here", file).p);
    assert_int_equal(import("missing.json", DATE, false), 2);
    assert_says(messages, "cannot read missing.json");
}

/* ---- writing ---- */

/* The temporary name of chips.yaml is taken by a folder, so the second of the files cannot be written. */
static void test_write_failure(void **state)
{
    (void)state;
    char *before = snapshot(".");
    struct str taken = arena_printf(arena, "c/.chips.yaml.tmp%ld", (long)getpid());
    assert_int_equal(mkdir(taken.p, 0777), 0);
    assert_int_equal(import(FIXTURE("new-types.json"), DATE, false), 2);
    assert_says(messages, "cannot write c/chips.yaml");
    assert_says(report, "total: 4 held back");
    assert_string_equal(snapshot("."), before);
}

static const struct {
    const char *before, *after; /* after NULL: refused */
} appends[] = {
    {"k:\n  - a: 1\n", "k:\n  - a: 1\n  - b: 2\n    c: 3\n"},
    {"k:\n  - a: 1", "k:\n  - a: 1\n  - b: 2\n    c: 3\n"},
    {"k:\n- a: 1\n\n# end\n", "k:\n- a: 1\n- b: 2\n  c: 3\n\n# end\n"},
    {"# top\nk:\n    - a: 1 # one\n\nz: 1\n", "# top\nk:\n    - a: 1 # one\n    - b: 2\n      c: 3\n\nz: 1\n"},
    {"z: 1\n", "z: 1\nk:\n  - b: 2\n    c: 3\n"},
    {"k: [{a: 1}]\n", NULL},
    {"k: []\n", NULL},
    {"k: x\n", NULL},
};

static void test_append(void **state)
{
    (void)state;
    FILE *out = fopen("said", "w");
    struct diag *diag = diag_new(out, DIAG_TEXT, false);
    for (size_t i = 0; i < sizeof appends / sizeof *appends; i++) {
        struct source src = {arena_printf(arena, "x%zu.yaml", i), str_from(appends[i].before)};
        struct str after = {0};
        size_t errors = diag_errors(diag);
        bool ok = import_append(arena, &src, "k", S("- b: 2\n  c: 3\n"), &after, diag);
        if (ok != (appends[i].after != NULL) || (ok && !str_eq_c(after, appends[i].after)) ||
            ok != (diag_errors(diag) == errors))
            fail_msg("%s became:\n%" STR_FMT, appends[i].before, STR_ARG(after));
    }
    diag_finish(diag);
    diag_free(diag);
    fclose(out);
    for (size_t i = 0; i < sizeof appends / sizeof *appends; i++)
        if (!appends[i].after)
            assert_says(read_text("said"),
                        arena_printf(arena, "x%zu.yaml:1:4: error: nothing can be appended to k; write it as a list, an item a line", i).p);
}

/* ---- the command ---- */

static void test_dates(void **state)
{
    (void)state;
    static const char *const good[] = {"2026-01-31", "2024-02-29", "2000-02-29", "2026-12-01"};
    static const char *const bad[] = {"",           "2026-1-31",  "2026-02-29",  "1900-02-29",
                                      "2026-13-01", "2026-00-10", "2026-04-31",  "2026-04-00",
                                      "2026/04/01", "20260401",   "2026-04-011", "2O26-04-01"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!import_is_date(str_from(good[i])))
            fail_msg("%s is a date", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (import_is_date(str_from(bad[i])))
            fail_msg("%s is no date", bad[i]);
}

static const struct {
    const char *args[7];
    int code;
    const char *out, *err; /* begin of stdout, of stderr */
} commands[] = {
    {{"--help"}, 0, "usage: chipfirst import ", ""},
    {{NULL}, 1, "", "chipfirst import: no file to import"},
    {{"--accept", "x"}, 1, "", "chipfirst import: unknown option --accept"},
    {{"--date", "2026-02-30", "x"}, 1, "", "chipfirst import: --date needs a day written YYYY-MM-DD, not 2026-02-30"},
    {{"x", "--catalog"}, 1, "", "chipfirst import: --catalog needs a folder"},
    {{"--catalog", "c", "--", "-x"}, 2, "", "chipfirst: error: cannot read -x"},
    {{"--catalog", "nowhere", FIXTURE("describe_instance_types.json")},
     2,
     "",
     "chipfirst: error: cannot read folder nowhere"},
    {{"--catalog=c", FIXTURE("describe_instance_types.json")}, 0, "skipped ecs.g6.large", ""},
    {{"--catalog", "c", "--dry-run", FIXTURE("new-types.json"), FIXTURE("new-types.json")},
     0,
     "skipped ecs.gn7i-c64g1.16xlarge: the same entry came before",
     ""},
    {{"--catalog", SOURCE_DIR "/catalog", "--dry-run", FIXTURE("describe_instance_types.json")},
     0,
     "skipped ecs.g6.large: no GPU\nunchanged ecs.gn7i-c16g1.4xlarge\n",
     ""},
    {{"--catalog", "c", "--date=" DATE, FIXTURE("new-types.json")}, 0, "added ecs.gn7i-c64g1.16xlarge", ""},
};

/* stdout and stderr go to files meanwhile. */
static int run_command(const char *const *args)
{
    char *argv[9] = {(char *)(size_t) "import"};
    int argc = 1;
    for (; argc < 8 && args[argc - 1]; argc++)
        argv[argc] = arena_cstr(arena, str_from(args[argc - 1]));
    fflush(NULL);
    int out = dup(1), err = dup(2);
    assert_non_null(freopen("out", "w", stdout));
    assert_non_null(freopen("err", "w", stderr));
    int code = command_import(argc, argv);
    fflush(NULL);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    return code;
}

static void test_command(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        int code = run_command(commands[i].args);
        char *out = read_text("out"), *err = read_text("err");
        if (code != commands[i].code || !str_starts(str_from(out), str_from(commands[i].out)) ||
            !str_starts(str_from(err), str_from(commands[i].err)) || (commands[i].err[0] == 0) != (err[0] == 0))
            fail_msg("command %zu: code %d\n%s\n%s", i, code, out, err);
    }
    assert_says(read_text("c/sources.yaml"), "read: " DATE); /* of the last one */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_known),         TEST(test_new),      TEST(test_single),  TEST(test_twice),
        TEST(test_dry_run),       TEST(test_conflict), TEST(test_refused), TEST(test_refused_files),
        TEST(test_write_failure), TEST(test_append),   TEST(test_dates),   TEST(test_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
