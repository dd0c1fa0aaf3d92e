/* ctemplate behind a C interface. Everything that has to do with C++ is in engine.cc. */
#ifndef RENDER_ENGINE_H
#define RENDER_ENGINE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"
#include "render/scope.h"

struct engine;

struct engine *engine_new(void);
void engine_free(struct engine *e);
/* What ctemplate says (it prints instead of returning errors) is appended to `said`, a line a message; false when
 * it failed or said anything. */
bool engine_add(struct engine *e, struct str name, struct str text, struct buf *said);
/* After the last template. From then on threads may share the engine. */
void engine_freeze(struct engine *e);
/* Appends the page of scope->file. */
bool engine_render(const struct engine *e, const struct scope *scope, struct buf *out, struct buf *said);

#endif
