/* Markdown to checked HTML.
 *
 * Ordinary GitHub Markdown with tables, less raw HTML, images and link definitions; its links are references
 * with a scheme (chip:nvidia-a10), which the caller resolves. What a reader would see broken is an error with
 * file, line and column: a link or anchor that leads nowhere, a table row with a cell too many, emphasis that
 * Markdown does not read as such beside Chinese punctuation, an instance name that the catalogue does not know.
 */
#ifndef GUIDE_MARKDOWN_H
#define GUIDE_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

enum {
    GUIDE_BODY_MAX = 1 << 20, /* bytes of a body */
    GUIDE_LINE_MAX = 1 << 14, /* bytes of a line */
    GUIDE_COLUMNS_MAX = 64,   /* columns of a table */
    GUIDE_CELLS_MAX = 100000, /* cells of a table: cmark fills short rows up */
    GUIDE_DEPTH_MAX = 32,     /* nesting of lists, quotes and emphasis */
};

/* A link with one of the schemes of the guidance language: scheme:target?query#fragment, as written. */
struct guide_ref {
    struct str scheme; /* without the colon */
    struct str target;
    struct str query;    /* without the '?'; empty when there is none */
    struct str fragment; /* without the '#'; empty when there is none */
    bool has_text;       /* false: [](…), the target's name is to be shown */
    struct place at;     /* of the address in the file */
};

/* What a reference leads to. */
struct guide_target {
    struct str address;   /* relative or http(s), percent-encoded; empty: the text is shown without a link */
    struct str text;      /* shown when the link has no text of its own */
    struct str css_class; /* may be empty, as may the title */
    struct str title;
};

struct guide_resolver {
    void *ctx;
    /* Looks a reference up. On failure reports through the diag and returns false. */
    bool (*resolve)(void *ctx, const struct guide_ref *ref, struct guide_target *target);
    /* Is `name` (in small letters, with or without "ecs.") a family or a type? */
    bool (*is_known_name)(void *ctx, struct str name);
};

/* Words of the page's language. */
struct guide_labels {
    struct str copy_link; /* before a heading's text: "Link to" */
    struct str table;     /* before a table's number: "Table" */
};

struct guide_input {
    const struct source *src; /* the whole file; positions count in it */
    size_t body;              /* where its Markdown starts, see guide/front.h */
    unsigned body_line;
    bool require_fixed_ids; /* headings of level 2 and 3 must carry {#id} */
    struct guide_labels labels;
    const struct str *reserved_ids; /* ids of the page around, which no heading may take but links may use */
    size_t n_reserved_ids;
    struct guide_resolver resolver;
    struct arena *arena; /* holds the result */
    struct diag *diag;
};

struct guide_heading {
    int level;  /* 2 to 6 */
    bool fixed; /* the author wrote {#id} */
    struct str id, text;
    struct place at;
};

enum guide_link_kind { GUIDE_LINK_EXTERNAL, GUIDE_LINK_FRAGMENT, GUIDE_LINK_REFERENCE };

struct guide_link {
    enum guide_link_kind kind;
    struct str target;  /* as written: https://…, #id, chip:nvidia-a10 */
    struct str address; /* as in the HTML; empty for a reference without a link */
    struct place at;
};

struct guide_page {
    struct str html;
    struct str summary;                   /* the first paragraph as plain text */
    const struct guide_heading *headings; /* in order of the page */
    size_t n_headings;
    const struct guide_link *links; /* in order of the page */
    size_t n_links;
    const struct str *ids; /* all ids in the HTML, in order of the page */
    size_t n_ids;
};

/* False when anything was reported as an error; *out is then not to be used. */
bool guide_markdown(const struct guide_input *in, struct guide_page *out);

#endif
