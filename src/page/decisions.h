/* What is computed on a decision page: the ranking, the choices, what binds, what a token costs. */
#ifndef PAGE_DECISIONS_H
#define PAGE_DECISIONS_H

#include "catalog/decision.h"
#include "page/page.h"

/* Section `candidates`: the best types, the choices and the counter-examples, as the ranking has them. */
void page_candidates_section(struct page *p, const struct decision *d);
/* Table: each choice, what it is for, need and margin. */
void page_choices_table(struct page *p, const struct decision *d);
/* Table: for each workload the resources in the order of their share, and what to change first. */
void page_bottleneck_table(struct page *p, const struct decision *d);
/* Break-even points of the answer: hours, commitments, spot; those of prices stand in the candidates' table. Without a rate
   the commitments alone. */
void page_cost_blocks(struct page *p, const struct decision *d);

/* ---- shared by the two files of it */

/* The case of the choice that is for the workload first, the answer before others; NULL: none. choice may be NULL. */
const struct decision_case *decision_case_for(const struct decision *d, const struct workload *w, const struct decision_choice **choice);
/* A cell with the type as a link, in a table that is not sorted. */
void decision_type_cell(struct page *p, struct tdict *row, const struct type *t);

#endif
