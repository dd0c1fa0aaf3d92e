/* Measured speeds: the GPUs and models of the published tables, and the tables' rows as inputs of the speed formulas. */
#ifndef CATALOG_MEASURED_SPEED_H
#define CATALOG_MEASURED_SPEED_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/list.h"
#include "base/map.h"
#include "sizing/speed_shape.h"

/* The tables of catalog/measured: every name that measured rows use. */
struct speed_tables {
    struct map gpus;   /* name -> struct speed_gpu */
    struct map models; /* name -> struct speed_shape */
    struct map chips;  /* id of a chip of the catalogue -> struct speed_gpu */
};

/* Reads gpus.csv and speed-models.csv of `folder` into the arena. Reports what is wrong and returns false. */
bool speed_tables_load(const char *folder, struct arena *arena, struct diag *diag, struct speed_tables *out);

/* The GPU of a name as the tables or a driver print it; "L4-12Q" is a share of its card. False when it is not known. */
bool speed_tables_gpu(const struct speed_tables *tables, struct str name, struct speed_gpu *out);

enum speed_file { SPEED_FILE_training, SPEED_FILE_inference, SPEED_FILE_llama, SPEED_FILE_serving };

/* One measured row: what was published and what the formulas say. */
struct speed_point {
    const char *path;
    unsigned line;
    enum speed_file kind;
    const char *group;  /* "speed_training", "speed_decode", … as in `accuracy --json` */
    struct str label;   /* GPU, model and setting, for people */
    double measured, predicted; /* tokens/s, or seconds of a latency */
    const char *skipped;        /* why there is no prediction, or NULL */
};

struct speed_points {
    LIST(struct speed_point) list;
};

/* Appends the rows of a file with the columns of that kind of table. A row whose GPU or model is not in `tables`, or that its
 * authors or we mark as unusable, is skipped with its reason. Reports a file that cannot be read or lacks a column and returns
 * false. */
bool speed_points_read(const char *path, enum speed_file kind, const struct speed_tables *tables, struct arena *arena,
                       struct diag *diag, struct speed_points *out);

#endif
