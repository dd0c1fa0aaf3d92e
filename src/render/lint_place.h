/* The half of the lint that knows HTML: which markers may stand where. */
#ifndef RENDER_LINT_PLACE_H
#define RENDER_LINT_PLACE_H

#include "render/html.h"
#include "render/tpl.h"

/* Checks the marker m, which stands where `html` has arrived; sets m->is_address. False after an error. */
bool lint_place(const struct tpl_file *file, const struct html *html, struct marker *m, struct diag *diag);
/* Reads text[from, to) between two markers and reports what is wrong with it. */
void lint_text(const struct tpl_file *file, struct html *html, size_t from, size_t to, struct diag *diag);
/* Reports a tag, comment or script that is still open where the file ends. */
void lint_end(const struct tpl_file *file, const struct html *html, struct diag *diag);

#endif
