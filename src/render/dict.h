/* The inside of a dictionary, read while rendering. */
#ifndef RENDER_DICT_H
#define RENDER_DICT_H

#include "base/arena.h"
#include "base/str.h"

enum value_kind { VALUE_TEXT, VALUE_HTML, VALUE_ADDRESS, VALUE_SECTION };

struct tdict_entry {
    struct str name;
    enum value_kind kind;
    struct str value;           /* not for sections */
    const char *problem;        /* VALUE_ADDRESS: why the address is refused, else NULL */
    struct tdict *first, *last; /* VALUE_SECTION: the repetitions, none when hidden */
    struct tdict_entry *next;
};

/* A page sets some sixty names, a row ten: a list searched from its start is the fastest there is. */
struct tdict {
    struct arena *arena;
    struct tdict_entry *first, *last;
    struct tdict *next; /* next repetition of the same section */
};

/* NULL when the name is not set in this dictionary itself. */
const struct tdict_entry *tdict_find(const struct tdict *d, struct str name);

#endif
