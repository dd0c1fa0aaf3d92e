/* Ways of paying, spot and idle time. */
#include "check.h"
#include "cost.h"
#include "math.h"

#define INFINITE (0x1p1023 * 2.0)
#define NEWTON_STEPS 60 /* it converges from the right, at the end quadratically; far fewer are needed */

/* ---- spot */

double cost_interval_young(double write, double mean)
{
    return math_sqrt(2.0 * write * mean);
}

double cost_interval_daly(double write, double mean)
{
    double half = write / (2.0 * mean);
    if (mean <= 0.0 || write >= 2.0 * mean)
        return mean;
    return math_sqrt(2.0 * write * mean) * (1.0 + math_sqrt(half) / 3.0 + half / 9.0) - write;
}

double cost_interval_exact(double write, double mean)
{
    if (mean <= 0.0 || write <= 0.0)
        return 0.0;
    double a = write / mean, x = math_min(math_sqrt(2.0 * a), 1.0 - math_exp(-1.0 - a));
    if (x >= 1.0)
        return mean;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        double step = (x + math_log(1.0 - x) + a) * (1.0 - x) / x;
        if (!(x + step < x))
            break;
        x += step;
    }
    return mean * x;
}

void cost_spot(const struct cost_spot_job *job, struct cost_spot *out)
{
    double segments = job->work / job->interval;
    if (job->mean <= 0.0) {
        *out = (struct cost_spot){0.0, job->work + segments * job->write, job->work + segments * job->write};
        return;
    }
    out->interruptions = segments * math_exp(job->restart / job->mean) * math_expm1((job->interval + job->write) / job->mean);
    out->billed = out->interruptions * job->mean;
    out->wall = out->interruptions * (job->mean + job->wait);
}

double cost_spot_with_notice(const struct cost_spot_job *job, double emergency)
{
    double time = job->work + job->write * job->work / job->interval;
    if (job->mean <= 0.0)
        return time;
    double lost = (emergency + job->restart) / job->mean;
    return lost < 1.0 ? time / (1.0 - lost) : INFINITE;
}

double cost_release_rate(double share, double period)
{
    return -math_log(1.0 - share) / period;
}

/* ---- commitments and services */

double cost_plan_hour(double use, double commitment, double discount)
{
    return commitment + math_max(0.0, use * (1.0 - discount) - commitment) / (1.0 - discount);
}

static bool is_given(const struct sizing_prices *p, enum sizing_way way)
{
    switch (way) {
    case SIZING_WAY_pay_as_you_go: return p->price_hour > 0.0;
    case SIZING_WAY_subscription: return p->subscription_month > 0.0;
    case SIZING_WAY_reserved: return p->reserved_month > 0.0;
    case SIZING_WAY_savings_plan: return p->price_hour > 0.0 && p->plan_hour > 0.0;
    case SIZING_WAY_spot: return p->spot_hour > 0.0;
    case SIZING_WAYS: break;
    }
    return false;
}

/* Restarts of a service: of every mean time one restart is paid on top. */
static double spot_hour(const struct sizing_prices *p)
{
    return p->spot_interval > 0.0 ? p->spot_hour * (1.0 + p->spot_restart / 3600.0 / p->spot_interval) : p->spot_hour;
}

double cost_month(const struct sizing_prices *p, enum sizing_way way, double machines, double use)
{
    double hours = use * COST_MONTH_HOURS;
    if (!is_given(p, way))
        return 0.0;
    switch (way) {
    case SIZING_WAY_pay_as_you_go: return machines * hours * p->price_hour;
    case SIZING_WAY_subscription: return machines * p->subscription_month;
    case SIZING_WAY_reserved: return machines * p->reserved_month;
    case SIZING_WAY_savings_plan:
        return machines * (hours * cost_plan_hour(p->price_hour, p->plan_hour, p->plan_discount)
                           + (COST_MONTH_HOURS - hours) * p->plan_hour);
    case SIZING_WAY_spot: return machines * hours * spot_hour(p);
    case SIZING_WAYS: break;
    }
    return 0.0;
}

/* The plan is paid in every hour and saves only in those with use. */
static double plan_break_even(const struct sizing_prices *p)
{
    double saved = p->price_hour - cost_plan_hour(p->price_hour, p->plan_hour, p->plan_discount);
    return p->plan_hour + saved > 0.0 ? p->plan_hour / (p->plan_hour + saved) : INFINITE;
}

double cost_break_even(const struct sizing_prices *p, enum sizing_way way)
{
    if (!is_given(p, way) || p->price_hour <= 0.0)
        return 0.0;
    switch (way) {
    case SIZING_WAY_subscription: return p->subscription_month / (p->price_hour * COST_MONTH_HOURS);
    case SIZING_WAY_reserved: return p->reserved_month / (p->price_hour * COST_MONTH_HOURS);
    case SIZING_WAY_savings_plan: return plan_break_even(p);
    case SIZING_WAY_spot: return spot_hour(p) < p->price_hour ? 0.0 : INFINITE;
    default: return 0.0;
    }
}

double cost_per_million(double price_hour, double rate, double use)
{
    double tokens = rate * use * 3600.0;
    return tokens > 0.0 ? price_hour / tokens * 1e6 : 0.0;
}

double cost_idle_with_scaling(const struct cost_scaling *s)
{
    double floor = math_max(0.0, s->floor * 24.0 - s->floor_busy_hours);
    return s->price_hour * (floor + s->scale_ups * (s->cold_start + s->cooldown) / 3600.0);
}

double cost_idle_without_scaling(const struct cost_scaling *s)
{
    return s->price_hour * math_max(0.0, s->peak * 24.0 - s->busy_hours);
}

/* ---- a job */

static double whole_months(double hours)
{
    return math_ceiling(math_min(hours / COST_MONTH_HOURS, SIZING_LIMIT));
}

static void set_offer(struct cost_offer *offer, const struct sizing_prices *p, double money, double hours)
{
    offer->is_given = true;
    offer->hours = hours;
    offer->money = money + p->extra_hour * hours;
}

/* Hours of use under the plan, and the commitment for the rest of the months. */
static double plan_money(const struct sizing_prices *p, const struct cost_job *job)
{
    double idle = math_max(0.0, whole_months(job->hours) * COST_MONTH_HOURS - job->hours);
    return job->hours * cost_plan_hour(job->machines * p->price_hour, p->plan_hour, p->plan_discount) + idle * p->plan_hour;
}

static void set_committed(const struct sizing_prices *p, const struct cost_job *job, struct cost_estimate *out)
{
    double months = out->months * job->machines, hours = job->hours * job->machines;
    if (is_given(p, SIZING_WAY_pay_as_you_go))
        set_offer(&out->ways[SIZING_WAY_pay_as_you_go], p, hours * p->price_hour, job->hours);
    if (is_given(p, SIZING_WAY_subscription))
        set_offer(&out->ways[SIZING_WAY_subscription], p, months * p->subscription_month, job->hours);
    if (is_given(p, SIZING_WAY_reserved))
        set_offer(&out->ways[SIZING_WAY_reserved], p, months * p->reserved_month, job->hours);
    if (is_given(p, SIZING_WAY_savings_plan))
        set_offer(&out->ways[SIZING_WAY_savings_plan], p, plan_money(p, job), job->hours);
}

/* Without interruptions no checkpoint is needed: the job is one segment. */
static void set_spot(const struct sizing_prices *p, const struct cost_job *job, struct cost_estimate *out)
{
    double mean = p->spot_interval * 3600.0 / job->machines, work = job->hours * 3600.0;
    double best = cost_interval_exact(p->spot_checkpoint, mean);
    struct cost_spot_job spot = {work, work, p->spot_checkpoint, p->spot_restart, p->spot_wait, mean};
    struct cost_spot expected;
    if (best > 0.0)
        spot.interval = math_min(best, work);
    if (mean <= 0.0)
        spot.write = 0.0;
    if (!is_given(p, SIZING_WAY_spot) || work <= 0.0)
        return;
    cost_spot(&spot, &expected);
    out->spot_interval_seconds = spot.interval;
    out->spot_interruptions = expected.interruptions;
    out->spot_billed_hours = expected.billed / 3600.0;
    out->spot_price_limit = work * (1.0 + spot.write / spot.interval) / expected.billed;
    set_offer(&out->ways[SIZING_WAY_spot], p, expected.billed / 3600.0 * job->machines * p->spot_hour, expected.wall / 3600.0);
}

static void choose(const struct cost_job *job, struct cost_estimate *out)
{
    for (int way = 0; way < SIZING_WAYS; way++) {
        struct cost_offer *offer = &out->ways[way];
        if (!offer->is_given)
            continue;
        if (job->tokens > 0.0)
            offer->per_million = offer->money / job->tokens * 1e6;
        if (!out->has_cheapest || offer->money < out->ways[out->cheapest].money)
            out->cheapest = (enum sizing_way)way;
        out->has_cheapest = true;
    }
}

static struct sizing_error check_prices(const struct sizing_prices *p)
{
    struct sizing_error error = check_slots(SIZING_GROUP_prices, (const double *)p);
    struct sizing_error above = {SIZING_REASON_above_one, SIZING_GROUP_prices, SIZING_PRICE_plan_discount};
    if (error.reason != SIZING_OK)
        return error;
    if (p->plan_discount >= 1.0)
        return above;
    above.slot = SIZING_PRICE_utilisation;
    if (p->utilisation == 0.0)
        above.reason = SIZING_REASON_must_be_positive;
    return p->utilisation > 1.0 || p->utilisation == 0.0 ? above : error;
}

struct sizing_error cost_estimate(const struct sizing_prices *prices, const struct cost_job *job, struct cost_estimate *out)
{
    struct sizing_error error = check_prices(prices);
    *out = (struct cost_estimate){.machine_hours = 0.0};
    if (error.reason != SIZING_OK)
        return error;
    out->machine_hours = job->machines * job->hours;
    out->months = whole_months(job->hours);
    set_committed(prices, job, out);
    set_spot(prices, job, out);
    choose(job, out);
    return error;
}
