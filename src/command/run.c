/* The frame of a command that reports on a catalogue. */
#include "command/run.h"

#include <stdio.h>

int command_run(bool (*report)(const void *arguments, struct arena *arena, struct diag *diag), const void *arguments)
{
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(stderr, DIAG_TEXT, false);
    bool ok = report(arguments, arena, diag);
    diag_finish(diag);
    int code = diag_exit_code(diag);
    diag_free(diag);
    arena_free(arena);
    return ok || code ? code : 1;
}
