/* The Markdown pass with a resolver that accepts every reference: no markup of the author's gets through. */
#include <stdlib.h>

#include "guide/markdown.h"
#include "guide/piece.h"
#include "fuzz.h"

static const struct str block = {"block", 5}; /* the one computed block there is */

static bool accept(void *ctx, const struct guide_ref *ref, struct guide_target *target)
{
    if (str_eq(ref->scheme, S("computed")) && !str_eq(ref->target, block)) {
        diag_error(ctx, ref->at, "no such block");
        return false;
    }
    *target = (struct guide_target){.address = S("x.html"), .text = ref->target.n ? ref->target : S("t")};
    return true;
}

static bool known(void *ctx, struct str name)
{
    (void)ctx;
    return name.n % 2 == 0;
}

static void check_html(struct str html)
{
    static const char *const never[] = {"<script", "<img", "<iframe", "<!--", "href=\"javascript:", "<svg"};
    for (struct guide_piece piece; guide_next_piece(&html, &piece);) {
        if (piece.computed.n && !str_eq(piece.computed, block))
            abort();
        for (size_t i = 0; i < sizeof never / sizeof *never; i++)
            if (str_find(piece.prose, str_from(never[i])) < piece.prose.n)
                abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size, DIAG_TEXT);
    struct guide_page page;
    struct guide_input in = {
        .src = &f.src, .body_line = 1, .require_fixed_ids = size % 3 == 0, .labels = {S("Link to"), S("Table")},
        .resolver = {f.diag, accept, known}, .arena = f.arena, .diag = f.diag,
    };
    if (guide_markdown(&in, &page))
        check_html(page.html);
    fuzz_end(&f);
    return 0;
}
