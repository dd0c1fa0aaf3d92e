/* Public addresses: what was linked to once must still be there, or say where it went.
 *
 * One line a page, without its language: `chips/nvidia-a10.html #peaks #readings`; and `moved: old -> new`. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "site/links.h"

/* "en/chips/a.html" to "chips/a.html"; other paths stay. */
static struct str without_language(struct str path)
{
    if (str_starts(path, S("en/")) || str_starts(path, S("zh/")))
        return str_sub(path, 3, path.n);
    return path;
}

static bool is_listed_page(struct str path)
{
    return str_ends(path, S(".html")) && !str_starts(path, S("zh/"));
}

/* All addresses there are: "chips/a.html", "chips/a.html#peaks". */
static void collect(const struct outputs *out, const struct site_links *links, struct map *known)
{
    map_init(known, out->arena);
    for (size_t i = 0; i < out->list.n; i++) {
        struct str path = out->list.at[i].path;
        if (!is_listed_page(path))
            continue;
        struct str name = without_language(path);
        map_add(known, name, &out->list.at[i]);
        const struct page_links *page = &links->pages[i];
        for (size_t k = 0; k < page->ids.n; k++)
            map_add(known, arena_printf(out->arena, "%" STR_FMT "#%" STR_FMT, STR_ARG(name), STR_ARG(page->ids.at[k])), &out->list.at[i]);
    }
}

struct reader {
    const struct outputs *out;
    const struct source *list;
    struct diag *diag;
    struct map known, listed, moved;
};

static struct place line_place(const struct reader *r, struct str part)
{
    return place_at(r->list, (size_t)(part.p - r->list->text.p), part.n);
}

static void read_moved(struct reader *r, struct str line)
{
    struct str rest = str_trim(str_sub(line, strlen("moved:"), line.n));
    size_t arrow = str_find(rest, S(" -> "));
    if (arrow == rest.n) {
        diag_error(r->diag, line_place(r, line), "a moved address is written \"moved: old -> new\"");
        return;
    }
    struct str from = str_trim(str_sub(rest, 0, arrow)), to = str_trim(str_sub(rest, arrow + 4, rest.n));
    if (map_get(&r->known, from))
        diag_error(r->diag, line_place(r, from), "%" STR_FMT " is still there, so it cannot have moved", STR_ARG(from));
    if (!map_get(&r->known, to))
        diag_error(r->diag, line_place(r, to), "%" STR_FMT " is not there, so nothing can have moved to it", STR_ARG(to));
    if (map_add(&r->moved, from, r))
        diag_error(r->diag, line_place(r, from), "%" STR_FMT " has moved twice", STR_ARG(from));
}

static bool for_each_line(struct str *rest, struct str *line)
{
    while (str_next(rest, '\n', line)) {
        *line = str_trim(*line);
        if (line->n && line->p[0] != '#')
            return true;
    }
    return false;
}

static void check_listed(struct reader *r, struct str address, struct str where)
{
    map_add(&r->listed, address, r);
    if (map_get(&r->known, address) || map_get(&r->moved, address))
        return;
    diag_error(r->diag, line_place(r, where), "the public address %" STR_FMT " is gone; say where it went: moved: %" STR_FMT " -> …",
               STR_ARG(address), STR_ARG(address));
}

static void check_line(struct reader *r, struct str line)
{
    struct str part, page = {NULL, 0};
    while (str_next(&line, ' ', &part)) {
        if (part.n == 0)
            continue;
        if (part.p[0] != '#') {
            page = part;
            check_listed(r, page, part);
        } else {
            check_listed(r, arena_printf(r->out->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(page), STR_ARG(part)), part);
        }
    }
}

static size_t count_new(const struct reader *r, const struct site_links *links, struct str *first)
{
    size_t n = 0;
    for (size_t i = 0; i < r->out->list.n; i++) {
        struct str path = r->out->list.at[i].path, name = without_language(path);
        if (!is_listed_page(path))
            continue;
        for (size_t k = 0; k <= links->pages[i].ids.n; k++) {
            struct str address = k == 0 ? name : arena_printf(r->out->arena, "%" STR_FMT "#%" STR_FMT, STR_ARG(name), STR_ARG(links->pages[i].ids.at[k - 1]));
            if (map_get(&r->listed, address))
                continue;
            if (n++ == 0)
                *first = address;
        }
    }
    return n;
}

void site_check_addresses(const struct outputs *out, const struct site_links *links, const struct source *list, struct diag *diag)
{
    struct reader r = {.out = out, .list = list, .diag = diag};
    struct str line, rest = list->text, first;
    collect(out, links, &r.known);
    map_init(&r.listed, out->arena);
    map_init(&r.moved, out->arena);
    while (for_each_line(&rest, &line))
        if (str_starts(line, S("moved:")))
            read_moved(&r, line);
    rest = list->text;
    while (for_each_line(&rest, &line))
        if (!str_starts(line, S("moved:")))
            check_line(&r, line);
    size_t fresh = count_new(&r, links, &first);
    if (fresh)
        diag_warning(diag, (struct place){.src = list}, "%zu public address%s not listed yet, such as %" STR_FMT "; run build --record-addresses",
                     fresh, fresh == 1 ? " is" : "es are", STR_ARG(first));
}

struct str site_address_list(const struct outputs *out, const struct site_links *links, const struct source *list, struct arena *arena)
{
    struct buf b = {0};
    buf_puts(&b, "# Every public page and anchor, without the language. A build that drops one fails unless a line says\n"
                 "# where it went:  moved: old.html#anchor -> new.html#anchor\n");
    for (size_t i = 0; i < out->list.n; i++) {
        if (!is_listed_page(out->list.at[i].path))
            continue;
        buf_put(&b, without_language(out->list.at[i].path));
        for (size_t k = 0; k < links->pages[i].ids.n; k++)
            buf_printf(&b, " #%" STR_FMT, STR_ARG(links->pages[i].ids.at[k]));
        buf_putc(&b, '\n');
    }
    struct str rest = list->text, line;
    while (for_each_line(&rest, &line))
        if (str_starts(line, S("moved:"))) {
            buf_put(&b, line);
            buf_putc(&b, '\n');
        }
    return arena_take(arena, &b);
}
