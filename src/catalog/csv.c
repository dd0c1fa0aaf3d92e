/* Reading CSV. */
#include "catalog/csv.h"

#include "base/buf.h"
#include "base/list.h"
#include "base/source.h"
#include "base/utf8.h"

enum { CSV_MAX_BYTES = 64 << 20 };

static struct place at_line(const struct csv *csv, unsigned line)
{
    return (struct place){.src = csv->src, .line = line, .col = 1};
}

/* A quoted field, its first quote read; a doubled quote stands for one. False when it does not end. */
static bool read_quoted(struct csv *csv, struct str *field)
{
    struct buf b = {0};
    size_t i = 0;
    bool ended = false;
    for (; i < csv->rest.n && !ended; i++) {
        char c = csv->rest.p[i];
        if (c == '"' && i + 1 < csv->rest.n && csv->rest.p[i + 1] == '"')
            buf_putc(&b, csv->rest.p[++i]);
        else if (c == '"')
            ended = true;
        else
            buf_putc(&b, c);
        csv->last_line += c == '\n';
    }
    *field = arena_take(csv->arena, &b);
    csv->rest = str_sub(csv->rest, i, csv->rest.n);
    return ended;
}

static void read_plain(struct csv *csv, struct str *field)
{
    size_t n = 0;
    while (n < csv->rest.n && csv->rest.p[n] != ',' && csv->rest.p[n] != '\n' && csv->rest.p[n] != '\r')
        n++;
    *field = str_sub(csv->rest, 0, n);
    csv->rest = str_sub(csv->rest, n, csv->rest.n);
}

/* Takes a line end; false when there is none here. */
static bool take_line_end(struct csv *csv)
{
    size_t n = str_starts(csv->rest, S("\r\n")) ? 2 : str_starts(csv->rest, S("\n")) ? 1 : 0;
    csv->rest = str_sub(csv->rest, n, csv->rest.n);
    return n > 0;
}

static void skip_line(struct csv *csv)
{
    size_t n = str_find_char(csv->rest, '\n');
    csv->rest = str_sub(csv->rest, n < csv->rest.n ? n + 1 : n, csv->rest.n);
}

/* Fields up to a line end. False after a report; the rest of the line is skipped then. */
static bool read_row(struct csv *csv, unsigned first, struct str_list *row, struct diag *diag)
{
    LIST(struct str) fields = {0};
    bool ok = true, more = true;
    while (ok && more) {
        struct str *field = LIST_ADD(&fields, csv->arena);
        if (str_starts(csv->rest, S("\""))) {
            csv->rest = str_sub(csv->rest, 1, csv->rest.n);
            ok = read_quoted(csv, field);
        } else {
            read_plain(csv, field);
        }
        more = str_starts(csv->rest, S(","));
        if (more)
            csv->rest = str_sub(csv->rest, 1, csv->rest.n);
    }
    if (!ok)
        diag_error(diag, at_line(csv, first), "a quoted field does not end");
    else if (csv->rest.n && !take_line_end(csv)) {
        diag_error(diag, at_line(csv, first), "text after a quoted field");
        skip_line(csv);
        ok = false;
    }
    *row = (struct str_list){fields.at, fields.n};
    return ok;
}

static void skip_empty_lines(struct csv *csv, unsigned *next)
{
    while (take_line_end(csv))
        ++*next;
}

bool csv_next(struct csv *csv, struct diag *diag)
{
    for (;;) {
        unsigned first = csv->last_line + 1;
        skip_empty_lines(csv, &first);
        if (csv->rest.n == 0)
            return false;
        csv->line = csv->last_line = first;
        bool ok = read_row(csv, first, &csv->row, diag);
        if (ok && csv->row.n == csv->header.n)
            return true;
        if (ok)
            diag_error(diag, at_line(csv, first), "%zu fields, but the header has %zu", csv->row.n, csv->header.n);
    }
}

bool csv_open(struct csv *csv, struct arena *arena, const char *path, struct str shown, struct diag *diag)
{
    struct source *src = ARENA_NEW(arena, struct source);
    *csv = (struct csv){.arena = arena, .src = src};
    src->path = shown;
    if (!source_read(src, path, CSV_MAX_BYTES, arena, diag))
        return false;
    size_t bad = utf8_invalid(src->text);
    if (bad < src->text.n) {
        diag_error(diag, place_at(src, bad, 1), "byte %zu is not UTF-8", bad);
        return false;
    }
    csv->rest = str_starts(src->text, S("\xef\xbb\xbf")) ? str_sub(src->text, 3, src->text.n) : src->text;
    csv->line = csv->last_line = 1;
    if (csv->rest.n == 0) {
        diag_error(diag, (struct place){.src = src}, "the file is empty; it needs a header line");
        return false;
    }
    return read_row(csv, 1, &csv->header, diag);
}

size_t csv_column(const struct csv *csv, const char *name)
{
    size_t i = 0;
    while (i < csv->header.n && !str_eq_c(csv->header.at[i], name))
        i++;
    return i;
}

size_t csv_need_column(const struct csv *csv, const char *name, struct diag *diag)
{
    size_t i = csv_column(csv, name);
    if (i == csv->header.n)
        diag_error(diag, at_line(csv, 1), "the header has no column %s", name);
    return i;
}
