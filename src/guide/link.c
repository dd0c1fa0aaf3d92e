/* Links: what they may be, and what they become. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/escape.h"
#include "base/suggest.h"
#include "guide/link.h"
#include "guide/text.h"

static const char *const SCHEMES[] = {"chip",  "family", "type", "model", "scenario", "guide", "term",
                                      "claim", "name",   "vram", "fits",  "nofit",    "has",   "hasnot",   "computed"};

/* Folders of the site and the scheme whose records have their pages there. */
static const char *const FOLDERS[][2] = {{"chips", "chip"},   {"families", "family"},    {"types", "type"},
                                         {"models", "model"}, {"scenarios", "scenario"}, {"guide", "guide"}};

static bool is_reference_scheme(struct str scheme)
{
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        if (str_eq_c(scheme, SCHEMES[i]))
            return true;
    return false;
}

static bool is_web(struct str scheme)
{
    return str_eq_c(scheme, "http") || str_eq_c(scheme, "https");
}

/* The part before a ':' when it has the form of a scheme, else empty. */
static struct str scheme_of(struct str url)
{
    size_t n = 0;
    while (n < url.n && (isalnum((unsigned char)url.p[n]) || (n > 0 && strchr("+-.", url.p[n]))))
        n++;
    bool is_scheme = n > 0 && n < url.n && url.p[n] == ':' && isalpha((unsigned char)url.p[0]);
    return str_sub(url, 0, is_scheme ? n : 0);
}

/* Splits off what stands behind the first `sep`. */
static struct str split_off(struct str *s, char sep)
{
    size_t i = str_find_char(*s, sep);
    struct str behind = i < s->n ? str_sub(*s, i + 1, s->n) : (struct str){NULL, 0};
    s->n = i;
    return behind;
}

bool link_is_computed(const struct link *link)
{
    return str_eq_c(link->ref.scheme, "computed");
}

void link_open(struct work *w, cmark_node *node)
{
    struct link *link = ARENA_NEW(w->arena, struct link);
    link->url = arena_str(w->arena, str_from(cmark_node_get_url(node)));
    link->ref.scheme = scheme_of(link->url);
    if (is_reference_scheme(link->ref.scheme)) {
        struct str rest = str_sub(link->url, link->ref.scheme.n + 1, link->url.n);
        link->kind = GUIDE_LINK_REFERENCE;
        link->ref.fragment = split_off(&rest, '#');
        link->ref.query = split_off(&rest, '?');
        link->ref.target = rest;
    } else {
        link->kind = str_starts(link->url, S("#")) ? GUIDE_LINK_FRAGMENT : GUIDE_LINK_EXTERNAL;
    }
    link->outer = w->link;
    w->link = link;
    cmark_node_set_user_data(node, link);
}

/* Encodes what may not stand in an address and leaves what is encoded already. */
static struct str encode_address(struct arena *arena, struct str url)
{
    struct buf out = {0};
    for (size_t i = 0; i < url.n; i++) {
        bool encoded = url_is_escaped(url, i);
        if (encoded || (url.p[i] != '\0' && strchr("!#$&'()*+,/:;=?@", url.p[i])))
            buf_putc(&out, url.p[i]);
        else
            escape_url_part(&out, str_sub(url, i, i + 1));
    }
    return arena_take(arena, &out);
}

static void report_scheme(const struct work *w, const struct link *link)
{
    struct str scheme = link->ref.scheme;
    struct suggestion s = suggest_begin(scheme);
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        suggest_offer(&s, str_from(SCHEMES[i]));
    suggest_offer(&s, S("https"));
    suggest_offer(&s, S("http"));
    if (s.best.n > 0)
        diag_error(w->diag, link->ref.at, "unknown scheme \"%" STR_FMT ":\"; did you mean \"%" STR_FMT ":\"?",
                   STR_ARG(scheme), STR_ARG(s.best));
    else
        diag_error(w->diag, link->ref.at,
                   "scheme \"%" STR_FMT ":\" is not allowed; use https: or a reference such as chip: or guide:",
                   STR_ARG(scheme));
}

/* The reference to write instead of a path: its scheme, or NULL, and the record's id. */
static const char *scheme_for_path(struct str path, struct str *id)
{
    split_off(&path, '#');
    split_off(&path, '?');
    struct str folder = {NULL, 0}, part;
    *id = (struct str){NULL, 0};
    while (str_next(&path, '/', &part)) {
        folder = *id;
        *id = part;
    }
    bool is_page = str_ends(*id, S(".md"));
    if (is_page || str_ends(*id, S(".html")))
        id->n -= is_page ? 3 : 5;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++)
        if (str_eq_c(folder, FOLDERS[i][0]))
            return id->n ? FOLDERS[i][1] : NULL;
    return is_page && id->n ? "guide" : NULL;
}

static void report_path(const struct work *w, const struct link *link)
{
    struct str id;
    const char *scheme = scheme_for_path(link->url, &id);
    if (link->url.n == 0)
        diag_error(w->diag, link->ref.at, "a link without an address");
    else if (str_starts(link->url, S("//")))
        diag_error(w->diag, link->ref.at, "an address without its scheme; write https:%" STR_FMT, STR_ARG(link->url));
    else if (scheme)
        diag_error(w->diag, link->ref.at, "a link to a file; write the reference %s:%" STR_FMT, scheme, STR_ARG(id));
    else
        diag_error(w->diag, link->ref.at,
                   "a link to a file; write a reference such as guide:PAGE, chip:ID or family:ID");
}

static bool close_external(struct work *w, struct link *link)
{
    struct str scheme = link->ref.scheme;
    if (!is_web(scheme)) {
        if (scheme.n > 0)
            report_scheme(w, link);
        else
            report_path(w, link);
        return false;
    }
    struct str rest = str_sub(link->url, scheme.n, link->url.n);
    if (!str_starts(rest, S("://")) || rest.n == 3 || strchr("/?#:", rest.p[3])) {
        diag_error(w->diag, link->ref.at, "an address without a host; write %" STR_FMT "://HOST/…", STR_ARG(scheme));
        return false;
    }
    link->target.address = encode_address(w->arena, link->url);
    link->target.css_class = S("external");
    return true;
}

static bool close_fragment(struct work *w, struct link *link)
{
    struct buf address = {0};
    link->ref.fragment = unescape_url(w->arena, str_sub(link->url, 1, link->url.n));
    buf_putc(&address, '#');
    escape_url_part(&address, link->ref.fragment);
    link->target.address = arena_take(w->arena, &address);
    return true;
}

/* The resolver is code of ours: an address that a browser would run is its bug. */
static bool is_safe_address(struct str address)
{
    struct str scheme = address.n > 0 ? scheme_of(address) : address;
    return scheme.n == 0 || is_web(scheme);
}

static bool close_reference(struct work *w, struct link *link)
{
    struct guide_ref *ref = &link->ref;
    if (ref->target.n == 0) {
        diag_error(w->diag, ref->at, "\"%" STR_FMT ":\" names nothing; write %" STR_FMT ":ID", STR_ARG(ref->scheme),
                   STR_ARG(ref->scheme));
        return false;
    }
    if (!w->in->resolver.resolve(w->in->resolver.ctx, ref, &link->target))
        return false;
    assert(is_safe_address(link->target.address));
    if (!ref->has_text && link->target.text.n == 0) {
        diag_error(w->diag, ref->at, "this reference has no text of its own; write one between the brackets");
        return false;
    }
    return true;
}

static bool is_kind(cmark_node *node, cmark_node_type kind)
{
    return node && cmark_node_get_type(node) == kind;
}

/* A computed block takes the place of a paragraph of the page. */
static bool check_alone(struct work *w, cmark_node *node, const struct link *link)
{
    cmark_node *paragraph = cmark_node_parent(node);
    bool is_only = !cmark_node_previous(node) && !cmark_node_next(node) && is_kind(paragraph, CMARK_NODE_PARAGRAPH);
    if (is_only && is_kind(cmark_node_parent(paragraph), CMARK_NODE_DOCUMENT) && !link->ref.has_text)
        return true;
    diag_error(w->diag, link->ref.at, "a computed block is a paragraph of its own, without text: [](computed:%" STR_FMT ")",
               STR_ARG(link->ref.target));
    return false;
}

/* Sets `ref.at`; false when the link has no address of its own or stands inside another. */
static bool find_address(struct work *w, struct link *link)
{
    const struct locator *loc = &w->loc;
    link->ref.at = locate_place(loc, loc->address, loc->address_end - loc->address);
    if (loc->link == LOCATE_AUTOMATIC)
        link->ref.at = locate_place(loc, loc->from, link->url.n);
    if (loc->link == LOCATE_DEFINED)
        diag_error(w->diag, link->ref.at, "a link through a definition; write its address here: [text](address)");
    else if (link->outer)
        diag_error(w->diag, link->ref.at, "a link inside the text of another");
    return loc->link != LOCATE_DEFINED && !link->outer;
}

void link_close(struct work *w, cmark_node *node)
{
    struct link *link = w->link;
    w->link = link->outer;
    link->ref.has_text = true; /* so that text_plain does not ask the target */
    struct str text = text_plain(w->arena, node);
    link->ref.has_text = text.n > 0;
    if (!find_address(w, link))
        return;
    *LIST_ADD(&w->links, w->arena) = link;
    if (text.n == 0 && link->kind != GUIDE_LINK_REFERENCE) {
        diag_error(w->diag, link->ref.at, "a link without text; only references such as chip: may go without");
        return;
    }
    if (link_is_computed(link) && !check_alone(w, node, link))
        return;
    switch (link->kind) {
    case GUIDE_LINK_EXTERNAL: link->good = close_external(w, link); break;
    case GUIDE_LINK_FRAGMENT: link->good = close_fragment(w, link); break;
    case GUIDE_LINK_REFERENCE: link->good = close_reference(w, link); break;
    }
}

static void report_fragment(struct work *w, const struct link *link)
{
    struct suggestion s = suggest_begin(link->ref.fragment);
    for (size_t i = 0; i < w->headings.n; i++)
        suggest_offer(&s, w->headings.at[i]->h.id);
    if (s.best.n > 0)
        diag_error(w->diag, link->ref.at,
                   "no heading of this page has the id \"%" STR_FMT "\"; did you mean \"%" STR_FMT "\"?",
                   STR_ARG(link->ref.fragment), STR_ARG(s.best));
    else
        diag_error(w->diag, link->ref.at, "no heading of this page has the id \"%" STR_FMT "\"",
                   STR_ARG(link->ref.fragment));
}

void link_check_fragments(struct work *w)
{
    for (size_t i = 0; i < w->links.n; i++) {
        struct link *link = w->links.at[i];
        if (link->good && link->kind == GUIDE_LINK_FRAGMENT && !map_get(&w->ids, link->ref.fragment))
            report_fragment(w, link);
    }
}
