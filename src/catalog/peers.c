/* Errors of other estimators on the measured points. */
#include "catalog/peers.h"

#include "base/list.h"
#include "base/number.h"
#include "catalog/csv.h"

static bool read_number(const struct csv *csv, size_t column, double *out, struct diag *diag)
{
    if (number_parse(csv->row.at[column], out))
        return true;
    diag_error(diag, (struct place){csv->src, csv->line, 1, 0}, "%" STR_FMT " \"%" STR_FMT "\" is not a number", STR_ARG(csv->header.at[column]),
               STR_ARG(csv->row.at[column]));
    return false;
}

bool peers_read(struct arena *arena, const char *path, struct peer_list *out, struct diag *diag)
{
    static const char *const names[] = {"group", "estimator", "n", "median_ape", "p90_ape", "median_signed"};
    size_t columns[6], errors = diag_errors(diag);
    struct csv csv;
    LIST(struct peer) list = {0};
    if (!csv_open(&csv, arena, path, str_from(path), diag))
        return false;
    for (size_t i = 0; i < 6; i++)
        columns[i] = csv_need_column(&csv, names[i], diag);
    if (diag_errors(diag) > errors)
        return false;
    while (csv_next(&csv, diag)) {
        struct peer *p = LIST_ADD(&list, arena);
        p->group = csv.row.at[columns[0]];
        p->estimator = csv.row.at[columns[1]];
        double *numbers[] = {&p->n, &p->median_ape, &p->p90_ape, &p->median_signed};
        for (size_t i = 0; i < 4; i++)
            read_number(&csv, columns[i + 2], numbers[i], diag);
    }
    *out = (struct peer_list){list.at, list.n};
    return diag_errors(diag) == errors;
}
