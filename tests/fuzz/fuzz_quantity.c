/* Quantities: what parses prints, and what was printed parses to the same value. */
#include <stdlib.h>

#include "data/quantity.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct fuzz f = fuzz_begin(data + 1, size - 1, DIAG_TEXT);
    enum unit unit = (enum unit)(data[0] % UNIT_COUNT_OF_UNITS);
    struct str why;
    double value, again;
    if (quantity_parse(f.arena, f.src.text, unit, &value, &why) && value >= 0 && value < 1e9) {
        struct buf first = {0}, second = {0};
        quantity_text(&first, value, unit);
        if (!quantity_parse(f.arena, arena_str(f.arena, buf_str(&first)), unit, &again, &why))
            abort();
        quantity_text(&second, again, unit);
        if (!str_eq(buf_str(&first), buf_str(&second)))
            abort();
        buf_free(&first);
        buf_free(&second);
    }
    fuzz_end(&f);
    return 0;
}
