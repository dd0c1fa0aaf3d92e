/* Speeds as text and as JSON. */
#include "command/speeds.h"

#include <math.h>

#include "base/file.h"
#include "base/number.h"
#include "sizing/check.h"
#include "sizing/names.h"

bool speeds_load_tables(const char *catalog, struct arena *arena, struct diag *diag, const struct speed_tables **out)
{
    const char *folder = arena_printf(arena, "%s/measured", catalog).p;
    struct speed_tables *tables = ARENA_NEW(arena, struct speed_tables);
    *out = NULL;
    if (file_kind(arena_printf(arena, "%s/gpus.csv", folder).p) == FILE_MISSING)
        return true;
    if (!speed_tables_load(folder, arena, diag, tables))
        return false;
    *out = tables;
    return true;
}

void speeds_rate(struct buf *out, const struct speed_estimate *e)
{
    buf_puts(out, e->is_complete ? "" : "≤ ");
    number_rounded(out, e->likely);
}

/* Ids of the resources that are left out, each between `quote`s. */
static void put_left_out(struct buf *out, const struct speed_estimate *e, const char *quote)
{
    const char *separator = "";
    for (int r = 0; r < SIZING_RESOURCES; r++) {
        if (e->use[r].state != SPEED_STATE_not_published)
            continue;
        buf_printf(out, "%s%s%s%s", separator, quote, names_resource((enum sizing_resource)r), quote);
        separator = ", ";
    }
}

void speeds_left_out(struct buf *out, const struct speed_estimate *e)
{
    put_left_out(out, e, "");
}

const char *speeds_tokens(const struct sizing_model *model, const struct sizing_workload *workload)
{
    enum sizing_layout layout = check_layout(model);
    if (workload->method != SIZING_METHOD_inference)
        return "trained";
    return layout == SIZING_LAYOUT_bert || layout == SIZING_LAYOUT_modernbert ? "read" : "generated";
}

void speeds_json_number(struct buf *out, const char *key, double value)
{
    if (value != 0 && isfinite(value))
        buf_printf(out, "\"%s\": %.6g", key, value);
    else
        buf_printf(out, "\"%s\": null", key);
}

void speeds_json(struct buf *out, const struct speed_estimate *e)
{
    const char *advice = names_advice(e->advice);
    if (!e->has_rate) {
        buf_puts(out, "null");
        return;
    }
    buf_printf(out, "{\"tokens_per_second\": {\"low\": %.6g, \"likely\": %.6g, \"high\": %.6g}, ", e->low, e->likely, e->high);
    buf_printf(out, "\"is_upper_bound\": %s, ", e->is_complete ? "false" : "true");
    buf_printf(out, "\"binding\": \"%s\", \"not_published\": [", names_resource(e->binding));
    put_left_out(out, e, "\"");
    buf_puts(out, "], ");
    speeds_json_number(out, "mfu", e->mfu);
    buf_printf(out, ", \"change_first\": %s%s%s, ", advice ? "\"" : "", advice ? advice : "null", advice ? "\"" : "");
    speeds_json_number(out, "gain", e->gain > 1 ? e->gain : 0);
    buf_putc(out, '}');
}
