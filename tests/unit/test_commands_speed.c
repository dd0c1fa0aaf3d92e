/* Speed, hours and money of estimate and recommend as a user runs them, on the real catalogue. */
#include <math.h>

#include "command_helper.h"
#include "sizing/names.h"

#define A100 "ecs.gn7e-c16g1.4xlarge"

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-5 * fabs(b); /* six digits are printed */
}

static double rate_of(const cJSON *speed)
{
    return number(get(speed, "tokens_per_second"), "likely");
}

static const cJSON *way_of(const cJSON *on, const char *way)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, get(on, "ways"))
        if (strcmp(word(item, "way"), way) == 0)
            return item;
    return NULL;
}

/* ---- recommend */

static void test_types_have_rates(void **state)
{
    cJSON *all = run_json(command_recommend, "--model llama-3-8b --batch 4 --json");
    cJSON *one = run_json(command_estimate, "--model llama-3-8b --batch 4 --on " A100 " --json");
    const cJSON *type = find(get(all, "types"), A100), *eight = find(get(all, "types"), "ecs.gn7e-c16g1.32xlarge"), *on = get(one, "on");
    (void)state;
    assert_true(number(all, "tokens") == 1e6 && cJSON_IsNull(get(all, "currency")));
    assert_true(rate_of(get(type, "speed")) == rate_of(get(on, "speed")));
    assert_string_equal(word(get(type, "speed"), "change_first"), word(get(on, "speed"), "change_first"));
    assert_true(is_near(number(type, "machine_hours"), 1e6 / rate_of(get(type, "speed")) / 3600));
    assert_true(number(type, "gpu_hours") == number(type, "machine_hours") && number(type, "machines") == 1);
    assert_true(number(eight, "gpus") == 8 && is_near(rate_of(get(eight, "speed")), 8 * rate_of(get(type, "speed"))));
    assert_true(cJSON_IsNull(get(type, "money")) && cJSON_IsNull(get(type, "way")));
    cJSON_Delete(all);
    cJSON_Delete(one);
}

/* A type that fits and has no rate says why; one that does not fit has none. */
static void test_no_rate(void **state)
{
    cJSON *all = run_json(command_recommend, "--model qwen2.5-7b --json");
    const cJSON *type;
    int without = 0;
    (void)state;
    cJSON_ArrayForEach(type, get(all, "types")) {
        bool has_rate = cJSON_IsObject(get(type, "speed"));
        if (has_rate != (does_fit(type) && !word(type, "no_rate")) || has_rate != cJSON_IsNumber(get(type, "gpu_hours")))
            fail_msg("%s: rate %d, no_rate %s", word(type, "id"), has_rate, word(type, "no_rate") ? word(type, "no_rate") : "null");
        without += does_fit(type) && !has_rate;
    }
    assert_true(without > 0);
    /* what share of a card it has is not published; its chip is not named, so that it has no published peak */
    assert_string_equal(word(find(get(all, "types"), "ecs.sgn8ia-m24.12xlarge"), "no_rate"), "no_share");
    assert_string_equal(word(find(get(all, "types"), "ecs.gn8v.4xlarge"), "no_rate"), "no_peak");
    cJSON_Delete(all);
}

/* Sixteen GPUs in two machines whose network is not published: the rate says that it leaves the network out. */
static void test_left_out_is_visible(void **state)
{
    cJSON *all = run_json(command_recommend, "--model llama-3-8b --method full --gpus 16 --zero 3 --machines 4 --json");
    const cJSON *type, *found = NULL;
    char again[256];
    (void)state;
    cJSON_ArrayForEach(type, get(all, "types")) {
        const cJSON *speed = get(type, "speed");
        bool is_bound = cJSON_IsTrue(get(speed, "is_upper_bound"));
        if (cJSON_IsObject(speed) && is_bound != (cJSON_GetArraySize(get(speed, "not_published")) > 0))
            fail_msg("%s: upper bound %d", word(type, "id"), is_bound);
        found = is_bound ? type : found;
    }
    assert_non_null(found);
    snprintf(again, sizeof again, "--model llama-3-8b --method full --gpus 16 --zero 3 --on %s", word(found, "id"));
    struct run r = run(command_estimate, again);
    assert_int_equal(r.code, 0);
    expect_part(again, r.out, "not published: left out");
    expect_part(again, r.out, "Tokens/s: ≤ ");
    run_free(&r);
    cJSON_Delete(all);
}

static void test_prices_decide_the_order(void **state)
{
    static const char *const dear_first[] = {"ecs.gn7i-c8g1.2xlarge=90", "ecs.gn7e-c16g1.4xlarge=10"};
    static const char *const cheap_first[] = {"ecs.gn7i-c8g1.2xlarge=1", "ecs.gn7e-c16g1.4xlarge=10"};
    (void)state;
    for (int cheap = 0; cheap < 2; cheap++) {
        const char *const *prices = cheap ? cheap_first : dear_first;
        char line[256];
        snprintf(line, sizeof line, "--model llama-3-8b --price %s --price-hour %s --currency CNY --json", prices[0], prices[1]);
        cJSON *all = run_json(command_recommend, line);
        const cJSON *types = get(all, "types"), *first = cJSON_GetArrayItem(types, 0), *a10 = find(types, "ecs.gn7i-c8g1.2xlarge");
        assert_string_equal(word(first, "id"), cheap ? "ecs.gn7i-c8g1.2xlarge" : A100);
        assert_string_equal(word(all, "currency"), "CNY");
        assert_string_equal(word(first, "way"), "pay_as_you_go");
        assert_true(is_near(number(a10, "money"), (cheap ? 1 : 90) * number(a10, "machine_hours")));
        assert_true(cJSON_IsNull(get(find(types, "ecs.gn7i-c16g1.4xlarge"), "money"))); /* no price, no money */
        cJSON_Delete(all);
    }
}

/* What is said of one type holds for it, whether it comes before or after what is said of all: spot that is never reclaimed. */
static void test_one_type_overrides_all(void **state)
{
    static const char *const lines[] = {"--spot-interval 1 --spot-interval " A100 "=0", "--spot-interval " A100 "=0 --spot-interval 1"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char line[256];
        snprintf(line, sizeof line, "--model llama-3-8b --token-budget 100000000 --spot-hour " A100 "=10 --spot-hour ecs.gn7i-c8g1.2xlarge=10 %s --json", lines[i]);
        cJSON *all = run_json(command_recommend, line);
        const cJSON *one = find(get(all, "types"), A100), *other = find(get(all, "types"), "ecs.gn7i-c8g1.2xlarge");
        assert_true(is_near(number(one, "money"), 10 * number(one, "machine_hours")));
        assert_true(number(other, "money") > 10 * number(other, "machine_hours"));
        assert_string_equal(word(one, "way"), "spot");
        cJSON_Delete(all);
    }
}

static void test_machines(void **state)
{
    cJSON *one = run_json(command_recommend, "--model qwen2.5-32b --json");
    cJSON *two = run_json(command_recommend, "--model qwen2.5-32b --machines 2 --json");
    const char *id = "ecs.gn7i-2x.8xlarge"; /* 65.5 GB of weights on two A10 */
    (void)state;
    assert_false(does_fit(find(get(one, "types"), id)));
    assert_true(does_fit(find(get(two, "types"), id)) && number(find(get(two, "types"), id), "machines") == 2);
    cJSON_Delete(one);
    cJSON_Delete(two);
}

static void test_table(void **state)
{
    struct run r = run(command_recommend, "--model llama-3-8b --price " A100 "=30 --currency CNY --token-budget 1000000000");
    (void)state;
    assert_int_equal(r.code, 0);
    expect_part("tokens", r.out, "GPU-hours and money for 1,000,000,000 tokens generated");
    expect_part("heading", r.out, "tokens/s");
    expect_part("currency", r.out, "CNY");
    expect_part("bound", r.out, " memory ");
    run_free(&r);
}

/* ---- estimate --on */

/* Hours, money and break-even use by their definitions. */
static void test_cost_of_a_job(void **state)
{
    cJSON *json = run_json(command_estimate, "--model llama-3-8b --method lora --seq 1024 --on " A100 " --token-budget 1000000000 --price 30"
                                             " --subscription-month 14000 --reserved-month 10000 --plan-hour 12 --plan-discount 0.5 --json");
    const cJSON *on = get(json, "on");
    double rate = rate_of(get(on, "speed")), hours = 1e9 / rate / 3600, months = ceil(hours / 730);
    (void)state;
    assert_true(does_fit(on) && number(on, "tokens") == 1e9);
    assert_true(is_near(number(on, "hours"), hours) && is_near(number(on, "machine_hours"), hours));
    assert_true(is_near(number(way_of(on, "pay_as_you_go"), "money"), 30 * hours));
    assert_true(is_near(number(way_of(on, "pay_as_you_go"), "per_million"), 30 * hours / 1000));
    assert_true(is_near(number(way_of(on, "subscription"), "money"), 14000 * months));
    assert_true(is_near(number(way_of(on, "subscription"), "break_even_use"), 14000 / (30 * 730.0)));
    assert_true(is_near(number(way_of(on, "reserved"), "break_even_use"), 10000 / (30 * 730.0)));
    /* the plan pays 24 of the 30 at list price with its 12, in every hour of the months; the other 6 are paid in full */
    assert_true(is_near(number(way_of(on, "savings_plan"), "money"), 12 * 730 * months + 6 * hours));
    assert_true(is_near(number(way_of(on, "pay_as_you_go"), "month"), 30 * 730.0));
    assert_null(way_of(on, "spot"));
    cJSON_Delete(json);
}

static void test_spot(void **state)
{
    cJSON *json = run_json(command_estimate, "--model llama-3-8b --method lora --on " A100 " --token-budget 1000000000 --price 30 --spot-hour 9"
                                             " --spot-interval 20 --json");
    const cJSON *on = get(json, "on"), *spot = way_of(on, "spot");
    double write = 60, mean = 20 * 3600, x = number(on, "spot_interval_seconds") / mean;
    (void)state;
    assert_true(fabs(x + log(1 - x) + write / mean) < 1e-6); /* Daly's exact optimum */
    assert_true(is_near(number(spot, "money"), 9 * number(on, "spot_billed_hours")));
    assert_true(number(on, "spot_billed_hours") > number(on, "hours") && number(spot, "hours") >= number(on, "spot_billed_hours"));
    assert_string_equal(word(on, "cheapest"), "spot");
    cJSON_Delete(json);
}

static void test_on_table(void **state)
{
    static const char *const parts[] = {"On " A100 ", 1 × ", "GPU memory bandwidth", "binds", "Tokens/s: ", "Change first: ", "GPU-hours",
                                        "cheaper than pay-as-you-go above 63.9 % use", "money in CNY"};
    struct run r = run(command_estimate, "--model llama-3-8b --batch 8 --on " A100 " --price 30 --subscription-month 14000 --currency CNY");
    (void)state;
    assert_int_equal(r.code, 0);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        expect_part("on", r.out, parts[i]);
    run_free(&r);
    r = run(command_estimate, "--model llama-3-8b --on " A100);
    expect_part("without prices", r.out, "No price is given");
    run_free(&r);
}

/* ---- prices of the catalogue */

/* A list of one's own over the real catalogue: three rows that may be compared, two that may not. XTS is the code for tests. */
static const char own_prices[] =
    "prices:\n"
    "  - {id: a, type: ecs.gn7i-c8g1.2xlarge, region: test-a, currency: XTS, as_of: 2099-05-01, covers: [instance, gpu], price_hour: 10,\n"
    "     subscription_month: 4380, sources: [own]}\n"
    "  - {id: b, type: ecs.gn7e-c16g1.4xlarge, region: test-a, currency: XTS, as_of: 2099-01-01, covers: [gpu, instance], price_hour: 20, sources: [own]}\n"
    "  - {id: c, type: ecs.gn7i-c16g1.4xlarge, region: test-a, currency: XTS, as_of: 2099-05-01, covers: [instance, gpu, system_disk],\n"
    "     price_hour: 0.01, sources: [own]}\n"
    "  - {id: d, type: ecs.gn7i-c16g1.4xlarge, region: test-b, currency: USD, as_of: 2099-05-01, covers: [instance, gpu], price_hour: 0.01, sources: [own]}\n";

static const char own_sources[] = "sources:\n  - {id: own, title: Own list, kind: official, read: 2099-05-01}\n";

static char *price_folder(void)
{
    char *folder = folder_new();
    put_file(folder, "prices/own.yaml", own_prices);
    put_file(folder, "sources.yaml", own_sources);
    return folder;
}

static cJSON *ask(int (*command)(int, char **), const char *folder, const char *line)
{
    char all[512];
    snprintf(all, sizeof all, "--model llama-3-8b %s --json --catalog %s --catalog %s", line, catalog, folder);
    return run_json(command, all);
}

static bool has_money(const cJSON *all, const char *type)
{
    return cJSON_IsNumber(get(find(get(all, "types"), type), "money"));
}

static void test_only_one_cover_is_compared(void **state)
{
    char *folder = price_folder();
    cJSON *all = ask(command_recommend, folder, "");
    const cJSON *prices = get(all, "prices"), *a10 = find(get(all, "types"), "ecs.gn7i-c8g1.2xlarge"), *a100 = find(get(all, "types"), A100);
    (void)state;
    assert_string_equal(word(prices, "region"), "test-a");
    assert_string_equal(word(all, "currency"), "XTS");
    assert_string_equal(cJSON_GetArrayItem(get(prices, "not_covered"), 0)->valuestring, "system_disk");
    assert_true(number(prices, "left_out") == 2 && number(prices, "stale") == 1);
    assert_string_equal(word(prices, "oldest"), "2099-01-01");
    assert_string_equal(word(prices, "today"), "2099-05-01");
    assert_true(is_near(number(a10, "money"), 10 * number(a10, "machine_hours")));
    assert_false(has_money(all, "ecs.gn7i-c16g1.4xlarge")); /* cheap, but of something else */
    assert_true(cJSON_IsTrue(get(a100, "price_is_stale")) && cJSON_IsFalse(get(a10, "price_is_stale")));
    assert_string_equal(word(a100, "price_as_of"), "2099-01-01");
    cJSON_Delete(all);
    all = ask(command_recommend, folder, "--region test-b");
    assert_true(has_money(all, "ecs.gn7i-c16g1.4xlarge") && !has_money(all, A100));
    cJSON_Delete(all);
    all = ask(command_recommend, folder, "--today 2099-01-31 --price-days 29"); /* A100: 30 days, the others 30 days to come */
    assert_true(number(get(all, "prices"), "stale") == 1);
    cJSON_Delete(all);
    all = ask(command_recommend, folder, "--today 2099-01-31 --price-days 30");
    assert_true(number(get(all, "prices"), "stale") == 0);
    cJSON_Delete(all);
    folder_remove(folder);
}

/* Typed amounts override, beside the catalogue's only where they say that they are in its currency. */
static void test_typed_over_catalogue(void **state)
{
    char *folder = price_folder();
    cJSON *alone = ask(command_recommend, folder, "--price ecs.gn7i-c8g1.2xlarge=5");
    cJSON *beside = ask(command_recommend, folder, "--price ecs.gn7i-c8g1.2xlarge=5 --currency XTS");
    const cJSON *a10 = find(get(beside, "types"), "ecs.gn7i-c8g1.2xlarge");
    (void)state;
    assert_true(cJSON_IsNull(get(alone, "prices")) && cJSON_IsNull(get(alone, "currency")) && !has_money(alone, A100));
    assert_true(has_money(alone, "ecs.gn7i-c8g1.2xlarge") && has_money(beside, A100));
    assert_true(is_near(number(a10, "money"), 5 * number(a10, "machine_hours")));
    cJSON_Delete(alone);
    cJSON_Delete(beside);
    folder_remove(folder);
}

static void test_estimate_takes_prices(void **state)
{
    char *folder = price_folder(), line[512];
    cJSON *json = ask(command_estimate, folder, "--on ecs.gn7i-c8g1.2xlarge");
    const cJSON *on = get(json, "on");
    (void)state;
    assert_string_equal(word(on, "price_as_of"), "2099-05-01");
    assert_true(is_near(number(way_of(on, "subscription"), "break_even_use"), 0.6)); /* 4380 / 7300 */
    cJSON_Delete(json);
    snprintf(line, sizeof line, "--model llama-3-8b --on " A100 " --catalog %s --catalog %s", catalog, folder);
    struct run r = run(command_estimate, line);
    expect_part("where", r.out, "Prices of the catalogue: test-a, XTS, for instance, gpu; not in them: system_disk; as of 2099-01-01\n");
    expect_part("age", r.out, "Stale: more than 90 days old on 2099-05-01\n");
    run_free(&r);
    snprintf(line, sizeof line, "--model llama-3-8b --catalog %s --catalog %s", catalog, folder);
    r = run(command_recommend, line);
    expect_part("all", r.out, "as of 2099-01-01 to 2099-05-01\nStale, marked *: 1 of them, more than 90 days old on 2099-05-01\nLeft out: 2 prices");
    run_free(&r);
    snprintf(line, sizeof line, "--model llama-3-8b --region test-c --catalog %s --catalog %s", catalog, folder);
    r = run(command_recommend, line);
    assert_int_equal(r.code, 1);
    expect_part("region", r.err, "--region: the catalogue has no prices of \"test-c\"; did you mean test-a?");
    run_free(&r);
    snprintf(line, sizeof line, "--model llama-3-8b --currency CNY --catalog %s --catalog %s", catalog, folder);
    r = run(command_recommend, line);
    assert_int_equal(r.code, 1);
    expect_part("currency", r.err, "--currency: the catalogue has no prices of \"CNY\"");
    run_free(&r);
    folder_remove(folder);
}

/* ---- the document of the JSON */

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, OUTPUT_MAX);
    assert_true(file && text && fread(text, 1, OUTPUT_MAX - 1, file) > 0);
    fclose(file);
    return text;
}

/* Fields of workload and run stand in --help; the resources below `seconds` under `binding`. */
static void expect_documented(const cJSON *item, const char *document)
{
    const cJSON *child;
    cJSON_ArrayForEach(child, item) {
        char code[128];
        const char *key = child->string;
        snprintf(code, sizeof code, "`%s`", key ? key : "");
        if (key && !strstr(document, code))
            fail_msg("docs/json.md does not name the key %s", key);
        if (!key || (strcmp(key, "workload") != 0 && strcmp(key, "run") != 0))
            expect_documented(child, document);
    }
}

static void test_every_key_is_documented(void **state)
{
    char *folder = price_folder(), *document = read_all(SOURCE_DIR "/docs/json.md");
    cJSON *all = ask(command_recommend, folder, ""), *one = ask(command_estimate, folder, "--on ecs.gn7i-c8g1.2xlarge --tp 1");
    (void)state;
    expect_documented(all, document);
    expect_documented(one, document);
    for (int r = 0; r < SIZING_RESOURCES; r++)
        expect_part("resource", document, names_resource((enum sizing_resource)r));
    for (int way = 0; way < SIZING_WAYS; way++)
        expect_part("way", document, names_way((enum sizing_way)way));
    cJSON_Delete(all);
    cJSON_Delete(one);
    folder_remove(folder);
    free(document);
}

/* ---- wrong input */

static void test_messages(void **state)
{
    static const struct {
        int (*command)(int, char **);
        const char *line, *part;
    } rows[] = {
        {command_recommend, "--price 10", "--price: of which type? write --price TYPE=AMOUNT"},
        {command_recommend, "--spot-hour 3", "--spot-hour: of which type?"},
        {command_recommend, "--price ecs.gn7i-c8g1.2xlarg=10", "--price: there is no type \"ecs.gn7i-c8g1.2xlarg\" in the catalogue; did you mean ecs.gn7i-c8g1.2xlarge?"},
        {command_recommend, "--price ecs.gn7i-c8g1.2xlarge=ten", "--price \"ten\" is not a number"},
        {command_recommend, "--price ecs.gn7i-c8g1.2xlarge=", "--price \"\" is not a number"},
        {command_recommend, "--price ecs.gn7i-c8g1.2xlarge=-1", "--price: negative"},
        {command_recommend, "--price-hour ecs.gn7i-c8g1.2xlarge=0", "--price-hour: must be positive"},
        {command_recommend, "--price ecs.gn7i-c8g1.2xlarge=1 --price-hour ecs.gn7i-c8g1.2xlarge=2", "given twice with different values"},
        {command_recommend, "--plan-discount 1", "--plan-discount: above one"},
        {command_recommend, "--utilisation 0", "--utilisation: must be positive"},
        {command_recommend, "--utilisation 1.5", "--utilisation: above one"},
        {command_recommend, "--machines 0", "--machines \"0\" is not a whole number from 1"},
        {command_recommend, "--machines two", "--machines \"two\" is not a whole number"},
        {command_recommend, "--engine vlm", "--engine has no value \"vlm\"; did you mean \"vllm\"?"},
        {command_recommend, "--token-budget -5", "--token-budget: negative"},
        {command_recommend, "--output-tokens 0", "--output-tokens: must be positive"},
        {command_recommend, "--pipeline-chunks 1.5", "--pipeline-chunks: must be whole"},
        {command_recommend, "--fp8-training=maybe", "--fp8-training is true or false"},
        {command_recommend, "--on " A100, "unknown option --on"},
        {command_estimate, "--on ecs.gn7e-c16g1.4xlarg", "--on: there is no type \"ecs.gn7e-c16g1.4xlarg\" in the catalogue; did you mean " A100 "?"},
        {command_estimate, "--token-budget 1000", "--token-budget says how the machine is used, but no --on TYPE which one"},
        {command_estimate, "--price 10", "a price is given, but no --on TYPE to pay for"},
        {command_estimate, "--on " A100 " --price ecs.gn7i-c8g1.2xlarge=10", "--price: ecs.gn7i-c8g1.2xlarge is not the type of --on"},
        {command_estimate, "--on ecs.vgn7i-vws-m8.2xlarge --gpus 2", "has a share of a GPU, which works alone"},
        {command_estimate, "--on ecs.sgn6i-vws-m4.2xlarge --gpus 2", "has a share of a GPU, which works alone, and 2 GPUs are asked for"},
        {command_estimate, "--on " A100 " --batch 0", "--batch: must be positive"},
        {command_estimate, "--price-days -1", "--price-days \"-1\" is not a whole number from 0"},
        {command_recommend, "--region cn-hangzhou", "--region: the catalogue has no prices of \"cn-hangzhou\""},
        {command_estimate, "--machines 2", "unknown option --machines"},
        {command_estimate, "--today 2026-11", "--today \"2026-11\" is not a day; write YYYY-MM-DD"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char line[256];
        snprintf(line, sizeof line, "--model llama-3-8b %s", rows[i].line);
        struct run r = run(rows[i].command, line);
        if (r.code != 1 || r.out[0])
            fail_msg("%s: exit %d, output \"%s\"", rows[i].line, r.code, r.out);
        expect_part(rows[i].line, r.err, rows[i].part);
        run_free(&r);
    }
}

static void test_help(void **state)
{
    static const char *const both[] = {"--engine WORD", "--token-budget N tokens", "--checkpoint-async [true|false]", "--spot-interval",
                                       "--currency WORD", "--utilisation"};
    struct run estimate = run(command_estimate, "--help"), recommend = run(command_recommend, "--help");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(both); i++) {
        expect_part("estimate", estimate.out, both[i]);
        expect_part("recommend", recommend.out, both[i]);
    }
    expect_part("estimate", estimate.out, "--on TYPE");
    expect_part("recommend", recommend.out, "--machines N");
    expect_part("recommend", recommend.out, "--price TYPE=AMOUNT");
    run_free(&estimate);
    run_free(&recommend);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_have_rates),   cmocka_unit_test(test_no_rate),
        cmocka_unit_test(test_left_out_is_visible), cmocka_unit_test(test_prices_decide_the_order),
        cmocka_unit_test(test_one_type_overrides_all), cmocka_unit_test(test_machines),           cmocka_unit_test(test_table),
        cmocka_unit_test(test_cost_of_a_job),      cmocka_unit_test(test_spot),
        cmocka_unit_test(test_on_table),           cmocka_unit_test(test_messages),
        cmocka_unit_test(test_help),               cmocka_unit_test(test_only_one_cover_is_compared),
        cmocka_unit_test(test_typed_over_catalogue), cmocka_unit_test(test_estimate_takes_prices),
        cmocka_unit_test(test_every_key_is_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
