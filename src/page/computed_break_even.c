/* Commitments: where the lines of cost cross. The prices are examples in units of the pay-as-you-go price, no prices of anything. */
#include "page/cells.h"
#include "page/chart.h"
#include "page/computed.h"
#include "page/value.h"
#include "sizing/cost.h"
#include "sizing/names.h"

static const struct str no_text = {NULL, 0};

/* The examples: pay-as-you-go takes 100 units for a month of full use; the plan covers half of the machine. */
#define MONTH 100.0
#define SUBSCRIPTION_DISCOUNT 0.35
#define PLAN_DISCOUNT 0.25
#define PLAN_SHARE 0.5

static const enum sizing_way ways[] = {SIZING_WAY_pay_as_you_go, SIZING_WAY_subscription, SIZING_WAY_savings_plan};
enum { WAYS = sizeof ways / sizeof *ways, COMMITTED = WAYS - 1, ROWS = 11 };

static struct sizing_prices example_prices(void)
{
    struct sizing_prices prices;
    sizing_prices_init(&prices);
    prices.price_hour = MONTH / COST_MONTH_HOURS;
    prices.subscription_month = MONTH * (1 - SUBSCRIPTION_DISCOUNT);
    prices.plan_discount = PLAN_DISCOUNT;
    prices.plan_hour = prices.price_hour * PLAN_SHARE * (1 - PLAN_DISCOUNT);
    return prices;
}

static struct str way_name(const struct page *p, enum sizing_way way)
{
    return page_string_of(p, "way.", str_from(names_way(way)));
}

static struct str percent(const struct page *p, double share)
{
    return trimmed_text(p, share * 100, 1);
}

/* "A subscription at 35 % below … is cheaper above 65 % use." */
static void sentences(struct page *p, const struct sizing_prices *prices)
{
    static const char *const keys[] = {"break_even.subscription", "break_even.savings_plan"};
    const double discounts[] = {SUBSCRIPTION_DISCOUNT, PLAN_DISCOUNT};
    struct tdict *list = page_list(p);
    for (size_t i = 0; i < COMMITTED; i++) {
        double use = cost_break_even(prices, ways[i + 1]);
        list_item(list, PAGE_FORMAT(p, keys[i], percent(p, discounts[i]), percent(p, PLAN_SHARE), percent(p, use)));
    }
}

static void draw(struct page *p, const struct sizing_prices *prices)
{
    struct chart_line lines[WAYS];
    struct chart_point points[WAYS][2];
    struct chart_mark marks[COMMITTED];
    for (size_t i = 0; i < WAYS; i++) {
        for (int k = 0; k < 2; k++)
            points[i][k] = (struct chart_point){k * 100.0, cost_month(prices, ways[i], 1, k)};
        lines[i] = (struct chart_line){way_name(p, ways[i]), points[i], 2};
    }
    for (size_t i = 0; i < COMMITTED; i++) {
        double use = cost_break_even(prices, ways[i + 1]);
        struct str text = PAGE_FORMAT(p, "percent", percent(p, use));
        marks[i] = (struct chart_mark){{use * 100, cost_month(prices, ways[i + 1], 1, use)}, text};
    }
    struct chart chart = {.caption = page_string(p, "break_even.chart"), .lines = lines, .n_lines = WAYS, .marks = marks, .n_marks = COMMITTED};
    chart.x = (struct chart_axis){page_string(p, "break_even.use_axis"), 100, 20};
    chart.y = (struct chart_axis){page_string(p, "break_even.cost_axis"), 100, 20};
    page_chart(p, &chart);
}

static bool costs_least(const double *costs, size_t i)
{
    for (size_t k = 0; k < WAYS; k++)
        if (costs[k] < costs[i] * (1 - 1e-9))
            return false;
    return true;
}

static struct str cheapest(struct page *p, const double *costs)
{
    struct buf b = {0};
    for (size_t i = 0; i < WAYS; i++) {
        if (!costs_least(costs, i))
            continue;
        if (b.n)
            buf_puts(&b, " = ");
        buf_put(&b, way_name(p, ways[i]));
    }
    return arena_take(p->arena, &b);
}

static void cost_row(struct page *p, struct tdict *t, const struct sizing_prices *prices, double use)
{
    struct tdict *row = table_row(t, no_text);
    double costs[WAYS];
    cell_number(p, row, use * 100, 1);
    for (size_t i = 0; i < WAYS; i++) {
        costs[i] = cost_month(prices, ways[i], 1, use);
        cell_number(p, row, costs[i], 1);
    }
    cell_text(p, row, cheapest(p, costs));
}

/* The values of the chart: every tenth, and the crossings between them. */
static void cost_table(struct page *p, const struct sizing_prices *prices)
{
    struct tdict *t = page_table(p, "break-even-costs", page_string(p, "caption.break_even_costs"), 0);
    double crossings[COMMITTED];
    size_t next = 0;
    computed_column(p, t, "use", "break_even.use", "%");
    for (size_t i = 0; i < WAYS; i++)
        table_column_named(p, t, names_way(ways[i]), way_name(p, ways[i]), page_string(p, "break_even.units"), COLUMN_NUMBER);
    table_column_named(p, t, "cheapest", page_string(p, "break_even.cheapest"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < COMMITTED; i++)
        crossings[i] = cost_break_even(prices, ways[i + 1]);
    for (int i = 0; i < ROWS; i++) {
        for (; next < COMMITTED && crossings[next] < i / (ROWS - 1.0); next++)
            cost_row(p, t, prices, crossings[next]);
        cost_row(p, t, prices, i / (ROWS - 1.0));
    }
}

/* What follows from a discount alone. 54.5, 76 and 83 % are published for savings plans (fact savings-plans-1), the others are not. */
static void discount_table(struct page *p)
{
    static const struct { double percent; const char *note; } discounts[] = {
        {10, ""}, {20, ""}, {30, ""}, {40, ""}, {50, ""}, {54.5, "break_even.published_g6"}, {60, ""}, {70, ""},
        {76, "break_even.published_2021"}, {83, "break_even.published_most"},
    };
    struct tdict *t = page_table(p, "break-even-discounts", page_string(p, "caption.break_even_discounts"), 0);
    computed_column(p, t, "discount", "break_even.discount", "%");
    computed_column(p, t, "use", "break_even.break_even", "%");
    computed_column(p, t, "day", "break_even.day", "h");
    computed_column(p, t, "months", "break_even.months", "");
    table_column_named(p, t, "note", page_string(p, "field.note"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof discounts / sizeof *discounts; i++) {
        struct sizing_prices prices = example_prices();
        struct tdict *row = table_row(t, no_text);
        prices.subscription_month = MONTH * (1 - discounts[i].percent / 100);
        double use = cost_break_even(&prices, SIZING_WAY_subscription);
        cell_number(p, row, discounts[i].percent, 1);
        cell_number(p, row, use * 100, 1);
        cell_number(p, row, use * 24, 1);
        cell_number(p, row, use * 12, 1);
        cell_text(p, row, *discounts[i].note ? page_string(p, discounts[i].note) : page_string(p, "break_even.example"));
    }
}

static void formulas(struct page *p, const struct sizing_prices *prices)
{
    struct str hour = number_text(p, prices->price_hour, 5), plan = number_text(p, prices->plan_hour, 5);
    double busy = cost_plan_hour(prices->price_hour, prices->plan_hour, prices->plan_discount);
    formulas_open(p);
    formulas_add(p, page_string(p, "break_even.formula"),
                 PAGE_FORMAT(p, "break_even.formula_example", trimmed_text(p, prices->subscription_month, 2), hour,
                             percent(p, cost_break_even(prices, SIZING_WAY_subscription))));
    formulas_add(p, page_string(p, "break_even.plan_hour"),
                 PAGE_FORMAT(p, "break_even.plan_hour_example", plan, hour, number_text(p, PLAN_DISCOUNT, 2), number_text(p, busy, 5)));
    formulas_add(p, page_string(p, "break_even.plan_formula"),
                 PAGE_FORMAT(p, "break_even.plan_example", plan, hour, number_text(p, busy, 5),
                             percent(p, cost_break_even(prices, SIZING_WAY_savings_plan))));
    formulas_cite(p, page_string(p, "break_even.published"), RECORD_fact, "savings-plans-1");
    formulas_close(p);
}

void computed_break_even(struct page *p)
{
    struct sizing_prices prices = example_prices();
    page_paragraph(p, PAGE_FORMAT(p, "break_even.inputs", number_text(p, MONTH, 0), percent(p, SUBSCRIPTION_DISCOUNT), percent(p, PLAN_DISCOUNT),
                                  percent(p, PLAN_SHARE)));
    sentences(p, &prices);
    draw(p, &prices);
    cost_table(p, &prices);
    discount_table(p);
    formulas(p, &prices);
}
