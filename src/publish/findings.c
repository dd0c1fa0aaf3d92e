/* What the doctor found. */
#include <stdarg.h>

#include "base/buf.h"
#include "base/escape.h"
#include "publish/findings.h"

static const char *const verdicts[] = {
    [VERDICT_OK] = "ok", [VERDICT_NOTE] = "note", [VERDICT_UNKNOWN] = "unknown", [VERDICT_BAD] = "bad"};

void findings_add(struct findings *f, enum verdict verdict, const char *what, const char *fix, const char *fmt, ...)
{
    struct buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    *LIST_ADD(&f->list, f->arena) = (struct finding){.verdict = verdict,
                                                     .what = what,
                                                     .found = arena_str(f->arena, buf_str(&b)),
                                                     .fix = arena_str(f->arena, str_from(fix))};
    f->bad += verdict == VERDICT_BAD;
    buf_free(&b);
}

static void print_text(FILE *out, const struct findings *f)
{
    for (size_t i = 0; i < f->list.n; i++) {
        const struct finding *one = &f->list.at[i];
        fprintf(out, "%-8s %-18s %" STR_FMT "\n", verdicts[one->verdict], one->what, STR_ARG(one->found));
        if (one->fix.n)
            fprintf(out, "%-8s %-18s fix: %" STR_FMT "\n", "", "", STR_ARG(one->fix));
    }
    if (f->bad)
        fprintf(out, "%zu thing%s to mend; docs/publishing.md says more\n", f->bad, f->bad == 1 ? "" : "s");
    else
        fputs("nothing to mend\n", out);
}

static void print_json(FILE *out, const struct findings *f)
{
    struct buf b = {0};
    buf_puts(&b, "{\"checks\": [");
    for (size_t i = 0; i < f->list.n; i++) {
        const struct finding *one = &f->list.at[i];
        buf_printf(&b, "%s\n  {\"check\": \"%s\", \"verdict\": \"%s\", \"found\": ", i ? "," : "", one->what,
                   verdicts[one->verdict]);
        escape_json_string(&b, one->found);
        buf_puts(&b, ", \"fix\": ");
        if (one->fix.n)
            escape_json_string(&b, one->fix);
        else
            buf_puts(&b, "null");
        buf_putc(&b, '}');
    }
    buf_printf(&b, "\n], \"bad\": %zu}\n", f->bad);
    fwrite(b.p, 1, b.n, out);
    buf_free(&b);
}

void findings_print(FILE *out, const struct findings *f, bool json)
{
    if (json)
        print_json(out, f);
    else
        print_text(out, f);
}
