/* Import: responses of the cloud's DescribeInstanceTypes call become type records of a catalogue folder.
 *
 * Types that the catalogue knows are compared and never changed; a difference is a conflict, an error with both values
 * and both places. A value that stands under `disputed` of the type is known and no conflict. New types are appended to
 * the file of their family, new families become files of their own. Nothing is written unless the whole catalogue loads
 * with the new texts; a run with any error writes nothing.
 *
 * Units of the response: MemorySize and GPUMemorySize GiB (the latter of one GPU), InstanceBandwidthRx/Tx Kbit/s with
 * 1024000 for 1 Gbit/s. InstancePpsRx/Tx count one direction; `pps` of the catalogue counts both together, so they are
 * left out. */
#ifndef CATALOG_IMPORT_H
#define CATALOG_IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/str.h"

struct import_request {
    const char *folder;       /* the catalogue */
    const char *const *files; /* the responses, JSON; several pages of one listing, or several regions */
    size_t file_count;
    struct str date; /* YYYY-MM-DD of the responses; empty: an error as soon as there is something to write */
    bool dry_run;    /* everything but writing */
};

/* Imports and appends the report to `report`: a line each for skipped, unchanged, added and conflicting types, then
 * notes and totals; nothing when the input could not be read. All else is told through `diag`; the catalogue is
 * unchanged when that has an error. */
void import_run(const struct import_request *request, struct arena *arena, struct buf *report, struct diag *diag);

/* A day of the calendar, written YYYY-MM-DD. */
bool import_is_date(struct str s);

#endif
