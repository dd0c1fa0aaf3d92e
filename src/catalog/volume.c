/* Rates of storage by size. */
#include "catalog/volume.h"

struct num volume_rate(const struct size_rate *rate, double size)
{
    double value = rate->base.value + rate->per_size.value * size;
    if (!num_known(rate->base) && !num_known(rate->per_size))
        return (struct num){0, NUM_ABSENT};
    return NUM(num_known(rate->max) && value > rate->max.value ? rate->max.value : value);
}

struct num volume_full_size(const struct size_rate *rate)
{
    if (!num_known(rate->max) || !num_known(rate->per_size))
        return (struct num){0, NUM_ABSENT};
    return NUM((rate->max.value - rate->base.value) / rate->per_size.value);
}

bool volume_has_size(const struct volume *v, double size)
{
    return !(num_known(v->min_size) && size < v->min_size.value) && !(num_known(v->max_size) && size > v->max_size.value);
}
