/* ctemplate's complaints. It names no line, but it quotes:
 *
 *     Template : ERROR: Auto-Escape: Failed parsing: <p title="a"" …
 *     In: __{{MAIN}}__
 *     Token: NAME has missing in-template modifiers. You gave :p and we computed :J=number. …
 *
 * The lint finds nearly all that leads here, with better words. */
#include "base/buf.h"
#include "render/said.h"

/* The part of `said` behind `intro`, up to `end`; empty when there is none. */
static struct str quoted(struct str said, struct str intro, char end)
{
    size_t at = str_find(said, intro);
    if (at == said.n)
        return S("");
    struct str rest = str_sub(said, at + intro.n, said.n);
    return str_sub(rest, 0, str_find_char(rest, end));
}

/* Of a text that stands in the body once, its place; else the file as a whole. */
static struct place find_text(const struct tpl_file *f, struct str text)
{
    struct place whole = {.src = &f->source};
    struct str body = str_sub(f->source.text, f->body, f->source.text.n);
    size_t at = str_find(body, text);
    if (text.n == 0 || at == body.n)
        return whole;
    struct str rest = str_sub(body, at + 1, body.n);
    if (str_find(rest, text) < rest.n)
        return whole;
    return tpl_place(f, f->body + at, f->body + at + text.n);
}

static struct place find_variable(const struct tpl_file *f, struct str name)
{
    for (size_t i = 0; i < f->markers.n; i++) {
        const struct marker *m = &f->markers.at[i];
        if (m->kind == MARKER_VARIABLE && str_eq(m->name, name))
            return tpl_place(f, m->begin, m->end);
    }
    return (struct place){.src = &f->source};
}

static void put_on_one_line(struct buf *out, struct str said)
{
    for (size_t i = 0; i < said.n; i++)
        buf_putc(out, said.p[i] == '\n' ? ' ' : said.p[i]);
}

void said_report(const struct tpl_file *f, struct str said, struct diag *diag)
{
    said = str_trim(said);
    struct str text = quoted(said, S("Failed parsing: "), '\n');
    struct str variable = quoted(said, S("Token: "), ' ');
    if (text.n) {
        diag_error(diag, find_text(f, text), "ctemplate cannot read the HTML at %" STR_FMT, STR_ARG(text));
    } else if (variable.n) {
        diag_error(diag, find_variable(f, variable),
                   "ctemplate takes the place of {{%" STR_FMT
                   "}} for another than the lint does; is the HTML before it "
                   "well-formed?",
                   STR_ARG(variable));
    } else {
        struct buf line = {0};
        put_on_one_line(&line, said);
        diag_error(diag, (struct place){.src = &f->source}, "ctemplate cannot take this template: %" STR_FMT,
                   STR_ARG(buf_str(&line)));
        buf_free(&line);
    }
}
