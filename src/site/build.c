/* Building the site. */
#include "site/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/source.h"
#include "catalog/accuracy_speed.h"
#include "catalog/decision.h"
#include "catalog/measured.h"
#include "catalog/peers.h"
#include "guide/book.h"
#include "guide/compare.h"
#include "page/computed.h"
#include "page/fits.h"
#include "site/assets.h"
#include "site/choices.h"
#include "site/claims.h"
#include "site/exports.h"
#include "site/links.h"
#include "site/plan.h"
#include "site/write.h"

enum { ADDRESSES_MAX = 32 << 20 };

struct build {
    const struct build_options *options;
    struct arena *arena;
    struct diag *diag;
    struct outputs out;
    struct world world;
    struct template_set *templates;
    struct source addresses;
    struct measured_points points;
    struct peer_list peers;
    struct speed_tables speed_tables;
    struct speed_groups speed_groups, own_speed_groups;
};

/* Nothing lies among the templates that is not read: a misspelt name would go unnoticed. */
static void check_template_files(const struct build *b)
{
    struct file_list files;
    struct file_error err;
    if (!file_walk(b->arena, b->options->templates, &files, &err)) {
        diag_fatal(b->diag, "%s", err.message);
        return;
    }
    for (size_t i = 0; i < files.n; i++) {
        struct str path = files.at[i].path;
        struct source src = {.path = arena_printf(b->arena, "%s/%s", b->options->templates, path.p)};
        bool known = str_ends(path, S(".tpl")) || str_eq(path, S("strings.en.yaml")) || str_eq(path, S("strings.zh.yaml"));
        if (str_starts(path, S("assets/")))
            continue; /* looked at below */
        if (files.at[i].kind == FILE_LINK)
            diag_error(b->diag, (struct place){.src = &src}, "a symbolic link; links are not followed");
        else if (!known || files.at[i].kind != FILE_REGULAR)
            diag_error(b->diag, (struct place){.src = &src}, "unexpected file among the templates, which are *.tpl and strings.<language>.yaml");
    }
}

/* ---- pages without a language, and files for machines */

static void add_rendered(struct build *b, const char *template_name, const char *path, const struct tdict *d)
{
    struct buf html = {0};
    if (template_render(b->templates, template_name, d, &html, b->diag))
        outputs_add(&b->out, str_from(path), buf_str(&html), str_from(template_name), b->diag);
    buf_free(&html);
}

/* The path part of the base address, "/" without one. */
static struct str base_path(const struct build *b)
{
    struct str base = b->world.base_url;
    size_t scheme = str_find(base, S("://"));
    if (scheme == base.n)
        return S("/");
    struct str rest = str_sub(base, scheme + 3, base.n);
    return str_sub(rest, str_find_char(rest, '/'), rest.n);
}

static void add_root_pages(struct build *b)
{
    static const char *const words[] = {"SITE_NAME", "LEAD", "NOT_FOUND", "NOT_FOUND_LEAD"};
    static const char *const keys[] = {"frame.site_name", "lead.start", "title.not_found", "lead.not_found"};
    static const char *const langs[LANG_COUNT] = {"EN", "ZH"};
    struct str base = base_path(b);
    for (int page = 0; page < 2; page++) {
        struct tdict *d = tdict_new(b->arena);
        struct str prefix = page ? base : S("");
        for (size_t i = page ? 2 : 0; i < (page ? 4u : 2u); i++)
            for (int lang = 0; lang < LANG_COUNT; lang++)
                tdict_text(d, arena_printf(b->arena, "%s_%s", words[i], langs[lang]).p, string_get(b->world.strings, (enum lang)lang, keys[i]));
        for (int lang = 0; lang < LANG_COUNT; lang++)
            tdict_address(d, arena_printf(b->arena, "%s_URL", langs[lang]).p,
                          arena_printf(b->arena, "%" STR_FMT "%s/index.html", STR_ARG(prefix), lang_name[lang]));
        tdict_address(d, "CSS_URL", arena_printf(b->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(prefix), STR_ARG(b->world.css)));
        tdict_address(d, "SCRIPT_URL", arena_printf(b->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(prefix), STR_ARG(b->world.script)));
        add_rendered(b, page ? "not_found.tpl" : "root.tpl", page ? "404.html" : "index.html", d);
    }
}

static void add_machine_files(struct build *b)
{
    struct buf robots = {0};
    struct str base = b->world.base_url;
    buf_puts(&robots, "User-agent: *\nAllow: /\n");
    if (base.n)
        buf_printf(&robots, "Sitemap: %" STR_FMT "sitemap.xml\n", STR_ARG(base));
    outputs_add(&b->out, S("robots.txt"), buf_str(&robots), S("robots.txt"), b->diag);
    buf_free(&robots);
    if (base.n == 0)
        return;
    struct tdict *d = tdict_new(b->arena);
    tdict_hide(d, "PAGE");
    for (size_t i = 0; i < b->out.list.n; i++) {
        struct str path = b->out.list.at[i].path;
        if (str_ends(path, S(".html")) && !str_eq(path, S("404.html")))
            tdict_text(tdict_show(d, "PAGE"), "ADDRESS", arena_printf(b->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(base), STR_ARG(path)));
    }
    add_rendered(b, "sitemap.xml.tpl", "sitemap.xml", d);
}

/* ---- steps */

static bool check_base_url(struct build *b)
{
    struct str base = b->world.base_url;
    if (base.n == 0)
        return true;
    bool scheme = str_starts(base, S("http://")) || str_starts(base, S("https://"));
    if (scheme && str_ends(base, S("/")) && str_find_char(base, '?') == base.n && str_find_char(base, '#') == base.n &&
        str_find_char(base, ' ') == base.n)
        return true;
    diag_error(b->diag, (struct place){0}, "--base-url \"%" STR_FMT "\" must begin with http:// or https:// and end in /", STR_ARG(base));
    return false;
}

/* An output folder inside an input folder would become input itself; the other way round it would be cleared. */
static bool check_out(struct build *b)
{
    const char *out = b->options->out;
    if (!out)
        return true;
    for (size_t i = 0; i < b->options->catalog_count + 2; i++) {
        const char *in = i < b->options->catalog_count ? b->options->catalogs[i]
                         : i == b->options->catalog_count ? b->options->content
                                                          : b->options->templates;
        if (!file_is_inside(out, in) && !(file_kind(out) != FILE_MISSING && file_is_inside(in, out)))
            continue;
        diag_error(b->diag, (struct place){0}, "the output folder %s and the input folder %s lie inside each other", out, in);
        return false;
    }
    return true;
}

/* Measurements of the first catalogue, for the accuracy page; a catalogue may have none. */
static void load_measurements(struct build *b)
{
    const char *folder = b->options->catalogs[0];
    const char *points = arena_printf(b->arena, "%s/measured/memory.csv", folder).p, *models = arena_printf(b->arena, "%s/measured/models.csv", folder).p;
    const char *peers = arena_printf(b->arena, "%s/measured/peers.csv", folder).p;
    if (file_kind(points) == FILE_MISSING)
        return;
    if (measured_read(b->world.catalog, points, models, b->arena, &b->points, b->diag))
        b->world.points = &b->points;
    if (file_kind(peers) != FILE_MISSING)
        peers_read(b->arena, peers, &b->peers, b->diag);
    b->world.peers = &b->peers;
}

/* Measured GPUs of the first catalogue, and the error of the speed model on its measured rates; it may have neither. */
static void load_speeds(struct build *b)
{
    struct speed_files files = {.n = 0}, own = {.n = 0};
    const char *folder = arena_printf(b->arena, "%s/measured", b->options->catalogs[0]).p;
    const char *gpus = arena_printf(b->arena, "%s/gpus.csv", folder).p, *models = arena_printf(b->arena, "%s/speed-models.csv", folder).p;
    if (file_kind(gpus) == FILE_MISSING || file_kind(models) == FILE_MISSING)
        return;
    if (speed_tables_load(folder, b->arena, b->diag, &b->speed_tables))
        b->world.speed_tables = &b->speed_tables;
    speed_files_shipped(folder, b->arena, &files);
    speed_files_of_this_cloud(folder, b->arena, &own);
    for (size_t i = 0; i < files.n; i++)
        if (file_kind(files.at[i].path) == FILE_MISSING)
            return;
    struct arena *rows = arena_new(); /* tens of thousands, of which the groups alone are kept */
    if (b->world.speed_tables && speed_accuracy(folder, &files, rows, b->diag, &b->speed_groups, NULL))
        b->world.speed_groups = &b->speed_groups;
    if (b->world.speed_groups && speed_accuracy(folder, &own, rows, b->diag, &b->own_speed_groups, NULL))
        b->world.own_speed_groups = &b->own_speed_groups;
    arena_free(rows);
}

static void group_prices(struct build *b)
{
    const struct build_options *o = b->options;
    b->world.prices = price_groups(b->world.catalog, b->arena);
    b->world.price_today = price_today(b->world.catalog, o->today ? str_from(o->today) : S(""));
    b->world.price_days = o->price_days;
}

static bool load(struct build *b)
{
    const struct build_options *o = b->options;
    size_t errors = diag_errors(b->diag);
    b->world.diag = b->diag;
    b->world.base_url = str_from(o->base_url);
    if (!check_base_url(b) || !check_out(b))
        return false;
    b->world.catalog = catalog_load(o->catalogs, o->catalog_count, b->arena, b->diag);
    b->world.strings = strings_load(o->templates, b->arena, b->diag);
    b->templates = template_set_load(o->templates, b->arena, b->diag);
    check_template_files(b);
    site_add_assets(o->templates, &b->out, &b->world);
    if (b->world.catalog) {
        b->world.fits = fit_cache_new(b->arena, b->world.catalog);
        load_measurements(b);
        load_speeds(b);
        group_prices(b);
        b->world.decisions = decisions_of(b->world.catalog, b->world.speed_tables, b->arena, b->diag);
    }
    if (b->world.catalog)
        b->world.book = guide_book_load(o->content, b->world.catalog, b->arena, b->diag);
    if (b->world.book)
        b->world.book->computed = computed_names;
    return diag_errors(b->diag) == errors;
}

/* Renders each guidance page in both languages once more, only to compare them; a page with errors is compared once they are gone. */
static void compare_languages(struct build *b)
{
    struct arena *arena = arena_new();
    char *said = NULL;
    size_t length;
    FILE *nowhere = open_memstream(&said, &length); /* whatever is wrong was reported with the page itself */
    if (!nowhere)
        abort();
    struct diag *quiet = diag_new(nowhere, DIAG_TEXT, false);
    for (size_t i = 0; i < b->world.book->n; i++) {
        struct guide_page pages[LANG_COUNT];
        bool ok = true;
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            struct str path = arena_printf(arena, "%s/%" STR_FMT ".html", lang_name[lang], STR_ARG(b->world.book->at[i].name));
            struct guide_place at = {b->world.book, b->world.strings, (enum lang)lang, path, arena, quiet, NULL, 0};
            ok = guide_book_render(&at, &b->world.book->at[i], &pages[lang]) && ok;
        }
        if (ok) {
            guide_compare_headings(&b->world.book->at[i], pages, b->diag);
            guide_compare_bodies(&b->world.book->at[i], arena, b->diag);
        }
        arena_reset(arena);
    }
    diag_free(quiet);
    fclose(nowhere);
    free(said);
    arena_free(arena);
}

static bool make(struct build *b)
{
    size_t errors = diag_errors(b->diag);
    site_add_calculator(&b->out, &b->world);
    decisions_check(b->world.catalog, b->world.decisions, b->diag);
    site_check_choices(b->world.catalog, b->world.decisions, b->world.book, b->diag);
    site_make_pages(&b->world, b->templates, &b->out);
    size_t assertions = b->world.book->assertions;
    compare_languages(b);
    b->world.book->assertions = assertions;
    site_make_exports(b->world.catalog, &b->out, b->diag);
    add_root_pages(b);
    add_machine_files(b);
    outputs_sort(&b->out);
    return diag_errors(b->diag) == errors;
}

static bool read_addresses(struct build *b)
{
    b->addresses.path = arena_printf(b->arena, "%s/addresses.txt", b->options->catalogs[0]);
    if (file_kind(b->addresses.path.p) == FILE_MISSING)
        return true;
    return source_read(&b->addresses, b->addresses.path.p, ADDRESSES_MAX, b->arena, b->diag);
}

static bool check(struct build *b)
{
    size_t errors = diag_errors(b->diag);
    struct file_error err;
    if (!read_addresses(b))
        return false;
    site_check_claims(b->world.catalog, &b->out, b->diag);
    struct site_links *links = site_check_links(&b->out, base_path(b), b->diag);
    if (b->options->record_addresses) {
        struct str list = site_address_list(&b->out, links, &b->addresses, b->arena);
        if (!file_write(b->addresses.path.p, list, NULL, &err))
            diag_fatal(b->diag, "%s", err.message);
    } else {
        site_check_addresses(&b->out, links, &b->addresses, b->diag);
    }
    return diag_errors(b->diag) == errors;
}

static void keep_day(char out[16], struct str day)
{
    snprintf(out, 16, "%" STR_FMT, STR_ARG(day));
}

static void report_prices(const struct world *w, struct build_report *r)
{
    struct str oldest = w->price_today, newest = S("");
    for (size_t i = 0; i < w->catalog->prices.n; i++) {
        const struct price *p = &w->catalog->prices.at[i];
        r->prices++;
        r->stale_prices += price_is_stale(p, w->price_today, w->price_days);
        oldest = i == 0 || str_cmp(p->as_of, oldest) < 0 ? p->as_of : oldest;
        newest = str_cmp(p->as_of, newest) > 0 ? p->as_of : newest;
    }
    keep_day(r->oldest_price, oldest);
    keep_day(r->newest_price, newest);
    keep_day(r->price_today, w->price_today);
}

static void fill_report(const struct build *b, const struct write_result *written, struct build_report *r)
{
    *r = (struct build_report){.files = b->out.list.n, .written = written->written, .removed = written->removed, .unchanged = written->unchanged,
                               .assertions = b->world.book->assertions};
    for (size_t i = 0; i < b->out.list.n; i++) {
        r->bytes += b->out.list.at[i].bytes.n;
        r->pages += str_ends(b->out.list.at[i].path, S(".html"));
    }
    report_prices(&b->world, r);
    memcpy(r->digest, b->world.catalog->digest, DIGEST_DIGITS + 1);
}

bool site_build(const struct build_options *options, struct build_report *report, struct diag *diag)
{
    struct build b = {.options = options, .arena = arena_new(), .diag = diag};
    struct write_result written = {0};
    outputs_init(&b.out, b.arena);
    bool ok = load(&b) && make(&b) && check(&b);
    if (ok && options->out)
        ok = site_write(&b.out, options->out, &written, diag);
    if (ok)
        fill_report(&b, &written, report);
    template_set_free(b.templates);
    arena_free(b.arena);
    return ok;
}
