/* Every instance type of the catalogue as a candidate of sizing/rank.h. */
#ifndef CATALOG_CANDIDATE_H
#define CATALOG_CANDIDATE_H

#include "catalog/catalog.h"
#include "catalog/measured_speed.h"
#include "sizing/rank.h"

/* One candidate a type, in the order of catalog->types; in the arena. `tables` as in type_to_machine. */
const struct rank_candidate *candidates_of(const struct catalog *catalog, const struct speed_tables *tables, struct arena *arena);

/* What a scenario asks of the type besides memory. */
struct sizing_demand scenario_demand(const struct scenario *scenario);

#endif
