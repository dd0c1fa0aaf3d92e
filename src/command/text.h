/* Columns on a terminal. */
#ifndef COMMAND_TEXT_H
#define COMMAND_TEXT_H

#include <stdbool.h>

#include "base/str.h"

/* Prints the text filled up with blanks to `width` characters, on the left of a number and else on the right, and one blank.
 * printf pads bytes, not characters. */
void text_put(struct str text, int width, bool is_number);

#endif
