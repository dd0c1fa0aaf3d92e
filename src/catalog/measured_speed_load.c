/* Rows of llama-bench and of vLLM under load. */
#include "catalog/measured_speed_rows.h"

#include <math.h>

#include "sizing/speed_constants.h"
#include "sizing/speed_llama.h"
#include "sizing/speed_server.h"

/* ---- llama.cpp */

/* "NVIDIA L4, NVIDIA L4": one name a card. */
static double count_cards(struct str gpus, struct str *first)
{
    struct str name;
    double cards = 0;
    while (str_next(&gpus, ',', &name)) {
        if (cards == 0)
            *first = str_trim(name);
        cards++;
    }
    return cards;
}

static const char *llama_fault(const struct speed_rows *rows, const struct speed_shape *shape, const struct speed_gpu *gpu,
                               double cards)
{
    double rate = speed_number(rows, "tokens_s", 0);
    if (!(rate > 0))
        return "no tokens/s";
    if (speed_number(rows, "gpu_layers", 999) < shape->layers)
        return "part of the layers on the CPU";
    if (speed_number(rows, "model_bytes", 0) + 0.3e9 > gpu->memory * cards * 0.95)
        return "the weights do not fit";
    if (str_ends(speed_field(rows, "gpu"), S("A40-4Q")))
        return "a slice that runs at a quarter of the card, unlike the others of its kind";
    return speed_number(rows, "stddev", 0) > 0.2 * rate ? "standard deviation above 20 %" : NULL;
}

static double llama_rate(const struct speed_rows *rows, const struct speed_shape *shape, const struct speed_gpu *gpu,
                         double cards)
{
    struct speed_llama run = {.file = speed_number(rows, "model_bytes", 0), .cards = cards};
    struct speed_llama_parts parts;
    double prompt = speed_number(rows, "n_prompt", 0), output = speed_number(rows, "n_gen", 0);
    if (output > 0) {
        speed_llama_decode(shape, gpu, &run, output / 2, &parts);
        return 1 / parts.seconds;
    }
    speed_llama_prefill(shape, gpu, &run, prompt, &parts);
    return prompt / parts.seconds;
}

bool speed_row_llama(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out)
{
    struct speed_gpu gpu;
    struct str name = {0};
    double cards = count_cards(speed_field(rows, "gpu"), &name), output = speed_number(rows, "n_gen", 0);
    const struct speed_shape *shape = map_get(&tables->models, speed_field(rows, "model_file"));
    out->group = output > 0 ? "speed_llamacpp_decode" : "speed_llamacpp_prefill";
    out->label = arena_printf(rows->csv.arena, "%" STR_FMT " on %.0f × %" STR_FMT ", %" STR_FMT " + %" STR_FMT " tokens",
                              STR_ARG(speed_field(rows, "model_file")), cards, STR_ARG(name),
                              STR_ARG(speed_field(rows, "n_prompt")),
                              STR_ARG(speed_field(rows, "n_gen")));
    out->measured = speed_number(rows, "tokens_s", 0);
    if (!speed_tables_gpu(tables, name, &gpu))
        out->skipped = "GPU not in gpus.csv";
    else
        out->skipped = shape ? llama_fault(rows, shape, &gpu, cards) : "model not in speed-models.csv";
    if (out->skipped)
        return true;
    if (!str_starts(name, S("NVIDIA L4"))) /* profiles of other cards ran alone on their board, at full speed */
        gpu.share = 1;
    out->predicted = llama_rate(rows, shape, &gpu, cards);
    return true;
}

/* ---- vLLM */

static const struct {
    const char *measurement, *alone, *load;
} measurements[] = {
    {"output_throughput", "speed_serving_alone", "speed_serving"},
    {"ttft", "speed_serving_first_token_alone", "speed_serving_first_token"},
    {"itl", "speed_serving_between_tokens_alone", "speed_serving_between_tokens"},
    {"e2el", "speed_serving_request_alone", "speed_serving_request"},
    {"tpot", "speed_serving_token_alone", "speed_serving_token"},
};

static double serving_value(const struct speed_service *service, size_t measurement, double output)
{
    const double values[] = {service->rate, service->first_token, service->between_tokens, service->request,
                             service->request / output};
    return values[measurement];
}

static const char *serving_fault(const struct speed_rows *rows, double measured, double concurrency)
{
    if (!(measured > 0 && concurrency > 0))
        return "no request finished";
    if (str_eq_c(speed_field(rows, "strategy"), "throughput") && concurrency < 8)
        return "most requests failed: fewer than 8 in flight";
    return concurrency > 256 ? "concurrency above the scheduler's limit" : NULL;
}

static void read_server(const struct speed_rows *rows, double concurrency, struct speed_server *run)
{
    bool is_bnb = str_find(speed_field(rows, "model_id"), S("bnb")) < speed_field(rows, "model_id").n;
    *run = (struct speed_server){.concurrency = concurrency, .kv_bits = 16, .is_bitsandbytes = is_bnb};
    run->format = SPEED_FORMAT_b16;
    run->prompt = speed_number(rows, "prompt_tokens", 0);
    run->output = speed_number(rows, "output_tokens", 0);
    run->tensor_parallel = speed_number(rows, "tensor_parallel", 1);
    run->gpus_per_node = run->tensor_parallel;
    run->memory_gpus = is_bnb ? run->tensor_parallel * speed_number(rows, "gpu_count", 1) : run->tensor_parallel;
    run->weight_bits = is_bnb ? 4.5 : 16;
    run->host_factor = str_starts(speed_field(rows, "type"), S("gcp/a2-")) ? K(server_host_old) : 1;
    run->is_burst = str_eq_c(speed_field(rows, "strategy"), "throughput");
}

static size_t measurement_of(const struct speed_rows *rows)
{
    struct str percentile = speed_field(rows, "percentile"), name = speed_field(rows, "measurement");
    size_t n = sizeof measurements / sizeof *measurements;
    if (percentile.n && !str_eq_c(percentile, "mean"))
        return n;
    for (size_t i = 0; i < n; i++)
        if (str_eq_c(name, measurements[i].measurement))
            return i;
    return n;
}

bool speed_row_serving(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out)
{
    struct speed_gpu gpu;
    struct speed_server run;
    struct speed_service service;
    size_t m = measurement_of(rows);
    double concurrency = speed_number(rows, "concurrency", 0);
    const struct speed_shape *shape = map_get(&tables->models, speed_field(rows, "model_id"));
    if (m == sizeof measurements / sizeof *measurements)
        return false;
    out->group = str_eq_c(speed_field(rows, "strategy"), "synchronous") ? measurements[m].alone : measurements[m].load;
    out->label = arena_printf(rows->csv.arena, "%" STR_FMT " on %" STR_FMT ", %" STR_FMT ", %.0f requests",
                              STR_ARG(speed_field(rows, "model_id")), STR_ARG(speed_field(rows, "gpu_model")),
                              STR_ARG(speed_field(rows, "workload")), concurrency);
    out->measured = speed_number(rows, "score", 0) / (str_eq_c(speed_field(rows, "unit"), "ms") ? 1000 : 1);
    if (!speed_tables_gpu(tables, speed_field(rows, "gpu_model"), &gpu))
        out->skipped = "GPU not in gpus.csv";
    else
        out->skipped = shape ? serving_fault(rows, out->measured, concurrency) : "model not in speed-models.csv";
    if (out->skipped)
        return true;
    gpu.share = 1;
    read_server(rows, concurrency, &run);
    speed_serve(shape, &gpu, &run, &service);
    out->predicted = serving_value(&service, m, run.output);
    return true;
}
