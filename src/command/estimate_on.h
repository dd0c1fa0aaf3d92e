/* One workload, laid out as it is, on machines of one instance type: memory, time, money. */
#ifndef COMMAND_ESTIMATE_ON_H
#define COMMAND_ESTIMATE_ON_H

#include "catalog/candidate.h"
#include "catalog/strings.h"
#include "command/prices.h"

struct estimate_on {
    const struct type *type;
    const struct model *model;
    const struct sizing_workload *workload;
    struct sizing_run run;
    struct rank_candidate candidate;
    struct sizing_fit fit;        /* all 0 without a memory size */
    bool fits;                    /* the likely need does */
    struct speed_estimate speed;  /* with what to change first; has_rate false: see `no_rate` */
    const char *no_rate;          /* why there is none, or NULL */
    double machines, machine_hours, gpu_hours; /* for the budget, else for a million tokens; 0 without a rate */
    struct price_table table;
    const struct price *row;      /* of the catalogue, or NULL */
    struct sizing_prices prices;  /* of this type */
    bool has_prices;
    struct cost_estimate cost;    /* of the budget; has_cheapest false without one */
    struct arena *arena;
};

/* Reads the options on, run and prices. Says what is wrong on stderr or in diag and returns false. */
bool estimate_on_fill(const struct workload_options *o, const struct catalog *c, const struct model *model,
                      const struct sizing_workload *workload, struct arena *arena, struct diag *diag, struct estimate_on *out);

/* Prints it on stdout; strings may be NULL: ids then. */
void estimate_on_table(const struct estimate_on *on, struct strings *strings);
/* Appends one JSON object. */
void estimate_on_json(struct buf *out, const struct estimate_on *on);

#endif
