/* Values of fields as a reader sees them, from the schema tables. */
#ifndef PAGE_VALUE_H
#define PAGE_VALUE_H

#include "page/page.h"

/* Label of a field in the page's language: `field.<schema>.<key>` where the strings have it, else `field.<key>`. */
struct str field_label(const struct page *p, const struct schema *schema, const struct field *f);

/* Appends the value as HTML, with its unit if wanted; false (and nothing) when it is not published. */
bool value_html(struct page *p, struct buf *out, const struct field *f, const void *record, bool with_unit);

/* The key a column sorts by: the number in the field's unit, or the text; empty when not published. */
struct str value_sort(struct page *p, const struct field *f, const void *record);

/* Appends the other values of a field ("network", "peaks.fp16") with their sources. */
void value_disputes(struct page *p, struct buf *out, struct object_list disputed, struct str field);

/* A fact of a record: label and value, "not published" when missing. Other values of disputed fields stand below
 * the value with their source. */
void value_fact(struct page *p, struct tdict *facts, const struct schema *schema, const void *record, const char *key);
/* The same, left out when missing. */
void value_fact_if(struct page *p, struct tdict *facts, const struct schema *schema, const void *record, const char *key);

/* A column of a field, and its cell. */
void value_column(struct page *p, struct tdict *table, const struct schema *schema, const char *key);
void value_cell(struct page *p, struct tdict *row, const struct schema *schema, const void *record, const char *key);

/* "22.2 GiB" from bytes, one decimal, half up; and the number alone. */
struct str bytes_text(const struct page *p, double bytes);
struct str bytes_number(const struct page *p, double bytes);
/* A number in the page's arena, at most `decimals` decimals. */
struct str number_text(const struct page *p, double value, int decimals);
/* 7.6 B, 671 B, 494 M: parameters in the usual short form. */
struct str params_text(const struct page *p, double params);

#endif
