/* The recommendation for people: a table. */
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "command/recommend.h"
#include "command/speeds.h"
#include "command/text.h"
#include "sizing/names.h"

enum { WIDTH_TYPE = 30, WIDTH_CHIP = 31, WIDTH_VERDICT = 7, WIDTH_LAYOUT = 16, WIDTH_BYTES = 7, WIDTH_RATE = 11, WIDTH_RANGE = 19,
       WIDTH_BINDING = 13, WIDTH_HOURS = 10, WIDTH_MONEY = 10, WIDTH_STATUS = 16 };

/* Prints and empties b. */
static void put_cell(struct buf *b, int width, bool is_number)
{
    text_put(buf_str(b), width, is_number);
    buf_clear(b);
}

static void put_text(struct buf *b, int width, struct str text)
{
    buf_put(b, text);
    put_cell(b, width, false);
}

/* "-" for what is not known. */
static void put_rounded(struct buf *b, int width, double value)
{
    if (value > 0 && isfinite(value))
        number_rounded(b, value);
    else
        buf_puts(b, "-");
    put_cell(b, width, true);
}

static void put_gib(struct buf *b, double bytes)
{
    if (bytes > 0)
        number_fixed(b, bytes / 1073741824.0, 1);
    else
        buf_puts(b, "-");
    put_cell(b, WIDTH_BYTES, true);
}

/* ---- a row */

/* Columns that are there only when there is something to say in them. */
enum part { PART_ALL, PART_MEMORY, PART_SPEED, PART_MONEY };

static bool has_part(const struct recommendation *r, enum part part)
{
    if (part == PART_ALL || part == PART_MEMORY)
        return part == PART_ALL || r->model;
    for (size_t i = 0; i < r->shown; i++) {
        const struct rank_answer *a = &r->answers[r->order[i]];
        if (part == PART_SPEED ? a->speed.has_rate : a->money > 0)
            return true;
    }
    return false;
}

static void put_layout(struct buf *b, const struct sizing_fit *fit)
{
    buf_printf(b, "%.0f GPU%s", fit->gpus, fit->gpus == 1 ? "" : "s");
    if (fit->tensor_parallel > 1)
        buf_printf(b, ", tp %.0f", fit->tensor_parallel);
    else if (fit->zero_stage > 0)
        buf_printf(b, ", ZeRO %.0f", fit->zero_stage);
}

static void put_memory(struct buf *b, const struct recommendation *r, int i)
{
    const struct sizing_fit *fit = &r->answers[i].fit.fit;
    bool is_judged = r->model && r->candidates[i].has_memory != 0;
    if (is_judged)
        put_layout(b, fit);
    else
        buf_puts(b, "-");
    put_cell(b, WIDTH_LAYOUT, false);
    put_gib(b, is_judged ? fit->need_bytes : 0);
    put_gib(b, is_judged ? fit->have_bytes : 0);
}

static void put_speed(struct buf *b, const struct rank_answer *a)
{
    const struct speed_estimate *e = &a->speed;
    if (e->has_rate)
        speeds_rate(b, e);
    else
        buf_puts(b, "-");
    put_cell(b, WIDTH_RATE, true);
    if (e->has_rate) {
        number_rounded(b, e->low);
        buf_puts(b, "–");
        number_rounded(b, e->high);
    }
    put_cell(b, WIDTH_RANGE, true);
    put_text(b, WIDTH_BINDING, str_from(e->has_rate ? names_resource(e->binding) : "-"));
}

static struct str status_of(const struct type *t)
{
    return field_enum_name(schema_find(record_schema(RECORD_family), S("status")), t->family->status);
}

/* What no rate, or a part of it, could be worked out for. */
static void put_left_out(struct buf *b, const struct recommendation *r, int i)
{
    const struct rank_answer *a = &r->answers[i];
    const char *no_rate = a->fits && r->model ? rank_no_rate(&r->candidates[i], &a->speed) : NULL;
    struct buf left_out = {0};
    speeds_left_out(&left_out, &a->speed);
    if (left_out.n)
        buf_printf(b, "%snot published: %" STR_FMT, b->n ? "; " : "", STR_ARG(buf_str(&left_out)));
    else if (no_rate)
        buf_printf(b, "no rate: %s", no_rate);
    buf_free(&left_out);
}

/* Why it does not fit and what would help; else what to change first, and what the speed leaves out. */
static void put_note(struct buf *b, const struct recommendation *r, int i)
{
    const struct rank_answer *a = &r->answers[i];
    const char *reason = rank_reason(&r->question, &r->candidates[i], &r->answers[i]), *advice = names_advice(a->speed.advice);
    if (reason)
        buf_puts(b, reason);
    if (a->fit.change.slot >= 0) {
        buf_puts(b, ": ");
        recommendation_change(b, r, i);
    }
    if (a->machines > 1)
        buf_printf(b, "%.0f machines; ", a->machines);
    if (a->speed.has_rate && advice)
        buf_puts(b, advice);
    if (a->speed.gain > 1) {
        buf_puts(b, " × ");
        number_fixed(b, a->speed.gain, 2);
    }
    put_left_out(b, r, i);
    printf("%" STR_FMT "\n", STR_ARG(buf_str(b)));
    buf_clear(b);
}

static void put_money(struct buf *b, const struct recommendation *r, int i)
{
    double money = r->answers[i].money;
    bool is_known = money > 0 && isfinite(money);
    if (is_known)
        number_rounded(b, money);
    else
        buf_puts(b, "-");
    buf_puts(b, is_known && price_table_is_stale(&r->prices, (size_t)i) ? "*" : " ");
    put_cell(b, WIDTH_MONEY, true);
}

static void put_row(struct buf *b, const struct recommendation *r, int i)
{
    const struct type *t = &r->c->types.at[i];
    const struct chip *chip = type_chip(t);
    const struct rank_answer *a = &r->answers[i];
    bool is_tight = r->model && r->candidates[i].has_memory != 0 && a->fit.fit.verdict == SIZING_VERDICT_tight;
    put_text(b, WIDTH_TYPE, t->record.id);
    put_text(b, WIDTH_CHIP, chip ? chip->record.id : S("-"));
    put_text(b, WIDTH_VERDICT, !a->fits ? S("no") : is_tight ? S("tight") : S("fits"));
    if (has_part(r, PART_MEMORY))
        put_memory(b, r, i);
    if (has_part(r, PART_SPEED)) {
        put_speed(b, a);
        put_rounded(b, WIDTH_HOURS, a->gpu_hours);
    }
    if (has_part(r, PART_MONEY))
        put_money(b, r, i);
    put_text(b, WIDTH_STATUS, status_of(t));
    put_note(b, r, i);
}

/* ---- the table */

static void put_question(const struct recommendation *r)
{
    const struct sizing_workload *w = &r->question.workload;
    struct buf tokens = {0};
    number_grouped(&tokens, rank_tokens(&r->question.run));
    if (r->scenario)
        printf("Scenario %" STR_FMT "\n", STR_ARG(r->scenario->record.id));
    if (r->model)
        printf("%" STR_FMT ", %s, %.0f tokens × %.0f sequences a replica\n", STR_ARG(r->model->record.id),
               names_value(SIZING_KIND_METHOD, (int)w->method), w->seq, w->batch);
    else
        puts("Requirements only: this scenario has no workload to compute");
    if (has_part(r, PART_SPEED))
        printf("%s for %" STR_FMT " tokens %s\n", has_part(r, PART_MONEY) ? "GPU-hours and money" : "GPU-hours", STR_ARG(buf_str(&tokens)),
               speeds_tokens(r->question.model, w));
    price_table_put(&r->prices, NULL);
    putchar('\n');
    buf_free(&tokens);
}

struct heading {
    int width;
    bool is_number;
    enum part part;
    const char *name, *unit;
};

static void put_headings(struct buf *b, const struct recommendation *r)
{
    const char *currency = r->prices.currency.n ? arena_printf(r->arena, "%" STR_FMT " ", STR_ARG(r->prices.currency)).p : " ";
    const struct heading headings[] = {
        {WIDTH_TYPE, false, PART_ALL, "type", ""},       {WIDTH_CHIP, false, PART_ALL, "chip", ""},
        {WIDTH_VERDICT, false, PART_ALL, "", ""},        {WIDTH_LAYOUT, false, PART_MEMORY, "layout", ""},
        {WIDTH_BYTES, true, PART_MEMORY, "need", "GiB"}, {WIDTH_BYTES, true, PART_MEMORY, "have", "GiB"},
        {WIDTH_RATE, true, PART_SPEED, "tokens/s", ""},  {WIDTH_RANGE, true, PART_SPEED, "range", ""},
        {WIDTH_BINDING, false, PART_SPEED, "bound by", ""}, {WIDTH_HOURS, true, PART_SPEED, "GPU-hours", ""},
        {WIDTH_MONEY, true, PART_MONEY, "money ", currency}, {WIDTH_STATUS, false, PART_ALL, "status", ""},
    };
    for (int line = 0; line < (has_part(r, PART_MEMORY) ? 2 : 1); line++) {
        for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
            buf_puts(b, line ? headings[i].unit : headings[i].name);
            if (has_part(r, headings[i].part))
                put_cell(b, headings[i].width, headings[i].is_number);
            buf_clear(b);
        }
        puts(line ? "" : has_part(r, PART_SPEED) ? "reason: would fit with; or change first × gain" : "reason: would fit with");
    }
}

void recommend_table(const struct recommendation *r)
{
    struct buf b = {0};
    put_question(r);
    put_headings(&b, r);
    for (size_t i = 0; i < r->shown; i++)
        put_row(&b, r, r->order[i]);
    if (r->shown < r->n)
        printf("\n%zu more types; --limit 0 shows all\n", r->n - r->shown);
    buf_free(&b);
}
