/* A reader of CSV files: quoted fields may hold commas, line ends and doubled quotes. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "data/csv.h"

#include "base/buf.h"
#include "base/file.h"

enum { CSV_BYTES_MAX = 64 << 20 };

struct place csv_place(const struct csv *csv)
{
    return (struct place){.src = csv->src, .line = csv->row_line, .col = 1};
}

static int peek(const struct csv *csv)
{
    return csv->offset < csv->src->text.n ? (unsigned char)csv->src->text.p[csv->offset] : -1;
}

static void read_quoted(struct csv *csv, struct buf *out)
{
    int c;
    csv->offset++;
    while ((c = peek(csv)) >= 0) {
        csv->offset++;
        if (c == '"' && peek(csv) != '"')
            return;
        if (c == '"')
            csv->offset++;
        csv->line += c == '\n';
        buf_putc(out, (char)c);
    }
}

static struct str read_field(struct csv *csv)
{
    size_t from = csv->offset;
    if (peek(csv) == '"') {
        struct buf text = {0};
        read_quoted(csv, &text);
        struct str field = arena_str(csv->arena, buf_str(&text));
        buf_free(&text);
        return field;
    }
    for (int c = peek(csv); c >= 0 && c != ',' && c != '\n' && c != '\r'; c = peek(csv))
        csv->offset++;
    return str_sub(csv->src->text, from, csv->offset);
}

static void end_line(struct csv *csv)
{
    if (peek(csv) == '\r')
        csv->offset++;
    if (peek(csv) == '\n')
        csv->offset++;
    csv->line++;
}

/* Reads the fields of a line into `fields` and returns their number, which may be more than fit. */
static size_t read_line(struct csv *csv, struct str *fields)
{
    size_t n = 0;
    csv->row_line = csv->line;
    for (;;) {
        struct str field = read_field(csv);
        if (n < CSV_COLUMNS_MAX)
            fields[n] = field;
        n++;
        if (peek(csv) != ',')
            break;
        csv->offset++;
    }
    for (int c = peek(csv); c >= 0 && c != '\n' && c != '\r'; c = peek(csv)) /* after a closing quote */
        csv->offset++;
    end_line(csv);
    return n;
}

bool csv_open(struct csv *csv, const char *path, struct arena *arena, struct diag *diag)
{
    struct source *src = ARENA_NEW(arena, struct source);
    struct file_error err;
    *csv = (struct csv){.arena = arena, .diag = diag, .src = src, .line = 1};
    src->path = arena_str(arena, str_from(path));
    if (!file_read(arena, path, CSV_BYTES_MAX, &src->text, &err)) {
        diag_fatal(diag, "%s", err.message);
        return false;
    }
    if (src->text.n == 0) {
        diag_error(diag, (struct place){.src = src}, "this file is empty; its first line must name the columns");
        return false;
    }
    csv->columns = read_line(csv, csv->names);
    if (csv->columns > CSV_COLUMNS_MAX)
        diag_error(diag, csv_place(csv), "%zu columns; at most %d are read", csv->columns, CSV_COLUMNS_MAX);
    return csv->columns <= CSV_COLUMNS_MAX;
}

static bool is_empty(const struct csv *csv)
{
    int c = peek(csv);
    return c == '\n' || c == '\r';
}

bool csv_next(struct csv *csv)
{
    while (csv->offset < csv->src->text.n) {
        if (is_empty(csv)) {
            end_line(csv);
            continue;
        }
        size_t n = read_line(csv, csv->fields);
        if (n == csv->columns)
            return true;
        diag_error(csv->diag, csv_place(csv), "this row has %zu fields, the header %zu", n, csv->columns);
    }
    return false;
}

static size_t column_index(const struct csv *csv, const char *column)
{
    for (size_t i = 0; i < csv->columns; i++)
        if (str_eq_c(csv->names[i], column))
            return i;
    return csv->columns;
}

bool csv_has(const struct csv *csv, const char *column)
{
    return column_index(csv, column) < csv->columns;
}

struct str csv_field(const struct csv *csv, const char *column)
{
    size_t i = column_index(csv, column);
    return i < csv->columns ? csv->fields[i] : (struct str){0};
}

double csv_number(const struct csv *csv, const char *column, double initial)
{
    struct str field = csv_field(csv, column);
    char text[64], *end = text;
    if (field.n == 0)
        return initial;
    double value = initial;
    if (field.n < sizeof text) {
        for (size_t i = 0; i < field.n; i++)
            text[i] = field.p[i];
        text[field.n] = '\0';
        value = strtod(text, &end);
    }
    if (end == text || *end != '\0' || !isfinite(value)) {
        diag_error(csv->diag, csv_place(csv), "%s \"%" STR_FMT "\" is not a number", column, STR_ARG(field));
        return initial;
    }
    return value;
}
