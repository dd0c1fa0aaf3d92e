/* chipfirst build and chipfirst check: the same run, with and without writing. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "catalog/price.h"
#include "command/command.h"
#include "site/build.h"

enum { CATALOGS_MAX = 16 };

static const char help[] =
    "usage: chipfirst %s [options]\n"
    "\n"
    "  --catalog DIR     a catalogue folder; may be given several times, later ones add records\n"
    "                    or override fields by id (default: catalog)\n"
    "  --content DIR     the guidance in Markdown (default: content)\n"
    "  --templates DIR   templates, texts, styles and script (default: templates)\n"
    "%s"
    "  --base-url URL    the address the site will have, ending in /; gives canonical links and a sitemap\n"
    "  --today DATE      prices are as old as they were on that day, YYYY-MM-DD (default: the newest day in the catalogue)\n"
    "  --price-days N    prices older than N days are marked stale (default: %d)\n"
    "  --strict          warnings are errors\n"
    "  --diag=json       messages as JSON, one object a line and all of them; as text at most 50 are shown\n"
    "  --help            this text\n"
    "\n"
    "Exit code: 0 done, 1 the input is wrong, 2 the world is wrong (disk full, no permission).\n"
    "After any error nothing is written: the site that stood before still stands.\n";

static const char out_help[] = "  --out DIR         where the site goes (default: site)\n"
                               "  --record-addresses  bring addresses.txt of the first catalogue up to date\n";

struct arguments {
    struct build_options build;
    const char *catalogs[CATALOGS_MAX];
    enum diag_format format;
    bool strict, help;
};

enum choice { OPTION_CATALOG = 256, OPTION_CONTENT, OPTION_TEMPLATES, OPTION_OUT, OPTION_BASE, OPTION_STRICT, OPTION_DIAG, OPTION_HELP, OPTION_RECORD,
              OPTION_TODAY, OPTION_PRICE_DAYS };

static const struct option options[] = {
    {"catalog", required_argument, NULL, OPTION_CATALOG},   {"content", required_argument, NULL, OPTION_CONTENT},
    {"templates", required_argument, NULL, OPTION_TEMPLATES}, {"base-url", required_argument, NULL, OPTION_BASE},
    {"strict", no_argument, NULL, OPTION_STRICT},           {"diag", required_argument, NULL, OPTION_DIAG},
    {"help", no_argument, NULL, OPTION_HELP},               {"out", required_argument, NULL, OPTION_OUT},
    {"record-addresses", no_argument, NULL, OPTION_RECORD}, {"today", required_argument, NULL, OPTION_TODAY},
    {"price-days", required_argument, NULL, OPTION_PRICE_DAYS}, {NULL, 0, NULL, 0},
};

static bool take_today(struct arguments *a)
{
    a->build.today = optarg;
    if (price_is_day(str_from(optarg)))
        return true;
    fprintf(stderr, "chipfirst: --today \"%s\" is not a day; write YYYY-MM-DD\n", optarg);
    return false;
}

static bool take_price_days(struct arguments *a)
{
    double days;
    bool is_whole = number_parse(str_from(optarg), &days) && days >= 0 && days < 1e6 && days == (double)(int)days;
    if (is_whole)
        a->build.price_days = (int)days;
    else
        fprintf(stderr, "chipfirst: --price-days \"%s\" is not a whole number of days\n", optarg);
    return is_whole;
}

static bool take(struct arguments *a, int option, char **argv, bool writes)
{
    switch (option) {
    case OPTION_CATALOG:
        if (a->build.catalog_count == CATALOGS_MAX) {
            fprintf(stderr, "chipfirst: at most %d --catalog folders\n", CATALOGS_MAX);
            return false;
        }
        a->catalogs[a->build.catalog_count++] = optarg;
        return true;
    case OPTION_CONTENT: a->build.content = optarg; return true;
    case OPTION_TEMPLATES: a->build.templates = optarg; return true;
    case OPTION_BASE: a->build.base_url = optarg; return true;
    case OPTION_STRICT: a->strict = true; return true;
    case OPTION_HELP: a->help = true; return true;
    case OPTION_OUT: a->build.out = optarg; return writes;
    case OPTION_RECORD: a->build.record_addresses = true; return writes;
    case OPTION_TODAY: return take_today(a);
    case OPTION_PRICE_DAYS: return take_price_days(a);
    case OPTION_DIAG:
        a->format = strcmp(optarg, "json") == 0 ? DIAG_JSON : DIAG_TEXT;
        if (strcmp(optarg, "json") == 0 || strcmp(optarg, "text") == 0)
            return true;
        fprintf(stderr, "chipfirst: --diag is text or json, not \"%s\"\n", optarg);
        return false;
    default:
        if (optopt != 0 && optopt < OPTION_CATALOG) /* in -xy getopt has not passed the argument yet */
            fprintf(stderr, "chipfirst: options begin with two hyphens\n");
        else
            fprintf(stderr, "chipfirst: unknown option or missing value: %s\n", argv[optind - 1]);
        return false;
    }
}

static bool parse(struct arguments *a, int argc, char **argv, bool writes)
{
    optind = 1;
    opterr = 0; /* getopt would name the command where the program's name belongs */
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (!take(a, option, argv, writes)) {
            if (!writes && (option == OPTION_OUT || option == OPTION_RECORD))
                fprintf(stderr, "chipfirst: check writes nothing, so it takes neither --out nor --record-addresses\n");
            return false;
        }
    if (optind < argc) {
        fprintf(stderr, "chipfirst: unexpected argument \"%s\"\n", argv[optind]);
        return false;
    }
    if (a->build.catalog_count == 0)
        a->catalogs[a->build.catalog_count++] = "catalog";
    return true;
}

static void print_report(const struct arguments *a, const struct build_report *r)
{
    printf("%zu pages, %zu files, %.1f MB, %zu computed values and assertions, catalogue %s\n", r->pages, r->files, (double)r->bytes / 1e6,
           r->assertions, r->digest);
    if (r->prices)
        printf("%zu prices as of %s to %s, %zu stale: more than %d days old on %s\n", r->prices, r->oldest_price, r->newest_price,
               r->stale_prices, a->build.price_days, r->price_today);
    if (a->build.out)
        printf("%s: %zu written, %zu removed, %zu unchanged\n", a->build.out, r->written, r->removed, r->unchanged);
}

static int run(int argc, char **argv, bool writes)
{
    struct arguments a = {.build = {.content = "content", .templates = "templates", .out = writes ? "site" : NULL, .base_url = "", .price_days = PRICE_DAYS_MAX}};
    a.build.catalogs = a.catalogs;
    if (!parse(&a, argc, argv, writes)) {
        fprintf(stderr, "chipfirst: see chipfirst %s --help\n", argv[0]);
        return 1;
    }
    if (a.help) {
        printf(help, argv[0], writes ? out_help : "", PRICE_DAYS_MAX);
        return 0;
    }
    struct diag *diag = diag_new(stderr, a.format, a.strict);
    struct build_report report;
    bool ok = site_build(&a.build, &report, diag);
    diag_finish(diag);
    if (ok)
        print_report(&a, &report);
    else if (a.format == DIAG_TEXT)
        fprintf(stderr, "chipfirst: %zu error%s; nothing was written\n", diag_errors(diag), diag_errors(diag) == 1 ? "" : "s");
    int code = diag_exit_code(diag);
    diag_free(diag);
    return code;
}

int command_build(int argc, char **argv)
{
    return run(argc, argv, true);
}

int command_check(int argc, char **argv)
{
    return run(argc, argv, false);
}
