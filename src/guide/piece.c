/* Marks of computed blocks: comments, which no prose contains because its HTML is escaped. */
#include "guide/piece.h"

static const struct str opening = {"<!--computed:", 13}, closing = {"-->", 3};

void piece_mark(struct buf *out, struct str name)
{
    buf_put(out, opening);
    buf_put(out, name);
    buf_put(out, closing);
}

bool guide_next_piece(struct str *html, struct guide_piece *out)
{
    size_t mark = str_find(*html, opening), name = mark + opening.n;
    *out = (struct guide_piece){.prose = str_sub(*html, 0, mark)};
    if (html->n == 0)
        return false;
    if (mark < html->n) {
        struct str rest = str_sub(*html, name, html->n);
        out->computed = str_sub(rest, 0, str_find(rest, closing));
        *html = str_sub(rest, out->computed.n + closing.n, rest.n);
    } else {
        *html = str_sub(*html, mark, html->n);
    }
    return true;
}
