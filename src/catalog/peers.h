/* Errors of other estimators on the measured points, as published in measured/peers.csv. */
#ifndef CATALOG_PEERS_H
#define CATALOG_PEERS_H

#include "base/arena.h"
#include "base/diag.h"

struct peer {
    struct str group; /* name of a group of measured_errors */
    struct str estimator;
    double n, median_ape, p90_ape, median_signed; /* percent */
};

struct peer_list {
    struct peer *at;
    size_t n;
};

/* Reads the file; reports what is wrong and returns false. */
bool peers_read(struct arena *arena, const char *path, struct peer_list *out, struct diag *diag);

#endif
