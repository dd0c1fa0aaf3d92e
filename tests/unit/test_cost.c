/* Tests of the cost model: simulated spot jobs, checkpoint intervals, break-even points, offers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "helper.h"
#include "sizing/cost.h"
#include "sizing/names.h"

#define HOUR 3600.0

/* ---- a simulator of spot jobs that knows nothing of the closed form */

static uint64_t random_state;

/* xorshift64* (Vigna 2016). */
static double uniform(void)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return ((double)((random_state * 2685821657736338717u) >> 11) + 0.5) / 9007199254740992.0;
}

static double until_interruption(double mean)
{
    return -mean * log(uniform());
}

struct outcome {
    double billed, wall, interruptions;
};

/* Segment after segment; an interruption loses the segment, waits, and starts the machine again, which may be interrupted, too. */
static void simulate(const struct cost_spot_job *job, struct outcome *sum)
{
    double segments = job->work / job->interval;
    for (double done = 0; done < segments; done++) {
        double share = fmin(1, segments - done), need = share * (job->interval + job->write);
        bool is_restart = false;
        for (;;) {
            double whole = need + (is_restart ? job->restart : 0), alive = until_interruption(job->mean);
            if (alive >= whole) {
                sum->billed += whole;
                sum->wall += whole;
                break;
            }
            sum->billed += alive;
            sum->wall += alive + job->wait;
            sum->interruptions++;
            is_restart = true;
        }
    }
}

static struct outcome simulate_many(const struct cost_spot_job *job, int jobs)
{
    struct outcome sum = {0};
    for (int i = 0; i < jobs; i++)
        simulate(job, &sum);
    return (struct outcome){sum.billed / jobs, sum.wall / jobs, sum.interruptions / jobs};
}

static void expect_near(const char *what, const struct cost_spot_job *job, double closed, double simulated)
{
    if (fabs(closed / simulated - 1) > 0.01)
        fail_msg("%s: %g, simulated %g (mean %g h, write %g s)", what, closed, simulated, job->mean / HOUR, job->write);
}

static void test_closed_form_against_simulated_jobs(void **state)
{
    static const double means[] = {1, 3, 12, 48}, writes[] = {30, 300}, waits[] = {0, 1800};
    (void)state;
    random_state = 20240517;
    for (size_t m = 0; m < COUNT_OF(means); m++)
        for (size_t c = 0; c < COUNT_OF(writes); c++)
            for (size_t v = 0; v < COUNT_OF(waits); v++) {
                struct cost_spot_job job = {12 * HOUR, 1 * HOUR, writes[c], 240, waits[v], means[m] * HOUR};
                struct cost_spot closed;
                struct outcome simulated = simulate_many(&job, 100000);
                cost_spot(&job, &closed);
                expect_near("billed", &job, closed.billed, simulated.billed);
                expect_near("wall", &job, closed.wall, simulated.wall);
                if (simulated.interruptions > 1) /* rarer ones scatter by more than 1 % in 100,000 jobs */
                    expect_near("interruptions", &job, closed.interruptions, simulated.interruptions);
            }
}

static double wall_at(double interval, double write, double mean)
{
    struct cost_spot_job job = {100 * HOUR, interval, write, 300, 600, mean};
    struct cost_spot out;
    cost_spot(&job, &out);
    return out.wall;
}

/* No interval is better than the exact one; Young's costs at most 1 % more while write < mean / 6, Daly's hardly anything. */
static void test_intervals(void **state)
{
    (void)state;
    for (double mean = 0.25 * HOUR; mean < 1000 * HOUR; mean *= 3)
        for (double write = 1; write < mean; write *= 4) {
            double exact = cost_interval_exact(write, mean), best = wall_at(exact, write, mean);
            for (double factor = 0.5; factor < 2; factor *= 1.1)
                assert_true(wall_at(exact * factor, write, mean) >= best * (1 - 1e-12));
            assert_true(wall_at(exact * 0.8, write, mean) > best && wall_at(exact * 1.25, write, mean) > best);
            if (write < mean / 6)
                assert_true(wall_at(cost_interval_young(write, mean), write, mean) < best * 1.01);
            if (write < mean / 2)
                assert_true(wall_at(cost_interval_daly(write, mean), write, mean) < best * 1.0005);
        }
    assert_true(cost_interval_exact(60, 0) == 0);
    assert_true(cost_interval_exact(1e6, 1) == 1);
}

/* Published cases: Young, Daly and the minimum by Lambert's W (formulas.md, computed apart). */
static void test_known_intervals(void **state)
{
    static const struct {
        double write, mean_hours, young, daly, exact;
    } known[] = {
        {60, 6, 1610.0, 1570.2, 1570.2}, {300, 2, 2078.5, 1883.3, 1883.5},   {600, 1, 2078.5, 1697.7, 1699.2},
        {30, 24, 2276.8, 2256.9, 2256.9}, {1800, 2, 5091.2, 3961.9, 3968.8},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        double mean = known[i].mean_hours * HOUR;
        assert_true(fabs(cost_interval_young(known[i].write, mean) - known[i].young) < 0.051);
        assert_true(fabs(cost_interval_daly(known[i].write, mean) - known[i].daly) < 0.051);
        assert_true(fabs(cost_interval_exact(known[i].write, mean) - known[i].exact) < 0.051);
    }
}

static void test_spot_without_interruptions(void **state)
{
    struct cost_spot_job job = {10 * HOUR, 1 * HOUR, 60, 300, 600, 0};
    struct cost_spot never, rare;
    (void)state;
    cost_spot(&job, &never);
    assert_true(never.billed == 10 * HOUR + 600 && never.wall == never.billed && never.interruptions == 0);
    job.mean = 1e9 * HOUR;
    cost_spot(&job, &rare);
    assert_true(fabs(rare.billed / never.billed - 1) < 1e-6);
    job.mean = 0.001; /* a segment of an hour between interruptions of a millisecond */
    cost_spot(&job, &rare);
    assert_true(isinf(rare.billed));
    assert_true(isinf(cost_spot_with_notice(&job, 60)));
}

/* 10 % of the instances released in 30 days: 0.9 of them live 30 days, 0.81 live 60. */
static void test_release_rate(void **state)
{
    double rate = cost_release_rate(0.1, 30);
    (void)state;
    assert_true(fabs(exp(-rate * 30) - 0.9) < 1e-12);
    assert_true(fabs(exp(-rate * 60) - 0.81) < 1e-12);
}

/* ---- services */

static struct sizing_prices some_prices(void)
{
    struct sizing_prices p;
    sizing_prices_init(&p);
    p.price_hour = 16.5;
    p.subscription_month = 6800;
    p.reserved_month = 7900;
    p.plan_hour = 9;
    p.plan_discount = 0.3;
    p.spot_hour = 6;
    p.spot_interval = 20;
    return p;
}

/* The sentence "cheaper above x % use" and the plotted lines: below the break-even the way costs more, above it less. */
static void test_break_even_is_where_the_lines_cross(void **state)
{
    static const enum sizing_way committed[] = {SIZING_WAY_subscription, SIZING_WAY_reserved, SIZING_WAY_savings_plan};
    struct sizing_prices p = some_prices();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(committed); i++)
        for (p.plan_hour = 1; p.plan_hour < 16; p.plan_hour += 2.5) {
            double use = cost_break_even(&p, committed[i]);
            assert_true(use > 0 && use < 1);
            double way = cost_month(&p, committed[i], 3, use), hourly = cost_month(&p, SIZING_WAY_pay_as_you_go, 3, use);
            assert_true(fabs(way / hourly - 1) < 1e-12);
            assert_true(cost_month(&p, committed[i], 3, use * 0.99) > cost_month(&p, SIZING_WAY_pay_as_you_go, 3, use * 0.99));
            assert_true(cost_month(&p, committed[i], 3, use * 1.01) < cost_month(&p, SIZING_WAY_pay_as_you_go, 3, use * 1.01));
        }
}

/* A plan that covers no more than what runs pays when the covered capacity is used to more than 1 - discount. */
static void test_plan_break_even_is_one_less_the_discount(void **state)
{
    struct sizing_prices p = some_prices();
    (void)state;
    for (p.plan_discount = 0.05; p.plan_discount < 0.6; p.plan_discount += 0.11) {
        p.plan_hour = 0.5 * p.price_hour * (1 - p.plan_discount);
        assert_true(fabs(cost_break_even(&p, SIZING_WAY_savings_plan) - (1 - p.plan_discount)) < 1e-12);
    }
    assert_true(cost_plan_hour(0, 9, 0.3) == 9);
    assert_true(cost_plan_hour(9 / 0.7, 9, 0.3) == 9);
    assert_true(fabs(cost_plan_hour(20, 9, 0.3) - (9 + 20 - 9 / 0.7)) < 1e-12);
}

static void test_commitment_that_never_pays(void **state)
{
    struct sizing_prices p = some_prices();
    (void)state;
    p.subscription_month = p.price_hour * COST_MONTH_HOURS * 1.2;
    assert_true(fabs(cost_break_even(&p, SIZING_WAY_subscription) - 1.2) < 1e-12);
    p.price_hour = 0;
    assert_true(cost_break_even(&p, SIZING_WAY_subscription) == 0);
    assert_true(cost_month(&p, SIZING_WAY_pay_as_you_go, 1, 1) == 0);
}

static void test_idle_time(void **state)
{
    struct cost_scaling s = {.price_hour = 24, .scale_ups = 12, .cold_start = 240, .cooldown = 600, .busy_hours = 30, .peak = 4};
    (void)state;
    assert_true(fabs(cost_idle_with_scaling(&s) - 67.2) < 1e-12);
    assert_true(cost_idle_without_scaling(&s) == 24 * (4 * 24 - 30));
    s.floor = 2; /* two always on: 48 hours, of which 30 serve */
    s.floor_busy_hours = 30;
    assert_true(fabs(cost_idle_with_scaling(&s) - (67.2 + 24 * 18)) < 1e-9);
    assert_true(cost_idle_with_scaling(&s) < cost_idle_without_scaling(&s));
    s.floor_busy_hours = 20; /* the other 10 fell on machines that were started */
    assert_true(fabs(cost_idle_with_scaling(&s) - (67.2 + 24 * 28)) < 1e-9);
    s.floor = s.peak; /* nothing is started: the fixed fleet */
    s.floor_busy_hours = s.busy_hours;
    s.scale_ups = 0;
    assert_true(cost_idle_with_scaling(&s) == cost_idle_without_scaling(&s));
}

/* ---- jobs */

static struct cost_estimate offer(const struct sizing_prices *prices, struct cost_job job)
{
    struct cost_estimate out;
    struct sizing_error error = cost_estimate(prices, &job, &out);
    assert_int_equal(error.reason, SIZING_OK);
    return out;
}

static void test_offers_of_a_job(void **state)
{
    struct sizing_prices p = some_prices();
    struct cost_estimate e = offer(&p, (struct cost_job){2, 100, 5e9});
    (void)state;
    assert_true(e.machine_hours == 200);
    assert_true(e.ways[SIZING_WAY_pay_as_you_go].money == 200 * 16.5);
    assert_true(e.ways[SIZING_WAY_subscription].money == 2 * 6800);
    assert_true(e.ways[SIZING_WAY_reserved].money == 2 * 7900);
    /* 9 an hour in 730 hours, and in 100 of them what the plan does not cover of two machines; with use for the rest it would be less */
    assert_true(fabs(e.ways[SIZING_WAY_savings_plan].money - (730 * 9 + 100 * (33 - 9 / 0.7))) < 1e-9);
    assert_true(e.ways[SIZING_WAY_savings_plan].money > e.ways[SIZING_WAY_pay_as_you_go].money);
    assert_true(fabs(e.ways[SIZING_WAY_pay_as_you_go].per_million - 3300 / 5e3) < 1e-12);

    /* Two machines that each live 20 hours: interruptions every 10, as the simulator sees them. */
    struct cost_spot_job job = {100 * HOUR, e.spot_interval_seconds, 60, 300, 0, 10 * HOUR};
    random_state = 7;
    struct outcome simulated = simulate_many(&job, 3000);
    assert_true(fabs(e.ways[SIZING_WAY_spot].money / (simulated.billed / HOUR * 2 * 6) - 1) < 0.01);
    assert_true(fabs(e.ways[SIZING_WAY_spot].hours / (simulated.wall / HOUR) - 1) < 0.01);
    assert_int_equal(e.cheapest, SIZING_WAY_spot);
    assert_true(e.has_cheapest);
}

/* At the price limit spot costs what pay-as-you-go costs with the same checkpoints. */
static void test_spot_price_limit(void **state)
{
    struct sizing_prices p = some_prices();
    struct cost_estimate e = offer(&p, (struct cost_job){4, 100, 0});
    (void)state;
    double checkpoints = 1 + p.spot_checkpoint / e.spot_interval_seconds;
    assert_true(e.spot_price_limit > 0.5 && e.spot_price_limit < 1);
    p.spot_hour = p.price_hour * e.spot_price_limit;
    struct cost_estimate at = offer(&p, (struct cost_job){4, 100, 0});
    assert_true(fabs(at.ways[SIZING_WAY_spot].money / (400 * 16.5 * checkpoints) - 1) < 1e-12);
}

static void test_more_machines_suffer_more(void **state)
{
    struct sizing_prices p = some_prices();
    double before = 0;
    (void)state;
    for (double machines = 1; machines <= 64; machines *= 2) {
        struct cost_estimate e = offer(&p, (struct cost_job){machines, 100, 0});
        assert_true(e.ways[SIZING_WAY_spot].hours > before);
        before = e.ways[SIZING_WAY_spot].hours;
    }
}

static void test_prices_not_given(void **state)
{
    struct sizing_prices p;
    (void)state;
    sizing_prices_init(&p);
    struct cost_estimate e = offer(&p, (struct cost_job){8, 10, 1e9});
    assert_false(e.has_cheapest);
    assert_true(e.machine_hours == 80);
    for (int way = 0; way < SIZING_WAYS; way++) {
        assert_non_null(names_way((enum sizing_way)way));
        assert_false(e.ways[way].is_given);
        assert_true(e.ways[way].money == 0);
    }
    p.subscription_month = 100;
    e = offer(&p, (struct cost_job){1, 731, 0}); /* one hour into the second month */
    assert_true(e.has_cheapest && e.cheapest == SIZING_WAY_subscription);
    assert_true(e.ways[SIZING_WAY_subscription].money == 200);
}

static void test_extra_costs_run_until_the_end(void **state)
{
    struct sizing_prices p = some_prices();
    struct cost_estimate without = offer(&p, (struct cost_job){1, 50, 0});
    (void)state;
    p.extra_hour = 0.35;
    struct cost_estimate with = offer(&p, (struct cost_job){1, 50, 0});
    for (int way = 0; way < SIZING_WAYS; way++)
        assert_true(fabs(with.ways[way].money - without.ways[way].money - 0.35 * with.ways[way].hours) < 1e-9);
}

static void test_bad_prices_name_their_field(void **state)
{
    static const struct {
        int slot;
        double value;
        enum sizing_reason reason;
    } wrong[] = {
        {SIZING_PRICE_price_hour, -1, SIZING_REASON_negative},         {SIZING_PRICE_spot_hour, NAN, SIZING_REASON_not_finite},
        {SIZING_PRICE_plan_discount, 1, SIZING_REASON_above_one},      {SIZING_PRICE_utilisation, 0, SIZING_REASON_must_be_positive},
        {SIZING_PRICE_utilisation, 1.01, SIZING_REASON_above_one},     {SIZING_PRICE_spot_interval, 1e17, SIZING_REASON_too_large},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct sizing_prices p = some_prices();
        struct cost_estimate e;
        struct cost_job job = {1, 10, 0};
        ((double *)&p)[wrong[i].slot] = wrong[i].value;
        struct sizing_error error = cost_estimate(&p, &job, &e);
        assert_int_equal(error.reason, wrong[i].reason);
        assert_int_equal(error.group, SIZING_GROUP_prices);
        assert_int_equal(error.slot, wrong[i].slot);
        assert_false(e.has_cheapest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_form_against_simulated_jobs),
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_known_intervals),
        cmocka_unit_test(test_spot_without_interruptions),
        cmocka_unit_test(test_release_rate),
        cmocka_unit_test(test_break_even_is_where_the_lines_cross),
        cmocka_unit_test(test_plan_break_even_is_one_less_the_discount),
        cmocka_unit_test(test_commitment_that_never_pays),
        cmocka_unit_test(test_idle_time),
        cmocka_unit_test(test_offers_of_a_job),
        cmocka_unit_test(test_spot_price_limit),
        cmocka_unit_test(test_more_machines_suffer_more),
        cmocka_unit_test(test_prices_not_given),
        cmocka_unit_test(test_extra_costs_run_until_the_end),
        cmocka_unit_test(test_bad_prices_name_their_field),
    };
    return cmocka_run_group_tests_name("cost", tests, NULL, NULL);
}
