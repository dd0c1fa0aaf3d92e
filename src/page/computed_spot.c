/* Spot: how often to write a checkpoint, and what a job then takes, over a grid of reclaim rates and checkpoint times. */
#include "page/cells.h"
#include "page/computed.h"
#include "page/value.h"
#include "sizing/cost.h"

static const struct str no_text = {NULL, 0};

/* The grid: hours between reclaims of the job, seconds of a checkpoint. */
static const double means[] = {1.5, 3, 6, 12, 24, 72}, writes[] = {10, 60, 300};
enum { MEANS = sizeof means / sizeof *means, WRITES = sizeof writes / sizeof *writes };

/* The job: useful hours, seconds of a restart, two waits for capacity in seconds. */
#define WORK_HOURS 24.0
#define RESTART 300.0
#define SHORT_WAIT 600.0
#define LONG_WAIT 7200.0

/* The row that the formulas are worked out for. */
#define EXAMPLE_MEAN 6.0
#define EXAMPLE_WRITE 60.0

static void grid_columns(struct page *p, struct tdict *t)
{
    computed_column(p, t, "mean", "spot.mean", "h");
    computed_column(p, t, "checkpoint", "spot.write", "s");
}

static struct tdict *grid_row(struct page *p, struct tdict *t, double mean_hours, double write)
{
    struct tdict *row = table_row(t, no_text);
    cell_number(p, row, mean_hours, 1);
    cell_number(p, row, write, 0);
    return row;
}

/* Share of the useful time that checkpoints and repeated work take, without restarts. */
static double lost_share(double interval, double write, double mean)
{
    struct cost_spot_job job = {.work = mean, .interval = interval, .write = write, .mean = mean};
    struct cost_spot expected;
    cost_spot(&job, &expected);
    return expected.billed / job.work - 1;
}

static void interval_row(struct page *p, struct tdict *t, double mean_hours, double write)
{
    double mean = mean_hours * 3600, exact = cost_interval_exact(write, mean);
    struct tdict *row = grid_row(p, t, mean_hours, write);
    cell_number(p, row, cost_interval_young(write, mean) / 60, 1);
    cell_number(p, row, cost_interval_daly(write, mean) / 60, 1);
    cell_number(p, row, exact / 60, 1);
    cell_number(p, row, lost_share(exact, write, mean) * 100, 1);
}

static void interval_formulas(struct page *p)
{
    double mean = EXAMPLE_MEAN * 3600, write = EXAMPLE_WRITE, exact = cost_interval_exact(write, mean);
    struct str c = trimmed_text(p, write, 0), m = trimmed_text(p, mean, 0);
    formulas_open(p);
    formulas_add(p, page_string(p, "spot.young"), PAGE_FORMAT(p, "spot.young_example", c, m, number_text(p, cost_interval_young(write, mean), 0)));
    formulas_add(p, page_string(p, "spot.daly"), PAGE_FORMAT(p, "spot.daly_example", number_text(p, cost_interval_daly(write, mean), 1)));
    formulas_add(p, page_string(p, "spot.exact"),
                 PAGE_FORMAT(p, "spot.exact_example", trimmed_text(p, exact / mean, 5), number_text(p, exact, 1)));
    formulas_add(p, page_string(p, "spot.lost_formula"), page_string(p, "spot.lost_note"));
    formulas_close(p);
}

void computed_spot_intervals(struct page *p)
{
    struct tdict *t = page_table(p, "spot-intervals", page_string(p, "caption.spot_intervals"), 0);
    grid_columns(p, t);
    computed_column(p, t, "young", "spot.interval_young", "min");
    computed_column(p, t, "daly", "spot.interval_daly", "min");
    computed_column(p, t, "exact", "spot.interval_exact", "min");
    computed_column(p, t, "lost", "spot.lost", "%");
    for (size_t m = 0; m < MEANS; m++)
        for (size_t c = 0; c < WRITES; c++)
            interval_row(p, t, means[m], writes[c]);
    interval_formulas(p);
}

/* One machine with a price of 1 for either way, so that money is hours. */
static struct cost_estimate estimate_job(double mean_hours, double write, double wait)
{
    struct sizing_prices prices;
    struct cost_estimate out;
    sizing_prices_init(&prices);
    prices.price_hour = prices.spot_hour = 1;
    prices.spot_interval = mean_hours;
    prices.spot_checkpoint = write;
    prices.spot_restart = RESTART;
    prices.spot_wait = wait;
    cost_estimate(&prices, &(struct cost_job){.machines = 1, .hours = WORK_HOURS}, &out);
    return out;
}

static double hours_with_notice(double mean_hours, double write, double interval)
{
    struct cost_spot_job job = {WORK_HOURS * 3600, interval, write, RESTART, SHORT_WAIT, mean_hours * 3600};
    return cost_spot_with_notice(&job, write) / 3600;
}

static void job_row(struct page *p, struct tdict *t, double mean_hours, double write)
{
    struct cost_estimate e = estimate_job(mean_hours, write, SHORT_WAIT), slow = estimate_job(mean_hours, write, LONG_WAIT);
    struct tdict *row = grid_row(p, t, mean_hours, write);
    cell_number(p, row, e.spot_interruptions, 1);
    cell_number(p, row, e.spot_billed_hours, 1);
    cell_number(p, row, hours_with_notice(mean_hours, write, e.spot_interval_seconds), 1);
    cell_number(p, row, e.ways[SIZING_WAY_spot].hours, 1);
    cell_number(p, row, slow.ways[SIZING_WAY_spot].hours, 1);
    cell_number(p, row, e.spot_price_limit * 100, 1);
}

static void job_formulas(struct page *p)
{
    struct cost_estimate e = estimate_job(EXAMPLE_MEAN, EXAMPLE_WRITE, SHORT_WAIT);
    struct str interval = number_text(p, e.spot_interval_seconds, 1), reclaims = number_text(p, e.spot_interruptions, 3);
    struct str mean = trimmed_text(p, EXAMPLE_MEAN, 1), billed = number_text(p, e.spot_billed_hours, 2);
    double notice = hours_with_notice(EXAMPLE_MEAN, EXAMPLE_WRITE, e.spot_interval_seconds);
    formulas_open(p);
    formulas_add(p, page_string(p, "spot.reclaims_formula"), PAGE_FORMAT(p, "spot.reclaims_example", interval, reclaims));
    formulas_add(p, page_string(p, "spot.billed_formula"), PAGE_FORMAT(p, "spot.billed_example", reclaims, mean, billed));
    formulas_add(p, page_string(p, "spot.elapsed_formula"),
                 PAGE_FORMAT(p, "spot.elapsed_example", reclaims, mean, number_text(p, e.ways[SIZING_WAY_spot].hours, 2)));
    formulas_add(p, page_string(p, "spot.notice_formula"), PAGE_FORMAT(p, "spot.notice_example", number_text(p, notice, 2)));
    formulas_add(p, page_string(p, "spot.limit_formula"),
                 PAGE_FORMAT(p, "spot.limit_example", interval, billed, number_text(p, e.spot_price_limit * 100, 1)));
    formulas_cite(p, page_string(p, "spot.notice_fact"), RECORD_fact, "spot-instances-9");
    formulas_close(p);
}

void computed_spot_jobs(struct page *p)
{
    struct str caption = PAGE_FORMAT(p, "caption.spot_jobs", trimmed_text(p, WORK_HOURS, 0), trimmed_text(p, RESTART, 0));
    struct tdict *t = page_table(p, "spot-jobs", caption, 0);
    grid_columns(p, t);
    computed_column(p, t, "reclaims", "spot.reclaims", "");
    computed_column(p, t, "billed", "spot.billed", "h");
    computed_column(p, t, "notice", "spot.billed_notice", "h");
    computed_column(p, t, "elapsed", "spot.elapsed_short", "h");
    computed_column(p, t, "elapsed_long", "spot.elapsed_long", "h");
    computed_column(p, t, "limit", "spot.limit", "%");
    for (size_t m = 0; m < MEANS; m++)
        for (size_t c = 0; c < WRITES; c++)
            job_row(p, t, means[m], writes[c]);
    job_formulas(p);
}
