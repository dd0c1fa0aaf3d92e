/* Rewriting templates for the engine, marker by marker. */
#include "render/rewrite.h"

struct rewrite {
    const struct tpl_file *file;
    struct buf *out;
    size_t at;   /* offset in the file */
    size_t next; /* marker that comes next */
};

static void put_text(struct rewrite *r, size_t to)
{
    for (; r->at < to; r->at++)
        if (r->file->source.text.p[r->at] != '\r')
            buf_putc(r->out, r->file->source.text.p[r->at]);
}

static void put_variable(struct rewrite *r, const struct marker *m)
{
    bool keep_blanks = !r->file->xml && !m->is_address && m->modifier.n == 0;
    buf_puts(r->out, "{{");
    buf_put(r->out, m->name);
    if (m->modifier.n)
        buf_printf(r->out, ":%" STR_FMT, STR_ARG(m->modifier));
    buf_puts(r->out, keep_blanks ? ":p}}" : "}}");
}

static void put_marker(struct rewrite *r)
{
    const struct marker *m = &r->file->markers.at[r->next++];
    if (m->kind == MARKER_INCLUDE)
        buf_puts(r->out, "{{! }}");
    if (m->kind == MARKER_VARIABLE)
        put_variable(r, m);
    else if (m->kind != MARKER_COMMENT)
        buf_put(r->out, str_sub(r->file->source.text, m->begin, m->end));
    r->at = m->end;
}

static size_t next_marker(const struct rewrite *r, size_t i)
{
    return i < r->file->markers.n ? r->file->markers.at[i].begin : r->file->source.text.n;
}

/* Where the line that begins at r->at ends, when it holds markers that show nothing, and blanks, only; else r->at. */
static size_t silent_line_end(const struct rewrite *r)
{
    struct str text = r->file->source.text;
    size_t i = r->at, next = r->next;
    while (i < text.n && text.p[i] != '\n') {
        char c = text.p[i];
        if (i == next_marker(r, next)) {
            if (r->file->markers.at[next].kind == MARKER_VARIABLE)
                return r->at;
            i = r->file->markers.at[next++].end;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            i++;
        } else {
            return r->at;
        }
    }
    return next == r->next ? r->at : i + (i < text.n);
}

/* To the end of the line, which may lie behind markers. */
static void put_line(struct rewrite *r)
{
    struct str text = r->file->source.text;
    while (r->at < text.n) {
        if (r->at == next_marker(r, r->next)) {
            put_marker(r);
            continue;
        }
        put_text(r, r->at + 1);
        if (text.p[r->at - 1] == '\n')
            return;
    }
}

void rewrite(const struct tpl_file *file, struct buf *out)
{
    struct rewrite r = {.file = file, .out = out, .at = file->body};
    buf_printf(out, "{{%%AUTOESCAPE context=\"%s\"}}", file->xml ? "XML" : "HTML");
    while (r.at < file->source.text.n) {
        size_t end = silent_line_end(&r);
        if (end == r.at) {
            put_line(&r);
            continue;
        }
        while (next_marker(&r, r.next) < end)
            put_marker(&r);
        r.at = end;
    }
}
