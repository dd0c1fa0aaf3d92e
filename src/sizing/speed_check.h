/* Checks of the inputs that only speed and cost have. */
#ifndef SIZING_SPEED_CHECK_H
#define SIZING_SPEED_CHECK_H

#include "sizing.h"

/* First rule the machine breaks: kinds, node_gpus above 0, gpu_share above 0 and at most 1. */
struct sizing_error speed_check_machine(const struct sizing_machine *machine);

#endif
