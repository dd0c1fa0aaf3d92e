/* What the scenarios recommend, beside what the ranking says.
 *
 * A choice is the answer or a second choice. They agree with the ranking when
 *
 *   - each fits every workload that it is for (`for`, else the scenario's first): its likely need does, and its high end too unless
 *     the scenario says `tight`; and it can be ordered. `despite` names the one limit that a second choice is known to fail;
 *   - no type is better than the answer in fit, status, GPUs and GPU memory; or the scenario says over which one it was preferred
 *     (`over`), and the ranking still puts that one first. Where the ranking puts another first, better or equal, it says why the
 *     answer is preferred (`because`);
 *   - each workload is one that some choice is for;
 *   - counter-examples fail or cannot be ordered, and what is shown `also` does neither.
 *
 * Scenarios of requirements are judged by their demands alone, those of weights by the weights. Prices have no part in it. */
#ifndef CATALOG_DECISION_H
#define CATALOG_DECISION_H

#include "catalog/candidate.h"

/* One workload on the type of a choice. */
struct decision_case {
    const struct workload *workload; /* NULL: the demands alone */
    struct rank_question question;
    struct rank_answer answer;
};

struct decision_choice {
    const struct ref *type;             /* as the scenario names it */
    const struct second_choice *second; /* NULL: the answer */
    const struct rank_candidate *candidate;
    struct decision_case *cases;        /* what it is for */
    size_t case_count;
};

/* A type beside others, for the scenario's question. */
struct decision_row {
    const struct type *type;
    const struct rank_candidate *candidate;
    struct rank_answer answer;
    size_t place; /* in the ranking of all types, from 1 */
};

struct decision {
    const struct scenario *scenario;
    struct rank_question question;
    struct decision_choice *choices; /* the answer first */
    size_t choice_count;
    /* Best first: the first type of each of the best DECISION_FAMILIES families in which one fits, all that the scenario names, and in
       any case the ranking's first. */
    struct decision_row *rows;
    size_t row_count;
};

enum { DECISION_FAMILIES = 6 };

/* One a scenario, in their order; in the arena. Reports workloads that the sizing core refuses and `for` without a workload: the
   decision is left empty or the case out. `tables` as in type_to_machine. */
const struct decision *decisions_of(const struct catalog *catalog, const struct speed_tables *tables, struct arena *arena,
                                    struct diag *diag);

/* Reports where scenarios and ranking disagree. */
void decisions_check(const struct catalog *catalog, const struct decision *decisions, struct diag *diag);

#endif
