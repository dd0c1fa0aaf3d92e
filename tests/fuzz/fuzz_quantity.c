/* Quantities: what parses prints, and what was printed parses to the same value, but for what lies behind the sixth decimal. */
#include <math.h>
#include <stdlib.h>

#include "data/quantity.h"
#include "fuzz.h"

/* The value of the text that is printed for `value`. */
static double printed(struct arena *arena, double value, enum unit unit)
{
    struct buf text = {0};
    struct str why;
    double again;
    quantity_text(&text, value, unit);
    if (!quantity_parse(arena, buf_str(&text), unit, &again, &why))
        abort();
    buf_free(&text);
    return again;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct fuzz f = fuzz_begin(data + 1, size - 1, DIAG_TEXT);
    enum unit unit = (enum unit)(data[0] % UNIT_COUNT_OF_UNITS);
    struct str why;
    double value;
    if (quantity_parse(f.arena, f.src.text, unit, &value, &why) && value >= 0 && value < 1e9) {
        double again = printed(f.arena, value, unit);
        if (fabs(again - value) > 1e-6 || printed(f.arena, again, unit) != again)
            abort();
    }
    fuzz_end(&f);
    return 0;
}
