/* Rows of training and of inference with one batch. */
#include "catalog/measured_speed_rows.h"

#include <math.h>

#include "sizing/speed_constants.h"
#include "sizing/speed_engine.h"
#include "sizing/speed_training.h"

static bool is(const struct speed_rows *rows, const char *column, const char *value)
{
    return str_eq_c(speed_field(rows, column), value);
}

static bool holds(struct str text, const char *part)
{
    return str_find(text, str_from(part)) < text.n;
}

static double at_least_one(const struct speed_rows *rows, const char *column)
{
    double value = speed_number(rows, column, 1);
    return value > 0 ? value : 1;
}

/* ---- what training and inference rows share */

static struct str row_label(const struct speed_rows *rows)
{
    return arena_printf(rows->csv.arena, "%" STR_FMT " on %" STR_FMT ", %" STR_FMT, STR_ARG(speed_field(rows, "model")),
                        STR_ARG(speed_field(rows, "gpu")), STR_ARG(speed_field(rows, "engine")));
}

/* The table's counts may hold what a configuration adds, such as learned positions. */
static bool read_shape(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_shape *out)
{
    const struct speed_shape *shape = map_get(&tables->models, speed_field(rows, "model"));
    if (!shape)
        return false;
    double more = speed_number(rows, "params", shape->weights) - shape->weights;
    *out = *shape;
    out->weights += more;
    out->active += more;
    out->read += more;
    return true;
}

/* Why the row cannot be predicted, or NULL with GPU and model filled in. */
static const char *read_subject(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_gpu *gpu,
                                struct speed_shape *shape)
{
    if (speed_field(rows, "usable").n && !is(rows, "usable", "1"))
        return "marked as not usable";
    if (!speed_tables_gpu(tables, speed_field(rows, "gpu"), gpu))
        return "GPU not in gpus.csv";
    return read_shape(rows, tables, shape) ? NULL : "model not in speed-models.csv";
}

/* ---- training */

static enum speed_format read_format(struct str precision)
{
    static const char *const names[] = {"fp32", "tf32", "bf16", "fp8", "fp4"};
    for (int i = 0; i < SPEED_FORMATS; i++)
        if (str_eq_c(precision, names[i]))
            return (enum speed_format)i;
    return SPEED_FORMAT_b16; /* fp16, and 16-bit adapters on an int4 base */
}

static enum speed_task read_task(struct str task)
{
    if (str_eq_c(task, "qlora"))
        return SPEED_TASK_qlora;
    if (str_eq_c(task, "lora"))
        return SPEED_TASK_lora;
    return str_eq_c(task, "lora-emb") ? SPEED_TASK_lora_embedding : SPEED_TASK_full;
}

static enum speed_stack read_stack(struct str engine)
{
    if (str_starts(engine, S("HF")))
        return SPEED_STACK_transformers;
    return str_ends(engine, S("2021")) || str_ends(engine, S("2022")) ? SPEED_STACK_dated : SPEED_STACK_tuned;
}

static double read_stage(struct str sharding)
{
    if (str_eq_c(sharding, "none") || str_eq_c(sharding, "ddp"))
        return 0;
    return str_eq_c(sharding, "zero3") ? 3 : str_eq_c(sharding, "zero2") ? 2 : 1;
}

/* torchtitan runs the sequences of a rank one by one through its pipeline; others print the micro-batch. */
static void read_batch(const struct speed_rows *rows, struct speed_training *run)
{
    double ranks = run->gpus / (run->tensor_parallel * run->pipeline_parallel * run->context_parallel);
    double global = speed_number(rows, "global_batch", 0);
    run->micro_batch = at_least_one(rows, "micro_batch");
    run->micro_batches = at_least_one(rows, "grad_accum");
    if (run->pipeline_parallel > 1 && str_starts(speed_field(rows, "engine"), S("torchtitan"))) {
        run->micro_batches = run->micro_batch;
        run->micro_batch = 1;
    } else if (global > 0) {
        run->micro_batches = fmax(1, rint(global / (run->micro_batch * ranks)));
    }
}

/* Without a published network the machine is taken as one. */
static void read_layout(const struct speed_rows *rows, struct speed_training *run)
{
    double network = speed_number(rows, "net_gbps_per_gpu", 0);
    run->gpus = at_least_one(rows, "gpus");
    run->tensor_parallel = at_least_one(rows, "tp");
    run->pipeline_parallel = at_least_one(rows, "pp");
    run->pipeline_chunks = at_least_one(rows, "vp");
    run->context_parallel = at_least_one(rows, "cp");
    run->gpus_per_node = network > 0 ? speed_number(rows, "gpus_per_node", 8) : run->gpus;
    run->network = network / 8 * 1e9 * run->gpus_per_node;
}

static void read_training(const struct speed_rows *rows, struct speed_shape *shape, struct speed_training *run)
{
    struct str recompute = speed_field(rows, "recompute");
    bool is_bert = holds(speed_field(rows, "model"), "BERT");
    *run = (struct speed_training){.element_factor = 1};
    run->task = read_task(speed_field(rows, "task"));
    run->format = read_format(speed_field(rows, "precision"));
    run->stack = read_stack(speed_field(rows, "engine"));
    run->zero_stage = read_stage(speed_field(rows, "sharding"));
    run->seq = speed_number(rows, "seq", 0);
    if (str_eq_c(recompute, "full"))
        run->recompute = SPEED_RECOMPUTE_full;
    if (str_eq_c(recompute, "selective"))
        run->recompute = SPEED_RECOMPUTE_selective;
    read_layout(rows, run);
    read_batch(rows, run);
    if (is_bert) { /* the vocabulary matrix works on the few masked positions only */
        run->bidirectional = true;
        run->element_factor = K(bert_elements);
        shape->read -= shape->vocab * shape->hidden;
    }
}

bool speed_row_training(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out)
{
    struct speed_gpu gpu;
    struct speed_shape shape;
    struct speed_training run;
    struct speed_step step;
    out->group = "speed_training";
    out->label = row_label(rows);
    out->measured = speed_number(rows, "tokens_s_gpu", 0);
    out->skipped = read_subject(rows, tables, &gpu, &shape);
    if (!out->skipped && !(out->measured > 0 && speed_number(rows, "seq", 0) > 0))
        out->skipped = "no tokens/s or no sequence length";
    if (out->skipped)
        return true;
    read_training(rows, &shape, &run);
    speed_training_step(&shape, &gpu, &run, &step);
    out->predicted = speed_training_tokens(&run) / step.seconds / run.gpus;
    return true;
}

/* ---- inference */

static enum speed_driver server_driver(const struct speed_rows *rows)
{
    /* The Qwen2 page ran vLLM 0.4, whose graphs end at 8192 tokens of context (max_seq_len_to_capture). */
    bool is_beyond = speed_number(rows, "input_len", 0) > 8192 && is(rows, "source", "qwen2-docs");
    return is_beyond ? SPEED_DRIVER_serving_eager : SPEED_DRIVER_serving;
}

static enum speed_driver read_driver(const struct speed_rows *rows)
{
    struct str engine = speed_field(rows, "engine"), kind = speed_field(rows, "engine_class");
    if (str_eq_c(kind, "graph") && (holds(engine, "vLLM") || holds(engine, "SGLang") || holds(engine, "vllm") ||
                                    holds(engine, "sglang") || holds(engine, "moe")))
        return server_driver(rows);
    if (str_starts(engine, S("AutoAWQ fused")))
        return SPEED_DRIVER_awq_gemm;
    if (str_eq_c(kind, "cpp") && !holds(engine, "TensorRT-LLM 1."))
        return SPEED_DRIVER_cpp;
    if (str_eq_c(kind, "llamacpp"))
        return SPEED_DRIVER_ggml;
    return str_eq_c(kind, "eager") ? SPEED_DRIVER_eager : SPEED_DRIVER_graph;
}

static void read_run(const struct speed_rows *rows, struct speed_batch *run)
{
    *run = (struct speed_batch){.driver = read_driver(rows), .gpus_per_node = 8, .network = 8 * 25e9};
    run->batch = speed_number(rows, "batch", 1);
    run->prompt = speed_number(rows, "input_len", 0);
    run->output = speed_number(rows, "output_len", 0);
    run->weight_bits = speed_number(rows, "weight_bits", 16);
    run->format = is(rows, "weights", "fp4") ? SPEED_FORMAT_fp4 : run->weight_bits == 8 ? SPEED_FORMAT_fp8 : SPEED_FORMAT_b16;
    run->kv_bits = speed_number(rows, "kv_bits", 16);
    run->tensor_parallel = at_least_one(rows, "tp");
    run->pipeline_parallel = at_least_one(rows, "pp");
}

/* llama.cpp lets pieces of 512 tokens flow through the cards. */
static double split_gain(const struct speed_batch *run)
{
    double cards = run->pipeline_parallel, pieces = fmin(cards, fmax(1, run->prompt / 512));
    return run->driver == SPEED_DRIVER_ggml && cards > 1 ? cards * pieces / (pieces + cards - 1) : 1;
}

static double predict(const struct speed_rows *rows, const struct speed_shape *shape, const struct speed_gpu *gpu,
                      const struct speed_batch *run, const char **group)
{
    struct speed_batch one = *run;
    struct speed_decode step;
    struct str phase = speed_field(rows, "phase"), weights = speed_field(rows, "weights");
    bool is_unfused = is(rows, "engine_class", "graph");
    one.batch = 1;
    if (str_eq_c(phase, "decode")) {
        *group = "speed_decode";
        speed_decode_step(shape, gpu, run, run->prompt + run->output / 2, &step);
        return run->batch / step.seconds;
    }
    if (str_eq_c(phase, "prefill")) {
        *group = "speed_prefill";
        return run->batch * run->prompt / speed_prefill_seconds(shape, gpu, run) * split_gain(run);
    }
    if (str_eq_c(phase, "ttft")) {
        *group = "speed_first_token";
        return run->prompt / speed_prefill_seconds(shape, gpu, &one);
    }
    if (str_eq_c(phase, "e2e") || str_eq_c(phase, "e2e-total")) {
        bool is_total = str_eq_c(phase, "e2e-total");
        *group = is_total ? "speed_request_total" : "speed_request";
        return run->batch * (run->output + (is_total ? run->prompt : 0)) / speed_request_seconds(shape, gpu, run);
    }
    if (str_eq_c(phase, "max-throughput")) {
        *group = "speed_full_load";
        return speed_full_rate(shape, gpu, run);
    }
    if (str_eq_c(phase, "encoder")) {
        *group = "speed_encoder";
        return run->batch * run->prompt / speed_encode_seconds(shape, gpu, run, read_format(weights), is_unfused);
    }
    return 0;
}

bool speed_row_inference(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out)
{
    struct speed_gpu gpu;
    struct speed_shape shape;
    struct speed_batch run;
    out->group = "speed_inference";
    out->label = row_label(rows);
    out->measured = speed_number(rows, "tokens_s", 0);
    out->skipped = read_subject(rows, tables, &gpu, &shape);
    if (!out->skipped && !(out->measured > 0))
        out->skipped = "no tokens/s";
    if (out->skipped)
        return true;
    read_run(rows, &run);
    out->predicted = predict(rows, &shape, &gpu, &run, &out->group);
    if (!(out->predicted > 0))
        out->skipped = "no formula for this phase, or the weights do not fit";
    return true;
}
