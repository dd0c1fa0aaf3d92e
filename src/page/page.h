/* One page while it is made: what it knows, and the blocks that all pages are put together from.
 *
 * A page function reads like the page: it sets title and lead, then adds blocks in order. Blocks go straight into
 * the template dictionary; nothing is returned and nothing can fail. */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "base/list.h"
#include "catalog/address.h"
#include "catalog/catalog.h"
#include "catalog/price.h"
#include "catalog/strings.h"
#include "render/template.h"

struct decision;
struct fit_cache;
struct guide_book;
struct measured_points;
struct peer_list;
struct speed_groups;
struct speed_tables;

/* Paths of what the calculator loads, in the order in which it has to, from the root of the site. */
struct calc_assets {
    struct str data, strings[LANG_COUNT], module, engine;
    struct str state, config, views, review, script;
    struct str style;
};

/* What every page is made from. */
struct world {
    const struct catalog *catalog;
    struct strings *strings;
    struct guide_book *book;
    const struct measured_points *points; /* published measurements, or NULL */
    const struct peer_list *peers;
    const struct decision *decisions; /* one a scenario, in their order */
    const struct speed_tables *speed_tables; /* measured GPUs, or NULL */
    const struct speed_groups *speed_groups; /* error of the speed model, or NULL */
    const struct speed_groups *own_speed_groups; /* the same on the instances of this cloud alone, or NULL */
    struct fit_cache *fits;
    struct price_groups prices;  /* none: the site has no prices */
    struct str price_today;      /* the day that ages of prices are counted to */
    int price_days;              /* older than this is stale */
    struct diag *diag;
    struct str base_url;         /* empty: the site does not know its address */
    struct str css, script;      /* paths of the assets, from the root of the site */
    struct calc_assets calc;
};

struct page_neighbour {
    struct str path, label;
};

struct page {
    const struct world *w;
    enum lang lang;
    struct arena *arena;         /* forgotten after the page is written */
    struct str path;             /* from the root of the site */
    const char *template_name;
    struct tdict *dict;
    struct str title, lead;      /* lead: one sentence, also the description */
    struct str section;          /* "chips": the entry of the navigation that is current; may be empty */
    struct str style;            /* path of a stylesheet of its own; may be empty */
    struct str crumb;            /* short title for the breadcrumbs; the title when empty */
    LIST(struct toc_entry) toc;
    LIST(struct page_use) uses;  /* records whose facts the page shows */
    struct page_neighbour previous, next; /* of the same kind, in their order; no path: none */
    struct buf scratch;
};

struct toc_entry {
    struct str id, text;
};

struct page_use {
    enum record_kind kind;
    size_t index;
};

/* ---- words and addresses */

struct str page_string(const struct page *p, const char *key);
/* The text of `prefix` + `name`. */
struct str page_string_of(const struct page *p, const char *prefix, struct str name);
/* A string with {0} {1} … filled in. */
struct str page_format(const struct page *p, const char *key, const struct str *args, size_t count);
#define PAGE_FORMAT(p, key, ...)                                                                                       \
    page_format((p), (key), (const struct str[]){__VA_ARGS__}, sizeof((const struct str[]){__VA_ARGS__}) / sizeof(struct str))
/* The text in the page's language. */
static inline struct str page_text(const struct page *p, struct text t)
{
    return t.in[p->lang];
}
/* Relative address of a record, and of a page such as "guide/memory". */
struct str page_link(const struct page *p, enum record_kind kind, struct str id);
struct str page_to(const struct page *p, const char *name);

/* Remembers that the page shows facts of this record: they go into its digest. */
void page_uses(struct page *p, enum record_kind kind, const void *record);

/* Sets the previous and the next page: the records of the same kind around this one. */
void page_neighbours(struct page *p, enum record_kind kind, const void *record);
/* What a record is called in links: a chip's and a model's name, a scenario's title, else the id. */
struct str record_title(const struct page *p, enum record_kind kind, const void *record);

/* ---- blocks */

/* A heading of level 2 with a link to itself, and an entry in the page's contents. */
void page_heading(struct page *p, const char *id, struct str text);
/* A heading of level 3. */
void page_subheading(struct page *p, const char *id, struct str text);
void page_paragraph(struct page *p, struct str text);
/* Ready HTML from the guide or from page/html.h. */
void page_html(struct page *p, struct str html);

/* Definition list of facts. */
struct tdict *page_facts(struct page *p);
void fact_html(struct page *p, struct tdict *facts, struct str label, struct str html);
void fact_text(struct page *p, struct tdict *facts, struct str label, struct str text);

/* A list; items are HTML. */
struct tdict *page_list(struct page *p);
void list_item(struct tdict *list, struct str html);

enum callout { CALLOUT_ANSWER, CALLOUT_PITFALL, CALLOUT_INFERRED, CALLOUT_CORRECTION };
/* A box with a word and a border: one of the four kinds of looks.md. */
void page_callout(struct page *p, enum callout kind, struct str html);

enum table_flag {
    TABLE_SORTABLE = 1, /* the script adds sorting and a filter */
    TABLE_ROW_LINKS = 2 /* rows carry ids */
};
/* A table; id names it in the address (sort and filter), caption is read out and shown. */
struct tdict *page_table(struct page *p, const char *id, struct str caption, unsigned flags);
/* COLUMN_FIGURE: a number in a table that is not sorted, without a key. */
enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_FIGURE };
/* unit may be empty; it stands in the header, not in the cells. */
void table_column(struct page *p, struct tdict *table, struct str label, struct str unit, enum column_kind kind);
/* The same; name is what the address calls the column when the table is sorted by it (?sort=memory), in every language. */
void table_column_named(struct page *p, struct tdict *table, const char *name, struct str label, struct str unit, enum column_kind kind);
/* A row; anchor may be empty. */
struct tdict *table_row(struct tdict *table, struct str anchor);
/* sort: what the script sorts by, empty when there is nothing to sort by: such rows come last. */
void table_cell(struct tdict *row, struct str html, struct str sort, enum column_kind kind);

/* ---- finishing */

/* Fills in head, navigation, contents and digest. `kind` and `record` say what the page is about. */
void page_finish(struct page *p);

#endif
