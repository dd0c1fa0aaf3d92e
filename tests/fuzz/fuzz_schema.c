/* The schema binder, on the tables of chips, families, models and scenarios, and the exports of what it accepted. */
#include "catalog/records.h"
#include "data/export.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum record_kind kinds[] = {RECORD_chip, RECORD_family, RECORD_model, RECORD_scenario, RECORD_pitfall};
    if (size == 0)
        return 0;
    struct fuzz f = fuzz_begin(data + 1, size - 1, DIAG_TEXT);
    const struct schema *schema = record_schema(kinds[data[0] % (sizeof kinds / sizeof *kinds)]);
    const struct yaml_node *root = yaml_parse(f.arena, &f.src, f.src.text, 1, f.diag);
    void *record = arena_alloc(f.arena, schema->size);
    struct buf out = {0};
    if (root && schema_bind(schema, root, record, f.arena, f.diag)) {
        export_json(&out, schema, record, 0);
        export_csv_header(&out, schema);
        export_csv_row(&out, schema, record);
        export_canonical(&out, schema, record);
    }
    buf_free(&out);
    fuzz_end(&f);
    return 0;
}
