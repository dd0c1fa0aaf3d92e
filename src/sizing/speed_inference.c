/* Engines of inference behind one interface. */
#include "math.h"
#include "speed_constants.h"
#include "speed_engine.h"
#include "speed_inference.h"
#include "speed_llama.h"
#include "speed_server.h"

static double node_network(const struct sizing_machine *machine)
{
    return machine->network_bandwidth / 8.0 * 1e9;
}

static bool is_bitsandbytes(const struct speed_job *job)
{
    return job->workload.quantisation == SIZING_QUANTISATION_nf4 || job->workload.quantisation == SIZING_QUANTISATION_nf4_double;
}

static double kv_bits(const struct speed_job *job)
{
    return job->workload.kv_precision == SIZING_KV_bits16 ? 16.0 : 8.0;
}

/* Products of a prompt and of the generated tokens: 2 N, and causal attention 2 L a s. */
static double request_flops(const struct speed_job *job)
{
    const struct speed_shape *shape = &job->shape;
    double tokens = job->prompt + job->output;
    return tokens * (2.0 * shape->read + 2.0 * shape->layers * shape->attention * tokens);
}

/* ---- vLLM */

static void read_server(const struct speed_job *job, const struct sizing_machine *machine, struct speed_server *run)
{
    *run = (struct speed_server){.concurrency = job->workload.batch, .host_factor = 1.0, .format = job->format};
    run->prompt = job->prompt;
    run->output = job->output;
    run->tensor_parallel = job->workload.tensor_parallel;
    run->memory_gpus = job->workload.tensor_parallel * job->workload.pipeline_parallel;
    run->gpus_per_node = machine->node_gpus;
    run->network = node_network(machine);
    run->weight_bits = job->weight_bits;
    run->kv_bits = kv_bits(job);
    run->is_bitsandbytes = is_bitsandbytes(job);
}

static void serve(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                  struct speed_cycle *out)
{
    struct speed_server run;
    struct speed_service s;
    read_server(job, machine, &run);
    speed_serve(&job->shape, gpu, &run, &s);
    double body = math_max(s.weights + s.cache, s.compute), steps = run.output;
    double links = s.prefill_link * s.batch, prompts = s.prefill * s.batch - links;
    bool is_traffic = s.weights + s.cache > s.compute;
    out->batch = s.batch;
    out->compute = prompts + steps * (is_traffic ? s.unpack : body + s.unpack);
    out->memory = is_traffic ? steps * body : 0.0;
    out->link = links + steps * s.tensor_parallel;
    out->host = s.batch / s.requests - out->compute - out->memory - out->link;
    out->tokens = s.batch * run.output;
    out->first_token = s.first_token;
    out->between_tokens = s.between_tokens;
    out->request = s.request;
}

/* ---- llama.cpp */

static void chat(const struct speed_job *job, const struct speed_gpu *gpu, struct speed_cycle *out)
{
    struct speed_llama run = {.file = job->shape.weights * job->weight_bits / 8.0, .cards = out->cards};
    struct speed_llama_parts prompt, token;
    double steps = job->output;
    speed_llama_prefill(&job->shape, gpu, &run, job->prompt, &prompt);
    speed_llama_decode(&job->shape, gpu, &run, job->prompt + steps / 2.0, &token);
    bool is_traffic = prompt.weights > prompt.compute;
    out->batch = 1.0;
    out->memory = steps * (token.weights + token.cache) + (is_traffic ? prompt.weights : 0.0);
    out->compute = steps * (token.unpack + token.attention) + prompt.attention + prompt.unpack;
    if (!is_traffic)
        out->compute += prompt.compute;
    out->host = steps * token.launch + prompt.launch;
    out->link = steps * token.hops + prompt.hops;
    if (run.cards <= 1.0) { /* the copy of the result to the host */
        out->host += out->link;
        out->link = 0.0;
    }
    out->tokens = steps;
    out->first_token = prompt.seconds;
    out->between_tokens = token.seconds;
    out->request = prompt.seconds + steps * token.seconds;
}

/* ---- one batch at a time */

static enum speed_driver driver_of(double engine)
{
    if (engine == SIZING_ENGINE_transformers)
        return SPEED_DRIVER_eager;
    return engine == SIZING_ENGINE_cpp ? SPEED_DRIVER_cpp : SPEED_DRIVER_graph;
}

static void read_batch(const struct speed_job *job, const struct sizing_machine *machine, struct speed_batch *run)
{
    *run = (struct speed_batch){.driver = driver_of(job->run.engine), .batch = job->workload.batch, .format = job->format};
    run->prompt = job->prompt;
    run->output = job->output;
    run->weight_bits = job->weight_bits;
    run->kv_bits = kv_bits(job);
    run->tensor_parallel = job->workload.tensor_parallel;
    run->pipeline_parallel = 1.0;
    run->gpus_per_node = machine->node_gpus;
    run->network = node_network(machine);
}

/* What of a step waits for launches: all of them, or those beyond the work of the GPU when the queue hides it. */
static double waiting(const struct speed_decode *step)
{
    return step->seconds - step->tensor_parallel - math_max(step->weights + step->cache, step->compute);
}

static void generate(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                     struct speed_cycle *out)
{
    struct speed_batch run;
    struct speed_decode step;
    read_batch(job, machine, &run);
    double prompt = speed_prefill_seconds(&job->shape, gpu, &run), steps = run.output - 1.0;
    double links = speed_prefill_link(&job->shape, gpu, &run);
    speed_decode_step(&job->shape, gpu, &run, run.prompt + run.output / 2.0, &step);
    bool is_traffic = step.weights + step.cache > step.compute;
    out->batch = run.batch;
    out->memory = is_traffic ? steps * (step.weights + step.cache) : 0.0;
    out->compute = prompt - links + (is_traffic ? 0.0 : steps * step.compute);
    out->host = steps * waiting(&step);
    out->link = links + steps * step.tensor_parallel;
    out->tokens = run.batch * run.output;
    out->first_token = prompt;
    out->between_tokens = step.seconds;
    out->request = prompt + steps * step.seconds;
}

static void encode(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                   struct speed_cycle *out)
{
    struct speed_batch run;
    read_batch(job, machine, &run);
    double seconds = speed_encode_seconds(&job->shape, gpu, &run, job->format, job->run.engine == SIZING_ENGINE_transformers);
    double flops = 2.0 * job->shape.read + 4.0 * job->shape.layers * job->shape.attention * run.prompt;
    out->batch = run.batch;
    out->tokens = run.batch * run.prompt;
    out->flops = flops * out->tokens;
    out->compute = speed_time(out->flops, speed_peak(gpu, job->format) * K(prefill_share));
    out->host = job->shape.layers * K(layer_encoder);
    out->memory = seconds - out->compute - out->host;
    out->request = seconds;
}

void speed_inference_cycle(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                           struct speed_cycle *out)
{
    struct speed_gpu part = speed_gpu_part(gpu);
    *out = (struct speed_cycle){.cards = job->workload.tensor_parallel * job->workload.pipeline_parallel};
    if (job->is_encoder) {
        encode(job, &part, machine, out);
        return;
    }
    if (job->run.engine == SIZING_ENGINE_llama_cpp)
        chat(job, gpu, out);
    else if (job->run.engine == SIZING_ENGINE_vllm || job->run.engine == SIZING_ENGINE_absent)
        serve(job, gpu, machine, out);
    else
        generate(job, &part, machine, out);
    out->flops = request_flops(job) * out->batch;
}
