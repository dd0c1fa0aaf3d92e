/* What a publication is going to do and what it did, for people and, as JSON, for programs. */
#ifndef PUBLISH_REPORT_H
#define PUBLISH_REPORT_H

#include <stdio.h>

#include "publish/plan.h"
#include "publish/transfer.h"

struct outcome {
    const char *status;    /* "planned", "published", "unchanged" */
    struct str generation; /* that was made; empty: none */
    size_t checked;        /* files compared at the site's address */
    struct transfer_counts counts;
    double scan_s, total_s;
};

/* The counts in two lines; with `actions` a line for each file that changes. */
void report_plan(FILE *out, const struct plan *plan, const struct generations *g, bool actions);

/* The last line. */
void report_outcome(FILE *out, const struct plan *plan, const struct outcome *o);

/* Plan and outcome as one object. */
void report_json(FILE *out, const struct config *config, const struct plan *plan, const struct generations *g,
                 const struct outcome *o);

#endif
