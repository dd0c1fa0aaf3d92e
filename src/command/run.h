/* The frame of a command that reports on a catalogue. */
#ifndef COMMAND_RUN_H
#define COMMAND_RUN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

/* Runs `report` with an arena and messages on stderr, and returns the exit code. `report` writes to stdout; false means that
 * it could not, for a reason that stands in the messages or on stderr. */
int command_run(bool (*report)(const void *arguments, struct arena *arena, struct diag *diag), const void *arguments);

#endif
