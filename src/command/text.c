/* Columns on a terminal. */
#include "command/text.h"

#include <stdio.h>

static int characters(struct str text)
{
    int n = 0;
    for (size_t i = 0; i < text.n; i++)
        n += (text.p[i] & 0xc0) != 0x80;
    return n;
}

void text_put(struct str text, int width, bool is_number)
{
    int pad = width - characters(text);
    if (pad < 0)
        pad = 0;
    printf("%*s%" STR_FMT "%*s ", is_number ? pad : 0, "", STR_ARG(text), is_number ? 0 : pad, "");
}
