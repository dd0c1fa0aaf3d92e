/* Scripts and styles without comments. */
#include "site/squeeze.h"

#include <stdbool.h>
#include <string.h>

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

/* Characters next to which a space says nothing; not among them are + and -, which could meet another one. */
struct tightness {
    const char *before; /* a space before them */
    const char *behind; /* and one behind them */
};

/* In a selector the space before : . [ and ( is a combinator, in a condition the one before ( is needed. */
static const struct tightness TIGHT[] = {
    [SQUEEZE_STYLE] = { .before = "{>", .behind = "{>:;," },
    [SQUEEZE_SCRIPT] = { .before = "=<>{}()[],;:?&|", .behind = "=<>{}()[],;:?&|" },
};

/* After these a line end says nothing; a comment behind them keeps it. */
static const char GOES_ON[] = "{([,;";

static bool is_any(char c, const char *of)
{
    return c != '\0' && strchr(of, c) != NULL;
}

/* Whether the line may hold a template, an expression or a comment, in which a quote or a space would mean something else. */
static bool is_intricate(struct str line)
{
    return str_find(line, S("`")) < line.n || str_find(line, S("/")) < line.n;
}

/* A line without the spaces that nothing needs; texts in quotes stay as they are. */
static void put_tight(struct buf *out, struct str line, struct tightness tight)
{
    char quote = '\0';
    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        bool is_escaped = i > 0 && line.p[i - 1] == '\\';
        if (quote != '\0')
            quote = c == quote && !is_escaped ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == ' ' && (is_any(line.p[i - 1], tight.behind) || is_any(line.p[i + 1], tight.before)))
            continue;
        buf_putc(out, c);
    }
}

void squeeze(struct buf *out, struct str text, enum squeeze_as as)
{
    bool inside = false;
    struct str line;
    while (str_next(&text, '\n', &line)) {
        line = str_trim(line);
        if (line.n == 0 || is_comment(line, &inside))
            continue;
        if (is_intricate(line))
            buf_put(out, line);
        else
            put_tight(out, line, TIGHT[as]);
        if (!is_any(line.p[line.n - 1], GOES_ON))
            buf_putc(out, '\n');
    }
}
