/* From hours to money: ways of paying, spot with checkpoints, idle time. Amounts are in the currency of the prices. */
#ifndef SIZING_COST_H
#define SIZING_COST_H

#include <stdbool.h>

#include "sizing.h"

#define COST_MONTH_HOURS 730.0

/* ---- spot: interruptions come at random (Poisson) with a mean time `mean` between them, 0 = never; all in one unit of time */

/* Useful time between checkpoints that minimises the whole, each taking `write`. Young: sqrt(2 write mean) (CACM 17(9), 1974).
   Daly: its third-order refinement, `mean` from write >= 2 mean on (FGCS 22, 2006). Exact: the minimum of cost_spot, which
   restart and wait do not move: x + ln(1 - x) + write / mean = 0 with x = interval / mean. 0 when there are no interruptions. */
double cost_interval_young(double write, double mean);
double cost_interval_daly(double write, double mean);
double cost_interval_exact(double write, double mean);

/* One job on spot machines that must all live. */
struct cost_spot_job {
    double work;      /* useful time */
    double interval;  /* useful time between checkpoints, above 0 */
    double write;     /* of a checkpoint */
    double restart;   /* boot and load, billed; may be interrupted itself */
    double wait;      /* for capacity, not billed */
    double mean;      /* time between interruptions of the job: that of one machine divided by their number */
};

/* What is expected. interruptions K = work / interval · e^(restart / mean) · (e^((interval + write) / mean) - 1), billed K mean,
   wall K (mean + wait): a segment that fails starts anew after restart. Infinite when a segment cannot finish. */
struct cost_spot {
    double interruptions, billed, wall;
};
void cost_spot(const struct cost_spot_job *job, struct cost_spot *out);

/* Billed time when the notice is long enough for an emergency checkpoint that takes `emergency`: no work is lost. Infinite when
   emergency + restart are not below mean. */
double cost_spot_with_notice(const struct cost_spot_job *job, double emergency);

/* Interruptions per unit of time from the share of instances released within `period`: -ln(1 - share) / period. */
double cost_release_rate(double share, double period);

/* ---- commitments and services */

/* Money an hour under a savings plan: `use` is what runs, at list price; `commitment` is paid in any case and covers
   commitment / (1 - discount) of it. */
double cost_plan_hour(double use, double commitment, double discount);

/* Money a month for a service on `machines` that are needed for the share `use` (0 to 1) of the hours; 0 when a price that the way
   needs is not given. Spot: the restarts are paid, too. */
double cost_month(const struct sizing_prices *prices, enum sizing_way way, double machines, double use);

/* The use at which the way costs as much as pay-as-you-go; above it the way is cheaper. Above 1: never. 0: it always is, or a
   price is not given. */
double cost_break_even(const struct sizing_prices *prices, enum sizing_way way);

/* Money for a million tokens on machines of `price_hour` together that make `rate` tokens/s for the share `use` of the time. */
double cost_per_million(double price_hour, double rate, double use);

/* A day of a service that scales with its load: idle money, that is for time in which a machine runs and serves nobody. */
struct cost_scaling {
    double price_hour;         /* of one machine */
    double scale_ups;          /* a day */
    double cold_start, cooldown; /* seconds each that a machine runs idle before and after its work */
    double floor;              /* machines that always run */
    double busy_hours;         /* machine-hours of work a day */
    double floor_busy_hours;   /* of these, what the machines that always run do; idle_with_scaling only */
    double peak;               /* machines at the busiest time: what runs all day without scaling */
};
double cost_idle_with_scaling(const struct cost_scaling *scaling);
double cost_idle_without_scaling(const struct cost_scaling *scaling);

/* ---- a job under every way of paying */

struct cost_job {
    double machines;
    double hours;   /* without interruptions */
    double tokens;  /* that it makes or trains on; 0 = do not ask for the price of a million */
};

/* One way. is_given false: a price it needs is not given; the rest is 0. */
struct cost_offer {
    double money, hours; /* expected; hours until it is finished */
    double per_million;
    bool is_given;
};

/* subscription and reserved are bought for whole months, and savings_plan pays its commitment in all hours of these; spot is
   checkpointed at the exact interval. */
struct cost_estimate {
    struct cost_offer ways[SIZING_WAYS];
    double machine_hours;
    double months;               /* begun */
    double spot_interval_seconds, spot_interruptions, spot_billed_hours;
    double spot_price_limit;     /* share of the pay-as-you-go price below which spot is cheaper; 0 without spot_hour */
    enum sizing_way cheapest;
    bool has_cheapest;           /* false: no price is given */
};

/* Errors: slots of `prices` out of their kind, plan_discount 1 or above, utilisation 0 or above 1; *out is all 0 then. */
struct sizing_error cost_estimate(const struct sizing_prices *prices, const struct cost_job *job, struct cost_estimate *out);

#endif
