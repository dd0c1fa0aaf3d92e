/* The template lint: everything about a template that can be wrong before a page is rendered. */
#ifndef RENDER_LINT_H
#define RENDER_LINT_H

#include "render/tpl.h"

/* Checks one file on its own and fills its names, markers and includes. `set` tells which parts there are. */
void lint_file(struct tpl_file *file, const struct tpl_set *set, struct arena *arena, struct diag *diag);
/* After all files: parts that include themselves, parts that nobody includes. */
void lint_includes(struct tpl_set *set, struct diag *diag);

#endif
