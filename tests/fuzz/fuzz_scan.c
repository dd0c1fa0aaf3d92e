/* The scan of links over any text, our HTML or not: it ends, and what it finds lies in the text, in order. */
#include <stdlib.h>

#include "site/scan.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size, DIAG_TEXT);
    struct html_scan scan = {.text = f.src.text};
    struct html_attribute a;
    const char *at = f.src.text.p, *end = at + f.src.text.n;
    while (html_scan_next(&scan, &a)) {
        if (a.name.n == 0 || a.name.p < at || a.value.p < a.name.p + a.name.n || a.value.p + a.value.n > end)
            abort();
        at = a.value.p + a.value.n;
        if (html_decode(f.arena, a.value).n > a.value.n)
            abort();
    }
    fuzz_end(&f);
    return 0;
}
