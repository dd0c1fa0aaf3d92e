/* Front matter: the slice lies in the text, the body behind it. */
#include <stdlib.h>

#include "guide/front.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size, DIAG_TEXT);
    struct guide_front front;
    if (guide_front(&f.src, &front, f.diag)) {
        const char *begin = f.src.text.p, *end = begin + f.src.text.n;
        if (front.yaml.p < begin || front.yaml.p + front.yaml.n > end || front.body > f.src.text.n || front.body_line < 2)
            abort();
    } else if (diag_errors(f.diag) == 0) {
        abort();
    }
    fuzz_end(&f);
    return 0;
}
