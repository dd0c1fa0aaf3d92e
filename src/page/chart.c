/* A line chart. */
#include "page/chart.h"

#include <assert.h>

#include "base/number.h"
#include "page/html.h"

/* The plot, in the units of the drawing; its origin is the corner where both axes are zero. Text is 11 high. */
enum { PLOT_WIDTH = 280, PLOT_HEIGHT = 200, LEFT = 36, ABOVE = 22, BELOW = 50, RIGHT = 14, LEGEND_ROW = 16, SAMPLE = 28 };

static double across(const struct chart *c, double x)
{
    return x / c->x.max * PLOT_WIDTH;
}

static double down(const struct chart *c, double y)
{
    return -y / c->y.max * PLOT_HEIGHT;
}

static void put_text(struct buf *out, double x, double y, const char *anchor, struct str text)
{
    buf_printf(out, "<text class=\"chart-text\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    html_text(out, text);
    buf_puts(out, "</text>");
}

static void put_number(struct buf *out, double x, double y, const char *anchor, double value)
{
    struct buf number = {0};
    number_readable(&number, value, 2);
    put_text(out, x, y, anchor, buf_str(&number));
    buf_free(&number);
}

static void put_axes(struct buf *out, const struct chart *c)
{
    buf_printf(out, "<path class=\"chart-axis\" d=\"M0 %dV0H%d\"/>", -PLOT_HEIGHT, PLOT_WIDTH);
    for (double x = 0; x <= c->x.max; x += c->x.step)
        put_number(out, across(c, x), 15, "middle", x);
    for (double y = 0; y <= c->y.max; y += c->y.step)
        put_number(out, -6, down(c, y) + 4, "end", y);
    put_text(out, PLOT_WIDTH / 2.0, 32, "middle", c->x.label);
    put_text(out, -LEFT + 2, -PLOT_HEIGHT - 10, "start", c->y.label);
}

static void put_line(struct buf *out, const struct chart *c, size_t i)
{
    const struct chart_line *line = &c->lines[i];
    buf_printf(out, "<path class=\"chart-line chart-%zu\" d=\"", i + 1);
    for (size_t k = 0; k < line->n; k++)
        buf_printf(out, "%c%.2f %.2f", k ? 'L' : 'M', across(c, line->at[k].x), down(c, line->at[k].y));
    buf_puts(out, "\"/>");
}

static void put_legend(struct buf *out, const struct chart *c)
{
    for (size_t i = 0; i < c->n_lines; i++) {
        int y = BELOW + (int)i * LEGEND_ROW;
        buf_printf(out, "<path class=\"chart-line chart-%zu\" d=\"M0 %dh%d\"/>", i + 1, y, SAMPLE);
        put_text(out, SAMPLE + 8, y + 4, "start", c->lines[i].label);
    }
}

static void put_mark(struct buf *out, const struct chart *c, const struct chart_mark *mark)
{
    double x = across(c, mark->at.x), y = down(c, mark->at.y);
    buf_printf(out, "<circle class=\"chart-mark\" cx=\"%.2f\" cy=\"%.2f\" r=\"4\"/>", x, y);
    put_text(out, x + 7, y + 15, "start", mark->text);
}

void page_chart(struct page *p, const struct chart *c)
{
    struct buf *out = &p->scratch;
    int height = ABOVE + PLOT_HEIGHT + BELOW + (int)c->n_lines * LEGEND_ROW;
    assert(c->n_lines <= CHART_LINES);
    buf_printf(out, "<figure class=\"chart\"><svg viewBox=\"%d %d %d %d\" aria-hidden=\"true\">", -LEFT, -PLOT_HEIGHT - ABOVE,
               LEFT + PLOT_WIDTH + RIGHT, height);
    put_axes(out, c);
    for (size_t i = 0; i < c->n_lines; i++)
        put_line(out, c, i);
    for (size_t i = 0; i < c->n_marks; i++)
        put_mark(out, c, &c->marks[i]);
    put_legend(out, c);
    buf_puts(out, "</svg><figcaption>");
    html_text(out, c->caption);
    buf_puts(out, "</figcaption></figure>");
    page_html(p, html_take(p->arena, out));
}
