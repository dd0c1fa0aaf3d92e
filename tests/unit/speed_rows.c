/* The formulas that the rows of tests/data/speed-cases.txt name. */
#include "speed_rows.h"

#include <stddef.h>

#include "sizing/cost.h"
#include "sizing/speed_engine.h"
#include "sizing/speed_server.h"
#include "speed_inputs.h"

/* Of a row that lacks a key or names no formula. */
static const double no_value = (double)__builtin_nanf("");

static bool is_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static double get(const struct speed_row *c, const char *key, double initial)
{
    for (int i = 0; i < c->n; i++)
        if (is_same(c->keys[i], key))
            return c->values[i];
    return initial;
}

static double need(const struct speed_row *c, const char *key)
{
    return get(c, key, no_value);
}

static struct speed_job full_job(double seq)
{
    struct sizing_model model = model_7b();
    struct sizing_workload workload = full_training(seq);
    struct sizing_run run;
    struct speed_job job;
    sizing_run_init(&run);
    speed_prepare(&model, &workload, &run, &job);
    return job;
}

static struct speed_shape case_shape(const struct speed_row *c)
{
    struct speed_shape s = {.weights = get(c, "params", 0), .layers = get(c, "layers", 0), .hidden = get(c, "hidden", 0)};
    s.active = s.weights;
    s.read = get(c, "read", s.weights);
    s.attention = get(c, "attention", s.hidden);
    s.kv = get(c, "kv", 0);
    s.vocab = get(c, "vocab", 0);
    return s;
}

static struct speed_training case_training(const struct speed_row *c)
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

static struct speed_batch case_batch(const struct speed_row *c)
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

static double training_step(const struct speed_row *c)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    struct speed_step step;
    speed_training_step(&shape, &c->gpu, &run, &step);
    return step.seconds;
}

/* The share that the pipeline waits, from a step that is all matrix products. */
static double bubble(const struct speed_row *c)
{
    struct speed_shape shape = {.weights = 1e9, .active = 1e9, .read = 1e9};
    struct speed_training run = case_training(c);
    struct speed_step step;
    run.seq = 1000;
    run.gpus = run.pipeline_parallel = need(c, "stages");
    speed_training_step(&shape, &c->gpu, &run, &step);
    return step.bubble / (step.gemm + step.bubble);
}

static double decode_step(const struct speed_row *c)
{
    struct speed_shape shape = case_shape(c);
    struct speed_batch run = case_batch(c);
    struct speed_decode step;
    speed_decode_step(&shape, &c->gpu, &run, need(c, "context"), &step);
    return step.seconds;
}

static double prefill(const struct speed_row *c)
{
    struct speed_shape shape = case_shape(c);
    struct speed_batch run = case_batch(c);
    return speed_prefill_seconds(&shape, &c->gpu, &run);
}

static double training_work(const struct speed_row *c)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    return speed_training_work(&shape, &run) * need(c, "tokens");
}

static double lora_work(const struct speed_row *c)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    run.task = SPEED_TASK_lora;
    return speed_training_work(&shape, &run) * need(c, "tokens");
}

/* The convention of the table it comes from counts attention without the causal half. */
static double mfu(const struct speed_row *c)
{
    struct speed_shape shape = case_shape(c);
    struct speed_training run = case_training(c);
    run.bidirectional = true;
    return need(c, "tokens_s_gpu") * speed_training_flops(&shape, &run) / need(c, "peak");
}

static double all_reduce(const struct speed_row *c)
{
    return speed_time(speed_ring(2, need(c, "bytes"), need(c, "ranks")), need(c, "bus"));
}

static double zero3_traffic(const struct speed_row *c)
{
    return speed_time(speed_ring(3, need(c, "bytes"), need(c, "ranks")), need(c, "bus"));
}

static double tensor_traffic(const struct speed_row *c)
{
    double message = need(c, "tokens") * need(c, "hidden") * need(c, "bytes");
    return 4 * need(c, "layers") * speed_time(speed_ring(2, message, need(c, "tensor")), need(c, "bus"));
}

static double decode_formula(const struct speed_row *c)
{
    double weights = need(c, "N_read") * need(c, "wbytes");
    double cache = need(c, "batch") * need(c, "context") * need(c, "kv_elements") * need(c, "kv_bytes");
    return speed_time(weights, need(c, "bw") * need(c, "eff_w")) + speed_time(cache, need(c, "bw") * need(c, "eff_kv"))
           + need(c, "layers") * need(c, "t_layer");
}

static double rate(const struct speed_row *c)
{
    return speed_time(need(c, "batch"), need(c, "step_s"));
}

static double experts_touched(const struct speed_row *c)
{
    double share = need(c, "topk") / need(c, "experts");
    struct speed_shape all_experts = {.weights = 1, .active = share, .read = share, .experts = need(c, "experts")};
    all_experts.experts_per_token = need(c, "topk");
    return speed_weights_read(&all_experts, need(c, "batch"));
}

static double request(const struct speed_row *c)
{
    return speed_request_time(need(c, "prefill_s"), need(c, "step_s"), need(c, "out"));
}

static double concurrency(const struct speed_row *c)
{
    return speed_concurrency(need(c, "req_s"), need(c, "latency_s"));
}

static double bus(const struct speed_row *c)
{
    double node = need(c, "per_node");
    return speed_bus(&c->gpu, need(c, "ranks"), node, need(c, "network") / 8 * 1e9 * node) / 1e9;
}

static double young(const struct speed_row *c)
{
    return cost_interval_young(need(c, "write"), need(c, "mean"));
}

static double daly(const struct speed_row *c)
{
    return cost_interval_daly(need(c, "write"), need(c, "mean"));
}

static double exact(const struct speed_row *c)
{
    return cost_interval_exact(need(c, "write"), need(c, "mean"));
}

static struct cost_spot_job case_spot(const struct speed_row *c)
{
    return (struct cost_spot_job){need(c, "work"), need(c, "interval"), need(c, "write"), need(c, "restart"), get(c, "wait", 0),
                                  need(c, "mean")};
}

static struct cost_spot expected_spot(const struct speed_row *c)
{
    struct cost_spot_job job = case_spot(c);
    struct cost_spot out;
    cost_spot(&job, &out);
    return out;
}

static double spot_wall(const struct speed_row *c)
{
    return expected_spot(c).wall;
}

static double spot_billed(const struct speed_row *c)
{
    return expected_spot(c).billed;
}

static double spot_interruptions(const struct speed_row *c)
{
    return expected_spot(c).interruptions;
}

static double spot_notice(const struct speed_row *c)
{
    struct cost_spot_job job = case_spot(c);
    return cost_spot_with_notice(&job, need(c, "notice_ckpt"));
}

static double spot_money(const struct speed_row *c)
{
    return (need(c, "billed_s") * need(c, "spot_price_h") + need(c, "wall_s") * need(c, "disk_price_h")) / 3600;
}

static double break_even(const struct speed_row *c)
{
    struct sizing_prices prices;
    sizing_prices_init(&prices);
    prices.price_hour = need(c, "ondemand_h");
    prices.subscription_month = need(c, "commit_month");
    return cost_break_even(&prices, SIZING_WAY_subscription) * COST_MONTH_HOURS / need(c, "hours");
}

static double per_million(const struct speed_row *c)
{
    return cost_per_million(need(c, "price_h"), need(c, "tokens_s"), need(c, "utilisation"));
}

static double idle(const struct speed_row *c)
{
    struct cost_scaling s = {.price_hour = need(c, "price_h"), .scale_ups = need(c, "scale_ups")};
    s.cold_start = need(c, "cold_start_s");
    s.cooldown = need(c, "cooldown_s");
    return cost_idle_with_scaling(&s);
}

/* Images a second that a node with these vCPUs can prepare: what the estimate takes for one step of that many. */
static double loading(const struct speed_row *c)
{
    struct speed_job job = full_job(1);
    struct sizing_machine machine = a100s(1);
    job.run.loader_rate = need(c, "images_s_vcpu");
    machine.vcpus = need(c, "vcpus");
    struct speed_estimate out;
    struct sizing_gpu gpu = memory_80gb();
    speed_evaluate(&job, &machine, &gpu, &out);
    return out.tokens / out.use[SIZING_RESOURCE_data_loading].seconds;
}

/* The write time of one checkpoint: what the estimate adds a step, over the share of an interval that a step is. */
static double checkpoint(const struct speed_row *c)
{
    struct speed_job job = full_job(2048);
    struct sizing_machine machine = a100s(1);
    if (need(c, "bytes_per_param") != 14 || need(c, "params") != job.shape.weights)
        return no_value;
    job.run.storage_bandwidth = need(c, "write_bytes_s") / 1e9;
    job.run.checkpoint_interval = 1000;
    struct speed_estimate out;
    struct sizing_gpu gpu = memory_80gb();
    speed_evaluate(&job, &machine, &gpu, &out);
    double seconds = out.use[SIZING_RESOURCE_checkpoint].seconds;
    return seconds * job.run.checkpoint_interval / (out.seconds - seconds);
}

static const struct {
    const char *name;
    double (*value)(const struct speed_row *);
} formulas[] = {
    {"training_work", training_work}, {"lora_work", lora_work}, {"mfu", mfu}, {"all_reduce", all_reduce},
    {"zero3_traffic", zero3_traffic}, {"tensor_traffic", tensor_traffic}, {"bubble", bubble}, {"loading", loading},
    {"checkpoint", checkpoint}, {"decode_formula", decode_formula}, {"rate", rate}, {"experts_touched", experts_touched},
    {"request", request}, {"concurrency", concurrency}, {"young", young}, {"daly", daly}, {"exact", exact},
    {"spot_wall", spot_wall}, {"spot_billed", spot_billed}, {"spot_interruptions", spot_interruptions},
    {"spot_notice", spot_notice}, {"spot_money", spot_money}, {"break_even", break_even}, {"per_million", per_million},
    {"idle", idle}, {"training_step", training_step}, {"decode_step", decode_step}, {"prefill", prefill}, {"bus", bus},
};

double speed_row_value(const struct speed_row *row)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (is_same(formulas[i].name, row->formula))
            return formulas[i].value(row);
    return no_value;
}
