/* The Markdown pass with a resolver that accepts every reference: no markup of the author's gets through. */
#include <stdlib.h>

#include "guide/markdown.h"
#include "fuzz.h"

static bool accept(void *ctx, const struct guide_ref *ref, struct guide_target *target)
{
    (void)ctx;
    *target = (struct guide_target){.address = S("x.html"), .text = ref->target.n ? ref->target : S("t")};
    return true;
}

static bool known(void *ctx, struct str name)
{
    (void)ctx;
    return name.n % 2 == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size, DIAG_TEXT);
    struct guide_page page;
    struct guide_input in = {
        .src = &f.src, .body_line = 1, .require_fixed_ids = size % 3 == 0, .labels = {S("Link to"), S("Table")},
        .resolver = {NULL, accept, known}, .arena = f.arena, .diag = f.diag,
    };
    if (guide_markdown(&in, &page)) {
        static const char *const never[] = {"<script", "<img", "<iframe", "<!--", "href=\"javascript:", "<svg"};
        for (size_t i = 0; i < sizeof never / sizeof *never; i++)
            if (str_find(page.html, str_from(never[i])) < page.html.n)
                abort();
    }
    fuzz_end(&f);
    return 0;
}
