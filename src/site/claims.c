/* The claims ledger against the finished pages. */
#include "site/claims.h"

static void check_page(const struct catalog *c, const struct outputs *out, const struct claim *claim, enum lang lang, struct diag *diag)
{
    struct str path = arena_printf(c->arena, "%s/%" STR_FMT ".html", lang_name[lang], STR_ARG(claim->covers));
    struct str link = arena_printf(c->arena, "claims.html#%" STR_FMT "\"", STR_ARG(claim->record.id));
    const struct output *page = outputs_find(out, path);
    if (!page)
        diag_error(diag, record_place(&claim->record, "covers"), "claim %" STR_FMT " is to be treated on %" STR_FMT ", which does not exist",
                   STR_ARG(claim->record.id), STR_ARG(path));
    else if (str_find(page->bytes, link) == page->bytes.n)
        diag_error(diag, record_place(&claim->record, "covers"), "%" STR_FMT " does not link to the claim %" STR_FMT " that it is to treat; write claim:%" STR_FMT " there",
                   STR_ARG(path), STR_ARG(claim->record.id), STR_ARG(claim->record.id));
}

void site_check_claims(const struct catalog *c, const struct outputs *out, struct diag *diag)
{
    for (size_t i = 0; i < c->claims.n; i++) {
        const struct claim *claim = &c->claims.at[i];
        if (str_eq(claim->covers, S("claims")))
            continue; /* the ledger itself treats it */
        for (int lang = 0; lang < LANG_COUNT; lang++)
            check_page(c, out, claim, (enum lang)lang, diag);
    }
}
