/* The lines of a Markdown body inside its file, and what stands before their text. */
#ifndef GUIDE_LINES_H
#define GUIDE_LINES_H

#include "base/arena.h"
#include "base/diag.h"

/* Lines are numbered from one as cmark does: line 1 is the first of the body. */
struct lines {
    const struct source *src;
    const size_t *start; /* offset in the file of line i + 1; start[n] is the end of the file */
    size_t n;
    unsigned before; /* lines of the file before the body */
};

void lines_index(struct lines *l, const struct source *src, size_t body, unsigned body_line, struct arena *arena);
/* Without its line end; empty when there is no such line. */
struct str lines_text(const struct lines *l, size_t line);
/* Offset in the file of the start of a line; a line out of range counts as the nearest one. */
size_t lines_start(const struct lines *l, size_t line);
/* The place of an offset in the file: does not read the file from its start, as place_at does. */
struct place lines_place(const struct lines *l, size_t offset, size_t width_bytes);

/* Length of the blanks and of at most `quotes` marks '>' that a line starts with. */
size_t line_prefix(struct str line, size_t quotes);
/* Length of the blanks, '>' and list marks that a line starts with; *marks is their number. */
size_t line_marks(struct str line, size_t *marks);

#endif
