/* Checks on the finished bytes: links, fragments, ids, reachability, dropped addresses. */
#ifndef SITE_LINKS_H
#define SITE_LINKS_H

#include "site/output.h"

/* What one HTML page has and wants, read from its bytes. */
struct page_links {
    LIST(struct str) ids;
    LIST(struct str) links; /* of href and src, entities decoded */
};

struct site_links {
    struct page_links *pages; /* parallel to outputs->list; empty for files that are no HTML */
};

/* Scans all pages; reports duplicate ids, links and fragments that lead nowhere, pages that nothing leads to.
 * `base_path` is the path part of the site's address ("/" when it has none): 404.html links from there. */
struct site_links *site_check_links(const struct outputs *out, struct str base_path, struct diag *diag);

/* Compares with the list of public addresses (catalog/addresses.txt): a page or anchor that is gone is an error unless a
 * line `moved: old -> new` says where it went; one that is not listed yet is a warning. `list` may be empty. */
void site_check_addresses(const struct outputs *out, const struct site_links *links, const struct source *list, struct diag *diag);

/* The list as it should be, `moved:` lines of the old one kept at the end. */
struct str site_address_list(const struct outputs *out, const struct site_links *links, const struct source *list, struct arena *arena);

#endif
