/* calc_rows CATALOG-FOLDER/measured CASES: the rows of tests/data/speed-cases.txt for rows.mjs.
 *
 * Of each row to stdout: struct speed_row, its value as native code computes it, and what is expected, as 32 characters. */
#include <stdlib.h>

#include "../unit/speed_rows_read.h"

int main(int argc, char **argv)
{
    struct speed_tables tables;
    struct speed_case_text text;
    struct speed_row row;
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(stderr, DIAG_TEXT, true);
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    if (!file || !speed_tables_load(argv[1], arena, diag, &tables))
        return EXIT_FAILURE;
    while (speed_row_read(file, &tables, &row, &text)) {
        double value = speed_row_value(&row);
        fwrite(&row, sizeof row, 1, stdout);
        fwrite(&value, sizeof value, 1, stdout);
        fwrite(text.expected, sizeof text.expected, 1, stdout);
    }
    fclose(file);
    diag_free(diag);
    arena_free(arena);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
