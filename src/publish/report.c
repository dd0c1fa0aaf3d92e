/* What a publication is going to do and what it did. */
#include "base/buf.h"
#include "base/escape.h"
#include "publish/report.h"

static const char *const reasons[] = {
    [REASON_UNCHANGED] = "unchanged", [REASON_NEW] = "new",     [REASON_CONTENT] = "content",
    [REASON_HEADERS] = "headers",     [REASON_DRIFT] = "drift",
};

static const char *verb(const struct step *s)
{
    return !s->switches ? "upload" : s->uploads ? "upload+switch" : "switch";
}

static struct str current_name(const struct generations *g)
{
    return g->current ? g->current->name : S("none");
}

static void put_actions(FILE *out, const struct plan *plan)
{
    for (size_t i = 0; i < plan->steps.n; i++) {
        const struct step *s = &plan->steps.at[i];
        if (s->reason != REASON_UNCHANGED)
            fprintf(out, "  %-14s %-8s %" STR_FMT "\n", verb(s), reasons[s->reason], STR_ARG(s->item->key));
    }
    for (size_t i = 0; i < plan->deletes.list.n; i++)
        fprintf(out, "  %-14s %-8s %" STR_FMT "\n", "delete", "vanished", STR_ARG(plan->deletes.list.at[i]));
}

void report_plan(FILE *out, const struct plan *plan, const struct generations *g, bool actions)
{
    fprintf(out,
            "plan: %zu files, %zu unchanged, %zu uploads (%.1f KB), %zu page and data switches, %zu for headers only, "
            "%zu deletes\n",
            plan->steps.n, plan->unchanged, plan->uploads, (double)plan->upload_bytes / 1e3, plan->switches,
            plan->headers_only, plan->deletes.list.n);
    fprintf(out, "      %zu superseded assets kept, %zu foreign objects untouched; live generation: %" STR_FMT "\n",
            plan->superseded, plan->foreign, STR_ARG(current_name(g)));
    if (actions)
        put_actions(out, plan);
}

void report_outcome(FILE *out, const struct plan *plan, const struct outcome *o)
{
    if (o->generation.n)
        fprintf(out,
                "published generation %" STR_FMT ": %zu uploads, %zu switches, %zu deletes, %zu old objects collected",
                STR_ARG(o->generation), plan->uploads, plan->switches, plan->deletes.list.n, plan->collected.list.n);
    else
        fprintf(out, "%s", o->status[0] == 'p' ? "dry run: nothing was changed" : "nothing to do");
    if (o->checked)
        fprintf(out, ", %zu files checked at the site's address", o->checked);
    fprintf(out, "; %ld requests, %ld retries, %.2f s (%.2f s of it reading the site)\n", o->counts.requests,
            o->counts.retries, o->total_s, o->scan_s);
}

/* ---- JSON */

static void put_action(struct buf *b, const char *action, const char *reason, struct str key, long long bytes,
                       bool first)
{
    buf_printf(b, "%s\n    {\"action\": \"%s\", \"reason\": \"%s\", \"key\": ", first ? "" : ",", action, reason);
    escape_json_string(b, key);
    buf_printf(b, ", \"bytes\": ");
    if (bytes < 0)
        buf_puts(b, "null}");
    else
        buf_printf(b, "%lld}", bytes);
}

static void put_json_actions(struct buf *b, const struct plan *plan)
{
    bool first = true;
    buf_puts(b, "  \"actions\": [");
    for (size_t i = 0; i < plan->steps.n; i++) {
        const struct step *s = &plan->steps.at[i];
        if (s->reason == REASON_UNCHANGED)
            continue;
        put_action(b, verb(s), reasons[s->reason], s->item->key, s->item->bytes, first);
        first = false;
    }
    for (size_t i = 0; i < plan->deletes.list.n; i++) {
        put_action(b, "delete", "vanished", plan->deletes.list.at[i], -1, first);
        first = false;
    }
    buf_puts(b, first ? "],\n" : "\n  ],\n");
}

static void put_string(struct buf *b, const char *name, struct str value)
{
    buf_printf(b, "  \"%s\": ", name);
    if (value.n)
        escape_json_string(b, value);
    else
        buf_puts(b, "null");
    buf_puts(b, ",\n");
}

void report_json(FILE *out, const struct config *config, const struct plan *plan, const struct generations *g,
                 const struct outcome *o)
{
    struct buf b = {0};
    buf_puts(&b, "{\n");
    put_string(&b, "status", str_from(o->status));
    put_string(&b, "bucket", config->bucket);
    put_string(&b, "prefix", config->prefix);
    put_string(&b, "live", g->current ? g->current->name : (struct str){NULL, 0});
    put_string(&b, "generation", o->generation);
    buf_printf(&b,
               "  \"files\": %zu, \"unchanged\": %zu, \"uploads\": %zu, \"upload_bytes\": %lld, \"switches\": %zu, "
               "\"headers_only\": %zu,\n",
               plan->steps.n, plan->unchanged, plan->uploads, plan->upload_bytes, plan->switches, plan->headers_only);
    buf_printf(
        &b,
        "  \"deletes\": %zu, \"delete_percent\": %.1f, \"superseded\": %zu, \"collected\": %zu, \"foreign\": %zu,\n",
        plan->deletes.list.n, plan_delete_percent(plan), plan->superseded, plan->collected.list.n, plan->foreign);
    put_json_actions(&b, plan);
    buf_printf(
        &b,
        "  \"checked\": %zu, \"requests\": %ld, \"retries\": %ld, \"scan_seconds\": %.3f, \"total_seconds\": %.3f\n}\n",
        o->checked, o->counts.requests, o->counts.retries, o->scan_s, o->total_s);
    fwrite(b.p, 1, b.n, out);
    buf_free(&b);
}
