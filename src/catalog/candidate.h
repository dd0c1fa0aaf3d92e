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

/* What a scenario asks for one of its workloads: as many machines of at least min_gpus GPUs as the workload's GPUs need; a
   workload on a single GPU asks for no links and no further GPUs, unless it is the first. NULL: the first workload, or where `need`
   is requirements or there is none, the demands alone. */
struct rank_question scenario_question(const struct scenario *scenario, const struct workload *workload);

#endif
