/* Rows: `id formula key=value … => value`. */
#include "speed_rows_read.h"

#include <stdlib.h>
#include <string.h>

static void fail(const char *id, const char *what)
{
    fprintf(stderr, "speed-cases.txt, %s: %s\n", id, what);
    abort();
}

static void set_gpu(struct speed_row *row, const struct speed_tables *tables, const char *id, const char *name)
{
    if (!speed_tables_gpu(tables, str_from(name), &row->gpu))
        fail(id, "no such GPU");
}

static void add_pair(struct speed_row *row, const struct speed_tables *tables, const char *id, char *pair)
{
    char *value = strchr(pair, '=');
    if (!value || row->n == SPEED_ROW_KEYS)
        fail(id, "no key=value, or too many");
    *value++ = '\0';
    if (strcmp(pair, "gpu") == 0) {
        set_gpu(row, tables, id, value);
        return;
    }
    snprintf(row->keys[row->n], SPEED_ROW_NAME, "%s", pair);
    row->values[row->n++] = strtod(value, NULL);
}

static void read_line(char *line, const struct speed_tables *tables, struct speed_row *row, struct speed_case_text *text)
{
    char *arrow = strstr(line, " => "), *rest = NULL, *pair;
    if (!arrow)
        fail(line, "no \" => value\"");
    snprintf(text->expected, sizeof text->expected, "%.*s", (int)strcspn(arrow + 4, "\n"), arrow + 4);
    *arrow = '\0';
    snprintf(text->id, sizeof text->id, "%s", strtok_r(line, " ", &rest));
    snprintf(row->formula, sizeof row->formula, "%s", strtok_r(NULL, " ", &rest));
    set_gpu(row, tables, text->id, "A100-SXM-80GB");
    while ((pair = strtok_r(NULL, " ", &rest)))
        add_pair(row, tables, text->id, pair);
}

bool speed_row_read(FILE *file, const struct speed_tables *tables, struct speed_row *row, struct speed_case_text *text)
{
    char line[1024];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        *row = (struct speed_row){.n = 0};
        read_line(line, tables, row, text);
        return true;
    }
    return false;
}
