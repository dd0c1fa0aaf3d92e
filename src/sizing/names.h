/* Names of the sizing core: field ids and slots, enum values and spellings, ids of terms, formulas and reasons. */
#ifndef SIZING_NAMES_H
#define SIZING_NAMES_H

#include <stddef.h>

#include "sizing.h"

/* A field as fields.def describes it. unit "" = a plain number or no number. */
struct sizing_field {
    const char *id;
    const char *unit;
    double initial;
    enum sizing_kind kind;
};

/* Number of fields of the group. */
int names_field_count(enum sizing_group group);

/* The field in that slot, NULL if there is none. Constant data. */
const struct sizing_field *names_field(enum sizing_group group, int slot);

/* Slot of the field with that id (len bytes, no terminator needed), -1 if the group has none. */
int names_slot(enum sizing_group group, const char *id, size_t len);

/* Number of values of an enum kind; they have the indexes 1 to this. 0 for kinds that are no enum. */
int names_value_count(enum sizing_kind kind);

/* Spelling of a value in YAML, JSON and URLs, NULL for 0 and unknown indexes. */
const char *names_value(enum sizing_kind kind, int index);

/* C-like id of a value, for the string `value.<list>.<id>`, NULL for 0 and unknown indexes. */
const char *names_value_id(enum sizing_kind kind, int index);

/* Index of the value spelled so (len bytes), 0 if the kind has none. */
int names_value_index(enum sizing_kind kind, const char *spelling, size_t len);

/* Name of the kind in lower case, the <list> of `value.<list>.<id>`; NULL if unknown. */
const char *names_kind(enum sizing_kind kind);

/* Ids for `term.<id>`, `formula.<id>`, `phase.<id>`, `warning.<id>`, `reason.<id>`; NULL for none, SIZING_OK and unknown numbers. */
const char *names_term(enum sizing_term_id term);
const char *names_formula(enum sizing_formula formula);
const char *names_phase(enum sizing_phase phase);
const char *names_warning(enum sizing_warning warning);
const char *names_reason(enum sizing_reason reason);

/* Number of operands of a formula, at most 8; 0 for none. */
int names_formula_operands(enum sizing_formula formula);

/* Ids for `resource.<id>`, `advice.<id>` and `way.<id>`; NULL for SIZING_ADVICE_none and unknown numbers. */
const char *names_resource(enum sizing_resource resource);
const char *names_advice(enum sizing_advice advice);
const char *names_way(enum sizing_way way);

#endif
