/* Machine types of the catalogue as inputs of the speed estimate. */
#ifndef CATALOG_MACHINE_H
#define CATALOG_MACHINE_H

#include "catalog/catalog.h"
#include "catalog/measured_speed.h"

/* GPUs of a type, below 1 a share of one; 0 where a vGPU type's share is not published. */
double type_gpus(const struct type *type);

/* What is published of the type, its family and its chip; the rest stays 0 or -1, which the estimate shows as "not published".
 * The share of a GPU is 0 where it is not published: no rate can be told then, and the estimate refuses the machine.
 *
 *   link      NVLink where the family has it, at the family's rate or else the chip's; PCIe where it is known to have none
 *   network   the widest of the published rates between machines: VPC network, RoCE, RDMA
 *   disk      the baseline of cloud disks, or without one their maximum
 *   clock     of the chip's row in gpus.csv; `tables` may be NULL, then no clock is known and no GPU counts as measured */
void type_to_machine(const struct type *type, const struct speed_tables *tables, struct sizing_machine *out);

#endif
