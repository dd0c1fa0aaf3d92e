/* Cells of tables: a number or a text together with what the column sorts by. */
#ifndef PAGE_CELLS_H
#define PAGE_CELLS_H

#include "page/page.h"

/* Three significant digits; see number_rounded. */
struct str rounded_text(const struct page *p, double value);

/* As number_readable: grouped from 10,000, below with at most `decimals` decimals. */
struct str readable_text(const struct page *p, double value, int decimals);
/* A number with at most `decimals` decimals and no zeros at its end. */
struct str trimmed_text(const struct page *p, double value, int decimals);

/* A number with `decimals` decimals. */
void cell_number(struct page *p, struct tdict *row, double value, int decimals);
/* As rounded_text. */
void cell_rounded(struct page *p, struct tdict *row, double value);
void cell_text(struct page *p, struct tdict *row, struct str text);
/* A link to a record, which is what it sorts by. */
void cell_record(struct page *p, struct tdict *row, enum record_kind kind, const void *record);
/* The words of `key` ("not published") in a column of numbers; sorts last. */
void cell_missing(struct page *p, struct tdict *row, const char *key);

#endif
