/* The answer of chipfirst recommend, and its two forms. */
#ifndef COMMAND_RECOMMEND_H
#define COMMAND_RECOMMEND_H

#include "catalog/candidate.h"
#include "command/prices.h"

struct recommendation {
    const struct catalog *c;
    const struct scenario *scenario; /* or NULL */
    const struct model *model;       /* NULL: a scenario of requirements only */
    struct rank_question question;
    const struct rank_candidate *candidates;
    struct rank_answer *answers;
    int *order;                      /* the best first */
    size_t n, shown;
    struct price_table prices;
    struct arena *arena;
};

/* "batch=4", as an option of the command is written without its hyphens; nothing without a change. */
void recommendation_change(struct buf *out, const struct recommendation *r, int i);
/* The way of paying that the money is of; NULL without money. */
const char *recommendation_way(const struct recommendation *r, int i);

/* Print the first `shown` on stdout. */
void recommend_table(const struct recommendation *r);
void recommend_json(const struct recommendation *r);

#endif
