/* Prices of the catalogue: days counted by hand and by the C library, groups that may be compared, ages. */
#include <time.h>

#include "catalog/price.h"
#include "catalog_helper.h"

#define TYPES                                                                                                          \
    {"cat/families/ecs.fa.yaml",                                                                                       \
     "id: ecs.fa\nkind: vm\nstatus: sold\nlisted: [page]\nsources: [s]\nchip: chip-a\n"                                \
     "types:\n  - {id: ecs.fa.large, vcpus: 8, listed: [page], gpus: 1}\n  - {id: ecs.fa.xlarge, vcpus: 16, listed: [page], gpus: 2}\n"}

#define ROW(id, type, region, currency, as_of, covers, amounts)                                                        \
    "  - {id: " id ", type: " type ", region: " region ", currency: " currency ", as_of: " as_of ", covers: [" covers  \
    "], " amounts ", sources: [s]}\n"

static struct world load(const char *rows)
{
    char text[4096];
    snprintf(text, sizeof text, "prices:\n%s", rows);
    const struct file files[] = {TYPES, {"cat/prices/list.yaml", text}, {NULL, NULL}};
    struct world w = world_new(files, 2);
    world_load(&w, 1);
    if (!w.catalog)
        fail_msg("%s", capture_text(w.out));
    return w;
}

/* ---- days */

static void test_days_by_hand(void **state)
{
    static const struct {
        const char *from, *to;
        long days;
    } rows[] = {
        {"2026-03-05", "2026-03-05", 0},    {"2026-02-28", "2026-03-01", 1},  {"2024-02-28", "2024-03-01", 2}, /* a leap year */
        {"2100-02-28", "2100-03-01", 1},    {"2000-02-28", "2000-03-01", 2},  {"2025-12-31", "2026-01-01", 1},
        {"2025-01-01", "2026-01-01", 365},  {"2024-01-01", "2025-01-01", 366}, {"2026-01-01", "2025-12-31", -1},
        {"1970-01-01", "2026-11-30", 20787},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (price_days_between(str_from(rows[i].from), str_from(rows[i].to)) != rows[i].days)
            fail_msg("%s to %s: %ld", rows[i].from, rows[i].to, price_days_between(str_from(rows[i].from), str_from(rows[i].to)));
}

/* Every day of 60 years against the C library. */
static void test_days_against_the_library(void **state)
{
    (void)state;
    for (long day = 0; day < 60 * 365; day++) {
        time_t seconds = day * 86400;
        struct tm tm;
        char date[16];
        assert_non_null(gmtime_r(&seconds, &tm));
        strftime(date, sizeof date, "%Y-%m-%d", &tm);
        if (price_days_between(S("1970-01-01"), str_from(date)) != day || !price_is_day(str_from(date)))
            fail_msg("%s: %ld", date, price_days_between(S("1970-01-01"), str_from(date)));
    }
    assert_false(price_is_day(S("2026-02-29")) || price_is_day(S("2026-02")) || price_is_day(S("undated")) || price_is_day(S("")));
}

/* ---- ages */

static void test_today_is_the_newest_day(void **state)
{
    struct world w = load(ROW("a", "ecs.fa.large", "r", "CNY", "2025-06-01", "instance", "price_hour: 1")
                          ROW("b", "ecs.fa.xlarge", "r", "CNY", "2025-03-03", "instance", "price_hour: 1"));
    const struct price *a = catalog_find(w.catalog, RECORD_price, S("a")), *b = catalog_find(w.catalog, RECORD_price, S("b"));
    struct str today = price_today(w.catalog, S(""));
    (void)state;
    assert_true(str_eq_c(today, "2025-06-01")); /* the source was read in 2024-05 */
    assert_false(price_is_stale(a, today, 0));
    assert_false(price_is_stale(b, today, 90)); /* 28 + 30 + 31 + 1 = 90 days */
    assert_true(price_is_stale(b, today, 89));
    assert_true(price_is_stale(a, price_today(w.catalog, S("2026-01-01")), 90));
    assert_false(price_is_stale(a, price_today(w.catalog, S("2025-01-01")), 0)); /* not yet */
    assert_false(price_is_stale(a, S(""), 0));
    world_free(&w);
}

/* ---- groups */

static void test_groups(void **state)
{
    struct world w = load(ROW("a", "ecs.fa.large", "r", "CNY", "2025-06-01", "instance, gpu", "price_hour: 1")
                          ROW("b", "ecs.fa.large", "r", "CNY", "2025-06-02", "instance", "price_hour: 2")
                          ROW("c", "ecs.fa.large", "r", "USD", "2025-06-03", "gpu, instance", "price_hour: 3")
                          ROW("d", "ecs.fa.large", "q", "CNY", "2025-06-04", "instance, gpu", "price_hour: 4")
                          ROW("e", "ecs.fa.xlarge", "r", "CNY", "2025-05-01", "gpu, instance", "price_hour: 5"));
    const struct type *large = catalog_find(w.catalog, RECORD_type, S("ecs.fa.large")), *xlarge = catalog_find(w.catalog, RECORD_type, S("ecs.fa.xlarge"));
    struct price_groups g = price_groups(w.catalog, w.arena);
    (void)state;
    assert_int_equal(g.n, 4);
    assert_true(g.at[0].n == 2 && str_eq_c(g.at[0].region, "r") && str_eq_c(g.at[0].currency, "CNY"));
    assert_true(g.at[0].covers == (1u << COVER_INSTANCE | 1u << COVER_GPU));
    assert_true(str_eq_c(g.at[0].oldest, "2025-05-01") && str_eq_c(g.at[0].newest, "2025-06-01"));
    assert_true(str_eq_c(price_find(&g.at[0], large)->record.id, "a") && str_eq_c(price_find(&g.at[0], xlarge)->record.id, "e"));
    assert_true(str_eq_c(g.at[1].region, "q") && g.at[2].covers == 1u << COVER_INSTANCE && str_eq_c(g.at[3].currency, "USD"));
    assert_null(price_find(&g.at[1], xlarge));
    world_free(&w);
}

static void test_to_sizing(void **state)
{
    struct world w = load(ROW("a", "ecs.fa.large", "r", "CNY", "2025-06-01", "instance", "price_hour: 10, plan_hour: 4, plan_discount: 0.3, spot_hour: 2.5"));
    struct sizing_prices p;
    (void)state;
    sizing_prices_init(&p);
    p.subscription_month = 7;
    price_to_sizing(w.catalog->prices.at, &p);
    assert_true(p.price_hour == 10 && p.plan_hour == 4 && p.plan_discount == 0.3 && p.spot_hour == 2.5);
    assert_true(p.subscription_month == 7 && p.reserved_month == 0 && p.utilisation == 1 && p.spot_restart == 300);
    world_free(&w);
}

/* A price is a fact: another amount is another digest. */
static void test_digest(void **state)
{
    struct world one = load(ROW("a", "ecs.fa.large", "r", "CNY", "2025-06-01", "instance", "price_hour: 10"));
    char digest[DIGEST_DIGITS + 1];
    (void)state;
    memcpy(digest, one.catalog->digest, sizeof digest);
    world_free(&one);
    struct world other = load(ROW("a", "ecs.fa.large", "r", "CNY", "2025-06-01", "instance", "price_hour: 11"));
    assert_string_not_equal(digest, other.catalog->digest);
    world_free(&other);
}

/* A list of one's own in a later folder brings new rows and overrides amounts by id. */
static void test_overlay(void **state)
{
    const struct file files[] = {
        {"cat/prices/list.yaml", "prices:\n" ROW("a", "ecs.fa.large", "r", "CNY", "2025-06-01", "instance", "price_hour: 10")},
        {"over/prices/own.yaml", "prices:\n  - {id: a, price_hour: 8}\n" ROW("b", "ecs.fa.large", "q", "CNY", "2025-06-01", "instance", "price_hour: 9")},
        {NULL, NULL},
    };
    struct world w = world_new(files, 2);
    (void)state;
    world_load(&w, 2);
    if (!w.catalog)
        fail_msg("%s", capture_text(w.out));
    assert_int_equal(w.catalog->prices.n, 2);
    assert_true(w.catalog->prices.at[0].price_hour.value == 8 && str_eq_c(w.catalog->prices.at[0].as_of, "2025-06-01"));
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days_by_hand), cmocka_unit_test(test_days_against_the_library), cmocka_unit_test(test_today_is_the_newest_day),
        cmocka_unit_test(test_groups),       cmocka_unit_test(test_to_sizing),               cmocka_unit_test(test_digest),
        cmocka_unit_test(test_overlay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
