/* Records as JSON and CSV, and in the canonical form of the digest; all from the schema tables.
 *
 * Keys and column names carry the unit of the field (`memory_gib`), so that page, download and calculator cannot
 * disagree. A value that is not published is null in JSON and empty in CSV; `none` (known to be absent) is the
 * word none in both. */
#ifndef DATA_EXPORT_H
#define DATA_EXPORT_H

#include "base/buf.h"
#include "data/schema.h"

/* Key of a field in exports: its YAML key with the suffix of its unit. */
void export_key(struct buf *out, const struct field *f);
/* One record as a JSON object, two blanks of indentation a level, `indent` levels deep at the start. */
void export_json(struct buf *out, const struct schema *schema, const void *record, unsigned indent);
/* The header line, and one line a record. Nested single objects become prefix_key columns, lists of plain values
 * are joined with "; ", texts have a column a language; lists of objects are left to JSON. Lines end in CRLF. */
void export_csv_header(struct buf *out, const struct schema *schema);
void export_csv_row(struct buf *out, const struct schema *schema, const void *record);
/* The facts of a record without prose, sources and positions, objects of a list in order of their contents: what the
 * digest is made of. */
void export_canonical(struct buf *out, const struct schema *schema, const void *record);

#endif
