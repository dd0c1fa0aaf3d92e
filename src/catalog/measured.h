/* Published measurements of GPU memory as workloads of the sizing core, and how far the core is from them.
 *
 * Two CSV files: the points, and the models they name (the frameworks' own padding and tying). Columns and tokens of the points
 * are those of the tables in measured_tokens.c. */
#ifndef CATALOG_MEASURED_H
#define CATALOG_MEASURED_H

#include "catalog/catalog.h"
#include "sizing/memory.h"

enum measured_part { MEASURED_TOTAL, MEASURED_WEIGHTS, MEASURED_KV };

/* One usable point. */
struct measured_point {
    struct str id, source, model, framework;
    unsigned line;
    bool is_training;
    bool is_stated;             /* the source says what it read; else `reserved` and a share of the runtime */
    bool is_sum;                /* over all GPUs; else of one GPU */
    enum measured_part part;
    double bytes;
    const char *group;          /* key of its group: lora_1gpu … */
    struct sizing_model sizing;
    struct sizing_workload workload;
};

/* A point that says something we do not know, and what. */
struct measured_skip {
    struct str id, reason;
    unsigned line;
    bool is_training;
};

struct measured_points {
    struct measured_point *at;
    size_t n;
    struct measured_skip *skipped;
    size_t skipped_n;
    size_t unusable; /* usable=0 in the file */
};

/* Reads both files; stacks of the catalogue say what a `framework` does. Reports broken files and returns false; an unknown token
 * or model only skips its row. Everything lives in `arena`. */
bool measured_read(const struct catalog *c, const char *points_path, const char *models_path, struct arena *arena,
                   struct measured_points *out, struct diag *diag);

/* What the sizing core gives for the point, in bytes. False when it refuses the input or has no number; *err says why. */
bool measured_predict(const struct measured_point *point, const struct sizing_constants *constants, double *bytes,
                      struct sizing_error *err);

/* Errors of a set of points, percent: |predicted − measured| / measured. */
struct measured_error {
    const char *name;
    size_t n, skipped;
    double median_ape, p90_ape, median_signed, under_5pct_share;
    double within_high_share; /* measured values at or below the high end of the range */
};

/* Groups that have points, `all`, `training` and `inference` first, then `full`, `lora` and `qlora`, which their own parts follow; at
 * most MEASURED_GROUPS. Returns their number. */
enum { MEASURED_GROUPS = 16 };
size_t measured_errors(const struct measured_points *points, const struct sizing_constants *constants, struct arena *arena,
                       struct measured_error out[MEASURED_GROUPS]);

/* Settings of tokens, `key=value …` of the workload's fields; NULL for an unknown token. */
const char *measured_token(const char *column, struct str token);
/* Applies a sharding token: parts joined by '+', some with a number. False when a part is unknown. */
bool measured_sharding(struct str token, struct sizing_workload *out);
/* Sets fields from `key=value …`, which must be right. */
void measured_set(const char *settings, struct sizing_workload *out);

#endif
