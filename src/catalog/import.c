/* Import: the run, the comparison with what the catalogue has, the report. */
#include <math.h>

#include "catalog/import_internal.h"

/* The catalogue writes at most 6 decimals, so a value read back may differ by half of the last one. */
#define SAME_NUMBER 1e-6

/* ---- report */

void import_line(struct import *im, enum import_outcome outcome, const char *fmt, ...)
{
    struct buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&text, fmt, ap);
    va_end(ap);
    *LIST_ADD(&im->lines, im->arena) = (struct import_line){outcome, arena_take(im->arena, &text)};
}

void import_note(struct import *im, const char *fmt, ...)
{
    struct buf text = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&text, fmt, ap);
    va_end(ap);
    *LIST_ADD(&im->notes, im->arena) = arena_take(im->arena, &text);
}

struct place import_place(const struct import *im, const struct import_entry *e, const char *json_key)
{
    if (diag_errors(im->diag) > DIAG_MAX)
        return (struct place){0};
    struct json v = json_get(e->at, json_key);
    return json_place(json_has(v) ? v : e->at);
}

/* What was found to be new was written, would be, or must wait until the errors are gone. */
static const char *new_word(const struct import *im)
{
    if (diag_errors(im->diag) > 0)
        return "held back";
    return im->request->dry_run ? "to add" : "added";
}

static void put_lines(const struct import *im, enum import_outcome outcome, const char *word, struct buf *out)
{
    for (size_t i = 0; i < im->lines.n; i++)
        if (im->lines.at[i].outcome == outcome)
            buf_printf(out, "%s %" STR_FMT "\n", word, STR_ARG(im->lines.at[i].text));
}

static size_t count_lines(const struct import *im, enum import_outcome outcome)
{
    size_t n = 0;
    for (size_t i = 0; i < im->lines.n; i++)
        n += im->lines.at[i].outcome == outcome;
    return n;
}

/* What needs the reader most comes last, next to the totals. */
static void put_report(const struct import *im, struct buf *out)
{
    put_lines(im, IMPORT_SKIPPED, "skipped", out);
    put_lines(im, IMPORT_UNCHANGED, "unchanged", out);
    put_lines(im, IMPORT_NEW, new_word(im), out);
    put_lines(im, IMPORT_CONFLICTING, "conflicting", out);
    for (size_t i = 0; i < im->notes.n; i++)
        buf_printf(out, "note: %" STR_FMT "\n", STR_ARG(im->notes.at[i]));
    buf_printf(out, "total: %zu %s, %zu unchanged, %zu conflicting, %zu skipped%s\n", count_lines(im, IMPORT_NEW),
               new_word(im), count_lines(im, IMPORT_UNCHANGED), count_lines(im, IMPORT_CONFLICTING),
               count_lines(im, IMPORT_SKIPPED),
               diag_errors(im->diag) || im->request->dry_run ? "; nothing was written" : "");
}

/* ---- comparison with a type of the catalogue */

struct comparison {
    struct import *im;
    const struct import_entry *e;
    const struct type *t;
    struct buf remarks, conflicts;
};

static struct str num_text(const struct comparison *k, double value, enum unit unit)
{
    struct buf b = {0};
    quantity_text(&b, value, unit);
    return arena_take(k->im->arena, &b);
}

static void remark(struct comparison *k, const char *what, struct str value, const char *end)
{
    buf_printf(&k->remarks, "; %s%" STR_FMT "%s", what, STR_ARG(value), end);
}

static void put_sources(struct buf *out, struct cite_list sources, const char *key)
{
    for (size_t i = 0; i < sources.n; i++)
        if (sources.at[i].group.n == 0 || str_eq_c(sources.at[i].group, key))
            buf_printf(out, "%s%" STR_FMT, out->n ? ", " : "", STR_ARG(sources.at[i].source.id));
}

/* The sources that the catalogue's value rests on: the type's own, else its family's. */
static struct str sources_of(const struct comparison *k, const char *key)
{
    struct buf b = {0};
    put_sources(&b, k->t->sources, key);
    if (b.n == 0)
        put_sources(&b, k->t->family->sources, key);
    struct str s = b.n ? arena_str(k->im->arena, buf_str(&b)) : S("no source named");
    buf_free(&b);
    return s;
}

static void conflict(struct comparison *k, const char *key, const char *json_key, struct str have, struct str got)
{
    struct str sources = sources_of(k, key);
    buf_printf(&k->conflicts, "%s %s: catalogue %" STR_FMT " (%" STR_FMT "), response %" STR_FMT " (%" STR_FMT ")",
               k->conflicts.n ? ";" : ":", key, STR_ARG(have), STR_ARG(sources), STR_ARG(got), STR_ARG(k->e->file));
    diag_error(k->im->diag, record_place(&k->t->record, key),
               "%" STR_FMT ": %s is %" STR_FMT " here (%" STR_FMT "), but %" STR_FMT " in the response; correct it%s",
               STR_ARG(k->e->id), key, STR_ARG(have), STR_ARG(sources), STR_ARG(got),
               schema_find(&type_schema, str_from(key)) ? ", or list the other value under disputed" : " by hand");
    diag_note(k->im->diag, import_place(k->im, k->e, json_key), "%s gives %" STR_FMT, json_key, STR_ARG(got));
}

/* A value that the catalogue lists beside its own is known. */
static bool is_disputed(const struct comparison *k, const char *key, double got, enum unit unit)
{
    const struct dispute *d = k->t->disputed.at;
    for (size_t i = 0; i < k->t->disputed.n; i++) {
        struct str why;
        double value;
        if (str_eq_c(d[i].field, key) && quantity_parse(k->im->arena, d[i].value, unit, &value, &why) &&
            fabs(value - got) < SAME_NUMBER)
            return true;
    }
    return false;
}

static void compare(struct comparison *k, const char *key, const char *json_key, enum unit unit, struct num have,
                    struct num got)
{
    if (!num_known(got) || (num_known(have) && fabs(have.value - got.value) < SAME_NUMBER))
        return;
    struct str got_text = num_text(k, got.value, unit);
    if (!num_known(have))
        buf_printf(&k->remarks, "; the catalogue has no %s (response: %" STR_FMT ")", key, STR_ARG(got_text));
    else if (is_disputed(k, key, got.value, unit))
        buf_printf(&k->remarks, "; %s %" STR_FMT " is known as disputed", key, STR_ARG(got_text));
    else
        conflict(k, key, json_key, num_text(k, have.value, unit), got_text);
}

/* The API counts a share of a card as 1; where the catalogue has only the share, that is what it must round up to. */
static void compare_gpus(struct comparison *k)
{
    const struct type *t = k->t;
    if (num_known(t->api_gpus))
        compare(k, "api_gpus", "GPUAmount", UNIT_COUNT, t->api_gpus, k->e->gpus);
    else if (!num_known(t->gpus) || fabs(ceil(t->gpus.value) - k->e->gpus.value) >= SAME_NUMBER)
        compare(k, "gpus", "GPUAmount", UNIT_SHARE, t->gpus, k->e->gpus);
}

static bool is_word_end(char c)
{
    return c == ' ' || c == '/' || c == ',' || c == '(' || c == ')';
}

static bool has_word(struct str text, struct str word)
{
    for (size_t i = 0; i + word.n <= text.n; i++)
        if (str_eq(str_sub(text, i, i + word.n), word) && (i == 0 || is_word_end(text.p[i - 1])) &&
            (i + word.n == text.n || is_word_end(text.p[i + word.n])))
            return true;
    return false;
}

/* The catalogue keeps the model number alone: 8369B of "Intel Xeon(Ice Lake) Platinum 8369B". */
static void compare_cpu(struct comparison *k)
{
    struct str have = k->t->cpu_model, got = k->e->cpu;
    if (got.n == 0 || (have.n && has_word(got, have)))
        return;
    const struct dispute *d = k->t->disputed.at;
    for (size_t i = 0; i < k->t->disputed.n; i++)
        if (str_eq_c(d[i].field, "cpu_model") && has_word(got, d[i].value)) {
            remark(k, "cpu_model ", d[i].value, " is known as disputed");
            return;
        }
    if (have.n)
        conflict(k, "cpu_model", "PhysicalProcessorModel", have, got);
    else
        remark(k, "the catalogue has no cpu_model (response: ", got, ")");
}

static void compare_family(struct comparison *k)
{
    const struct family *f = k->t->family;
    if (!str_eq(f->record.id, k->e->family)) {
        conflict(k, "family", "InstanceTypeFamily", f->record.id, k->e->family);
        return;
    }
    if (k->e->spec.n && !import_spec_fits(f, k->e->spec))
        remark(k, "gpu_specs of the family lack \"", k->e->spec, "\"");
}

static void compare_type(struct import *im, const struct import_entry *e, const struct type *t)
{
    struct comparison k = {.im = im, .e = e, .t = t};
    compare_family(&k);
    compare(&k, "vcpus", "CpuCoreCount", UNIT_COUNT, t->vcpus, e->vcpus);
    compare(&k, "memory", "MemorySize", UNIT_GIB, t->memory, e->memory);
    compare_gpus(&k);
    compare(&k, "api_gpu_memory", "GPUMemorySize", UNIT_GIB, t->api_gpu_memory, e->gpu_memory);
    compare(&k, "network", "InstanceBandwidthRx", UNIT_GBIT_S, t->network, e->network);
    compare_cpu(&k);
    if (!num_list_has(t->listed, LISTED_API))
        remark(&k, "listed lacks api", (struct str){0}, "");
    if (k.conflicts.n)
        import_line(im, IMPORT_CONFLICTING, "%" STR_FMT "%" STR_FMT, STR_ARG(e->id), STR_ARG(buf_str(&k.conflicts)));
    else
        import_line(im, IMPORT_UNCHANGED, "%" STR_FMT "%" STR_FMT, STR_ARG(e->id), STR_ARG(buf_str(&k.remarks)));
    buf_free(&k.remarks);
    buf_free(&k.conflicts);
}

/* ---- the run */

static void take_entries(struct import *im)
{
    for (size_t i = 0; i < im->entries.n; i++) {
        const struct import_entry *e = im->entries.at[i];
        const struct type *t = catalog_find(im->c, RECORD_type, e->id);
        if (t)
            compare_type(im, e, t);
        else
            import_plan(im, e);
    }
    if (im->has_packet_rates)
        import_note(im, "InstancePpsRx/Tx are not imported: they count one direction, pps counts both together");
}

bool import_is_date(struct str s)
{
    return s.n == 10 && schema_is_date(s);
}

/* A dry run may leave the date out: nothing of it is kept. */
static bool check_date(struct import *im)
{
    const struct import_request *r = im->request;
    if (r->date.n == 0 && !r->dry_run) {
        diag_error(im->diag, (struct place){0},
                   "%zu types are new; say with --date YYYY-MM-DD when the response was read", im->added);
        return false;
    }
    struct str date = r->date.n ? r->date : S("undated");
    im->source = arena_printf(im->arena, "alibaba-api-%" STR_FMT, STR_ARG(date));
    const struct source_record *known = catalog_find(im->c, RECORD_source_record, im->source);
    if (!known || str_eq(known->read, date))
        return true;
    diag_error(im->diag, record_place(&known->record, "read"), "source %" STR_FMT " should have been read on %" STR_FMT,
               STR_ARG(im->source), STR_ARG(date));
    return false;
}

static void write_new(struct import *im)
{
    if (im->added == 0 || diag_errors(im->diag) > 0)
        return;
    if (check_date(im) && import_make_files(im) && import_check_files(im) && !im->request->dry_run)
        import_write_files(im);
}

static void run(struct import *im)
{
    for (size_t i = 0; i < im->request->file_count; i++)
        import_read(im, im->request->files[i]);
    if (diag_errors(im->diag) > 0)
        return;
    im->c = catalog_load(&im->request->folder, 1, im->arena, im->diag);
    if (im->c)
        take_entries(im);
}

void import_run(const struct import_request *request, struct arena *arena, struct buf *report, struct diag *diag)
{
    struct import im = {.request = request, .arena = arena, .diag = diag};
    map_init(&im.by_id, arena);
    run(&im);
    if (im.c) {
        write_new(&im);
        put_report(&im, report);
    }
    for (size_t i = 0; i < im.documents.n; i++)
        json_free(im.documents.at[i]);
}
