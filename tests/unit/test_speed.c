/* Tests of the speed formulas: worked cases and properties. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "sizing/cost.h"
#include "sizing/speed_engine.h"
#include "sizing/speed_server.h"
#include "speed_helper.h"

/* ---- worked cases: `id formula key=value … => value` */

struct worked {
    char id[8], formula[32], gpu[32], expected[32];
    struct {
        char key[24];
        double value;
    } at[24];
    size_t n;
};

static double get(const struct worked *c, const char *key, double initial)
{
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->at[i].key, key) == 0)
            return c->at[i].value;
    return initial;
}

static double need(const struct worked *c, const char *key)
{
    double value = get(c, key, NAN);
    if (isnan(value))
        fail_msg("%s: no %s", c->id, key);
    return value;
}

static struct worked read_case(char *line)
{
    struct worked c = {0};
    char *end = strstr(line, " => "), *word, *rest = NULL;
    assert_non_null(end);
    snprintf(c.expected, sizeof c.expected, "%.*s", (int)strcspn(end + 4, "\n"), end + 4);
    *end = '\0';
    snprintf(c.id, sizeof c.id, "%s", strtok_r(line, " ", &rest));
    snprintf(c.formula, sizeof c.formula, "%s", strtok_r(NULL, " ", &rest));
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = '\0';
        if (strcmp(word, "gpu") == 0) {
            snprintf(c.gpu, sizeof c.gpu, "%s", equals + 1);
            continue;
        }
        assert_true(c.n < COUNT_OF(c.at));
        snprintf(c.at[c.n].key, sizeof c.at[c.n].key, "%s", word);
        c.at[c.n++].value = strtod(equals + 1, NULL);
    }
    return c;
}

static struct speed_shape case_shape(const struct worked *c)
{
    struct speed_shape s = {.weights = get(c, "params", 0), .layers = get(c, "layers", 0), .hidden = get(c, "hidden", 0)};
    s.active = s.weights;
    s.read = get(c, "read", s.weights);
    s.attention = get(c, "attention", s.hidden);
    s.kv = get(c, "kv", 0);
    s.vocab = get(c, "vocab", 0);
    return s;
}

static struct speed_gpu case_gpu(const struct worked *c, const struct world *w)
{
    struct speed_gpu gpu;
    if (!speed_tables_gpu(&w->tables, str_from(c->gpu), &gpu))
        fail_msg("%s: no GPU %s", c->id, c->gpu);
    return gpu;
}

static struct speed_training case_training(const struct worked *c)
{
    struct speed_training run = {.element_factor = 1, .context_parallel = 1, .format = SPEED_FORMAT_b16};
    run.task = (enum speed_task)(int)get(c, "task", 0);
    run.recompute = (enum speed_recompute)(int)get(c, "recompute", 0);
    run.stack = (enum speed_stack)(int)get(c, "stack", 0);
    run.seq = get(c, "seq", 0);
    run.micro_batch = get(c, "micro_batch", 1);
    run.micro_batches = get(c, "micro_batches", 1);
    run.gpus = get(c, "gpus", 1);
    run.tensor_parallel = get(c, "tensor", 1);
    run.pipeline_parallel = get(c, "pipeline", 1);
    run.pipeline_chunks = get(c, "chunks", 1);
    run.zero_stage = get(c, "stage", 0);
    run.gpus_per_node = 8;
    run.network = get(c, "network", 0) / 8 * 1e9 * 8;
    return run;
}

static struct speed_batch case_batch(const struct worked *c)
{
    struct speed_batch run = {.driver = (enum speed_driver)(int)need(c, "driver"), .gpus_per_node = 8, .network = 8 * 25e9};
    run.batch = need(c, "batch");
    run.prompt = get(c, "prompt", 0);
    run.weight_bits = need(c, "weight_bits");
    run.kv_bits = get(c, "kv_bits", 16);
    run.tensor_parallel = get(c, "tensor", 1);
    run.pipeline_parallel = 1;
    run.format = run.weight_bits == 8 ? SPEED_FORMAT_fp8 : SPEED_FORMAT_b16;
    return run;
}

static double training_step(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = case_shape(c);
    struct speed_gpu gpu = case_gpu(c, w);
    struct speed_training run = case_training(c);
    struct speed_step step;
    speed_training_step(&shape, &gpu, &run, &step);
    return step.seconds;
}

/* The share that the pipeline waits, from a step that is all matrix products. */
static double bubble(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = {.weights = 1e9, .active = 1e9, .read = 1e9};
    struct speed_training run = case_training(c);
    struct speed_step step;
    const struct speed_gpu *gpu = map_get(&w->tables.gpus, S("A100-SXM-80GB"));
    run.seq = 1000;
    run.gpus = run.pipeline_parallel = need(c, "stages");
    speed_training_step(&shape, gpu, &run, &step);
    return step.bubble / (step.gemm + step.bubble);
}

static double decode_step(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = case_shape(c);
    struct speed_gpu gpu = case_gpu(c, w);
    struct speed_batch run = case_batch(c);
    struct speed_decode step;
    speed_decode_step(&shape, &gpu, &run, need(c, "context"), &step);
    return step.seconds;
}

static double prefill(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = case_shape(c);
    struct speed_gpu gpu = case_gpu(c, w);
    struct speed_batch run = case_batch(c);
    return speed_prefill_seconds(&shape, &gpu, &run);
}

static double training_work(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    (void)w;
    return speed_training_work(&shape, &run) * need(c, "tokens");
}

static double lora_work(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    (void)w;
    run.task = SPEED_TASK_lora;
    return speed_training_work(&shape, &run) * need(c, "tokens");
}

/* The convention of the table it comes from counts attention without the causal half. */
static double mfu(const struct worked *c, const struct world *w)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    (void)w;
    run.bidirectional = true;
    return need(c, "tokens_s_gpu") * speed_training_flops(&shape, &run) / need(c, "peak");
}

static double all_reduce(const struct worked *c, const struct world *w)
{
    (void)w;
    return speed_time(speed_ring(2, need(c, "bytes"), need(c, "ranks")), need(c, "bus"));
}

static double zero3_traffic(const struct worked *c, const struct world *w)
{
    (void)w;
    return speed_time(speed_ring(3, need(c, "bytes"), need(c, "ranks")), need(c, "bus"));
}

static double tensor_traffic(const struct worked *c, const struct world *w)
{
    double message = need(c, "tokens") * need(c, "hidden") * need(c, "bytes");
    (void)w;
    return 4 * need(c, "layers") * speed_time(speed_ring(2, message, need(c, "tensor")), need(c, "bus"));
}

static double decode_formula(const struct worked *c, const struct world *w)
{
    double weights = need(c, "N_read") * need(c, "wbytes");
    double cache = need(c, "batch") * need(c, "context") * need(c, "kv_elements") * need(c, "kv_bytes");
    (void)w;
    return speed_time(weights, need(c, "bw") * need(c, "eff_w")) + speed_time(cache, need(c, "bw") * need(c, "eff_kv"))
           + need(c, "layers") * need(c, "t_layer");
}

static double rate(const struct worked *c, const struct world *w)
{
    (void)w;
    return speed_time(need(c, "batch"), need(c, "step_s"));
}

static double experts_touched(const struct worked *c, const struct world *w)
{
    double share = need(c, "topk") / need(c, "experts");
    struct speed_shape all_experts = {.weights = 1, .active = share, .read = share, .experts = need(c, "experts")};
    (void)w;
    all_experts.experts_per_token = need(c, "topk");
    return speed_weights_read(&all_experts, need(c, "batch"));
}

static double request(const struct worked *c, const struct world *w)
{
    (void)w;
    return speed_request_time(need(c, "prefill_s"), need(c, "step_s"), need(c, "out"));
}

static double concurrency(const struct worked *c, const struct world *w)
{
    (void)w;
    return speed_concurrency(need(c, "req_s"), need(c, "latency_s"));
}

static double bus(const struct worked *c, const struct world *w)
{
    struct speed_gpu gpu = case_gpu(c, w);
    double node = need(c, "per_node");
    return speed_bus(&gpu, need(c, "ranks"), node, need(c, "network") / 8 * 1e9 * node) / 1e9;
}

static double young(const struct worked *c, const struct world *w)
{
    (void)w;
    return cost_interval_young(need(c, "write"), need(c, "mean"));
}

static double daly(const struct worked *c, const struct world *w)
{
    (void)w;
    return cost_interval_daly(need(c, "write"), need(c, "mean"));
}

static double exact(const struct worked *c, const struct world *w)
{
    (void)w;
    return cost_interval_exact(need(c, "write"), need(c, "mean"));
}

static struct cost_spot_job case_spot(const struct worked *c)
{
    return (struct cost_spot_job){need(c, "work"), need(c, "interval"), need(c, "write"), need(c, "restart"), get(c, "wait", 0),
                                  need(c, "mean")};
}

static struct cost_spot expected_spot(const struct worked *c)
{
    struct cost_spot_job job = case_spot(c);
    struct cost_spot out;
    cost_spot(&job, &out);
    return out;
}

static double spot_wall(const struct worked *c, const struct world *w)
{
    (void)w;
    return expected_spot(c).wall;
}

static double spot_billed(const struct worked *c, const struct world *w)
{
    (void)w;
    return expected_spot(c).billed;
}

static double spot_interruptions(const struct worked *c, const struct world *w)
{
    (void)w;
    return expected_spot(c).interruptions;
}

static double spot_notice(const struct worked *c, const struct world *w)
{
    struct cost_spot_job job = case_spot(c);
    (void)w;
    return cost_spot_with_notice(&job, need(c, "notice_ckpt"));
}

static double spot_money(const struct worked *c, const struct world *w)
{
    (void)w;
    return (need(c, "billed_s") * need(c, "spot_price_h") + need(c, "wall_s") * need(c, "disk_price_h")) / 3600;
}

static double break_even(const struct worked *c, const struct world *w)
{
    struct sizing_prices prices;
    (void)w;
    sizing_prices_init(&prices);
    prices.price_hour = need(c, "ondemand_h");
    prices.subscription_month = need(c, "commit_month");
    return cost_break_even(&prices, SIZING_WAY_subscription) * COST_MONTH_HOURS / need(c, "hours");
}

static double per_million(const struct worked *c, const struct world *w)
{
    (void)w;
    return cost_per_million(need(c, "price_h"), need(c, "tokens_s"), need(c, "utilisation"));
}

static double idle(const struct worked *c, const struct world *w)
{
    struct cost_scaling s = {.price_hour = need(c, "price_h"), .scale_ups = need(c, "scale_ups")};
    (void)w;
    s.cold_start = need(c, "cold_start_s");
    s.cooldown = need(c, "cooldown_s");
    return cost_idle_with_scaling(&s);
}

/* Images a second that a node with these vCPUs can prepare: what the estimate takes for one step of that many. */
static double loading(const struct worked *c, const struct world *w)
{
    struct speed_job job = llama_2_7b(1);
    struct sizing_machine machine = a100s(1);
    (void)w;
    job.run.loader_rate = need(c, "images_s_vcpu");
    machine.vcpus = need(c, "vcpus");
    struct speed_estimate out = evaluate(&job, &machine);
    return out.tokens / out.use[SIZING_RESOURCE_data_loading].seconds;
}

/* The write time of one checkpoint: what the estimate adds a step, over the share of an interval that a step is. */
static double checkpoint(const struct worked *c, const struct world *w)
{
    struct speed_job job = llama_2_7b(2048);
    struct sizing_machine machine = a100s(1);
    (void)w;
    assert_true(need(c, "bytes_per_param") == 14 && need(c, "params") == job.shape.weights);
    job.run.storage_bandwidth = need(c, "write_bytes_s") / 1e9;
    job.run.checkpoint_interval = 1000;
    struct speed_estimate out = evaluate(&job, &machine);
    double seconds = out.use[SIZING_RESOURCE_checkpoint].seconds;
    return seconds * job.run.checkpoint_interval / (out.seconds - seconds);
}

static const struct {
    const char *name;
    double (*value)(const struct worked *, const struct world *);
} formulas[] = {
    {"training_work", training_work}, {"lora_work", lora_work}, {"mfu", mfu}, {"all_reduce", all_reduce},
    {"zero3_traffic", zero3_traffic}, {"tensor_traffic", tensor_traffic}, {"bubble", bubble}, {"loading", loading},
    {"checkpoint", checkpoint}, {"decode_formula", decode_formula}, {"rate", rate}, {"experts_touched", experts_touched},
    {"request", request}, {"concurrency", concurrency}, {"young", young}, {"daly", daly}, {"exact", exact},
    {"spot_wall", spot_wall}, {"spot_billed", spot_billed}, {"spot_interruptions", spot_interruptions},
    {"spot_notice", spot_notice}, {"spot_money", spot_money}, {"break_even", break_even}, {"per_million", per_million},
    {"idle", idle}, {"training_step", training_step}, {"decode_step", decode_step}, {"prefill", prefill}, {"bus", bus},
};

static void check_case(const struct worked *c, const struct world *w)
{
    char got[32], wanted[32];
    for (size_t i = 0; i < COUNT_OF(formulas); i++) {
        if (strcmp(formulas[i].name, c->formula) != 0)
            continue;
        snprintf(got, sizeof got, "%.12g", formulas[i].value(c, w));
        snprintf(wanted, sizeof wanted, "%.12g", strtod(c->expected, NULL));
        expect_text(c->id, got, wanted);
        return;
    }
    fail_msg("%s: no formula %s", c->id, c->formula);
}

static void test_worked_cases(void **state)
{
    FILE *file = fopen(TEST_DATA_DIR "/speed-cases.txt", "r");
    char line[1024];
    int n = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        struct worked c = read_case(line);
        check_case(&c, *state);
        n++;
    }
    fclose(file);
    assert_int_equal(n, 39);
}

/* ---- properties */

/* Experts are read as tokens choose them: at one token the active weights, at very many all of them. */
static void test_experts_are_read_as_chosen(void **state)
{
    struct world *w = *state;
    const struct speed_shape *moe = map_get(&w->tables.models, S("Qwen3-30B-A3B"));
    double before = 0;
    assert_non_null(moe);
    assert_true(fabs(speed_weights_read(moe, 1) / moe->read - 1) < 1e-12);
    for (double batch = 1; batch < 2e3; batch *= 2) {
        double read = speed_weights_read(moe, batch);
        assert_true(read > before);
        before = read;
    }
    double all = moe->read + (moe->weights - moe->active);
    assert_true(fabs(speed_weights_read(moe, 1e6) / all - 1) < 1e-12);
}

/* ZeRO-3 moves half as much again as a gradient all-reduce (arXiv:1910.02054). */
static void test_zero3_moves_half_as_much_again(void **state)
{
    struct world *w = *state;
    const struct speed_gpu *gpu = map_get(&w->tables.gpus, S("A100-SXM-80GB"));
    struct speed_shape shape = {.weights = 7e9, .active = 7e9, .read = 7e9, .layers = 32, .hidden = 4096, .attention = 4096};
    struct speed_training run = {.format = SPEED_FORMAT_b16, .element_factor = 1, .micro_batch = 1, .seq = 128, .micro_batches = 1};
    struct speed_step plain, sharded;
    run.gpus = 8;
    run.tensor_parallel = run.pipeline_parallel = run.pipeline_chunks = run.context_parallel = 1;
    run.gpus_per_node = 8;
    speed_training_step(&shape, gpu, &run, &plain);
    run.zero_stage = 3;
    speed_training_step(&shape, gpu, &run, &sharded);
    assert_true(fabs(sharded.data_parallel / plain.data_parallel - 1.5) < 1e-12);
    assert_true(fabs(plain.data_parallel - 2 * 7.0 / 8 * 14e9 / 240e9) < 1e-12);
}

/* A little under saturation a server's requests, their time and its concurrency obey Little's law. */
static void test_server_obeys_littles_law(void **state)
{
    struct world *w = *state;
    const struct speed_gpu *gpu = map_get(&w->tables.gpus, S("L40S"));
    const struct speed_shape *shape = map_get(&w->tables.models, S("Llama-3.1-8B"));
    for (double users = 1; users <= 128; users *= 2) {
        struct speed_server run = {.concurrency = users, .prompt = 1024, .output = 256, .tensor_parallel = 1, .memory_gpus = 1};
        struct speed_service s;
        run.weight_bits = run.kv_bits = 16;
        run.format = SPEED_FORMAT_b16;
        run.gpus_per_node = run.host_factor = 1;
        speed_serve(shape, gpu, &run, &s);
        assert_true(fabs(speed_concurrency(s.requests, s.request) / users - 1) < 1e-12);
        assert_true(fabs(s.first_token + 255 * s.between_tokens - s.request) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_worked_cases, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_experts_are_read_as_chosen, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_zero3_moves_half_as_much_again, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_server_obeys_littles_law, speed_setup, speed_teardown),
    };
    return cmocka_run_group_tests_name("speed", tests, NULL, NULL);
}
