/* A workload given on the command line: what estimate and recommend share. */
#ifndef COMMAND_WORKLOAD_OPTIONS_H
#define COMMAND_WORKLOAD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "catalog/catalog.h"

enum { WORKLOAD_CATALOGS_MAX = 16 };

struct workload_options {
    const char *catalogs[WORKLOAD_CATALOGS_MAX];
    size_t catalog_count;
    const char *model, *stack, *templates; /* NULL when not given; templates has a default */
    bool json, help;
    bool takes_scenario;                   /* set before reading: the two below are options, too */
    const char *scenario;
    size_t limit;
    bool has_limit;
    /* By slot of sizing/fields.def. given: the name it was given under ("tp"), or NULL. */
    const char *given[SIZING_WORKLOAD_SLOTS];
    double values[SIZING_WORKLOAD_SLOTS];
};

/* Reads the arguments; says what is wrong on stderr and returns false. */
bool workload_options_read(struct workload_options *o, int argc, char **argv);

/* Fills *out: initial values, `base` (or NULL), the stack, then the options. tensor_parallel and the other degrees without gpus
   set gpus to their product. Says what is wrong, by the option's name, on stderr and returns false. model may be NULL: then
   only the workload is checked. */
bool workload_options_apply(const struct workload_options *o, const struct catalog *c, const struct sizing_workload *base,
                            const struct model *model, struct sizing_workload *out);

/* Says on stderr what the sizing core refused: by the option's name, or as a fault of the model (which may be NULL). */
void workload_options_refuse(const struct workload_options *o, const struct model *model, struct sizing_error error);

/* The record with this id; says on stderr that `--option` names none and returns NULL. */
const void *workload_options_find(const struct catalog *c, enum record_kind kind, const char *option, const char *id);

/* Prints a help text on stdout; between head and tail stand every field, its values and its initial value. */
void workload_options_help(const char *head, const char *tail);

/* Appends a field's value as it is written on the command line: full, 2048, true. */
void workload_value_text(struct buf *out, int slot, double value);

/* "  \"seq\": 2048, …": appends every field of the workload as JSON members, without braces. */
void workload_json(struct buf *out, const struct sizing_workload *workload);

#endif
