/* What ctemplate printed, as one message with a place as near as can be told. */
#ifndef RENDER_SAID_H
#define RENDER_SAID_H

#include "render/tpl.h"

/* An error in any case, whether ctemplate said anything or failed in silence. */
void said_report(const struct tpl_file *file, struct str said, struct diag *diag);

#endif
