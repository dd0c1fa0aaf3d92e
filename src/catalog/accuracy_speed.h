/* The error of the speed model on measured rows, by group. */
#ifndef CATALOG_ACCURACY_SPEED_H
#define CATALOG_ACCURACY_SPEED_H

#include "catalog/measured_speed.h"

/* Files of measured rows by kind, in any number. */
struct speed_files {
    struct {
        const char *path;
        enum speed_file kind;
    } at[32];
    size_t n;
};

/* Adds the tables of `folder`/speed, those that the model was fitted to. */
void speed_files_shipped(const char *folder, struct arena *arena, struct speed_files *files);

/* Adds those of them that were measured on instances of this cloud. */
void speed_files_of_this_cloud(const char *folder, struct arena *arena, struct speed_files *files);

/* Error of a group, percent of the measured value; below 0 predicted too small: a rate too slow, a latency too short.
 * under_5pct_share: percent of the rows predicted more than 5 % too small. */
struct speed_group {
    const char *name;
    size_t n, skipped;
    double median_ape, p90_ape, median_signed, under_5pct_share;
};

struct speed_groups {
    struct speed_group at[32];
    size_t n;
};

/* Predicts every row of the files and fills the groups, in a fixed order, those without rows left out. Groups:
 *
 *   speed_training
 *   speed_inference = speed_decode + speed_prefill + speed_request + speed_request_total + speed_first_token + speed_full_load
 *                     + speed_encoder                                             engines with one batch at a time
 *   speed_llamacpp  = speed_llamacpp_decode + speed_llamacpp_prefill
 *   speed_serving                                   vLLM: output tokens/s under load
 *   speed_serving_first_token, _between_tokens, _request, _token                   its latencies under load
 *   speed_serving_alone, speed_serving_first_token_alone, …                        the same with one request at a time
 *   speed_serving_all                               all rows of vLLM
 *
 * Skipped rows count in the widest group of their table only, for their phase may be what they lack. `folder` (catalog/measured)
 * holds gpus.csv and speed-models.csv. Reports what cannot be read and returns false. *points, when not NULL, receives the rows in file order. */
bool speed_accuracy(const char *folder, const struct speed_files *files, struct arena *arena, struct diag *diag,
                    struct speed_groups *groups, struct speed_points *points);

#endif
