/* One workload on one instance type, for people. */
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "command/estimate_on.h"
#include "command/speeds.h"
#include "command/text.h"
#include "sizing/names.h"

enum { WIDTH_NAME = 40, WIDTH_NUMBER = 12 };

/* Where the words come from. */
struct words {
    const struct estimate_on *on;
    struct strings *strings;
};

static struct str word(const struct words *w, const char *prefix, const char *id)
{
    return w->strings ? string_of(w->strings, LANG_EN, prefix, str_from(id)) : str_from(id);
}

static struct str rounded(const struct words *w, double value)
{
    struct buf b = {0};
    if (isfinite(value))
        number_rounded(&b, value);
    else
        buf_puts(&b, "never");
    return arena_take(w->on->arena, &b);
}

static void put_number(const struct words *w, double value)
{
    text_put(value > 0 ? rounded(w, value) : S("-"), WIDTH_NUMBER, true);
}

/* ---- memory */

static const char *verdict_text(const struct estimate_on *on)
{
    if (!on->fit.is_total)
        return "not all of it is modelled";
    if (!on->fits)
        return "does not fit";
    return on->fit.verdict == SIZING_VERDICT_tight ? "tight" : "fits";
}

static void put_fit(const struct words *w)
{
    const struct sizing_fit *fit = &w->on->fit;
    struct buf b = {0};
    if (w->on->candidate.has_memory == 0) {
        puts("Memory: not published, so that nothing can be said");
        return;
    }
    number_fixed(&b, fit->need_bytes / 1073741824.0, 1);
    buf_puts(&b, " of ");
    number_fixed(&b, fit->have_bytes / 1073741824.0, 1);
    printf("Memory: %" STR_FMT " GiB of a GPU: %s\n", STR_ARG(buf_str(&b)), verdict_text(w->on));
    buf_free(&b);
}

/* ---- time */

static void put_resource(const struct words *w, enum sizing_resource r)
{
    const struct speed_estimate *e = &w->on->speed;
    const struct speed_use *use = &e->use[r];
    text_put(word(w, "resource.", names_resource(r)), WIDTH_NAME, false);
    if (use->state == SPEED_STATE_not_published) {
        puts("not published: left out");
        return;
    }
    put_number(w, use->seconds);
    printf("%5.0f %%%s%s\n", use->seconds / e->seconds * 100, r == e->binding ? "  binds" : "", use->is_beside ? "  beside the GPUs" : "");
}

static void put_resources(const struct words *w)
{
    const struct speed_estimate *e = &w->on->speed;
    printf("\n%-*s %*s %6s\n", WIDTH_NAME, "resource", WIDTH_NUMBER, "seconds", "");
    for (int r = 0; r < SIZING_RESOURCES; r++)
        if (e->use[r].state != SPEED_STATE_none)
            put_resource(w, (enum sizing_resource)r);
    struct buf tokens = {0};
    number_grouped(&tokens, e->tokens);
    printf("%" STR_FMT " tokens in %" STR_FMT " s\n\n", STR_ARG(buf_str(&tokens)), STR_ARG(rounded(w, e->seconds)));
    buf_free(&tokens);
}

static void put_rate(const struct words *w)
{
    const struct speed_estimate *e = &w->on->speed;
    const char *advice = names_advice(e->advice);
    struct buf rate = {0};
    speeds_rate(&rate, e);
    printf("Tokens/s: %" STR_FMT ", range %" STR_FMT " to %" STR_FMT "; bound by: %" STR_FMT "\n", STR_ARG(buf_str(&rate)),
           STR_ARG(rounded(w, e->low)), STR_ARG(rounded(w, e->high)), STR_ARG(word(w, "resource.", names_resource(e->binding))));
    if (e->mfu > 0)
        printf("MFU: %" STR_FMT " %%\n", STR_ARG(rounded(w, e->mfu * 100)));
    if (e->first_token > 0)
        printf("First token after %" STR_FMT " s, then one in %" STR_FMT " s, a request in %" STR_FMT " s\n",
               STR_ARG(rounded(w, e->first_token)), STR_ARG(rounded(w, e->between_tokens)), STR_ARG(rounded(w, e->request)));
    if (advice)
        printf("Change first: %" STR_FMT, STR_ARG(word(w, "advice.", advice)));
    if (advice && e->gain > 1)
        printf(", %" STR_FMT " × the tokens/s", STR_ARG(rounded(w, e->gain)));
    puts(advice ? "" : "Change first: nothing gains 3 %");
    buf_free(&rate);
}

static void put_hours(const struct words *w)
{
    const struct estimate_on *on = w->on;
    struct buf tokens = {0};
    number_grouped(&tokens, rank_tokens(&on->run));
    printf("%" STR_FMT " tokens %s: ", STR_ARG(buf_str(&tokens)), speeds_tokens(&on->model->sizing, on->workload));
    if (on->speed.hours > 0)
        printf("%" STR_FMT " hours (%" STR_FMT " to %" STR_FMT "), ", STR_ARG(rounded(w, on->speed.hours)),
               STR_ARG(rounded(w, on->speed.hours_low)), STR_ARG(rounded(w, on->speed.hours_high)));
    printf("%.0f machine%s, %" STR_FMT " machine-hours, %" STR_FMT " GPU-hours\n", on->machines, on->machines == 1 ? "" : "s",
           STR_ARG(rounded(w, on->machine_hours)), STR_ARG(rounded(w, on->gpu_hours)));
    buf_free(&tokens);
}

/* ---- money */

static void put_break_even(const struct words *w, enum sizing_way way)
{
    double use = cost_break_even(&w->on->prices, way);
    if (way == SIZING_WAY_pay_as_you_go || way == SIZING_WAY_spot || use <= 0)
        return;
    if (use > 1)
        printf("  never cheaper than pay-as-you-go");
    else
        printf("  cheaper than pay-as-you-go above %" STR_FMT " %% use", STR_ARG(rounded(w, use * 100)));
}

static void put_spot(const struct words *w)
{
    const struct cost_estimate *cost = &w->on->cost;
    const struct sizing_prices *p = &w->on->prices;
    if (!cost->has_cheapest && p->spot_interval > 0 && w->on->machines > 0)
        printf("  a checkpoint every %" STR_FMT " min is best",
               STR_ARG(rounded(w, cost_interval_exact(p->spot_checkpoint / 60, p->spot_interval * 60 / w->on->machines))));
    if (cost->spot_interruptions > 0)
        printf("  a checkpoint every %" STR_FMT " min, %" STR_FMT " interruptions; cheaper below %" STR_FMT " %% of pay-as-you-go",
               STR_ARG(rounded(w, cost->spot_interval_seconds / 60)), STR_ARG(rounded(w, cost->spot_interruptions)),
               STR_ARG(rounded(w, cost->spot_price_limit * 100)));
}

static void put_way(const struct words *w, enum sizing_way way)
{
    const struct estimate_on *on = w->on;
    const struct cost_offer *offer = &on->cost.ways[way];
    text_put(word(w, "way.", names_way(way)), WIDTH_NAME, false);
    if (on->cost.has_cheapest) {
        put_number(w, offer->money);
        put_number(w, offer->hours);
        put_number(w, offer->per_million);
    } else {
        put_number(w, cost_month(&on->prices, way, on->machines > 0 ? on->machines : 1, on->prices.utilisation));
    }
    put_break_even(w, way);
    if (way == SIZING_WAY_spot)
        put_spot(w);
    putchar('\n');
}

static void put_costs(const struct words *w)
{
    const struct estimate_on *on = w->on;
    const char *currency = on->table.currency.n ? arena_printf(on->arena, " in %" STR_FMT, STR_ARG(on->table.currency)).p : "";
    if (!on->has_prices) {
        puts("No price is given, so that the answer is in GPU-hours; see --help");
        return;
    }
    putchar('\n');
    if (on->row)
        price_table_put(&on->table, on->row);
    printf("%-*s ", WIDTH_NAME, arena_printf(on->arena, "money%s", currency).p);
    if (on->cost.has_cheapest)
        printf("%*s %*s %*s\n", WIDTH_NUMBER, "the job", WIDTH_NUMBER, "hours", WIDTH_NUMBER, "1 M tokens");
    else
        printf("%*s\n", WIDTH_NUMBER, "a month");
    for (int way = 0; way < SIZING_WAYS; way++)
        if (cost_month(&on->prices, (enum sizing_way)way, 1, 1) > 0)
            put_way(w, (enum sizing_way)way);
    if (on->cost.has_cheapest)
        printf("Cheapest: %" STR_FMT "\n", STR_ARG(word(w, "way.", names_way(on->cost.cheapest))));
}

void estimate_on_table(const struct estimate_on *on, struct strings *strings)
{
    struct words w = {on, strings};
    const struct chip *chip = type_chip(on->type);
    printf("\nOn %" STR_FMT ", %s × %" STR_FMT "\n", STR_ARG(on->type->record.id),
           on->candidate.gpus < 1 ? "a share of 1" : arena_printf(on->arena, "%.0f", on->candidate.gpus).p,
           STR_ARG(chip ? chip->name : S("an accelerator that is not published")));
    put_fit(&w);
    if (on->speed.has_rate) {
        put_resources(&w);
        put_rate(&w);
        put_hours(&w);
    } else {
        printf("Speed: %" STR_FMT "\n", STR_ARG(word(&w, "speed.", on->no_rate)));
    }
    put_costs(&w);
}
