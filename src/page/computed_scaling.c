/* Auto-scaling: GPU-hours that a day of an example load pays for, by the number of GPUs that are always on. */
#include "page/cells.h"
#include "page/chart.h"
#include "page/computed.h"
#include "page/value.h"
#include "sizing/cost.h"

static const struct str no_text = {NULL, 0};

/* The example: GPUs in use in each hour of a day, which is followed by the same day. */
static const double load[] = {1, 1, 1, 1, 1, 1, 1, 2, 4, 8, 8, 7, 5, 6, 8, 8, 8, 7, 5, 4, 4, 3, 2, 1};
enum { HOURS = sizeof load / sizeof *load };
static const double floors[] = {1, 2, 4, 6, 8};

/* Seconds from the call to the first answer, and idle seconds before release: a short and a long one. */
#define COLD_START 240.0
static const double cooldowns[] = {600, 3600};
enum { COOLDOWNS = sizeof cooldowns / sizeof *cooldowns };

static double more(double a, double b)
{
    return a > b ? a : b;
}

/* The day with `floor` GPUs always on; a GPU-hour costs 1. */
static struct cost_scaling day(double floor, double cooldown)
{
    struct cost_scaling s = {.price_hour = 1, .cold_start = COLD_START, .cooldown = cooldown, .floor = floor};
    for (int hour = 0; hour < HOURS; hour++) {
        double before = load[(hour + HOURS - 1) % HOURS];
        s.peak = more(s.peak, load[hour]);
        s.busy_hours += load[hour];
        s.floor_busy_hours += load[hour] < floor ? load[hour] : floor;
        s.scale_ups += more(more(load[hour], floor) - more(before, floor), 0);
    }
    return s;
}

static struct str load_text(struct page *p)
{
    struct buf b = {0};
    for (int hour = 0; hour < HOURS; hour++) {
        if (hour)
            buf_puts(&b, p->lang == LANG_ZH ? "、" : ", ");
        buf_put(&b, trimmed_text(p, load[hour], 0));
    }
    return arena_take(p->arena, &b);
}

static void draw(struct page *p, double peak)
{
    struct chart_point steps[2 * HOURS], fleet[2] = {{0, peak}, {HOURS, peak}};
    struct chart_line lines[] = {{page_string(p, "scaling.in_use"), steps, 2 * HOURS}, {page_string(p, "scaling.fixed"), fleet, 2}};
    for (int hour = 0; hour < HOURS; hour++) {
        steps[2 * hour] = (struct chart_point){hour, load[hour]};
        steps[2 * hour + 1] = (struct chart_point){hour + 1, load[hour]};
    }
    struct chart chart = {.caption = page_string(p, "scaling.chart"), .lines = lines, .n_lines = 2};
    chart.x = (struct chart_axis){page_string(p, "scaling.hour_axis"), HOURS, 4};
    chart.y = (struct chart_axis){page_string(p, "scaling.gpu_axis"), peak, 2};
    page_chart(p, &chart);
}

static void floor_row(struct page *p, struct tdict *t, double floor)
{
    struct cost_scaling s = day(floor, cooldowns[0]);
    struct tdict *row = table_row(t, no_text);
    double fleet = s.busy_hours + cost_idle_without_scaling(&s);
    cell_number(p, row, floor, 0);
    cell_number(p, row, s.scale_ups, 0);
    for (int i = 0; i < COOLDOWNS; i++) {
        struct cost_scaling each = day(floor, cooldowns[i]);
        double idle = cost_idle_with_scaling(&each);
        cell_number(p, row, idle, 1);
        cell_number(p, row, (s.busy_hours + idle) / fleet * 100, 1);
    }
}

static void floor_table(struct page *p)
{
    static const char *const names[][2] = {{"idle_short", "share_short"}, {"idle_long", "share_long"}};
    struct tdict *t = page_table(p, "scaling-floors", page_string(p, "caption.scaling_floors"), 0);
    computed_column(p, t, "floor", "scaling.floor", "");
    computed_column(p, t, "scale_outs", "scaling.scale_outs", "");
    for (int i = 0; i < COOLDOWNS; i++) {
        struct str minutes = trimmed_text(p, (COLD_START + cooldowns[i]) / 60, 0);
        table_column_named(p, t, names[i][0], PAGE_FORMAT(p, "scaling.idle", minutes), page_string(p, "scaling.gpu_hours"), COLUMN_NUMBER);
        table_column_named(p, t, names[i][1], PAGE_FORMAT(p, "scaling.paid", minutes), S("%"), COLUMN_NUMBER);
    }
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++)
        floor_row(p, t, floors[i]);
}

static void formulas(struct page *p)
{
    struct cost_scaling s = day(2, cooldowns[0]);
    struct str on_floor = trimmed_text(p, s.floor_busy_hours, 0), scale_ups = trimmed_text(p, s.scale_ups, 0), busy = trimmed_text(p, s.busy_hours, 0);
    formulas_open(p);
    formulas_add(p, page_string(p, "scaling.idle_formula"),
                 PAGE_FORMAT(p, "scaling.idle_example", on_floor, scale_ups, trimmed_text(p, (s.cold_start + s.cooldown) / 60, 0),
                             number_text(p, cost_idle_with_scaling(&s), 1)));
    formulas_add(p, page_string(p, "scaling.fixed_formula"),
                 PAGE_FORMAT(p, "scaling.fixed_example", trimmed_text(p, s.peak, 0), busy, trimmed_text(p, cost_idle_without_scaling(&s), 0)));
    formulas_add(p, page_string(p, "scaling.paid_formula"), no_text);
    formulas_close(p);
}

void computed_scaling(struct page *p)
{
    struct cost_scaling s = day(0, 0);
    page_paragraph(p, PAGE_FORMAT(p, "scaling.inputs", load_text(p), trimmed_text(p, s.busy_hours, 0), trimmed_text(p, s.peak, 0),
                                  trimmed_text(p, s.peak * 24, 0)));
    draw(p, s.peak);
    floor_table(p);
    formulas(p);
}
