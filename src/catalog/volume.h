/* Rates of storage by size. */
#ifndef CATALOG_VOLUME_H
#define CATALOG_VOLUME_H

#include "catalog/records.h"

/* GB/s or IOPS of a volume of that size, in its size_unit; absent when no part of the rate is published. */
struct num volume_rate(const struct size_rate *rate, double size);

/* The size from which a volume has all of the rate; absent without a maximum or when the size does not matter. */
struct num volume_full_size(const struct size_rate *rate);

/* Is there a volume of that size? One without sizes has every size. */
bool volume_has_size(const struct volume *v, double size);

#endif
