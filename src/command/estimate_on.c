/* Judging one workload on one instance type. */
#include "command/estimate_on.h"

#include <stdio.h>

#include "base/escape.h"
#include "command/fields.h"
#include "command/speeds.h"
#include "sizing/names.h"

static void set_speed(struct estimate_on *on)
{
    struct rank_question question = {.model = &on->model->sizing, .workload = *on->workload, .run = on->run};
    struct rank_answer answer = {.layout = *on->workload};
    rank_rate(&question, &on->candidate, &answer);
    rank_advise(&question, &on->candidate, &answer);
    on->speed = answer.speed;
    on->no_rate = rank_no_rate(&on->candidate, &on->speed);
    on->machines = answer.machines;
    on->machine_hours = answer.machine_hours;
    on->gpu_hours = answer.gpu_hours;
}

static void set_cost(struct estimate_on *on)
{
    struct cost_job job = {.machines = on->machines, .hours = on->speed.hours, .tokens = on->run.token_budget};
    if (on->has_prices && on->speed.has_rate && on->run.token_budget > 0)
        cost_estimate(&on->prices, &job, &on->cost); /* the prices are checked */
}

static void set_fit(struct estimate_on *on)
{
    if (on->candidate.has_memory == 0 || fit_check(&on->model->sizing, on->workload, &on->candidate.gpu, &on->fit).reason != SIZING_OK)
        return;
    on->fits = on->fit.is_total && on->fit.headroom_bytes >= 0;
}

/* A machine that holds only a share of a GPU cannot work with others. */
static bool check_share(const struct sizing_workload *workload, const struct estimate_on *on)
{
    if (on->candidate.gpus >= 1 || workload->gpus <= 1)
        return true;
    fprintf(stderr, "chipfirst: --on: %" STR_FMT " has a share of a GPU, which works alone, and %.0f GPUs are asked for\n",
            STR_ARG(on->type->record.id), workload->gpus);
    return false;
}

bool estimate_on_fill(const struct workload_options *o, const struct catalog *c, const struct model *model,
                      const struct sizing_workload *workload, struct arena *arena, struct diag *diag, struct estimate_on *out)
{
    const struct speed_tables *tables;
    struct speed_job job;
    *out = (struct estimate_on){.model = model, .workload = workload, .arena = arena};
    out->type = workload_options_find(c, RECORD_type, "on", str_from(o->on));
    if (!out->type || !speeds_load_tables(o->catalogs[0], arena, diag, &tables))
        return false;
    out->candidate = candidates_of(c, tables, arena)[out->type - c->types.at];
    if (!check_share(workload, out) || !workload_options_apply_run(o, model, workload, &out->run) ||
        !price_table_fill(o, c, out->type, arena, &out->table))
        return false;
    struct sizing_error error = speed_prepare(&model->sizing, workload, &out->run, &job);
    if (error.reason != SIZING_OK) {
        workload_options_refuse(o, model, error);
        return false;
    }
    set_fit(out);
    set_speed(out);
    out->has_prices = price_table_has(&out->table, c, out->type);
    if (out->has_prices)
        out->prices = out->table.of_type[out->type - c->types.at];
    out->row = out->table.rows ? out->table.rows[out->type - c->types.at] : NULL;
    set_cost(out);
    return true;
}

/* ---- JSON */

static void put_key_number(struct buf *b, const char *key, double value)
{
    buf_puts(b, ", ");
    speeds_json_number(b, key, value);
}

static void put_fit(struct buf *b, const struct estimate_on *on)
{
    if (on->candidate.has_memory == 0)
        buf_puts(b, ", \"fits\": false, \"verdict\": null, \"have_bytes\": null");
    else
        buf_printf(b, ", \"fits\": %s, \"verdict\": \"%s\", \"have_bytes\": %.0f", on->fits ? "true" : "false",
                   fit_verdict_name(on->fit.verdict), memory_round(on->fit.have_bytes));
}

/* Seconds of a period by resource; null: not published, and left out. */
static void put_resources(struct buf *b, const struct estimate_on *on)
{
    const char *separator = "";
    buf_puts(b, ",\n  \"seconds\": {");
    for (int r = 0; r < SIZING_RESOURCES; r++) {
        const struct speed_use *use = &on->speed.use[r];
        if (use->state == SPEED_STATE_none)
            continue;
        buf_printf(b, "%s\"%s\": ", separator, names_resource((enum sizing_resource)r));
        if (use->state == SPEED_STATE_known)
            buf_printf(b, "%.6g", use->seconds);
        else
            buf_puts(b, "null");
        separator = ", ";
    }
    buf_putc(b, '}');
}

static void put_times(struct buf *b, const struct estimate_on *on)
{
    const struct speed_estimate *e = &on->speed;
    const struct {
        const char *key;
        double value;
    } rows[] = {
        {"period_seconds", e->seconds}, {"period_tokens", e->tokens}, {"first_token_seconds", e->first_token},
        {"between_tokens_seconds", e->between_tokens}, {"request_seconds", e->request}, {"hours", e->hours}, {"hours_low", e->hours_low},
        {"hours_high", e->hours_high}, {"machines", on->machines}, {"machine_hours", on->machine_hours}, {"gpu_hours", on->gpu_hours},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_key_number(b, rows[i].key, rows[i].value);
}

static void put_way(struct buf *b, const struct estimate_on *on, enum sizing_way way)
{
    const struct cost_offer *offer = &on->cost.ways[way];
    buf_printf(b, "{\"way\": \"%s\"", names_way(way));
    put_key_number(b, "money", offer->money);
    put_key_number(b, "hours", offer->hours);
    put_key_number(b, "per_million", offer->per_million);
    put_key_number(b, "month", cost_month(&on->prices, way, on->machines > 0 ? on->machines : 1, on->prices.utilisation));
    put_key_number(b, "break_even_use", cost_break_even(&on->prices, way));
    buf_putc(b, '}');
}

static void put_cost(struct buf *b, const struct estimate_on *on)
{
    const char *separator = "\n    ";
    buf_puts(b, ",\n  \"currency\": ");
    if (on->table.currency.n)
        escape_json_string(b, on->table.currency);
    else
        buf_puts(b, "null");
    buf_puts(b, ", \"prices\": ");
    price_table_json(b, &on->table);
    buf_puts(b, ", \"price_as_of\": ");
    if (on->row)
        escape_json_string(b, on->row->as_of);
    else
        buf_puts(b, "null");
    buf_puts(b, ",\n  \"ways\": [");
    for (int way = 0; way < SIZING_WAYS && on->has_prices; way++) {
        if (cost_month(&on->prices, (enum sizing_way)way, 1, 1) <= 0)
            continue;
        buf_puts(b, separator);
        put_way(b, on, (enum sizing_way)way);
        separator = ",\n    ";
    }
    buf_puts(b, "]");
    put_key_number(b, "spot_interval_seconds", on->cost.spot_interval_seconds);
    put_key_number(b, "spot_interruptions", on->cost.spot_interruptions);
    put_key_number(b, "spot_billed_hours", on->cost.spot_billed_hours);
    put_key_number(b, "spot_price_limit", on->cost.spot_price_limit);
    if (on->cost.has_cheapest)
        buf_printf(b, ", \"cheapest\": \"%s\"", names_way(on->cost.cheapest));
    else
        buf_puts(b, ", \"cheapest\": null");
}

void estimate_on_json(struct buf *b, const struct estimate_on *on)
{
    buf_puts(b, "{\"type\": ");
    escape_json_string(b, on->type->record.id);
    put_fit(b, on);
    buf_printf(b, ", \"tokens\": %.0f", rank_tokens(&on->run));
    buf_puts(b, ",\n  \"speed\": ");
    speeds_json(b, &on->speed);
    buf_printf(b, ", \"no_rate\": %s%s%s", on->no_rate ? "\"" : "", on->no_rate ? on->no_rate : "null", on->no_rate ? "\"" : "");
    put_resources(b, on);
    put_times(b, on);
    put_cost(b, on);
    buf_puts(b, ",\n  \"run\": {");
    fields_json(b, SIZING_GROUP_run, (const double *)&on->run);
    buf_puts(b, "}}");
}
