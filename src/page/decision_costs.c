/* What binds on the answer of a scenario, and where other ways of paying and other types break even. */
#include "page/decisions.h"

#include "guide/book.h"
#include "page/cells.h"
#include "page/html.h"
#include "page/speeds.h"
#include "page/value.h"
#include "sizing/names.h"

#define MIN_SHARE 0.005  /* of the time; below it a resource is not listed */
#define SPOT_HOURS 24.0  /* between interruptions of one machine, for the example */
#define SPOT_NOTICE 5.0  /* minutes before a machine is reclaimed; fact spot-instances-9 */

static const struct str no_text = {NULL, 0};

static struct str joint(const struct page *p)
{
    return page_string(p, "list.joint");
}

static struct str resource_name(const struct page *p, int resource)
{
    return page_string_of(p, "resource.", str_from(names_resource((enum sizing_resource)resource)));
}

/* ---- what binds */

/* Resources by their seconds, the longest first. */
static int by_share(const struct speed_estimate *e, int order[SIZING_RESOURCES])
{
    int n = 0;
    for (int r = 0; r < SIZING_RESOURCES; r++) {
        int at = n;
        if (e->use[r].state != SPEED_STATE_known || e->use[r].seconds < MIN_SHARE * e->seconds)
            continue;
        for (; at > 0 && e->use[order[at - 1]].seconds < e->use[r].seconds; at--)
            order[at] = order[at - 1];
        order[at] = r;
        n++;
    }
    return n;
}

static void order_cell(struct page *p, struct tdict *row, const struct speed_estimate *e)
{
    struct buf *b = &p->scratch;
    int order[SIZING_RESOURCES], n = by_share(e, order);
    for (int i = 0; i < n; i++) {
        bool binds = order[i] == (int)e->binding;
        if (i)
            html_text(b, joint(p));
        buf_puts(b, binds ? "<strong>" : "");
        html_text(b, PAGE_FORMAT(p, "scenario.share", resource_name(p, order[i]), number_text(p, e->use[order[i]].seconds / e->seconds * 100, 0)));
        buf_puts(b, binds ? "</strong>" : "");
    }
    table_cell(row, html_take(p->arena, b), no_text, COLUMN_TEXT);
}

static void missing_resources_cell(struct page *p, struct tdict *row, const struct speed_estimate *e)
{
    bool is_first = true;
    for (int r = 0; r < SIZING_RESOURCES; r++) {
        if (e->use[r].state != SPEED_STATE_not_published)
            continue;
        html_text(&p->scratch, is_first ? S("") : joint(p));
        html_text(&p->scratch, resource_name(p, r));
        is_first = false;
    }
    table_cell(row, is_first ? S("–") : html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

static void without_rate(struct page *p, struct tdict *row, const struct decision_case *one, const struct rank_candidate *c)
{
    struct str why = one->answer.fits ? page_string_of(p, "speed.", str_from(rank_no_rate(c, &one->answer.speed))) : page_string(p, "verdict.exceeds");
    html_span(&p->scratch, "missing", why);
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    for (int i = 0; i < 3; i++)
        table_cell(row, S("–"), no_text, i == 1 ? COLUMN_FIGURE : COLUMN_TEXT);
}

static void with_rate(struct page *p, struct tdict *row, const struct decision_case *one, const struct rank_candidate *c)
{
    struct rank_answer answer = one->answer;
    order_cell(p, row, &answer.speed);
    missing_resources_cell(p, row, &answer.speed);
    table_cell(row, rounded_text(p, answer.speed.likely), no_text, COLUMN_FIGURE);
    rank_advise(&one->question, c, &answer);
    html_text(&p->scratch, speed_advice_text(p, &answer.speed));
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

static void bottleneck_row(struct page *p, struct tdict *t, const struct decision_case *one, const struct decision_choice *choice)
{
    struct tdict *row = table_row(t, no_text);
    html_text(&p->scratch, page_text(p, one->workload->title));
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    decision_type_cell(p, row, choice->type->record);
    if (one->answer.speed.has_rate)
        with_rate(p, row, one, choice->candidate);
    else
        without_rate(p, row, one, choice->candidate);
}

static struct tdict *bottleneck_table(struct page *p)
{
    static const char *const keys[] = {"scenario.workload", "field.type", "scenario.order_of_resources", "scenario.missing"};
    page_paragraph(p, page_string(p, "scenario.bottlenecks"));
    struct tdict *t = page_table(p, "bottlenecks-table", page_string(p, "caption.bottlenecks"), 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        table_column(p, t, page_string(p, keys[i]), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "scenario.rate"), page_string(p, "speed.tokens_unit"), COLUMN_FIGURE);
    table_column(p, t, page_string(p, "speed.change_first"), no_text, COLUMN_TEXT);
    return t;
}

void page_bottleneck_table(struct page *p, const struct decision *d)
{
    const struct workload *w = d->scenario->workloads.at;
    bool is_served = false;
    if (d->scenario->workloads.n == 0)
        return;
    if (d->question.by_weights) {
        page_paragraph(p, page_string(p, "speed.not_modelled"));
        return;
    }
    struct tdict *t = bottleneck_table(p);
    for (size_t i = 0; i < d->scenario->workloads.n; i++) {
        const struct decision_choice *choice = NULL;
        const struct decision_case *one = decision_case_for(d, &w[i], &choice);
        if (!one)
            continue;
        bottleneck_row(p, t, one, choice);
        is_served = is_served || one->answer.speed.first_token > 0;
    }
    if (is_served)
        page_paragraph(p, page_string(p, "scenario.bottlenecks_served"));
}

/* ---- break-even points */

static struct str number(const struct page *p, double value)
{
    return rounded_text(p, value);
}

static void fact(struct page *p, struct tdict *facts, const char *label, struct str text)
{
    fact_text(p, facts, page_string(p, label), text);
}

static double gpus_of(const struct rank_candidate *c)
{
    return c->gpus > 0 ? c->gpus : 1;
}

/* "64,400 million tokens"; in Chinese by 10,000 and its square: 644亿token. */
static struct str million_tokens(const struct page *p, double tokens)
{
    if (p->lang == LANG_EN)
        return PAGE_FORMAT(p, "cost.million_tokens", number(p, tokens / 1e6));
    return tokens < 1e8 ? PAGE_FORMAT(p, "cost.wan_tokens", number(p, tokens / 1e4)) : PAGE_FORMAT(p, "cost.yi_tokens", number(p, tokens / 1e8));
}

static void put_hours(struct page *p, struct tdict *facts, const struct decision_choice *choice)
{
    const struct rank_answer *a = &choice->cases[0].answer;
    double likely = a->speed.likely, month = COST_MONTH_HOURS * a->machines;
    fact(p, facts, "cost.per_million",
         PAGE_FORMAT(p, "cost.gpu_hours", number(p, a->gpu_hours), number(p, a->gpu_hours * likely / a->speed.high), number(p, a->gpu_hours * likely / a->speed.low)));
    fact(p, facts, "cost.month", PAGE_FORMAT(p, "cost.month_hours", number(p, month * gpus_of(choice->candidate)), million_tokens(p, likely * COST_MONTH_HOURS * 3600)));
}

/* "More: " and the page, if there is such a page. */
static void put_guide_link(struct page *p, const char *name)
{
    const struct guide_pair *pair = guide_book_find(p->w->book, str_from(name));
    if (!pair)
        return;
    html_text(&p->scratch, page_string(p, "cost.more"));
    html_link(&p->scratch, page_to(p, name), pair->in[p->lang].title);
}

/* A commitment that costs this share less, against pay-as-you-go: the hours a month from which it is cheaper. */
static double hours_to_break_even(double discount)
{
    struct sizing_prices prices;
    sizing_prices_init(&prices);
    prices.price_hour = 1;
    prices.subscription_month = COST_MONTH_HOURS * (1 - discount);
    return cost_break_even(&prices, SIZING_WAY_subscription) * COST_MONTH_HOURS;
}

static void put_commitment(struct page *p, struct tdict *facts, const struct decision_choice *choice)
{
    static const struct { double share; const char *words; } discounts[] = {{0.2, "cost.discount_20"}, {0.4, "cost.discount_40"}, {0.6, "cost.discount_60"}};
    struct buf *b = &p->scratch;
    for (size_t i = 0; i < sizeof discounts / sizeof *discounts; i++) {
        double hours = hours_to_break_even(discounts[i].share);
        html_text(b, i ? page_string(p, "list.break") : S(""));
        html_text(b, PAGE_FORMAT(p, "cost.discount", page_string(p, discounts[i].words), number(p, hours), number(p, hours * gpus_of(choice->candidate))));
    }
    html_text(b, page_string(p, "list.end"));
    put_guide_link(p, "guide/commitments");
    fact_html(p, facts, page_string(p, "cost.commitment"), html_take(p->arena, b));
}

/* The job on spot machines with one interruption a day each; false where a checkpoint's time is not known. */
static bool estimate_spot(double checkpoint_seconds, double machines, struct cost_estimate *out)
{
    struct sizing_prices prices;
    struct cost_job job = {.machines = machines, .hours = COST_MONTH_HOURS};
    sizing_prices_init(&prices);
    prices.price_hour = prices.spot_hour = 1; /* only their ratio is asked for */
    prices.spot_interval = SPOT_HOURS;
    prices.spot_checkpoint = checkpoint_seconds;
    return checkpoint_seconds > 0 && cost_estimate(&prices, &job, out).reason == SIZING_OK && out->spot_price_limit > 0;
}

/* What a checkpoint is written to: the type's disks where their rate is published, else the usual volume at its best. */
static double disk_rate(const struct page *p, const struct sizing_machine *machine, struct str *name)
{
    const struct volume *volume = catalog_find(p->w->catalog, RECORD_volume, S("essd-pl1"));
    *name = page_string(p, "cost.own_disks");
    if (machine->disk_bandwidth > 0 || !volume || !num_known(volume->write.max))
        return machine->disk_bandwidth;
    *name = page_text(p, volume->name);
    return volume->write.max.value;
}

static void put_spot(struct page *p, struct tdict *facts, const struct decision_choice *choice)
{
    struct speed_job job;
    struct cost_estimate cost;
    struct str disk;
    const struct decision_case *one = &choice->cases[0];
    double rate = disk_rate(p, &choice->candidate->machine, &disk);
    if (one->question.workload.method == SIZING_METHOD_inference
        || speed_prepare(one->question.model, &one->answer.layout, &one->question.run, &job).reason != SIZING_OK)
        return;
    double bytes = speed_checkpoint_bytes(&job), seconds = bytes / (rate * 1e9);
    if (rate <= 0 || !estimate_spot(seconds, one->answer.machines, &cost))
        return;
    html_text(&p->scratch, PAGE_FORMAT(p, "cost.spot_limit", bytes_text(p, bytes), number(p, seconds), number(p, rate), disk,
                                       number(p, cost.spot_interval_seconds / 60), number_text(p, cost.spot_price_limit * 100, 0)));
    if (seconds > SPOT_NOTICE * 60)
        html_text(&p->scratch, PAGE_FORMAT(p, "cost.spot_too_long", number_text(p, SPOT_NOTICE, 0)));
    put_guide_link(p, "guide/spot");
    fact_html(p, facts, page_string(p, "cost.spot"), html_take(p->arena, &p->scratch));
}

static struct str intro(struct page *p, const struct decision_choice *choice, bool has_rate)
{
    if (!has_rate)
        return PAGE_FORMAT(p, "cost.intro_type", choice->type->id);
    return PAGE_FORMAT(p, "cost.intro", page_text(p, choice->cases[0].workload->title), choice->type->id);
}

void page_cost_blocks(struct page *p, const struct decision *d)
{
    const struct decision_choice *choice = &d->choices[0];
    bool has_rate = choice->cases[0].answer.speed.has_rate;
    page_paragraph(p, intro(p, choice, has_rate));
    struct tdict *facts = page_facts(p);
    if (has_rate)
        put_hours(p, facts, choice);
    put_commitment(p, facts, choice);
    if (has_rate)
        put_spot(p, facts, choice);
}
