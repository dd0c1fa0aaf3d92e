/* chipfirst import: options, the run, the exit code. */
#include <stdio.h>
#include <string.h>

#include "catalog/import.h"
#include "command/command.h"

static const char help[] = "usage: chipfirst import [--catalog DIR] [--dry-run] [--date YYYY-MM-DD] FILE.json...\n"
                           "\n"
                           "Imports responses of the cloud's API call DescribeInstanceTypes into the catalogue.\n"
                           "Types with GPUs that the catalogue does not have are appended to the file of their\n"
                           "family; a new family becomes a file of its own, with status undocumented. Types that\n"
                           "it has are compared and never changed: a difference is reported with both values and\n"
                           "both sources, and then nothing at all is written. To settle one, correct the value in\n"
                           "the catalogue or list the other one under `disputed` of the type.\n"
                           "\n"
                           "  --catalog DIR       the folder of the catalogue (catalog)\n"
                           "  --date YYYY-MM-DD   the day of the responses, which becomes part of the new source\n"
                           "                      record; needed when something new is written\n"
                           "  --dry-run           report what would be done and write nothing\n"
                           "  --help              this text\n"
                           "\n"
                           "Several pages of one listing are given together. The report on stdout has a line each\n"
                           "for skipped, unchanged, added and conflicting types, then notes and the totals.\n"
                           "exit: 0 done, 1 the input is wrong or conflicts with the catalogue, 2 no permission,\n"
                           "disk full and the like\n";

enum action { ACTION_RUN, ACTION_HELP, ACTION_WRONG };

struct options {
    struct import_request request;
    const char **files;
};

static enum action wrong(const char *what, const char *which)
{
    fprintf(stderr, "chipfirst import: %s%s; see chipfirst import --help\n", what, which);
    return ACTION_WRONG;
}

/* `--name VALUE` or `--name=VALUE`; *i moves on to the value. NULL: another option. An empty value is wrong too, as
 * only a missing one is. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n) != 0)
        return NULL;
    if (argv[*i][n] == '=')
        return argv[*i] + n + 1;
    if (argv[*i][n] != '\0')
        return NULL;
    return *i + 1 < argc ? argv[++*i] : "";
}

static enum action take_option(struct options *o, int argc, char **argv, int *i)
{
    const char *arg = argv[*i], *value;
    if (strcmp(arg, "--help") == 0)
        return ACTION_HELP;
    if (strcmp(arg, "--dry-run") == 0) {
        o->request.dry_run = true;
    } else if ((value = option_value("--catalog", argc, argv, i)) != NULL) {
        if (!value[0])
            return wrong("--catalog needs a folder", "");
        o->request.folder = value;
    } else if ((value = option_value("--date", argc, argv, i)) != NULL) {
        o->request.date = str_from(value);
        if (!import_is_date(o->request.date))
            return wrong("--date needs a day written YYYY-MM-DD, not ", value[0] ? value : "nothing");
    } else {
        return wrong("unknown option ", arg);
    }
    return ACTION_RUN;
}

static enum action parse(struct options *o, int argc, char **argv)
{
    bool only_files = false;
    for (int i = 1; i < argc; i++) {
        if (only_files || argv[i][0] != '-') {
            o->files[o->request.file_count++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else {
            enum action a = take_option(o, argc, argv, &i);
            if (a != ACTION_RUN)
                return a;
        }
    }
    return o->request.file_count ? ACTION_RUN : wrong("no file to import", "");
}

static int run(const struct options *o, struct arena *arena)
{
    struct diag *diag = diag_new(stderr, DIAG_TEXT, false);
    struct buf report = {0};
    import_run(&o->request, arena, &report, diag);
    diag_finish(diag);
    fwrite(report.p, 1, report.n, stdout);
    int code = diag_exit_code(diag);
    buf_free(&report);
    diag_free(diag);
    return code;
}

int command_import(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct options o = {.request = {.folder = "catalog"}};
    o.files = ARENA_ARRAY(arena, (size_t)argc + 1, const char *);
    o.request.files = o.files;
    enum action a = parse(&o, argc, argv);
    int code = a == ACTION_RUN ? run(&o, arena) : a == ACTION_HELP ? 0 : 1;
    if (a == ACTION_HELP)
        fputs(help, stdout);
    arena_free(arena);
    return code;
}
