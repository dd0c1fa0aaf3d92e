/* The recommendation for programs. */
#include <stdio.h>

#include "base/escape.h"
#include "command/fields.h"
#include "command/recommend.h"
#include "command/speeds.h"
#include "sizing/names.h"

static void put_word(struct buf *b, const char *key, const char *word)
{
    buf_printf(b, ", \"%s\": ", key);
    if (word)
        buf_printf(b, "\"%s\"", word);
    else
        buf_puts(b, "null");
}

static void put_bytes(struct buf *b, const char *key, double bytes)
{
    if (bytes > 0)
        buf_printf(b, ", \"%s\": %.0f", key, memory_round(bytes));
    else
        buf_printf(b, ", \"%s\": null", key);
}

static const char *verdict_name(const struct recommendation *r, int i)
{
    if (!r->model || r->candidates[i].has_memory == 0)
        return NULL;
    return fit_verdict_name(r->answers[i].fit.fit.verdict);
}

static void put_layout(struct buf *b, const struct recommendation *r, int i)
{
    const struct sizing_fit *fit = &r->answers[i].fit.fit;
    if (!r->model || r->candidates[i].has_memory == 0)
        buf_puts(b, ", \"layout\": null");
    else
        buf_printf(b, ", \"layout\": {\"gpus\": %.0f, \"zero_stage\": %.0f, \"tensor_parallel\": %.0f}", fit->gpus, fit->zero_stage,
                   fit->tensor_parallel);
}

/* no_rate: why there is none, for types that fit. */
static void put_speed(struct buf *b, const struct recommendation *r, int i)
{
    const struct rank_answer *a = &r->answers[i];
    buf_puts(b, ", \"speed\": ");
    speeds_json(b, &a->speed);
    put_word(b, "no_rate", a->fits && r->model ? rank_no_rate(&r->candidates[i], &a->speed) : NULL);
    buf_puts(b, ", ");
    speeds_json_number(b, "gpus", a->speed.has_rate ? a->layout.gpus : 0);
    buf_puts(b, ", ");
    speeds_json_number(b, "machines", a->machines);
    buf_puts(b, ", ");
    speeds_json_number(b, "machine_hours", a->machine_hours);
    buf_puts(b, ", ");
    speeds_json_number(b, "gpu_hours", a->gpu_hours);
}

static void put_money(struct buf *b, const struct recommendation *r, int i)
{
    buf_puts(b, ", ");
    speeds_json_number(b, "money", r->answers[i].money);
    put_word(b, "way", recommendation_way(r, i));
    buf_puts(b, ", \"price_as_of\": ");
    if (r->prices.rows && r->prices.rows[i])
        escape_json_string(b, r->prices.rows[i]->as_of);
    else
        buf_puts(b, "null");
    buf_printf(b, ", \"price_is_stale\": %s", price_table_is_stale(&r->prices, (size_t)i) ? "true" : "false");
}

static void put_type(struct buf *b, const struct recommendation *r, int i)
{
    const struct rank_answer *a = &r->answers[i];
    const struct rank_candidate *c = &r->candidates[i];
    struct buf change = {0};
    recommendation_change(&change, r, i);
    buf_puts(b, "{\"id\": ");
    escape_json_string(b, r->c->types.at[i].record.id);
    buf_printf(b, ", \"fits\": %s", a->fits ? "true" : "false");
    put_word(b, "verdict", verdict_name(r, i));
    put_layout(b, r, i);
    put_bytes(b, "need_bytes", a->fit.fit.need_bytes);
    put_bytes(b, "high_bytes", a->fit.fit.high_bytes);
    put_bytes(b, "have_bytes", c->has_memory != 0 ? c->gpu.memory_bytes * c->gpu.gpu_fraction : 0);
    put_word(b, "reason", rank_reason(&r->question, &r->candidates[i], &r->answers[i]));
    put_word(b, "smallest_change", change.n ? change.p : NULL);
    put_speed(b, r, i);
    put_money(b, r, i);
    buf_putc(b, '}');
    buf_free(&change);
}

static void put_question(struct buf *b, const struct recommendation *r)
{
    buf_puts(b, "{\"workload\": {\"model\": ");
    if (r->model) {
        escape_json_string(b, r->model->record.id);
        buf_puts(b, ", ");
        fields_json(b, SIZING_GROUP_workload, (const double *)&r->question.workload);
        buf_puts(b, "},\n \"run\": {");
        fields_json(b, SIZING_GROUP_run, (const double *)&r->question.run);
    } else {
        buf_puts(b, "null},\n \"run\": {");
    }
    buf_printf(b, "},\n \"machines\": %.0f, \"tokens\": %.0f, \"currency\": ", r->question.machines, rank_tokens(&r->question.run));
    if (r->prices.currency.n)
        escape_json_string(b, r->prices.currency);
    else
        buf_puts(b, "null");
    buf_puts(b, ", \"prices\": ");
    price_table_json(b, &r->prices);
}

void recommend_json(const struct recommendation *r)
{
    struct buf b = {0};
    put_question(&b, r);
    buf_puts(&b, ",\n \"types\": [");
    for (size_t i = 0; i < r->shown; i++) {
        buf_puts(&b, i ? ",\n  " : "\n  ");
        put_type(&b, r, r->order[i]);
    }
    buf_puts(&b, "]}\n");
    fwrite(b.p, 1, b.n, stdout);
    buf_free(&b);
}
