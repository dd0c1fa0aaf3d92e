/* What the passes over one Markdown body share. Internal to guide/. */
#ifndef GUIDE_WORK_H
#define GUIDE_WORK_H

#include <cmark-gfm.h>

#include "base/list.h"
#include "base/map.h"
#include "guide/lines.h"
#include "guide/locate.h"
#include "guide/markdown.h"
#include "guide/table.h"

/* A link node's user data. */
struct link {
    enum guide_link_kind kind;
    struct str url; /* as written */
    struct guide_ref ref;
    struct guide_target target;
    bool good;          /* checked and resolved */
    struct link *outer; /* the link around it, which is an error */
};

/* A heading node's user data. */
struct heading {
    struct guide_heading h;
    struct place id_at; /* of a fixed id */
    struct str slug;    /* what the id is made of when none is fixed */
    unsigned numbered;  /* the last number given to others with this slug */
};

struct work {
    const struct guide_input *in;
    struct arena *arena;
    struct diag *diag;
    size_t errors_before; /* this page's first */
    struct lines lines;
    struct locator loc;
    bool *is_code; /* by line of the body */

    /* where the walk stands */
    size_t depth, quotes, bold, italic;
    bool too_deep;     /* reported */
    struct link *link; /* the innermost link it is in */
    struct heading *heading;
    int last_level;
    size_t row_line, cell; /* the row's line and the number of the next cell */
    struct table_cell cells[GUIDE_COLUMNS_MAX + 1];

    LIST(struct heading *) headings;
    LIST(struct link *) links;
    struct map ids; /* to struct heading; for reserved ids to reserved */
    struct heading reserved;
};

/* So many errors that none of the next would be printed: the page is given up, for a hostile one has many. */
bool work_is_hopeless(const struct work *w);

/* The core and the table extension's node kinds in one list (the extension's are not constants). */
enum part { PART_OTHER, PART_TABLE, PART_HEADER, PART_ROW, PART_CELL };
enum part work_part(cmark_node *node);

#endif
