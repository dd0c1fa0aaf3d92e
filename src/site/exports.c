/* /data: the records as JSON and CSV. */
#include "site/exports.h"

#include "base/escape.h"
#include "data/export.h"

/* "measured type" to "measured-types". */
static void put_name(struct buf *out, const char *kind)
{
    for (const char *c = kind; *c; c++)
        buf_putc(out, *c == ' ' ? '-' : *c);
    size_t n = out->n;
    if (out->p[n - 1] == 'y') {
        buf_cut(out, n - 1);
        buf_puts(out, "ies");
    } else {
        buf_putc(out, 's');
    }
}

static void make_json(struct buf *b, const struct catalog *c, const struct schema *s, struct object_list list)
{
    buf_printf(b, "{\n  \"catalogue\": \"%s\",\n  \"records\": [", c->digest);
    for (size_t i = 0; i < list.n; i++) {
        buf_puts(b, i ? ",\n    " : "\n    ");
        export_json(b, s, (const char *)list.at + i * s->size, 2);
    }
    buf_puts(b, "\n  ]\n}\n");
}

/* The digest is a column of its own, so that a row pasted elsewhere still says which catalogue it is from. */
static void make_csv(struct buf *b, const struct catalog *c, const struct schema *s, struct object_list list)
{
    buf_puts(b, "catalogue,");
    export_csv_header(b, s);
    for (size_t i = 0; i < list.n; i++) {
        buf_printf(b, "%s,", c->digest);
        export_csv_row(b, s, (const char *)list.at + i * s->size);
    }
}

void site_make_exports(const struct catalog *c, struct outputs *out, struct diag *diag)
{
    struct buf name = {0}, bytes = {0};
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
        const struct schema *s = record_schema((enum record_kind)kind);
        struct object_list list = catalog_list(c, (enum record_kind)kind);
        for (int csv = 0; csv < 2; csv++) {
            buf_clear(&name);
            buf_clear(&bytes);
            buf_puts(&name, "data/");
            put_name(&name, record_kind_name((enum record_kind)kind));
            buf_puts(&name, csv ? ".csv" : ".json");
            if (csv)
                make_csv(&bytes, c, s, list);
            else
                make_json(&bytes, c, s, list);
            outputs_add(out, buf_str(&name), buf_str(&bytes), S("the exports"), diag);
        }
    }
    buf_free(&name);
    buf_free(&bytes);
}
