/* The guidance: every Markdown page in both languages, found, paired and rendered. */
#ifndef GUIDE_BOOK_H
#define GUIDE_BOOK_H

#include "catalog/catalog.h"
#include "catalog/strings.h"
#include "guide/markdown.h"

/* One file: front matter and where the body starts. */
struct guide_doc {
    struct record record; /* of the front matter */
    struct str title, summary;
    struct num order;
    struct str_list related; /* references such as scenario:llm-pretraining */
    const struct source *src;
    size_t body;
    unsigned body_line;
};

/* The same page in both languages. */
struct guide_pair {
    struct str name; /* "guide/memory", "scenarios/llm-pretraining" */
    struct guide_doc in[LANG_COUNT];
};

struct guide_book {
    const struct catalog *catalog;
    struct arena *arena;
    struct guide_pair *at; /* in order of name */
    size_t n;
    struct map by_name;
    size_t assertions; /* checked so far, over both languages */
    const char *const *computed; /* names of the blocks that pages may ask for, ends with NULL; NULL: none. Set by the owner */
};

/* Loads `folder`/{en,zh}/{guide,scenarios}/NAME.md. Reports files that do not belong, pages that miss a language, scenarios
 * without a page and pages without a scenario. NULL after an error. */
struct guide_book *guide_book_load(const char *folder, const struct catalog *c, struct arena *arena, struct diag *diag);

const struct guide_pair *guide_book_find(const struct guide_book *book, struct str name);

/* What a page needs to know about where it stands. */
struct guide_place {
    struct guide_book *book;
    struct strings *strings;
    enum lang lang;
    struct str path; /* of the page that shows it */
    struct arena *arena;
    struct diag *diag;
    const struct str *reserved_ids;
    size_t n_reserved_ids;
};

/* Renders one language of a page, checking every link and assertion. False after an error. */
bool guide_book_render(const struct guide_place *at, const struct guide_pair *pair, struct guide_page *out);

/* Resolves one reference outside of Markdown, such as those of `related:`. */
bool guide_book_resolve(const struct guide_place *at, struct str reference, struct place where, struct guide_target *out);

/* Compares the headings of the two languages: same levels, same ids, same order. */
void guide_compare_headings(const struct guide_pair *pair, const struct guide_page pages[LANG_COUNT], struct diag *diag);

#endif
