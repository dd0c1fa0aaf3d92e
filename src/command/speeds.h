/* What estimate and recommend say of a speed. */
#ifndef COMMAND_SPEEDS_H
#define COMMAND_SPEEDS_H

#include "base/diag.h"
#include "catalog/measured_speed.h"
#include "sizing/rank.h"

/* Reads the measured GPUs of a catalogue folder; without any *out is NULL. False after an error. */
bool speeds_load_tables(const char *catalog, struct arena *arena, struct diag *diag, const struct speed_tables **out);

/* A rate as people read it: 12,300, or ≤ 12,300 while a resource is left out. */
void speeds_rate(struct buf *out, const struct speed_estimate *e);
/* "link, network": the resources that are left out because a rate is not published; nothing when there are none. */
void speeds_left_out(struct buf *out, const struct speed_estimate *e);

/* What the tokens of a rate are: "generated", "trained", or "read" by an encoder. */
const char *speeds_tokens(const struct sizing_model *model, const struct sizing_workload *workload);

/* {"tokens_per_second": {…}, "binding": …}, or null without a rate. */
void speeds_json(struct buf *out, const struct speed_estimate *e);
/* , "key": number with 6 significant digits; null for 0 and what is not finite. */
void speeds_json_number(struct buf *out, const char *key, double value);

#endif
