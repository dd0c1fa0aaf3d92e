/* What the tokens of measured points mean in the fields of a workload. */
#include <assert.h>
#include <string.h>

#include "base/number.h"
#include "catalog/measured.h"
#include "sizing/names.h"

struct token {
    const char *token, *settings;
};

static const struct token methods[] = {
    {"inference", "method=inference"},
    {"weights", "method=inference"},
    {"kv", "method=inference"},
    {"full", "method=full"},
    {"lora", "method=lora"},
    {"lora_emb", "method=lora train_embeddings=1"},
    {"qlora", "method=qlora"},
    {NULL, NULL},
};

/* amp and mixed keep fp32 weights; FSDP's mixed precision casts what it gathers, so no copies stay. */
static const struct token precisions[] = {
    {"bf16", "precision=bf16"},
    {"fp16", "precision=fp16"},
    {"fp32", "precision=fp32 kv_precision=fp32"},
    {"bf16-mixed", "precision=bf16 weight_precision=fp32"},
    {"fp16-amp", "precision=fp16 weight_precision=fp32"},
    {"fsdp_mp_bf16", "precision=bf16 weight_precision=fp32 autocast=0"},
    {"fsdp_mp_bf16+fp8", "precision=bf16 weight_precision=fp32 autocast=0"},
    {NULL, NULL},
};

#define PURE "master_weights=0 "
#define DEEPSPEED \
    "master_weights=1 sharding=deepspeed persistent_gradients=1 step_temporaries=fp32_gradient adapter_precision=bf16 " \
    "adapter_master_weights=1"
#define MEGATRON \
    "master_weights=1 gradient_precision=fp32 persistent_gradients=1 step_temporaries=none sharding=megatron zero_stage=1"

static const struct token optimizers[] = {
    {"", ""},
    {"adamw_torch", PURE "step_temporaries=foreach"},
    {"adamw_fused", PURE "step_temporaries=none"},
    {"adamw_fused_in_bwd", PURE "step_temporaries=none optimizer_in_backward=1"},
    {"adamw_fused_fp32", PURE "step_temporaries=none weight_precision=fp32"},
    {"adamw8bit", PURE "step_temporaries=none optimizer=adamw_8bit"},
    {"adamw8bit_in_bwd", PURE "step_temporaries=none optimizer=adamw_8bit optimizer_in_backward=1"},
    {"paged_adamw8bit", PURE "step_temporaries=none optimizer=adamw_8bit paged_optimizer=1"},
    {"paged_adamw8bit_in_bwd", PURE "step_temporaries=none optimizer=adamw_8bit paged_optimizer=1 optimizer_in_backward=1"},
    {"adafactor", PURE "optimizer=adafactor"},
    {"adamw_ds_fp32", DEEPSPEED},
    {"adamw_mcore", MEGATRON},
    {"adamw_mcore_dist", MEGATRON},
    {NULL, NULL},
};

static const struct token checkpointings[] = {
    {"", ""}, {"0", "checkpointing=none"}, {"1", "checkpointing=full"}, {"offload", "checkpointing=offload"},
    {"sac", "checkpointing=selective"}, {NULL, NULL},
};

static const struct token attentions[] = {
    {"", ""},
    {"flash2", "attention=flash"},
    {"flash3", "attention=flash"},
    {"sdpa", "attention=sdpa"},
    {"eager", "attention=eager"},
    {"eager_chunked", "attention=eager_chunked"},
    {"eager_prefill", "attention=eager_fused"},
    {NULL, NULL},
};

static const struct token quantisations[] = {
    {"", "quantisation=none"},
    {"awq4", "quantisation=awq-int4"},
    {"bnb_nf4", "quantisation=nf4"},
    {"bnb_fp4", "quantisation=nf4"},
    {"bnb_int4", "quantisation=nf4"},
    {"bnb_nf4_dq", "quantisation=nf4-double"},
    {"bnb_fp4_dq", "quantisation=nf4-double"},
    {"nf4_ao", "quantisation=nf4-double keeps_quantised_input=0 kbit_prepared=0"},
    {"bnb_int8", "quantisation=int8"},
    {"int8_w", "quantisation=int8 dequantisation=fused"},
    {"int4_w", "quantisation=int4 dequantisation=fused"},
    {"fp8", "quantisation=fp8 untied_head=1"}, /* Transformers loads the head of a tied FP8 checkpoint as a tensor of its own */
    {"gptq4", "quantisation=gptq-int4"},
    {"gptq4_g32", "quantisation=gptq-int4-g32"},
    {"gptq4_gcol", "quantisation=gptq-int4-column"},
    {"gptq8", "quantisation=gptq-int8"},
    {NULL, NULL},
};

static const struct token targets[] = {
    {"", ""},
    {"q,v", "lora_targets=attention_qv"},
    {"attn_qkv", "lora_targets=attention_qkv"},
    {"attn_qkv,attn_o,mlp", "lora_targets=all_linear"},
    {"all", "lora_targets=all_linear"},
    {"all+head", "lora_targets=all_linear lora_head=1"},
    {"qkv,mlp", "lora_targets=qkv_mlp"},
    {"mlp", "lora_targets=mlp"},
    {NULL, NULL},
};

static const struct token losses[] = {
    {"", ""},
    {"amp_bf16", "loss=autocast"},
    {"amp_fp32", "loss=kept"},
    {"hf_fp32", "loss=upcast"},
    {"torchtune_fp32", "loss=kept compiled=0"},
    {"torchtune_compiled", "loss=compiled compiled=1"},
    {"chunked_compiled", "loss=chunked_compiled compiled=1"},
    {"titan_fp32", "loss=kept compiled=0"},
    {"titan_compiled", "loss=compiled_kept compiled=1"},
    {"titan_compiled_fusedloss", "loss=compiled_fused compiled=1"},
    {"torch_bf16", "loss=16-bit_kept"},
    {"torch_16bit", "loss=16-bit"},
    {"litgpt_chunked", "loss=chunked_litgpt"},
    {"chunked", "loss=chunked"},
    {"megatron_fused", "loss=vocabulary_parallel"},
    {"fused", "loss=fused_linear"},
    {"classifier", "loss=none"},
    {"unknown", "loss=none"},
    {"last_logits", "prompt_logits=last"},
    {"last_logits_decode_only", "prompt_logits=last without_prefill=1"},
    {"full_logits", "prompt_logits=all"},
    {"full_logits_fp32", "prompt_logits=all_fp32"},
    {NULL, NULL},
};

/* Without a cache kind only one component was measured, which no copy belongs to. */
static const struct token caches[] = {
    {"", "cache=static"}, {"dynamic", "cache=dynamic"}, {"static", "cache=static"}, {"paged", "cache=paged"},
    {"tuple", "cache=tuple"}, {"tuple_int8", "cache=tuple kv_precision=int8"}, {NULL, NULL},
};

/* Sources that state a part of what they read: Hugging Face's page on BERT gives the CUDA context of its V100, 1343 MiB. */
static const struct token sources[] = {
    {"hf-bert-large", "runtime_bytes=1408237568"},
    {NULL, ""},
};

static const struct {
    const char *column;
    const struct token *tokens;
} columns[] = {
    {"method", methods},       {"precision", precisions},    {"optimizer", optimizers}, {"ckpt", checkpointings},
    {"attn", attentions},      {"quant", quantisations},     {"lora_targets", targets}, {"ce_impl", losses},
    {"cache_impl", caches},    {"source", sources},
};

static const char *find(const struct token *tokens, struct str token)
{
    while (tokens->token && !str_eq_c(token, tokens->token))
        tokens++;
    return tokens->settings;
}

const char *measured_token(const char *column, struct str token)
{
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (strcmp(columns[i].column, column) == 0)
            return find(columns[i].tokens, token);
    return NULL;
}

static void set_pair(struct str key, struct str value, struct sizing_workload *out)
{
    int slot = names_slot(SIZING_GROUP_workload, key.p, key.n);
    const struct sizing_field *field = names_field(SIZING_GROUP_workload, slot);
    assert(field);
    double *at = (double *)out + slot;
    int index = names_value_index(field->kind, value.p, value.n);
    bool ok = index > 0 || number_parse(value, at);
    assert(ok);
    (void)ok;
    if (index > 0)
        *at = index;
}

void measured_set(const char *settings, struct sizing_workload *out)
{
    struct str rest = str_from(settings), pair;
    while (str_next(&rest, ' ', &pair)) {
        size_t equals = str_find_char(pair, '=');
        if (pair.n)
            set_pair(str_sub(pair, 0, equals), str_sub(pair, equals + 1, pair.n), out);
    }
}

/* ---- layouts */

/* Parts without a number. */
static const struct token layouts[] = {
    {"ddp", "sharding=ddp"},
    {"ddp_mcore", ""},
    {"sp", "sequence_parallel=1"},
    {"device_map", "layer_split=1"},
    {"device_map_per_gpu", "layer_split=1"},
    {"pp_sequential", "layer_split=1"},
    {"fsdp2", "zero_stage=3 sharding=fsdp2"},
    {"fsdp2_cpu_offload", "zero_stage=3 sharding=fsdp2 cpu_offload=1"},
    {"fsdp_full", "zero_stage=3 sharding=fsdp"},
    {"fsdp_full_cpu_offload", "zero_stage=3 sharding=fsdp cpu_offload=1"},
    {"zero2", "zero_stage=2"},
    {"zero2_or_3", "zero_stage=2"},
    {"zero3", "zero_stage=3"},
    {"zero3_cpu_offload", "zero_stage=3 cpu_offload=1"},
    {NULL, NULL},
};

/* A number follows: a degree, or for fsdp the size of the group (torchtitan). */
static const struct {
    const char *prefix, *key;
} degrees[] = {
    {"tp", "tensor_parallel"},      {"pp", "pipeline_parallel"}, {"cp", "context_parallel"},
    {"ulysses", "context_parallel"}, {"ep", "expert_parallel"},   {"fsdp", NULL},
};

/* "pp8_1f1b": the schedule behind the number changes nothing that we model. */
static bool set_degree(struct str part, const char *prefix, const char *key, struct sizing_workload *out)
{
    struct str digits = str_sub(part, strlen(prefix), str_find_char(part, '_'));
    double degree;
    if (!str_starts(part, str_from(prefix)) || !number_parse(digits, &degree))
        return false;
    if (key)
        set_pair(str_from(key), digits, out);
    else
        measured_set("zero_stage=3 sharding=fsdp2", out);
    return true;
}

static bool set_part(struct str part, struct sizing_workload *out)
{
    const char *settings = find(layouts, part);
    if (settings) {
        measured_set(settings, out);
        return true;
    }
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
        if (set_degree(part, degrees[i].prefix, degrees[i].key, out))
            return true;
    return false;
}

bool measured_sharding(struct str token, struct sizing_workload *out)
{
    struct str part;
    while (str_next(&token, '+', &part))
        if (!set_part(part, out))
            return false;
    if (out->layer_split != 0)
        out->pipeline_parallel = out->gpus;
    return true;
}
