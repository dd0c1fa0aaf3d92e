/* chipfirst publish: options; the work is in publish/. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "publish/publish.h"

static const char help[] =
    "usage: chipfirst publish [options]            put the site on OSS\n"
    "       chipfirst publish --rollback GEN       make an older generation live again\n"
    "       chipfirst publish --list               the generations in the bucket\n"
    "       chipfirst publish doctor [--write]     is everything set up? what is wrong, and the fix\n"
    "\n"
    "  --config FILE     bucket, region, endpoint … (default: publish.conf; see publish.conf.example)\n"
    "  --site DIR        another folder than the configuration says\n"
    "  -n, --dry-run     say what would be done; sends only reads\n"
    "  --json            the plan and the outcome as JSON\n"
    "  --quiet           no progress\n"
    "  --no-check        do not look at the site's address afterwards\n"
    "  --force-delete    allow more deletes than max_delete_percent\n"
    "  --adopt           publish to a bucket that holds objects already; they stay unless the site replaces them\n"
    "  --break-lock      take over the lock of a dead publication\n"
    "  --write           doctor: also write, copy and delete objects of its own\n"
    "  --help            this text\n"
    "\n"
    "Assets are stored before the pages that need them, and kept while older pages may. Nothing is sent\n"
    "that the bucket has; a run that was killed is mended by the next. Key and secret come from\n"
    "OSS_ACCESS_KEY_ID and OSS_ACCESS_KEY_SECRET (for STS also OSS_SESSION_TOKEN), the file of ossutil or the\n"
    "role of an ECS instance. docs/publishing.md says how to set up the bucket.\n"
    "\n"
    "Exit code: 0 done, 1 the input is wrong, 2 the world is wrong. The message ends with the finer class:\n"
    "usage, config, credentials, refused, input (1); denied, service, locked, check, interrupted, output (2).\n";

enum choice {
    OPTION_CONFIG = 256,
    OPTION_SITE,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_NO_CHECK,
    OPTION_FORCE,
    OPTION_ADOPT,
    OPTION_BREAK,
    OPTION_ROLLBACK,
    OPTION_LIST,
    OPTION_WRITE,
    OPTION_HELP
};

static const struct option long_options[] = {
    {"config", required_argument, NULL, OPTION_CONFIG},
    {"site", required_argument, NULL, OPTION_SITE},
    {"dry-run", no_argument, NULL, 'n'},
    {"json", no_argument, NULL, OPTION_JSON},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"no-check", no_argument, NULL, OPTION_NO_CHECK},
    {"force-delete", no_argument, NULL, OPTION_FORCE},
    {"adopt", no_argument, NULL, OPTION_ADOPT},
    {"break-lock", no_argument, NULL, OPTION_BREAK},
    {"rollback", required_argument, NULL, OPTION_ROLLBACK},
    {"list", no_argument, NULL, OPTION_LIST},
    {"write", no_argument, NULL, OPTION_WRITE},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0},
};

struct arguments {
    struct publish_options publish;
    bool list, doctor, quiet, help;
};

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

/* A second signal ends the program at once. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static bool take(struct arguments *a, int option)
{
    switch (option) {
    case OPTION_CONFIG: a->publish.config = optarg; return true;
    case OPTION_SITE: a->publish.site = optarg; return true;
    case 'n': a->publish.dry_run = true; return true;
    case OPTION_JSON: a->publish.json = true; return true;
    case OPTION_QUIET: a->quiet = true; return true;
    case OPTION_NO_CHECK: a->publish.no_check = true; return true;
    case OPTION_FORCE: a->publish.force_delete = true; return true;
    case OPTION_ADOPT: a->publish.adopt = true; return true;
    case OPTION_BREAK: a->publish.break_lock = true; return true;
    case OPTION_ROLLBACK: a->publish.rollback = optarg; return true;
    case OPTION_LIST: a->list = true; return true;
    case OPTION_WRITE: a->publish.write_tests = true; return true;
    case OPTION_HELP: a->help = true; return true;
    default: return false;
    }
}

static bool wrong(const char *what)
{
    fprintf(stderr, "chipfirst publish: %s; see chipfirst publish --help\n", what);
    return false;
}

static bool check(const struct arguments *a)
{
    if (a->publish.site && (a->publish.site[0] == '\0' || a->publish.rollback || a->list || a->doctor))
        return wrong("--site needs a folder, and only goes with publishing one");
    if (a->list + a->doctor + (a->publish.rollback != NULL) > 1)
        return wrong("--list, --rollback and doctor do not go together");
    if (a->publish.write_tests && !a->doctor)
        return wrong("--write is for the doctor");
    if ((a->list || a->doctor) && a->publish.dry_run)
        return wrong("--dry-run is for publishing and --rollback; --list and doctor change nothing");
    return true;
}

static bool parse(struct arguments *a, int argc, char **argv)
{
    optind = 1;
    for (int option; (option = getopt_long(argc, argv, "n", long_options, NULL)) != -1;)
        if (!take(a, option))
            return wrong("the options are wrong");
    if (optind < argc && strcmp(argv[optind], "doctor") == 0) {
        a->doctor = true;
        optind++;
    }
    if (optind < argc) {
        fprintf(stderr, "chipfirst publish: unexpected argument \"%s\"\n", argv[optind]);
        return wrong("the folder of the site is given with --site, or in the configuration");
    }
    return check(a);
}

int command_publish(int argc, char **argv)
{
    struct arguments a = {.publish = {.config = "publish.conf", .out = stdout, .messages = stderr, .stop = &stop}};
    if (!parse(&a, argc, argv))
        return 1;
    if (a.help) {
        fputs(help, stdout);
        return 0;
    }
    a.publish.progress = a.quiet ? NULL : stderr;
    catch_signals();
    if (a.doctor)
        return publish_doctor(&a.publish);
    return a.list ? publish_list(&a.publish) : publish_run(&a.publish);
}
