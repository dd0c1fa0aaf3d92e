/* JSON of the cloud's API: any bytes either become a document, or give a message. */
#include <stdlib.h>

#include "data/json.h"
#include "fuzz.h"

/* Visits the first levels, asking for each value as a text and as a number. */
static void visit(struct json v, unsigned depth, struct diag *diag)
{
    struct str text;
    double number;
    if (!json_has(v))
        return;
    json_text(v, &text, diag);
    json_number(v, &number, diag);
    if (depth == 4)
        return;
    for (struct json item = json_first(v); json_has(item); item = json_next(item))
        visit(item, depth + 1, diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size, DIAG_JSON);
    struct json_file *file = json_parse(&f.src, f.diag);
    if (!file && diag_errors(f.diag) == 0)
        abort();
    if (file) {
        visit(json_root(file), 0, f.diag);
        visit(json_get(json_root(file), "InstanceTypes.InstanceType"), 0, f.diag);
    }
    json_free(file);
    fuzz_end(&f);
    return 0;
}
