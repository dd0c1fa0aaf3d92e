/* Inputs of the sizing core written as text, and the architectures that several tests use. */
#ifndef TESTS_SIZING_HELPER_H
#define TESTS_SIZING_HELPER_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sizing/memory.h"
#include "sizing/names.h"
#include "sizing/sizing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define GIB 1073741824.0

/* ---- reading `key=value key=value` */

struct input {
    struct sizing_model model;
    struct sizing_workload workload;
    struct sizing_gpu gpu;
};

static inline void init_input(struct input *in)
{
    sizing_model_init(&in->model);
    sizing_workload_init(&in->workload);
    sizing_gpu_init(&in->gpu);
}

static inline double *slots_of(struct input *in, enum sizing_group group)
{
    if (group == SIZING_GROUP_model)
        return (double *)&in->model;
    return group == SIZING_GROUP_workload ? (double *)&in->workload : (double *)&in->gpu;
}

static inline double parse_value(enum sizing_kind kind, const char *text, size_t len, const char *where)
{
    char *end;
    double number;
    int index = names_value_index(kind, text, len);
    if (index > 0)
        return index;
    if (kind == SIZING_KIND_BOOL && len == 4 && memcmp(text, "true", 4) == 0)
        return 1;
    if (kind == SIZING_KIND_BOOL && len == 5 && memcmp(text, "false", 5) == 0)
        return 0;
    number = strtod(text, &end);
    if (len == 0 || end != text + len)
        fail_msg("no value of its kind: \"%.*s\" in \"%s\"", (int)len, text, where);
    return number;
}

static inline void set_pair(struct input *in, const char *key, size_t key_len, const char *value, size_t value_len)
{
    for (int group = 0; group <= SIZING_GROUP_gpu; group++) {
        int slot = names_slot((enum sizing_group)group, key, key_len);
        if (slot < 0)
            continue;
        slots_of(in, (enum sizing_group)group)[slot] =
            parse_value(names_field((enum sizing_group)group, slot)->kind, value, value_len, key);
        return;
    }
    fail_msg("no field \"%.*s\"", (int)key_len, key);
}

/* Set the fields that `text` (len bytes) names; the others keep their values. */
static inline void set_fields(struct input *in, const char *text, size_t len)
{
    const char *end = text + len;
    while (text < end) {
        size_t pair_len = 0, key_len = 0;
        while (text + pair_len < end && text[pair_len] != ' ')
            pair_len++;
        while (key_len < pair_len && text[key_len] != '=')
            key_len++;
        if (pair_len > 0) {
            if (key_len == pair_len)
                fail_msg("no '=' in \"%.*s\"", (int)pair_len, text);
            set_pair(in, text, key_len, text + key_len + 1, pair_len - key_len - 1);
        }
        text += pair_len + (text + pair_len < end);
    }
}

static inline struct input read_input(const char *model, const char *rest)
{
    struct input in;
    init_input(&in);
    set_fields(&in, model, strlen(model));
    set_fields(&in, rest, strlen(rest));
    return in;
}

static inline struct sizing_estimate estimate(const char *model, const char *rest)
{
    struct sizing_estimate out;
    struct input in = read_input(model, rest);
    struct sizing_error error = memory_estimate(&in.model, &in.workload, &out);
    if (error.reason != SIZING_OK)
        fail_msg("%s: %s at %s", rest, names_reason(error.reason), names_field(error.group, error.slot)->id);
    return out;
}

static inline double term(const char *model, const char *rest, enum sizing_term_id id)
{
    return estimate(model, rest).terms[id].bytes;
}

/* ---- architectures used by several tests */

#define LLAMA_3_8B \
    "architecture=dense layers=32 hidden_size=4096 attention_heads=32 kv_heads=8 head_dim=128 intermediate_size=14336 " \
    "mlp=swiglu vocab_size=128256 norm=rmsnorm norms_per_layer=2 native_precision=bf16"
#define LLAMA_2_7B \
    "architecture=dense layers=32 hidden_size=4096 attention_heads=32 kv_heads=32 head_dim=128 intermediate_size=11008 " \
    "mlp=swiglu vocab_size=32000 norm=rmsnorm norms_per_layer=2 native_precision=fp16"
#define QWEN3_0_6B \
    "architecture=dense layers=28 hidden_size=1024 attention_heads=16 kv_heads=8 head_dim=128 intermediate_size=3072 " \
    "mlp=swiglu vocab_size=151936 tied_embeddings=true norm=rmsnorm norms_per_layer=2 qk_norm=per_head native_precision=bf16"
#define GEMMA_3_27B \
    "architecture=dense layers=62 hidden_size=5376 attention_heads=32 kv_heads=16 head_dim=128 intermediate_size=21504 " \
    "mlp=geglu vocab_size=262208 tied_embeddings=true norm=rmsnorm norms_per_layer=4 qk_norm=per_head " \
    "sliding_window=1024 sliding_window_layers=52 vision_params=423060336 native_precision=bf16"
#define DEEPSEEK_V3 \
    "architecture=moe layers=61 hidden_size=7168 attention_heads=128 kv_heads=128 intermediate_size=18432 mlp=swiglu " \
    "vocab_size=129280 norm=rmsnorm norms_per_layer=2 mla_q_lora_rank=1536 mla_kv_lora_rank=512 mla_qk_nope_head_dim=128 " \
    "mla_qk_rope_head_dim=64 mla_v_head_dim=128 moe_experts=256 moe_experts_per_token=8 moe_shared_experts=1 " \
    "moe_intermediate_size=2048 moe_shared_intermediate_size=2048 moe_first_dense_layers=3 moe_score_correction_bias=true " \
    "native_precision=fp8"
/* Kimi-K2.5 has Kimi-K2's language model. */
#define KIMI_K2 \
    "architecture=moe layers=61 hidden_size=7168 attention_heads=64 kv_heads=64 intermediate_size=18432 mlp=swiglu " \
    "vocab_size=163840 norm=rmsnorm norms_per_layer=2 mla_q_lora_rank=1536 mla_kv_lora_rank=512 mla_qk_nope_head_dim=128 " \
    "mla_qk_rope_head_dim=64 mla_v_head_dim=128 moe_experts=384 moe_experts_per_token=8 moe_shared_experts=1 " \
    "moe_intermediate_size=2048 moe_shared_intermediate_size=2048 moe_first_dense_layers=1 moe_score_correction_bias=true " \
    "native_precision=fp8"
#define MIXTRAL_8X7B \
    "architecture=moe layers=32 hidden_size=4096 attention_heads=32 kv_heads=8 head_dim=128 mlp=swiglu vocab_size=32000 " \
    "norm=rmsnorm norms_per_layer=2 moe_experts=8 moe_experts_per_token=2 moe_intermediate_size=14336 native_precision=bf16"
#define QWEN3_NEXT \
    "architecture=moe layers=48 hidden_size=2048 attention_heads=16 kv_heads=2 head_dim=256 mlp=swiglu vocab_size=151936 " \
    "norm=rmsnorm norms_per_layer=2 qk_norm=per_head attention_output_gate=true linear_attention_kind=gated_deltanet " \
    "linear_attention_full_attention_every=4 linear_attention_key_heads=16 linear_attention_key_head_dim=128 " \
    "linear_attention_value_heads=32 linear_attention_value_head_dim=128 linear_attention_conv_kernel=4 moe_experts=512 " \
    "moe_experts_per_token=10 moe_shared_experts=1 moe_intermediate_size=512 moe_shared_intermediate_size=512 " \
    "moe_shared_expert_gate=true native_precision=bf16"
#define MINIMAX_01 \
    "architecture=moe layers=80 hidden_size=6144 attention_heads=64 kv_heads=8 head_dim=128 mlp=swiglu vocab_size=200064 " \
    "norm=rmsnorm norms_per_layer=2 linear_attention_kind=lightning linear_attention_full_attention_every=8 moe_experts=32 " \
    "moe_experts_per_token=2 moe_intermediate_size=9216 native_precision=bf16"
#define LLAMA_4_SCOUT \
    "architecture=moe layers=48 hidden_size=5120 attention_heads=40 kv_heads=8 head_dim=128 mlp=swiglu vocab_size=202048 " \
    "norm=rmsnorm norms_per_layer=2 attention_chunk_size=8192 attention_chunk_layers=36 moe_experts=16 " \
    "moe_experts_per_token=1 moe_shared_experts=1 moe_intermediate_size=8192 moe_shared_intermediate_size=8192 " \
    "vision_params=871932416 native_precision=bf16"
#define GPT_OSS_20B \
    "architecture=moe layers=24 hidden_size=2880 attention_heads=64 kv_heads=8 head_dim=64 mlp=swiglu vocab_size=201088 " \
    "qkv_bias=true attn_out_bias=true norm=rmsnorm norms_per_layer=2 attention_sinks=true sliding_window=128 " \
    "sliding_window_layers=12 moe_experts=32 moe_experts_per_token=4 moe_intermediate_size=2880 moe_router_bias=true " \
    "moe_expert_bias=true native_precision=mxfp4"
#define BERT_BASE \
    "architecture=encoder layers=12 hidden_size=768 attention_heads=12 kv_heads=12 head_dim=64 intermediate_size=3072 mlp=gelu " \
    "vocab_size=30522 qkv_bias=true norm=layernorm learned_positions=512 token_types=2 native_precision=fp32"
#define T5_SMALL \
    "architecture=encoder-decoder counter=t5 params_total=60506624 layers=12 hidden_size=512 attention_heads=8 vocab_size=32128 " \
    "native_precision=fp32"

static const struct {
    const char *name;
    const char *fields;
} models[] = {
    {"llama-3-8b", LLAMA_3_8B},   {"llama-2-7b", LLAMA_2_7B},       {"qwen3-0.6b", QWEN3_0_6B},   {"gemma-3-27b", GEMMA_3_27B},
    {"deepseek-v3", DEEPSEEK_V3}, {"kimi-k2", KIMI_K2},             {"mixtral-8x7b", MIXTRAL_8X7B}, {"qwen3-next", QWEN3_NEXT},
    {"minimax-01", MINIMAX_01},   {"llama-4-scout", LLAMA_4_SCOUT}, {"gpt-oss-20b", GPT_OSS_20B}, {"bert-base", BERT_BASE},
    {"t5-small", T5_SMALL},
};

#endif
