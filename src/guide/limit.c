/* Limits that must hold before cmark sees a body. */
#include "guide/limit.h"
#include "guide/markdown.h"
#include "guide/table.h"

static bool check_marks(const struct lines *l, size_t line, struct diag *diag)
{
    size_t marks, skip = line_marks(lines_text(l, line), &marks);
    if (marks <= GUIDE_DEPTH_MAX)
        return true;
    diag_error(diag, lines_place(l, lines_start(l, line) + skip, 1),
               "%zu marks of lists and quotes on one line; at most %d levels are allowed", marks, GUIDE_DEPTH_MAX);
    return false;
}

static bool check_length(const struct lines *l, size_t line, struct diag *diag)
{
    size_t n = lines_text(l, line).n;
    if (n <= GUIDE_LINE_MAX)
        return true;
    diag_error(diag, lines_place(l, lines_start(l, line), 1), "a line of %zu bytes; at most %d are allowed", n,
               GUIDE_LINE_MAX);
    return false;
}

static size_t lines_to_blank(const struct lines *l, size_t line)
{
    size_t n = 0;
    while (line + n <= l->n && str_trim(lines_text(l, line + n)).n > 0)
        n++;
    return n;
}

/* Looks at the line under a table's header: it decides how many cells every row gets. */
static bool check_ruler(const struct lines *l, size_t line, size_t *after, struct diag *diag)
{
    struct str text = lines_text(l, line);
    size_t skip = line_prefix(text, text.n);
    struct str ruler = str_sub(text, skip, text.n);
    if (!table_is_ruler(ruler))
        return true;
    struct table_cell cells[GUIDE_COLUMNS_MAX + 1];
    size_t columns = table_split(ruler, cells, GUIDE_COLUMNS_MAX + 1);
    if (columns > GUIDE_COLUMNS_MAX) {
        size_t at = lines_start(l, line) + skip + cells[GUIDE_COLUMNS_MAX].from;
        diag_error(diag, lines_place(l, at, 1), "a table of %zu columns; at most %d are allowed", columns,
                   GUIDE_COLUMNS_MAX);
        return false;
    }
    size_t rows = lines_to_blank(l, line);
    *after = line + rows;
    if (rows * columns <= GUIDE_CELLS_MAX)
        return true;
    diag_error(diag, lines_place(l, lines_start(l, line) + skip, 1), "a table of %zu cells; at most %d are allowed",
               rows * columns, GUIDE_CELLS_MAX);
    return false;
}

bool limit_check(const struct lines *l, struct diag *diag)
{
    size_t n = lines_start(l, l->n + 1) - lines_start(l, 1);
    if (n > GUIDE_BODY_MAX) {
        diag_error(diag, lines_place(l, lines_start(l, 1), 1), "a text of %zu bytes; at most %d are allowed", n,
                   GUIDE_BODY_MAX);
        return false;
    }
    bool good = true;
    size_t after = 0; /* the line behind the last table seen */
    for (size_t line = 1; line <= l->n; line++) {
        good = check_length(l, line, diag) && check_marks(l, line, diag) && good;
        if (line >= after)
            good = check_ruler(l, line, &after, diag) && good;
    }
    return good;
}
