/* The lines of a Markdown body inside its file. */
#include "guide/lines.h"
#include "base/utf8.h"

static size_t count_lines(struct str text)
{
    size_t n = 0;
    struct str part;
    while (str_next(&text, '\n', &part))
        n++;
    return n;
}

void lines_index(struct lines *l, const struct source *src, size_t body, unsigned body_line, struct arena *arena)
{
    struct str rest = str_sub(src->text, body, src->text.n), part;
    size_t n = count_lines(rest), at = body;
    size_t *start = ARENA_ARRAY(arena, n + 1, size_t);
    for (size_t i = 0; str_next(&rest, '\n', &part); i++) {
        start[i] = at;
        at += part.n + 1;
    }
    start[n] = src->text.n;
    *l = (struct lines){src, start, n, body_line - 1};
}

size_t lines_start(const struct lines *l, size_t line)
{
    if (line < 1)
        line = 1;
    return l->start[line <= l->n ? line - 1 : l->n];
}

struct str lines_text(const struct lines *l, size_t line)
{
    if (line < 1 || line > l->n)
        return (struct str){NULL, 0};
    struct str s = str_sub(l->src->text, l->start[line - 1], l->start[line]);
    if (s.n > 0 && s.p[s.n - 1] == '\n')
        s.n--;
    if (s.n > 0 && s.p[s.n - 1] == '\r')
        s.n--;
    return s;
}

struct place lines_place(const struct lines *l, size_t offset, size_t width_bytes)
{
    size_t low = 0, high = l->n; /* start[low] <= offset, start[high] > offset or high is n */
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (l->start[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    struct str text = l->src->text;
    size_t end = offset + width_bytes < text.n ? offset + width_bytes : text.n;
    return (struct place){l->src, l->before + (unsigned)low + 1,
                          1 + (unsigned)utf8_length(str_sub(text, l->start[low], offset)),
                          (unsigned)utf8_length(str_sub(text, offset, end))};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t skip_blanks(struct str line, size_t i)
{
    while (i < line.n && is_blank(line.p[i]))
        i++;
    return i;
}

size_t line_prefix(struct str line, size_t quotes)
{
    size_t i = skip_blanks(line, 0);
    for (size_t q = 0; q < quotes && i < line.n && line.p[i] == '>'; q++)
        i = skip_blanks(line, i + 1);
    return i;
}

/* Length of a list mark at i ("-", "12."), which a blank or the end of the line must follow; else 0. */
static size_t list_mark(struct str line, size_t i)
{
    size_t n = 0;
    while (i + n < line.n && n < 9 && line.p[i + n] >= '0' && line.p[i + n] <= '9')
        n++;
    if (i + n == line.n)
        return 0;
    char c = line.p[i + n];
    if (n > 0 ? c != '.' && c != ')' : c != '-' && c != '*' && c != '+')
        return 0;
    n++;
    return i + n == line.n || is_blank(line.p[i + n]) ? n : 0;
}

size_t line_marks(struct str line, size_t *marks)
{
    size_t i = skip_blanks(line, 0);
    for (*marks = 0; i < line.n; ++*marks) {
        size_t n = line.p[i] == '>' ? 1 : list_mark(line, i);
        if (n == 0)
            break;
        i = skip_blanks(line, i + n);
    }
    return i;
}
