/* Table rows, read from the source. */
#include "guide/table.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct table_cell trimmed(struct str row, size_t from, size_t to, size_t pipe)
{
    while (from < to && is_blank(row.p[from]))
        from++;
    while (from < to && is_blank(row.p[to - 1]))
        to--;
    return (struct table_cell){from, to, pipe};
}

/* Offset of the next pipe from i that splits, or row.n. */
static size_t next_pipe(struct str row, size_t i)
{
    while (i < row.n && (row.p[i] != '|' || (i > 0 && row.p[i - 1] == '\\')))
        i++;
    return i;
}

size_t table_split(struct str row, struct table_cell *cells, size_t max)
{
    while (row.n > 0 && is_blank(row.p[row.n - 1]))
        row.n--;
    size_t i = 0, n = 0;
    while (i < row.n && is_blank(row.p[i]))
        i++;
    size_t pipe = i;
    if (i < row.n && row.p[i] == '|')
        i++;
    for (; i < row.n; n++) {
        size_t end = next_pipe(row, i);
        if (n < max)
            cells[n] = trimmed(row, i, end, pipe);
        pipe = end;
        i = end + 1;
    }
    return n;
}

size_t table_extra_pipe(struct str row, const struct table_cell *cells, size_t have, size_t want)
{
    size_t ticks = 0, i = 0;
    for (size_t c = 1; c < have; c++) {
        for (; i < cells[c].pipe; i++)
            ticks += row.p[i] == '`';
        if (ticks % 2 == 1)
            return cells[c].pipe;
    }
    return cells[want].pipe;
}

static bool is_rule(struct str cell)
{
    if (str_starts(cell, S(":")))
        cell = str_sub(cell, 1, cell.n);
    if (str_ends(cell, S(":")))
        cell.n--;
    for (size_t i = 0; i < cell.n; i++)
        if (cell.p[i] != '-')
            return false;
    return cell.n > 0;
}

bool table_is_ruler(struct str line)
{
    bool piped = false, ruled = false;
    line = str_trim(line);
    if (str_starts(line, S("|"))) {
        piped = true;
        line = str_sub(line, 1, line.n);
    }
    if (str_ends(line, S("|")) && line.n > 1) {
        piped = true;
        line.n--;
    }
    struct str cell;
    while (str_next(&line, '|', &cell)) {
        if (!is_rule(str_trim(cell)))
            return false;
        ruled = true;
        piped = piped || line.n > 0;
    }
    return piped && ruled;
}
