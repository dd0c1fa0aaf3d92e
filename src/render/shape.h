/* What a template can take: its names and those of its parts, as a tree like that of the dictionary. */
#ifndef RENDER_SHAPE_H
#define RENDER_SHAPE_H

#include "render/dict.h"
#include "render/tpl.h"

struct shape;

/* Makes the shapes of all files. Only for sets without errors: parts that include themselves never end. */
void shape_make(struct tpl_set *set, struct arena *arena);
/* Reports each name that is set and not in the shape, once. True when there is none. */
bool shape_check(const struct tpl_file *file, const struct tdict *dict, struct diag *diag);

#endif
