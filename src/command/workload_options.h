/* A workload, its run and its prices given on the command line: what estimate and recommend share. */
#ifndef COMMAND_WORKLOAD_OPTIONS_H
#define COMMAND_WORKLOAD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "catalog/catalog.h"

enum { WORKLOAD_CATALOGS_MAX = 16, WORKLOAD_PRICES_MAX = 512 };

/* One price option: of one type, or of all where type.n is 0. */
struct given_price {
    int slot;         /* of enum sizing_price_slot */
    const char *name; /* the option's name: "price-hour", "price" */
    struct str type;
    double amount;
};

struct workload_options {
    const char *catalogs[WORKLOAD_CATALOGS_MAX];
    size_t catalog_count;
    const char *model, *stack, *templates; /* NULL when not given; templates has a default */
    bool json, help;
    bool is_ranking;                       /* set before reading: recommend with its scenario, limit and machines; else estimate
                                              with its `on` */
    const char *scenario, *on;
    size_t limit;
    bool has_limit;
    double machines;                       /* most that may work together; 0 when not given */
    const char *currency, *region, *today; /* NULL when not given */
    int price_days;                        /* PRICE_DAYS_MAX when not given */
    /* By slot of sizing/fields.def. given: the name it was given under ("tp"), or NULL. */
    const char *given[SIZING_WORKLOAD_SLOTS], *run_given[SIZING_RUN_SLOTS];
    double values[SIZING_WORKLOAD_SLOTS], run_values[SIZING_RUN_SLOTS];
    struct given_price prices[WORKLOAD_PRICES_MAX];
    size_t price_count;
};

/* Reads the arguments; says what is wrong on stderr and returns false. */
bool workload_options_read(struct workload_options *o, int argc, char **argv);

/* Fills *out: initial values, `base` (or NULL), the stack, then the options. tensor_parallel and the other degrees without gpus
   set gpus to their product. Says what is wrong, by the option's name, on stderr and returns false. model may be NULL: then
   only the workload is checked. */
bool workload_options_apply(const struct workload_options *o, const struct catalog *c, const struct sizing_workload *base,
                            const struct model *model, struct sizing_workload *out);

/* Fills *out: initial values, then the options. Says what is wrong, for this model and workload, on stderr and returns false. */
bool workload_options_apply_run(const struct workload_options *o, const struct model *model, const struct sizing_workload *workload,
                                struct sizing_run *out);

/* Says on stderr what the sizing core refused: by the option's name, or as a fault of the model (which may be NULL). */
void workload_options_refuse(const struct workload_options *o, const struct model *model, struct sizing_error error);

/* The record with this id; says on stderr that `--option` names none and returns NULL. */
const void *workload_options_find(const struct catalog *c, enum record_kind kind, const char *option, struct str id);

/* Lines of a help text: the options that say which prices hold. */
#define PRICE_OPTIONS_HELP \
    "  --region ID       prices of the catalogue of this region (default: the one with the most)\n" \
    "  --currency WORD   the currency of the amounts; prices of the catalogue in it are used beside those typed, which are\n" \
    "                    left out otherwise\n" \
    "  --today DATE, --price-days N\n" \
    "                    a price more than N days (90) older than DATE is marked stale (the newest day of the catalogue)\n"

/* Prints a help text on stdout; between `head`, `middle` and `tail` stand the fields of workload and run, and the prices, with
   their values and initial values. A price is written as `amount`. */
void workload_options_help(const char *head, const char *middle, const char *amount, const char *tail);

#endif
