/* A line chart: inline SVG, both axes from zero, colours by class. It is drawn for the eye and hidden from screen readers: whoever
 * shows one puts its numbers into a table beside it. Lines differ by their dashes, too. */
#ifndef PAGE_CHART_H
#define PAGE_CHART_H

#include "page/page.h"

struct chart_point {
    double x, y;
};

enum { CHART_LINES = 4 }; /* kinds of dashes */

struct chart_line {
    struct str label;
    const struct chart_point *at;
    size_t n;
};

struct chart_axis {
    struct str label;
    double max, step; /* a tick at each multiple of step up to max */
};

/* A point with a text beside it. */
struct chart_mark {
    struct chart_point at;
    struct str text;
};

struct chart {
    struct str caption;
    struct chart_axis x, y;
    const struct chart_line *lines;
    size_t n_lines; /* at most CHART_LINES */
    const struct chart_mark *marks;
    size_t n_marks;
};

void page_chart(struct page *p, const struct chart *chart);

#endif
