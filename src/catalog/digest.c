/* Digests of the facts: the same facts give the same digits, whatever prose, comments and files surround them. */
#include "base/sha256.h"
#include "catalog/internal.h"
#include "data/export.h"
#include "sizing/names.h"

/* Numbers of the sizing core that results rest on. */
static void put_sizing_constants(struct buf *out)
{
#define QUANTISATION_VALUE(id, spelling, bits) buf_printf(out, "bits.%s=%.17g\n", spelling, (double)(bits));
#define OPTIMIZER_VALUE(id, spelling, states, bytes) \
    buf_printf(out, "optimizer.%s=%.17g,%.17g\n", spelling, (double)(states), (double)(bytes));
#include "sizing/fields.def"
#define CONSTANT(id, value, theory, points, meaning, source) buf_printf(out, "%s=%.17g\n", #id, (double)(value));
#include "sizing/constants.def"
#define CONSTANT(id, value, points, meaning, source) buf_printf(out, "speed.%s=%.17g\n", #id, (double)(value));
#include "sizing/speed_constants.def"
    buf_printf(out, "margin=%.17g\n", SOLD_SIZE_MARGIN);
}

static bool is_fact(enum record_kind kind)
{
    return kind == RECORD_chip || kind == RECORD_family || kind == RECORD_type || kind == RECORD_model ||
           kind == RECORD_measured_type || kind == RECORD_measured_card || kind == RECORD_name ||
           kind == RECORD_stack || kind == RECORD_volume || kind == RECORD_price || kind == RECORD_loading_rate;
}

void catalog_digest(struct catalog *c)
{
    struct buf all = {0}, one = {0};
    put_sizing_constants(&all);
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
        const struct schema *schema = record_schema((enum record_kind)kind);
        struct object_list list = catalog_list(c, (enum record_kind)kind);
        c->record_digests[kind] = arena_array(c->arena, list.n, 65);
        for (size_t i = 0; i < list.n; i++) {
            buf_clear(&one);
            buf_printf(&one, "%s\n", schema->name);
            export_canonical(&one, schema, (const char *)list.at + i * schema->size);
            sha256_hex(buf_str(&one), c->record_digests[kind][i], 64);
            if (is_fact((enum record_kind)kind))
                buf_puts(&all, c->record_digests[kind][i]);
        }
    }
    sha256_hex(buf_str(&all), c->digest, DIGEST_DIGITS);
    buf_free(&all);
    buf_free(&one);
}
