/* Front matter: finds the two fences. */
#include "guide/front.h"
#include "guide/encoding.h"

static bool is_fence(struct str line)
{
    if (!str_starts(line, S("---")))
        return false;
    return str_trim(str_sub(line, 3, line.n)).n == 0;
}

/* The line that starts at `at`, its line end included in *next only. */
static struct str line_at(struct str text, size_t at, size_t *next)
{
    struct str rest = str_sub(text, at, text.n);
    size_t n = str_find_char(rest, '\n');
    *next = at + (n < rest.n ? n + 1 : n);
    return str_sub(rest, 0, n);
}

static bool has_opening(const struct source *src, size_t start, struct diag *diag)
{
    size_t next;
    struct str line = line_at(src->text, start, &next);
    if (is_fence(line))
        return true;
    if (is_fence(str_trim(line)))
        diag_error(diag, place_at(src, start, 1), "blanks before \"---\"; the front matter must start the line");
    else
        diag_error(diag, (struct place){src, 1, 1, 1},
                   "no front matter; the file must begin with a line \"---\", the YAML and another line \"---\"");
    return false;
}

bool guide_front(const struct source *src, struct guide_front *out, struct diag *diag)
{
    struct str text = src->text;
    if (!guide_encoding(src, diag))
        return false;
    size_t start = str_starts(text, S("\xef\xbb\xbf")) ? 3 : 0;
    if (!has_opening(src, start, diag))
        return false;
    size_t at, next;
    line_at(text, start, &at);
    size_t yaml = at;
    for (unsigned line = 2; at < text.n; line++, at = next) {
        if (!is_fence(line_at(text, at, &next)))
            continue;
        *out = (struct guide_front){str_sub(text, yaml, at), 2, next, line + 1};
        return true;
    }
    diag_error(diag, place_at(src, start, 3), "the front matter is not closed; end it with a line \"---\"");
    return false;
}
