/* Scripts and styles without comments. */
#include "site/squeeze.h"

#include <stdbool.h>

/* Whether the line is in a comment or nothing but one; a comment behind which code stands on the same line stays. */
static bool is_comment(struct str line, bool *inside)
{
    struct str rest = line;
    if (!*inside) {
        if (!str_starts(line, S("/*")))
            return false;
        rest = str_sub(line, 2, line.n);
    }
    size_t end = str_find(rest, S("*/"));
    if (end < rest.n && end + 2 < rest.n && !*inside)
        return false;
    *inside = end == rest.n;
    return true;
}

void squeeze(struct buf *out, struct str text)
{
    bool inside = false;
    struct str line;
    while (str_next(&text, '\n', &line)) {
        line = str_trim(line);
        if (line.n == 0 || is_comment(line, &inside))
            continue;
        buf_put(out, line);
        buf_putc(out, '\n');
    }
}
