/* Fields of sizing/fields.def as the command line writes and reads them: --token-budget 1000000, --method full, --compiled. */
#ifndef COMMAND_FIELDS_H
#define COMMAND_FIELDS_H

#include <stdbool.h>

#include "base/buf.h"
#include "sizing/sizing.h"

enum { FIELD_NAME_MAX = 48 };

/* The option's name without its hyphens in front: "token-budget" of token_budget. */
void field_option_name(char name[FIELD_NAME_MAX], const char *id);

/* The value of a field. Says what is wrong with --`name` on stderr and returns false. */
bool field_parse(enum sizing_group group, int slot, const char *name, const char *text, double *value);

/* True for "true", "false", "1" and "0". */
bool field_is_switch_word(const char *text);

/* Appends a value as it is written on the command line: full, 2048, true; an enum that is absent is "default". */
void field_text(struct buf *out, enum sizing_group group, int slot, double value);

/* `"seq": 2048, …`: appends every field of the group as JSON members, without braces; an enum that is absent is null. */
void fields_json(struct buf *out, enum sizing_group group, const double *slots);

/* Appends a line of help for every field of the group: option, values or unit, initial value. `placeholder` stands for the value
 * of fields that are a number. */
void fields_help(struct buf *out, enum sizing_group group, const char *placeholder);

/* Says on stderr what the sizing core refused about an option: --`name`: must be positive. */
void field_refuse(const char *name, enum sizing_reason reason);

#endif
