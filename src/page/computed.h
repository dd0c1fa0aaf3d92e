/* Computed blocks: the tables, charts and sentences that a guide page asks for with [](computed:NAME). Each rests on the sizing core
 * and ends with a box that holds its formulas, an example worked out, and the sources. */
#ifndef PAGE_COMPUTED_H
#define PAGE_COMPUTED_H

#include "page/page.h"

/* Names of all blocks, for struct guide_book; ends with NULL. */
extern const char *const computed_names[];

/* Adds the block with this name, one of computed_names. */
void computed_block(struct page *p, struct str name);

/* ---- for the blocks: the box, closed at first. Between open and close nothing else may use p->scratch. */

void formulas_open(struct page *p);
/* A formula, set as code; `note` explains it and may be empty. */
void formulas_add(struct page *p, struct str formula, struct str note);
/* A link to a source or fact of the catalogue; nothing when there is none of that id. */
void formulas_cite(struct page *p, struct str words, enum record_kind kind, const char *id);
void formulas_close(struct page *p);

/* A column of numbers. */
void computed_column(struct page *p, struct tdict *table, const char *name, const char *label, const char *unit);

/* ---- the blocks, a file each: computed_NAME.c */
void computed_break_even(struct page *p);
void computed_all_reduce(struct page *p);
void computed_exchange(struct page *p);
void computed_loading(struct page *p);
void computed_scaling(struct page *p);
void computed_essd(struct page *p);
void computed_file_systems(struct page *p);
void computed_lora_or_qlora(struct page *p);
void computed_storage_times(struct page *p);
void computed_spot_intervals(struct page *p);
void computed_spot_jobs(struct page *p);

#endif
