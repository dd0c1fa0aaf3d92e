/* Reference links and assertions against a small catalogue. */
#include <stdlib.h>

#include "guide/book.h"
#include "guide/reference.h"
#include "fuzz_catalog.h"

/* "scheme:target?query#fragment" cut like guide/link.c cuts it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct catalog *catalog;
    if (!catalog)
        catalog = fuzz_catalog(SOURCE_DIR "/tests/golden/input/catalog");
    struct fuzz f = fuzz_begin(data, size, DIAG_TEXT);
    struct arena *kept = catalog->arena;
    catalog->arena = f.arena; /* messages are made in it */
    struct guide_book book = {.catalog = catalog, .arena = f.arena};
    map_init(&book.by_name, f.arena);
    struct guide_place at = {.book = &book, .lang = LANG_EN, .path = S("en/guide/x.html"), .arena = f.arena, .diag = f.diag};
    struct str rest = f.src.text, scheme = str_sub(rest, 0, str_find_char(rest, ':'));
    rest = scheme.n < rest.n ? str_sub(rest, scheme.n + 1, rest.n) : (struct str){NULL, 0};
    struct str path = str_sub(rest, 0, str_find_char(rest, '#'));
    struct guide_ref ref = {.scheme = scheme, .at = {&f.src, 1, 1, 1}};
    ref.fragment = path.n < rest.n ? str_sub(rest, path.n + 1, rest.n) : (struct str){NULL, 0};
    ref.target = str_sub(path, 0, str_find_char(path, '?'));
    ref.query = ref.target.n < path.n ? str_sub(path, ref.target.n + 1, path.n) : (struct str){NULL, 0};
    struct guide_target target;
    bool ok = reference_resolve(&at, &ref, &target);
    if (ok != (diag_errors(f.diag) == 0))
        abort(); /* a refusal without a message, or a message without a refusal */
    reference_is_known_name(&at, f.src.text);
    catalog->arena = kept;
    fuzz_end(&f);
    return 0;
}
