/* Checks on the finished bytes. */
#include "site/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/escape.h"
#include "site/scan.h"

static bool is_html(struct str path)
{
    return str_ends(path, S(".html"));
}

struct checker {
    const struct outputs *out;
    struct arena *scratch; /* of the page at hand */
    struct site_links *links;
    struct map *ids;   /* a map a page: id to the page */
    struct str base_path;
    struct diag *diag;
    bool *reached;
    LIST(size_t) todo;
};

static struct place place_of(const struct checker *k, size_t page)
{
    struct source *src = ARENA_NEW(k->out->arena, struct source);
    src->path = k->out->list.at[page].path;
    return (struct place){.src = src};
}

static void read_page(struct checker *k, size_t i)
{
    struct page_links *page = &k->links->pages[i];
    struct html_scan scan = {.text = k->out->list.at[i].bytes};
    struct html_attribute a;
    map_init(&k->ids[i], k->out->arena);
    while (html_scan_next(&scan, &a)) {
        if (str_eq(a.name, S("id"))) {
            struct str id = html_decode(k->out->arena, a.value);
            *LIST_ADD(&page->ids, k->out->arena) = id;
            if (map_add(&k->ids[i], id, page))
                diag_error(k->diag, place_of(k, i), "two elements have the id \"%" STR_FMT "\"", STR_ARG(id));
        } else if (str_eq(a.name, S("href")) || str_eq(a.name, S("src"))) {
            *LIST_ADD(&page->links, k->out->arena) = html_decode(k->out->arena, a.value);
        }
    }
}

/* Another site, or the thing itself: no page of ours is meant. */
static bool is_external(struct str link)
{
    return str_starts(link, S("http://")) || str_starts(link, S("https://")) || str_starts(link, S("data:"));
}

/* The path that a link means, from the root of the site; false when it leaves the site. */
static bool resolve(const struct checker *k, struct str from, struct str link, struct str *path)
{
    struct buf b = {0};
    if (str_starts(link, k->base_path)) {
        link = str_sub(link, k->base_path.n, link.n);
    } else {
        size_t slash = from.n;
        while (slash > 0 && from.p[slash - 1] != '/')
            slash--;
        buf_put(&b, str_sub(from, 0, slash));
    }
    bool inside = true;
    struct str part;
    while (inside && str_next(&link, '/', &part)) {
        if (str_eq(part, S("."))) {
            continue;
        } else if (str_eq(part, S(".."))) {
            inside = b.n > 0;
            size_t n = b.n ? b.n - 1 : 0;
            while (n > 0 && b.p[n - 1] != '/')
                n--;
            buf_cut(&b, n);
        } else {
            buf_put(&b, part);
            if (link.n)
                buf_putc(&b, '/');
        }
    }
    *path = arena_take(k->scratch, &b);
    return inside;
}

static void reach(struct checker *k, size_t page)
{
    if (k->reached[page])
        return;
    k->reached[page] = true;
    *LIST_ADD(&k->todo, k->out->arena) = page;
}

static void check_link(struct checker *k, size_t page, struct str link)
{
    struct str from = k->out->list.at[page].path;
    size_t hash = str_find_char(link, '#');
    struct str path = str_sub(link, 0, hash), fragment = hash < link.n ? str_sub(link, hash + 1, link.n) : (struct str){NULL, 0};
    path = str_sub(path, 0, str_find_char(path, '?'));
    if (is_external(link))
        return;
    struct str target = from;
    if (path.n && !resolve(k, from, path, &target)) {
        diag_error(k->diag, place_of(k, page), "the link %" STR_FMT " leaves the site", STR_ARG(link));
        return;
    }
    size_t index = (size_t)map_get(&k->out->by_path, unescape_url(k->scratch, target));
    if (!index) {
        diag_error(k->diag, place_of(k, page), "the link %" STR_FMT " leads nowhere", STR_ARG(link));
        return;
    }
    reach(k, index - 1);
    if (fragment.n && !map_get(&k->ids[index - 1], unescape_url(k->scratch, fragment)))
        diag_error(k->diag, place_of(k, page), "the link %" STR_FMT " leads to an anchor that its page does not have", STR_ARG(link));
}

/* Follows links from the start; pages are worked off a list, not by recursion. */
static void check_reachable(struct checker *k)
{
    size_t start = (size_t)map_get(&k->out->by_path, S("index.html"));
    if (!start)
        return;
    reach(k, start - 1);
    for (size_t done = 0; done < k->todo.n; done++) {
        size_t page = k->todo.at[done];
        for (size_t i = 0; i < k->links->pages[page].links.n; i++)
            check_link(k, page, k->links->pages[page].links.at[i]);
        arena_reset(k->scratch);
    }
    for (size_t i = 0; i < k->out->list.n; i++) {
        if (k->reached[i] || !is_html(k->out->list.at[i].path))
            continue;
        for (size_t j = 0; j < k->links->pages[i].links.n; j++)
            check_link(k, i, k->links->pages[i].links.at[j]);
        if (!str_eq(k->out->list.at[i].path, S("404.html")))
            diag_error(k->diag, place_of(k, i), "no link leads to this page");
    }
}

struct site_links *site_check_links(const struct outputs *out, struct str base_path, struct diag *diag)
{
    struct checker k = {.out = out, .diag = diag, .base_path = base_path, .scratch = arena_new()};
    k.links = ARENA_NEW(out->arena, struct site_links);
    k.links->pages = ARENA_ARRAY(out->arena, out->list.n, struct page_links);
    k.ids = ARENA_ARRAY(out->arena, out->list.n, struct map);
    k.reached = ARENA_ARRAY(out->arena, out->list.n, bool);
    for (size_t i = 0; i < out->list.n; i++)
        if (is_html(out->list.at[i].path))
            read_page(&k, i);
    check_reachable(&k);
    arena_free(k.scratch);
    return k.links;
}
