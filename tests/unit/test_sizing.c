/* Tests of the sizing core: published counts, users' cases D17–D21, properties, errors, and tests/data/sizing-cases.txt. */
#include <math.h>

#include "sizing/check.h"
#include "sizing/fit.h"
#include "sizing/params.h"
#include "sizing_helper.h"

#ifndef TEST_DATA_DIR
#define TEST_DATA_DIR "tests/data"
#endif

/* ---- names and slots */

static void test_every_field_has_one_name(void **state)
{
    (void)state;
    for (int group = 0; group < SIZING_GROUPS; group++) {
        for (int slot = 0; slot < names_field_count((enum sizing_group)group); slot++) {
            const char *id = names_field((enum sizing_group)group, slot)->id;
            for (int other = 0; other < SIZING_GROUPS; other++)
                if (names_slot((enum sizing_group)other, id, strlen(id)) != (other == group ? slot : -1))
                    fail_msg("field %s is not the only one of its name", id);
        }
        assert_null(names_field((enum sizing_group)group, -1));
        assert_null(names_field((enum sizing_group)group, names_field_count((enum sizing_group)group)));
    }
    assert_int_equal(names_slot(SIZING_GROUP_model, "layer", 5), -1);
    assert_int_equal(names_slot(SIZING_GROUP_model, "layers_", 7), -1);
    assert_int_equal(names_slot(SIZING_GROUP_model, "layers_", 6), SIZING_MODEL_layers);
    assert_int_equal(names_slot(SIZING_GROUP_model, "", 0), -1);
}

static void test_structs_are_arrays_of_their_slots(void **state)
{
    (void)state;
    assert_int_equal(sizeof(struct sizing_model), SIZING_MODEL_SLOTS * sizeof(double));
    assert_int_equal(sizeof(struct sizing_workload), SIZING_WORKLOAD_SLOTS * sizeof(double));
    assert_int_equal(sizeof(struct sizing_gpu), SIZING_GPU_SLOTS * sizeof(double));
    assert_int_equal(offsetof(struct sizing_model, projection_dim), SIZING_MODEL_projection_dim * sizeof(double));
    assert_int_equal(offsetof(struct sizing_workload, seq), SIZING_WORKLOAD_seq * sizeof(double));
    assert_int_equal(names_field_count(SIZING_GROUP_model), SIZING_MODEL_SLOTS);
}

static void test_every_value_has_one_spelling(void **state)
{
    (void)state;
    for (int kind = 0; kind < SIZING_KINDS; kind++) {
        assert_non_null(names_kind((enum sizing_kind)kind));
        for (int index = 1; index <= names_value_count((enum sizing_kind)kind); index++) {
            const char *text = names_value((enum sizing_kind)kind, index);
            if (names_value_index((enum sizing_kind)kind, text, strlen(text)) != index)
                fail_msg("%s %s does not come back", names_kind((enum sizing_kind)kind), text);
            assert_non_null(names_value_id((enum sizing_kind)kind, index));
        }
    }
    assert_null(names_value(SIZING_KIND_MLP, 0));
    assert_null(names_value(SIZING_KIND_MLP, names_value_count(SIZING_KIND_MLP) + 1));
    assert_int_equal(names_value_count(SIZING_KIND_COUNT), 0);
    assert_int_equal(names_value_index(SIZING_KIND_QUANTISATION, "nf4-doubl", 9), 0);
    assert_int_equal(names_value_index(SIZING_KIND_QUANTISATION, "nf4-double", 3), SIZING_QUANTISATION_nf4);
    assert_int_equal(names_value_index(SIZING_KIND_ARCH, "encoder-decoder", 15), SIZING_ARCH_encoder_decoder);
}

static void test_ids_of_terms_formulas_reasons(void **state)
{
    (void)state;
    assert_string_equal(names_term(SIZING_TERM_kv_cache), "kv_cache");
    assert_null(names_term(SIZING_TERMS));
    assert_string_equal(names_formula(SIZING_FORMULA_kv_windowed), "kv_windowed");
    assert_int_equal(names_formula_operands(SIZING_FORMULA_kv_windowed), 8);
    assert_null(names_formula(SIZING_FORMULA_none));
    assert_null(names_formula(SIZING_FORMULAS));
    for (int formula = 1; formula < SIZING_FORMULAS; formula++)
        assert_in_range(names_formula_operands((enum sizing_formula)formula), 1, SIZING_OPERANDS_MAX);
    assert_string_equal(names_reason(SIZING_REASON_must_divide_heads), "must_divide_heads");
    assert_null(names_reason(SIZING_OK));
    assert_null(names_reason(SIZING_REASONS));
}

static void test_initial_values(void **state)
{
    struct input in;
    (void)state;
    init_input(&in);
    assert_true(in.model.final_norm == 1.0 && in.model.pooler == 1.0 && in.model.layers == 0.0);
    assert_true(in.workload.method == SIZING_METHOD_inference && in.workload.batch == 1.0 && in.workload.master_weights == 1.0);
    assert_true(in.workload.kv_precision == SIZING_KV_bits16 && in.workload.quantisation == SIZING_QUANTISATION_native);
    assert_true(in.gpu.gpu_fraction == 1.0 && in.gpu.fp8 == -1.0);
}

/* ---- parameter counts: independent truth is the count of the published checkpoint */

enum basis { BASIS_total, BASIS_untied, BASIS_total_with_mtp, BASIS_checkpoint };

/* exact: parameters of the published checkpoint (mostly the safetensors total on the HF Hub), of what basis names; scales: fp8
   block scales in it; active: what a token reads, 0 for dense models. Copied from facts/models.yaml. */
static const struct {
    const char *id;
    const char *fields;
    double exact;
    enum basis basis;
    double scales;
    double active;
} published[] = {
    {"qwen2.5-0.5b",
     "architecture=dense layers=24 hidden_size=896 attention_heads=14 kv_heads=2 head_dim=64 "
     "intermediate_size=4864 mlp=swiglu vocab_size=151936 tied_embeddings=true qkv_bias=true norm=rmsnorm "
     "norms_per_layer=2 native_precision=bf16",
     494032768.0, BASIS_total, 0.0, 0.0},
    {"qwen2.5-7b",
     "architecture=dense layers=28 hidden_size=3584 attention_heads=28 kv_heads=4 head_dim=128 "
     "intermediate_size=18944 mlp=swiglu vocab_size=152064 qkv_bias=true norm=rmsnorm norms_per_layer=2 "
     "native_precision=bf16",
     7615616512.0, BASIS_total, 0.0, 0.0},
    {"qwen3-0.6b",
     "architecture=dense layers=28 hidden_size=1024 attention_heads=16 kv_heads=8 head_dim=128 "
     "intermediate_size=3072 mlp=swiglu vocab_size=151936 tied_embeddings=true norm=rmsnorm norms_per_layer=2 "
     "qk_norm=per_head native_precision=bf16",
     596049920.0, BASIS_total, 0.0, 0.0},
    {"qwen3-235b-a22b",
     "architecture=moe layers=94 hidden_size=4096 attention_heads=64 kv_heads=4 head_dim=128 "
     "intermediate_size=12288 mlp=swiglu vocab_size=151936 norm=rmsnorm norms_per_layer=2 qk_norm=per_head "
     "moe_experts=128 moe_experts_per_token=8 moe_intermediate_size=1536 native_precision=bf16",
     235093634560.0, BASIS_total, 0.0, 22190763520.0},
    {"qwen3-next-80b-a3b",
     "architecture=moe layers=48 hidden_size=2048 attention_heads=16 kv_heads=2 head_dim=256 "
     "intermediate_size=5120 mlp=swiglu vocab_size=151936 norm=rmsnorm norms_per_layer=2 qk_norm=per_head "
     "attention_output_gate=true linear_attention_kind=gated_deltanet linear_attention_full_attention_every=4 "
     "linear_attention_key_heads=16 linear_attention_key_head_dim=128 linear_attention_value_heads=32 "
     "linear_attention_value_head_dim=128 linear_attention_conv_kernel=4 moe_experts=512 "
     "moe_experts_per_token=10 moe_shared_experts=1 moe_intermediate_size=512 moe_shared_intermediate_size=512 "
     "moe_shared_expert_gate=true mtp_layers=1 native_precision=bf16",
     81324862720.0, BASIS_total_with_mtp, 0.0, 3874929408.0},
    {"qwen2.5-vl-7b",
     "architecture=dense layers=28 hidden_size=3584 attention_heads=28 kv_heads=4 head_dim=128 "
     "intermediate_size=18944 mlp=swiglu vocab_size=152064 qkv_bias=true norm=rmsnorm norms_per_layer=2 "
     "vision_params=676550144 native_precision=bf16",
     8292166656.0, BASIS_total, 0.0, 0.0},
    {"llama-2-7b",
     "architecture=dense layers=32 hidden_size=4096 attention_heads=32 kv_heads=32 head_dim=128 "
     "intermediate_size=11008 mlp=swiglu vocab_size=32000 norm=rmsnorm norms_per_layer=2 native_precision=fp16",
     6738415616.0, BASIS_total, 0.0, 0.0},
    {"llama-3.1-8b",
     "architecture=dense layers=32 hidden_size=4096 attention_heads=32 kv_heads=8 head_dim=128 "
     "intermediate_size=14336 mlp=swiglu vocab_size=128256 norm=rmsnorm norms_per_layer=2 "
     "native_precision=bf16",
     8030261248.0, BASIS_total, 0.0, 0.0},
    {"llama-4-maverick",
     "architecture=moe layers=48 hidden_size=5120 attention_heads=40 kv_heads=8 head_dim=128 "
     "intermediate_size=16384 mlp=swiglu vocab_size=202048 norm=rmsnorm norms_per_layer=2 "
     "attention_chunk_size=8192 attention_chunk_layers=36 moe_experts=128 moe_experts_per_token=1 "
     "moe_shared_experts=1 moe_intermediate_size=8192 moe_shared_intermediate_size=8192 moe_layer_step=2 "
     "vision_params=871932416 native_precision=bf16",
     401583781376.0, BASIS_total, 0.0, 17184691200.0},
    {"mistral-7b-v0.1",
     "architecture=dense layers=32 hidden_size=4096 attention_heads=32 kv_heads=8 head_dim=128 "
     "intermediate_size=14336 mlp=swiglu vocab_size=32000 norm=rmsnorm norms_per_layer=2 sliding_window=4096 "
     "sliding_window_layers=32 native_precision=bf16",
     7241732096.0, BASIS_total, 0.0, 0.0},
    {"mixtral-8x7b",
     "architecture=moe layers=32 hidden_size=4096 attention_heads=32 kv_heads=8 head_dim=128 mlp=swiglu "
     "vocab_size=32000 norm=rmsnorm norms_per_layer=2 moe_experts=8 moe_experts_per_token=2 "
     "moe_intermediate_size=14336 native_precision=bf16",
     46702792704.0, BASIS_total, 0.0, 12879925248.0},
    {"gemma-2-9b",
     "architecture=dense layers=42 hidden_size=3584 attention_heads=16 kv_heads=8 head_dim=256 "
     "intermediate_size=14336 mlp=geglu vocab_size=256000 tied_embeddings=true norm=rmsnorm norms_per_layer=4 "
     "sliding_window=4096 sliding_window_layers=21 native_precision=bf16",
     9241705984.0, BASIS_total, 0.0, 0.0},
    {"gemma-3-27b",
     "architecture=dense layers=62 hidden_size=5376 attention_heads=32 kv_heads=16 head_dim=128 "
     "intermediate_size=21504 mlp=geglu vocab_size=262208 tied_embeddings=true norm=rmsnorm norms_per_layer=4 "
     "qk_norm=per_head sliding_window=1024 sliding_window_layers=52 vision_params=423060336 "
     "native_precision=bf16",
     27432406640.0, BASIS_total, 0.0, 0.0},
    {"phi-3-mini-3.8b",
     "architecture=dense layers=32 hidden_size=3072 attention_heads=32 kv_heads=32 head_dim=96 "
     "intermediate_size=8192 mlp=swiglu vocab_size=32064 norm=rmsnorm norms_per_layer=2 sliding_window=2048 "
     "sliding_window_layers=32 native_precision=bf16",
     3821079552.0, BASIS_total, 0.0, 0.0},
    {"deepseek-v3",
     "architecture=moe layers=61 hidden_size=7168 attention_heads=128 kv_heads=128 intermediate_size=18432 "
     "mlp=swiglu vocab_size=129280 norm=rmsnorm norms_per_layer=2 mla_q_lora_rank=1536 mla_kv_lora_rank=512 "
     "mla_qk_nope_head_dim=128 mla_qk_rope_head_dim=64 mla_v_head_dim=128 moe_experts=256 "
     "moe_experts_per_token=8 moe_shared_experts=1 moe_intermediate_size=2048 "
     "moe_shared_intermediate_size=2048 moe_first_dense_layers=3 moe_score_correction_bias=true mtp_layers=1 "
     "mtp_stores_embedding_and_head=true native_precision=fp8",
     684531386000.0, BASIS_checkpoint, 41540496.0, 37552297472.0},
    {"deepseek-v2-lite",
     "architecture=moe layers=27 hidden_size=2048 attention_heads=16 kv_heads=16 intermediate_size=10944 "
     "mlp=swiglu vocab_size=102400 norm=rmsnorm norms_per_layer=2 mla_kv_lora_rank=512 "
     "mla_qk_nope_head_dim=128 mla_qk_rope_head_dim=64 mla_v_head_dim=128 moe_experts=64 "
     "moe_experts_per_token=6 moe_shared_experts=2 moe_intermediate_size=1408 "
     "moe_shared_intermediate_size=2816 moe_first_dense_layers=1 native_precision=bf16",
     15706484224.0, BASIS_total, 0.0, 2661150208.0},
    {"glm-4.5",
     "architecture=moe layers=92 hidden_size=5120 attention_heads=96 kv_heads=8 head_dim=128 "
     "intermediate_size=12288 mlp=swiglu vocab_size=151552 qkv_bias=true norm=rmsnorm norms_per_layer=2 "
     "qk_norm=per_head moe_experts=160 moe_experts_per_token=8 moe_shared_experts=1 moe_intermediate_size=1536 "
     "moe_shared_intermediate_size=1536 moe_first_dense_layers=3 moe_score_correction_bias=true mtp_layers=1 "
     "mtp_stores_embedding_and_head=true native_precision=bf16",
     358337791296.0, BASIS_checkpoint, 0.0, 33632266144.0},
    {"minimax-text-01",
     "architecture=moe layers=80 hidden_size=6144 attention_heads=64 kv_heads=8 head_dim=128 mlp=swiglu "
     "vocab_size=200064 norm=rmsnorm norms_per_layer=2 linear_attention_kind=lightning "
     "linear_attention_full_attention_every=8 moe_experts=32 moe_experts_per_token=2 "
     "moe_intermediate_size=9216 native_precision=bf16",
     456089655296.0, BASIS_total, 0.0, 48403306496.0},
    {"minimax-m2",
     "architecture=moe layers=62 hidden_size=3072 attention_heads=48 kv_heads=8 head_dim=128 mlp=swiglu "
     "vocab_size=200064 norm=rmsnorm norms_per_layer=2 qk_norm=per_layer moe_experts=256 "
     "moe_experts_per_token=8 moe_intermediate_size=1536 moe_score_correction_bias=true native_precision=fp8",
     228689764864.0, BASIS_total, 0.0, 11030553088.0},
    {"gpt-oss-20b",
     "architecture=moe layers=24 hidden_size=2880 attention_heads=64 kv_heads=8 head_dim=64 mlp=swiglu "
     "vocab_size=201088 qkv_bias=true norm=rmsnorm norms_per_layer=2 attn_out_bias=true attention_sinks=true "
     "sliding_window=128 sliding_window_layers=12 moe_experts=32 moe_experts_per_token=4 "
     "moe_intermediate_size=2880 moe_router_bias=true moe_expert_bias=true native_precision=mxfp4",
     20914757184.0, BASIS_total, 0.0, 4187440704.0},
    {"falcon-7b",
     "architecture=dense layers=32 hidden_size=4544 attention_heads=71 kv_heads=1 head_dim=64 "
     "intermediate_size=18176 mlp=gelu vocab_size=65024 tied_embeddings=true norm=layernorm norms_per_layer=1 "
     "parallel_block=true native_precision=bf16",
     7217189760.0, BASIS_untied, 0.0, 0.0},
    {"falcon-40b",
     "architecture=dense layers=60 hidden_size=8192 attention_heads=128 kv_heads=8 head_dim=64 "
     "intermediate_size=32768 mlp=gelu vocab_size=65024 tied_embeddings=true norm=layernorm norms_per_layer=2 "
     "parallel_block=true native_precision=bf16",
     41835970560.0, BASIS_untied, 0.0, 0.0},
    {"gpt2-124m",
     "architecture=dense layers=12 hidden_size=768 attention_heads=12 kv_heads=12 head_dim=64 "
     "intermediate_size=3072 mlp=gelu vocab_size=50257 tied_embeddings=true qkv_bias=true norm=layernorm "
     "norms_per_layer=2 attn_out_bias=true mlp_bias=true learned_positions=1024 native_precision=fp32",
     124439808.0, BASIS_total, 0.0, 0.0},
    {"opt-350m",
     "architecture=dense layers=24 hidden_size=1024 attention_heads=16 kv_heads=16 head_dim=64 "
     "intermediate_size=4096 mlp=relu vocab_size=50272 tied_embeddings=true qkv_bias=true norm=layernorm "
     "norms_per_layer=2 attn_out_bias=true mlp_bias=true learned_positions=2050 embedding_proj_dim=512 "
     "final_norm=false native_precision=fp16",
     331196416.0, BASIS_total, 0.0, 0.0},
    {"bloom-7b1",
     "architecture=dense layers=30 hidden_size=4096 attention_heads=32 kv_heads=32 head_dim=128 "
     "intermediate_size=16384 mlp=gelu vocab_size=250880 tied_embeddings=true qkv_bias=true norm=layernorm "
     "norms_per_layer=2 attn_out_bias=true mlp_bias=true embedding_norm=true native_precision=fp16",
     7069016064.0, BASIS_total, 0.0, 0.0},
    {"bert-base",
     "architecture=encoder layers=12 hidden_size=768 attention_heads=12 kv_heads=12 head_dim=64 "
     "intermediate_size=3072 mlp=gelu vocab_size=30522 qkv_bias=true norm=layernorm learned_positions=512 "
     "token_types=2 pooler=true native_precision=fp32",
     109482240.0, BASIS_total, 0.0, 0.0},
    {"bge-m3",
     "architecture=encoder layers=24 hidden_size=1024 attention_heads=16 kv_heads=16 head_dim=64 "
     "intermediate_size=4096 mlp=gelu vocab_size=250002 qkv_bias=true norm=layernorm learned_positions=8194 "
     "token_types=1 pooler=true native_precision=fp32",
     567754752.0, BASIS_total, 0.0, 0.0},
    {"modernbert-base",
     "architecture=encoder layers=22 hidden_size=768 attention_heads=12 kv_heads=12 head_dim=64 "
     "intermediate_size=1152 mlp=geglu vocab_size=50368 tied_embeddings=true norm=layernorm_nobias "
     "sliding_window=128 sliding_window_layers=14 native_precision=fp32",
     149014272.0, BASIS_total, 0.0, 0.0},
};

static double count_of(const struct sizing_params *p, enum basis basis)
{
    switch (basis) {
    case BASIS_total: return p->total;
    case BASIS_untied: return p->total + p->embedding;
    case BASIS_total_with_mtp: return p->total + p->mtp;
    case BASIS_checkpoint: break;
    }
    return p->total + p->mtp + p->mtp_copies;
}

static void test_published_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        struct sizing_params p;
        struct input in = read_input(published[i].fields, "");
        struct sizing_error error = params_count(&in.model, &p);
        double count = count_of(&p, published[i].basis) + published[i].scales;
        double parts = p.embedding + p.head + p.norms + p.linear + p.experts + p.other + p.vision;
        if (error.reason != SIZING_OK)
            fail_msg("%s: %s", published[i].id, names_reason(error.reason));
        if (!p.known || count != published[i].exact)
            fail_msg("%s: counted %.0f, published %.0f", published[i].id, count, published[i].exact);
        if (parts != p.total)
            fail_msg("%s: parts %.0f, total %.0f", published[i].id, parts, p.total);
        if (published[i].active > 0.0 ? p.active != published[i].active : p.active != p.total - p.vision)
            fail_msg("%s: active %.0f, expected %.0f", published[i].id, p.active, published[i].active);
    }
}

/* The masked-LM, pooler and other switches that no published count above exercises; all by hand. */
static void test_switches_of_the_count(void **state)
{
    static const struct {
        const char *base, *with;
        double difference;
    } rows[] = {
        {LLAMA_3_8B, "tied_embeddings=true", -128256.0 * 4096},
        {LLAMA_3_8B, "lm_head_bias=true", 128256},
        {LLAMA_3_8B, "final_norm=false", -4096},
        {LLAMA_3_8B, "embedding_norm=true", 4096},
        {LLAMA_3_8B, "norm=layernorm", 65.0 * 4096},
        {LLAMA_3_8B, "norms_per_layer=4", 2.0 * 32 * 4096},
        {LLAMA_3_8B, "qkv_bias=true", 32.0 * (4096 + 2 * 1024)},
        {LLAMA_3_8B, "attn_out_bias=true", 32.0 * 4096},
        {LLAMA_3_8B, "mlp_bias=true", 32.0 * (2 * 14336 + 4096)},
        {LLAMA_3_8B, "mlp=gelu", -32.0 * 4096 * 14336},
        {LLAMA_3_8B, "qk_norm=per_layer", 32.0 * (4096 + 1024)},
        {LLAMA_3_8B, "learned_positions=2048", 2048.0 * 4096},
        {BERT_BASE, "pooler=false", -768.0 * 769},
        {BERT_BASE, "token_types=0", -2.0 * 768},
        {MIXTRAL_8X7B, "moe_router_bias=true", 32.0 * 8},
        {MIXTRAL_8X7B, "moe_expert_bias=true", 32.0 * 8 * (2 * 14336 + 4096)},
        {MIXTRAL_8X7B, "moe_shared_experts=1 moe_shared_intermediate_size=100", 32.0 * 3 * 4096 * 100},
        {MIXTRAL_8X7B, "moe_first_dense_layers=1 intermediate_size=100", 3.0 * 4096 * (100 - 8 * 14336) - 8 * 4096},
        {MIXTRAL_8X7B, "moe_layer_step=2 intermediate_size=100", 16.0 * (3.0 * 4096 * (100 - 8 * 14336) - 8 * 4096)},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_params a, b;
        struct input base = read_input(rows[i].base, ""), with = read_input(rows[i].base, rows[i].with);
        assert_int_equal(params_count(&base.model, &a).reason, SIZING_OK);
        assert_int_equal(params_count(&with.model, &b).reason, SIZING_OK);
        if (b.total - a.total != rows[i].difference)
            fail_msg("%s: changes the count by %.0f, expected %.0f", rows[i].with, b.total - a.total, rows[i].difference);
    }
}

static void test_layouts(void **state)
{
    static const struct {
        const char *fields;
        enum sizing_layout layout;
    } rows[] = {
        {"architecture=dense", SIZING_LAYOUT_decoder},
        {"architecture=moe", SIZING_LAYOUT_decoder},
        {"architecture=encoder vocab_size=30522 learned_positions=512", SIZING_LAYOUT_bert},
        {"architecture=encoder vocab_size=50368 norm=layernorm_nobias", SIZING_LAYOUT_modernbert},
        {"architecture=encoder vocab_size=50368 norm=rmsnorm", SIZING_LAYOUT_none},
        {"architecture=encoder patch_size=16 norm=layernorm learned_positions=197", SIZING_LAYOUT_none},
        {"architecture=encoder counter=bert", SIZING_LAYOUT_bert},
        {"architecture=encoder counter=modernbert", SIZING_LAYOUT_modernbert},
        {"architecture=encoder counter=clip vocab_size=49408 learned_positions=77", SIZING_LAYOUT_none},
        {"architecture=encoder-decoder vocab_size=32128", SIZING_LAYOUT_none},
        {"architecture=cnn", SIZING_LAYOUT_none},
        {"architecture=diffusion", SIZING_LAYOUT_none},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct input in = read_input(rows[i].fields, "");
        if (check_layout(&in.model) != rows[i].layout)
            fail_msg("%s: layout %d, expected %d", rows[i].fields, (int)check_layout(&in.model), (int)rows[i].layout);
    }
}

/* ---- users' cases */

static void test_bits_per_weight(void **state)
{
    static const struct {
        enum sizing_quantisation scheme;
        double bits;
    } rows[] = {
        {SIZING_QUANTISATION_native, 0},         {SIZING_QUANTISATION_none, 0},       {SIZING_QUANTISATION_fp8, 8.02},
        {SIZING_QUANTISATION_int8, 8.03},        {SIZING_QUANTISATION_gptq_int8, 8.1875},
        {SIZING_QUANTISATION_gptq_int4, 4.15625}, {SIZING_QUANTISATION_gptq_int4_g32, 4.625},
        {SIZING_QUANTISATION_awq_int4, 4.15625}, {SIZING_QUANTISATION_nf4, 4.5},
        {SIZING_QUANTISATION_nf4_double, 4.126953125}, {SIZING_QUANTISATION_mxfp4, 4.25},
        {SIZING_QUANTISATION_gptq_int4_column, 4.01}, {SIZING_QUANTISATION_int4, 4.06},
        /* bytes of a block in ggml-common.h: 34 of 32 weights, 210 and 144 of 256, 18 of 32 */
        {SIZING_QUANTISATION_q8_0, 34.0 * 8 / 32}, {SIZING_QUANTISATION_q6_k, 210.0 * 8 / 256},
        {SIZING_QUANTISATION_q4_k, 144.0 * 8 / 256}, {SIZING_QUANTISATION_q4_0, 18.0 * 8 / 32},
    };
    (void)state;
    assert_int_equal(COUNT_OF(rows), names_value_count(SIZING_KIND_QUANTISATION));
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (memory_bits_per_weight(rows[i].scheme) != rows[i].bits)
            fail_msg("%s: %.9f bits", names_value(SIZING_KIND_QUANTISATION, (int)rows[i].scheme),
                     memory_bits_per_weight(rows[i].scheme));
}

/* Cases D17, D18, D21 and hand-computed caches: GiB to the printed digits, or bytes exactly. */
static void test_kv_cache_cases(void **state)
{
    static const struct {
        const char *why, *model, *rest;
        double expected, unit, tolerance;
    } rows[] = {
        {"D17 bytes a token, MHA: 0.5 MiB", LLAMA_2_7B, "seq=1", 0.5 * 1048576, 1, 0},
        {"D17 bytes a token, 8 KV heads: 0.125 MiB", LLAMA_3_8B, "seq=1", 0.125 * 1048576, 1, 0},
        {"D17 Llama-3-8B", LLAMA_3_8B, "seq=8192", 1.0, GIB, 0},
        {"D17 heads by mistake", LLAMA_3_8B, "seq=8192 kv_heads=32", 4.0, GIB, 0},
        {"D18 Gemma-3-27B", GEMMA_3_27B, "seq=131072", 10.41, GIB, 0.005},
        {"D18 Gemma-3-27B without windows", GEMMA_3_27B, "seq=131072 sliding_window_layers=0", 62.00, GIB, 0.005},
        {"D18 Gemma-3-27B, naive head_dim", GEMMA_3_27B, "seq=131072 sliding_window_layers=0 head_dim=168", 81.38, GIB, 0.005},
        {"D18 DeepSeek-V3.1 bytes a token", DEEPSEEK_V3, "seq=1", 70272, 1, 0},
        {"D18 DeepSeek-V3.1", DEEPSEEK_V3, "seq=163840", 10.72, GIB, 0.005},
        {"D18 Kimi-K2.5", KIMI_K2, "seq=262144", 17.16, GIB, 0.005},
        {"D18 Qwen3-0.6B", QWEN3_0_6B, "seq=40960", 4.375, GIB, 0},
        {"D18 Qwen3-0.6B, derived head_dim", QWEN3_0_6B, "seq=40960 head_dim=64", 2.19, GIB, 0.005},
        {"D19 7B MHA at 8,192", LLAMA_2_7B, "seq=8192 quantisation=gptq-int4", 4.0, GIB, 0},
        {"D21 8 KV heads, 4 ranks", LLAMA_3_8B, "seq=8192 gpus=4 tensor_parallel=4", 1.0 / 4, GIB, 0},
        {"D21 8 KV heads, 8 ranks", LLAMA_3_8B, "seq=8192 gpus=8 tensor_parallel=8", 1.0 / 8, GIB, 0},
        {"D21 8 KV heads, 16 ranks", LLAMA_3_8B, "seq=8192 gpus=16 tensor_parallel=16", 1.0 / 8, GIB, 0},
        {"D21 8 KV heads, 32 ranks", LLAMA_3_8B, "seq=8192 gpus=32 tensor_parallel=32", 1.0 / 8, GIB, 0},
        {"MLA on 16 ranks", DEEPSEEK_V3, "seq=1 gpus=16 tensor_parallel=16", 70272, 1, 0},
        {"MLA does not ask for kv_heads", DEEPSEEK_V3, "seq=1 kv_heads=0", 70272, 1, 0},
        {"MLA has no KV-head rule", DEEPSEEK_V3, "seq=1 kv_heads=3 gpus=2 tensor_parallel=2", 70272, 1, 0},
        {"MLA, fp8", DEEPSEEK_V3, "seq=1 kv_precision=fp8", 61.0 * 576, 1, 0},
        {"MLA, int8", DEEPSEEK_V3, "seq=1 kv_precision=int8", 61.0 * 580, 1, 0},
        {"fp8", LLAMA_3_8B, "seq=8192 kv_precision=fp8", 0.5, GIB, 0},
        {"int8: 128 + 4 bytes a head vector", LLAMA_3_8B, "seq=1 kv_precision=int8", 2.0 * 32 * 8 * 132, 1, 0},
        {"Llama 4: 36 of 48 layers in chunks", LLAMA_4_SCOUT, "seq=10000", 4096.0 * (12 * 10000 + 36 * 8192), 1, 0},
        {"gpt-oss: half the layers in windows", GPT_OSS_20B, "seq=100", 2048.0 * 24 * 100, 1, 0},
        {"Qwen3-Next: 12 of 48 layers", QWEN3_NEXT, "seq=1", 2.0 * 12 * 2 * 256 * 2, 1, 0},
        {"MiniMax-01: 10 of 80 layers", MINIMAX_01, "seq=1", 2.0 * 10 * 8 * 128 * 2, 1, 0},
        {"hybrid model of 10 layers, full every 4th: 2", QWEN3_NEXT, "seq=1 layers=10", 2.0 * 2 * 2 * 256 * 2, 1, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double bytes = term(rows[i].model, rows[i].rest, SIZING_TERM_kv_cache);
        if (fabs(bytes / rows[i].unit - rows[i].expected) > rows[i].tolerance)
            fail_msg("%s: %.1f bytes = %.4f, expected %.4f", rows[i].why, bytes, bytes / rows[i].unit, rows[i].expected);
    }
}

static void test_d19_all_experts_are_resident(void **state)
{
    double weights = term(MIXTRAL_8X7B, "", SIZING_TERM_weights);
    (void)state;
    assert_true(weights == 46702792704.0 * 2);
    assert_true(fabs(weights / 1e9 - 93.4) < 0.05 && fabs(weights / GIB - 86.99) < 0.005);
    assert_true(term(MIXTRAL_8X7B, "moe_experts_per_token=8", SIZING_TERM_weights) == weights);
    weights = term(DEEPSEEK_V3, "quantisation=gptq-int4", SIZING_TERM_weights);
    if (weights < 335e9 || weights > 400e9)
        fail_msg("671 B at 4 bits: %.1f GB", weights / 1e9);
}

static void test_quantisation_never_changes_the_cache(void **state)
{
    char rest[80];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        struct sizing_estimate plain = estimate(models[i].fields, "seq=5000 quantisation=none");
        for (int scheme = 1; scheme <= names_value_count(SIZING_KIND_QUANTISATION); scheme++) {
            struct sizing_estimate other;
            snprintf(rest, sizeof rest, "seq=5000 quantisation=%s", names_value(SIZING_KIND_QUANTISATION, scheme));
            other = estimate(models[i].fields, rest);
            for (int id = SIZING_TERM_kv_cache; id <= SIZING_TERM_linear_state; id++)
                if (memcmp(&other.terms[id], &plain.terms[id], sizeof plain.terms[id]) != 0)
                    fail_msg("%s: %s changes %s", models[i].name, rest, names_term((enum sizing_term_id)id));
        }
    }
}

/* Nor does the precision that the weights are released or loaded in. */
static void test_precision_of_weights_never_changes_the_cache(void **state)
{
    static const char *const rests[] = {"precision=fp32", "precision=fp16", "weight_precision=fp32", "native_precision=fp8",
                                        "native_precision=fp32", "native_precision=mxfp4"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (size_t j = 0; j < COUNT_OF(rests); j++)
            if (term(models[i].fields, rests[j], SIZING_TERM_kv_cache) != term(models[i].fields, "", SIZING_TERM_kv_cache))
                fail_msg("%s: %s changes the cache", models[i].name, rests[j]);
}

static void test_d20_sharded_terms_fall_and_the_rest_does_not(void **state)
{
    /* lowest stage at which the term is sharded */
    static const int stages[SIZING_TERMS] = {
        [SIZING_TERM_weights] = 3,         [SIZING_TERM_master_weights] = 1,    [SIZING_TERM_gradients] = 2,
        [SIZING_TERM_optimizer] = 1,       [SIZING_TERM_adapter_weights] = 3,   [SIZING_TERM_adapter_gradients] = 2,
        [SIZING_TERM_adapter_optimizer] = 1, [SIZING_TERM_step_temporaries] = 1,
    };
    /* what comes with several GPUs, and what follows from the others */
    static const bool is_other[SIZING_TERMS] = {
        [SIZING_TERM_sharding_buffers] = true, [SIZING_TERM_communication] = true, [SIZING_TERM_allocator_slack] = true,
    };
    static const char *const methods[] = {"full", "lora", "qlora"};
    char rest[80];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models) * COUNT_OF(methods); i++)
        for (int stage = 0; stage <= 3; stage++)
            for (int gpus = 1; gpus <= 64; gpus *= 4) {
                const char *model = models[i / COUNT_OF(methods)].fields, *method = methods[i % COUNT_OF(methods)];
                struct sizing_estimate one, many;
                snprintf(rest, sizeof rest, "method=%s", method);
                one = estimate(model, rest);
                snprintf(rest, sizeof rest, "method=%s gpus=%d zero_stage=%d", method, gpus, stage);
                many = estimate(model, rest);
                for (int id = 0; id < SIZING_TERMS; id++) {
                    double ways = stages[id] > 0 && stage >= stages[id] ? gpus : 1;
                    if (is_other[id])
                        continue;
                    if (many.terms[id].bytes != one.terms[id].bytes / ways || many.terms[id].state != one.terms[id].state)
                        fail_msg("%s, %s: %s is %.1f of %.1f", models[i / COUNT_OF(methods)].name, rest,
                                 names_term((enum sizing_term_id)id), many.terms[id].bytes, one.terms[id].bytes);
                }
            }
}

/* Tensor parallelism: every rank has its own part of weights and cache, down to one KV head, and never more than before. */
static void test_terms_of_tensor_parallel_ranks(void **state)
{
    static const enum sizing_term_id whole[] = {SIZING_TERM_workspace, SIZING_TERM_runtime};
    char rest[80];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        struct sizing_estimate before, one = before = estimate(models[i].fields, "seq=4096");
        double heads = read_input(models[i].fields, "").model.kv_heads;
        bool is_latent = read_input(models[i].fields, "").model.mla_kv_lora_rank > 0;
        for (int ranks = 2; ranks <= 8 && one.complete; ranks *= 2) {
            struct input in = read_input(models[i].fields, "seq=4096");
            struct sizing_estimate e;
            in.workload.gpus = in.workload.tensor_parallel = ranks;
            if (memory_estimate(&in.model, &in.workload, &e).reason != SIZING_OK)
                break; /* heads that do not divide */
            snprintf(rest, sizeof rest, "%s on %d ranks", models[i].name, ranks);
            double parts = is_latent ? 1 : ranks < heads ? ranks : heads;
            if (e.terms[SIZING_TERM_kv_cache].bytes * parts != one.terms[SIZING_TERM_kv_cache].bytes)
                fail_msg("%s: cache %.0f of %.0f", rest, e.terms[SIZING_TERM_kv_cache].bytes, one.terms[SIZING_TERM_kv_cache].bytes);
            if (e.terms[SIZING_TERM_weights].bytes >= before.terms[SIZING_TERM_weights].bytes
                || e.terms[SIZING_TERM_weights].bytes * ranks < one.terms[SIZING_TERM_weights].bytes)
                fail_msg("%s: weights %.0f after %.0f", rest, e.terms[SIZING_TERM_weights].bytes, before.terms[SIZING_TERM_weights].bytes);
            for (size_t k = 0; k < COUNT_OF(whole); k++)
                if (e.terms[whole[k]].bytes != one.terms[whole[k]].bytes)
                    fail_msg("%s: %s is divided", rest, names_term(whole[k]));
            before = e;
        }
    }
}

/* ---- methods, states, adapters */

static void test_bytes_a_parameter(void **state)
{
    static const struct {
        const char *rest;
        double weights, master, gradients, optimizer;
    } rows[] = {
        {"method=full", 2, 4, 2, 8},
        {"method=full precision=fp16", 2, 4, 2, 8},
        {"method=full master_weights=0", 2, 0, 2, 4},
        {"method=full precision=fp32", 4, 0, 4, 8},
        {"method=full gradient_precision=fp32", 2, 4, 4, 8},
        {"method=full optimizer=adamw_8bit", 2, 4, 2, 2},
        {"method=full optimizer=adafactor", 2, 4, 2, 0.08},
        {"method=full optimizer=sgd", 2, 4, 2, 0},
        {"method=full optimizer=sgd_momentum", 2, 4, 2, 4},
        {"method=full optimizer=sgd_momentum master_weights=0", 2, 0, 2, 2},
        {"method=full optimizer=sgd master_weights=0", 2, 0, 2, 0},
        {"method=inference", 2, 0, 0, 0},
        {"method=lora", 2, 0, 0, 0},
    };
    const double params = 8030261248.0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e = estimate(LLAMA_3_8B, rows[i].rest);
        if (e.terms[SIZING_TERM_weights].bytes != params * rows[i].weights
            || e.terms[SIZING_TERM_master_weights].bytes != params * rows[i].master
            || e.terms[SIZING_TERM_gradients].bytes != params * rows[i].gradients
            || e.terms[SIZING_TERM_optimizer].bytes != params * rows[i].optimizer)
            fail_msg("%s: %.2f + %.2f + %.2f + %.2f B a parameter", rows[i].rest, e.terms[SIZING_TERM_weights].bytes / params,
                     e.terms[SIZING_TERM_master_weights].bytes / params, e.terms[SIZING_TERM_gradients].bytes / params,
                     e.terms[SIZING_TERM_optimizer].bytes / params);
    }
    assert_true(estimate(LLAMA_3_8B, "method=full").exact_bytes == params * 16);
    /* ZeRO is for training: replicas of an inference hold everything */
    assert_true(term(LLAMA_3_8B, "gpus=4 zero_stage=3", SIZING_TERM_weights) == params * 2);
}

/* Parameters of adapters by hand; the Llama-2-7B numbers are those PEFT prints for r = 8. */
static void test_adapter_parameters(void **state)
{
    static const struct {
        const char *why, *model, *rest;
        double params;
    } rows[] = {
        {"PEFT Llama-2-7B q,v r 8: 4,194,304", LLAMA_2_7B, "lora_rank=8 lora_targets=attention_qv", 4194304},
        {"PEFT Llama-2-7B all linear r 8: 19,988,480", LLAMA_2_7B, "lora_rank=8", 19988480},
        {"PEFT Llama-3-8B q,v r 8: 3,407,872", LLAMA_3_8B, "lora_rank=8 lora_targets=attention_qv", 3407872},
        {"PEFT Llama-3-8B all linear r 16: 41,943,040", LLAMA_3_8B, "lora_rank=16", 41943040},
        {"attention", LLAMA_3_8B, "lora_rank=1 lora_targets=attention", 32.0 * (2 * 8192 + 2 * 5120)},
        {"every expert", MIXTRAL_8X7B, "lora_rank=1", 32.0 * (2 * 8192 + 2 * 5120 + 8 * 3 * (4096 + 14336))},
        {"MLA q_b and kv_b", DEEPSEEK_V3, "lora_rank=1 lora_targets=attention_qv", 61.0 * (1536 + 24576 + 512 + 32768)},
        {"BERT q and v", BERT_BASE, "lora_rank=8 lora_targets=attention_qv", 294912},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct input in = read_input(rows[i].model, rows[i].rest);
        struct sizing_estimate e;
        in.workload.method = SIZING_METHOD_lora;
        assert_int_equal(memory_estimate(&in.model, &in.workload, &e).reason, SIZING_OK);
        if (e.terms[SIZING_TERM_adapter_weights].bytes != rows[i].params * 4
            || e.terms[SIZING_TERM_adapter_gradients].bytes != rows[i].params * 4
            || e.terms[SIZING_TERM_adapter_optimizer].bytes != rows[i].params * 8)
            fail_msg("%s: %.0f parameters", rows[i].why, e.terms[SIZING_TERM_adapter_weights].bytes / 4);
    }
}

static void test_native_precision(void **state)
{
    static const struct {
        const char *model, *rest;
        enum sizing_quantisation scheme;
    } rows[] = {
        {LLAMA_3_8B, "", SIZING_QUANTISATION_none},
        {DEEPSEEK_V3, "", SIZING_QUANTISATION_fp8},
        {DEEPSEEK_V3, "quantisation=none", SIZING_QUANTISATION_none},
        {DEEPSEEK_V3, "method=lora", SIZING_QUANTISATION_none},
        {DEEPSEEK_V3, "method=full", SIZING_QUANTISATION_none},
        {DEEPSEEK_V3, "method=qlora", SIZING_QUANTISATION_nf4_double},
        {GPT_OSS_20B, "", SIZING_QUANTISATION_mxfp4},
        {GPT_OSS_20B, "quantisation=awq-int4", SIZING_QUANTISATION_awq_int4},
        {LLAMA_3_8B, "method=qlora", SIZING_QUANTISATION_nf4_double},
        {LLAMA_3_8B, "method=qlora quantisation=nf4", SIZING_QUANTISATION_nf4},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e = estimate(rows[i].model, rows[i].rest);
        if (e.scheme != rows[i].scheme)
            fail_msg("row %zu, %s: scheme %s", i, rows[i].rest, names_value(SIZING_KIND_QUANTISATION, (int)e.scheme));
    }
    assert_true(term(BERT_BASE, "", SIZING_TERM_weights) == 109482240.0 * 4);
    assert_true(term(BERT_BASE, "precision=fp16", SIZING_TERM_weights) == 109482240.0 * 2);
    assert_true(estimate(DEEPSEEK_V3, "").terms[SIZING_TERM_weights].operands[0] > 650e9);
    /* gpt-oss-20b: 24 layers × 32 experts × three square matrices in MXFP4 */
    assert_true(estimate(GPT_OSS_20B, "").terms[SIZING_TERM_weights].operands[0] == 24.0 * 32 * 3 * 2880 * 2880);
}

/* ---- properties */

static void assert_monotone(const char *model, const char *key, const char *fixed)
{
    char rest[120];
    double before = 0.0, before_sum = 0.0;
    for (int value = 1; value <= 1 << 20; value *= 4) {
        struct sizing_estimate e;
        snprintf(rest, sizeof rest, "%s %s=%d", fixed, key, value);
        e = estimate(model, rest);
        if (e.terms[SIZING_TERM_kv_cache].bytes < before || e.exact_bytes < before_sum)
            fail_msg("%s: falls at %s", model, rest);
        before = e.terms[SIZING_TERM_kv_cache].bytes;
        before_sum = e.exact_bytes;
    }
}

static void test_memory_grows_with_length_and_batch(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++) {
        assert_monotone(models[i].fields, "seq", "batch=3");
        assert_monotone(models[i].fields, "batch", "seq=3000");
        assert_monotone(models[i].fields, "lora_rank", "method=lora gpus=1024 zero_stage=3");
    }
}

static void test_cache_is_linear_in_batch(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (int id = SIZING_TERM_kv_cache; id <= SIZING_TERM_linear_state; id++)
            if (term(models[i].fields, "seq=3000 batch=8", (enum sizing_term_id)id)
                != 8 * term(models[i].fields, "seq=3000", (enum sizing_term_id)id))
                fail_msg("%s: %s", models[i].name, names_term((enum sizing_term_id)id));
}

static void test_state_of_linear_attention(void **state)
{
    struct sizing_estimate short_run = estimate(QWEN3_NEXT, "seq=1"), long_run = estimate(QWEN3_NEXT, "seq=262144");
    double bytes = 36.0 * (32 * 128 * 128 * 4 + 8192 * 3 * 2);
    (void)state;
    assert_true(short_run.terms[SIZING_TERM_linear_state].bytes == bytes);
    assert_true(long_run.terms[SIZING_TERM_linear_state].bytes == bytes);
    assert_true(term(QWEN3_NEXT, "gpus=2 tensor_parallel=2", SIZING_TERM_linear_state) == bytes / 2);
    assert_true(term(MINIMAX_01, "", SIZING_TERM_linear_state) == 70.0 * 64 * 128 * 128 * 2);
    assert_int_equal(estimate(LLAMA_3_8B, "").terms[SIZING_TERM_linear_state].state, SIZING_STATE_none);
}

static void test_weights_of_a_tensor_parallel_rank(void **state)
{
    const double llama_norms = 65.0 * 4096, llama = 8030261248.0;
    const double down = 61.0 * 7168 * (1536 + 576); /* MLA down-projections, on every rank */
    struct sizing_params whole, rank;
    struct sizing_matrices matrices;
    struct input in = read_input(DEEPSEEK_V3, "");
    (void)state;
    assert_true(term(LLAMA_3_8B, "gpus=8 tensor_parallel=8", SIZING_TERM_weights)
                == ((llama - llama_norms) / 8 + llama_norms) * 2);
    /* 16 ranks, 8 KV heads: k and v projections divided by 8 only */
    assert_true(term(LLAMA_3_8B, "gpus=16 tensor_parallel=16", SIZING_TERM_weights)
                == ((llama - llama_norms) / 16 + 32.0 * 2 * 4096 * 1024 * (1.0 / 8 - 1.0 / 16) + llama_norms) * 2);
    params_matrices(&in.model, &matrices);
    params_on_rank(&in.model, &matrices, 1.0, &whole);
    params_on_rank(&in.model, &matrices, 8.0, &rank);
    assert_true(rank.linear == (whole.linear - down) / 8 + down);
    assert_true(rank.experts == whole.experts / 8 && rank.norms == whole.norms && rank.other == whole.other);
}

/* Every term's bytes follow from its formula and operands alone. */
static double evaluate(const struct sizing_term *t)
{
    const double *o = t->operands;
    switch (t->formula) {
    case SIZING_FORMULA_parameter_bytes: return o[0] * o[1];
    case SIZING_FORMULA_parameter_bytes_sharded: return o[0] * o[1] / o[2];
    case SIZING_FORMULA_quantised_weights: return o[0] * o[1] / 8 + o[2] * o[3];
    case SIZING_FORMULA_quantised_weights_sharded: return (o[0] * o[1] / 8 + o[2] * o[3]) / o[4];
    case SIZING_FORMULA_adapter_bytes: return o[0] * o[1] * o[2];
    case SIZING_FORMULA_adapter_bytes_sharded: return o[0] * o[1] * o[2] / o[3];
    case SIZING_FORMULA_kv_full: return 2 * o[0] * o[1] * o[2] * o[3] * o[4] * o[5];
    case SIZING_FORMULA_kv_windowed: return 2 * o[1] * o[2] * o[3] * (o[0] * o[4] + o[5] * o[6]) * o[7];
    case SIZING_FORMULA_kv_mla: return o[0] * (o[1] + o[2]) * o[3] * o[4] * o[5];
    case SIZING_FORMULA_state_deltanet: return o[0] * (o[1] * o[2] * o[3] * o[4] + o[5] * o[6]) * o[7];
    case SIZING_FORMULA_state_lightning: return o[0] * o[1] * o[2] * o[3] * o[4] * o[5];
    case SIZING_FORMULA_parameter_bytes_experts: return (o[0] / o[1] + o[2] / o[3]) * o[4];
    case SIZING_FORMULA_largest_matrix: return o[0] * o[1] * o[2];
    case SIZING_FORMULA_parameter_bits: return o[0] * o[1] / 8;
    case SIZING_FORMULA_rope_tables: return o[0] * 2 * o[1] * o[2] * o[3];
    case SIZING_FORMULA_sharding_buffers: return o[0] + o[1] + o[2] + o[3];
    case SIZING_FORMULA_activations_kept: return o[0] * o[1] * (o[2] + o[3] + o[4] + o[5]) * o[6] + o[7];
    case SIZING_FORMULA_token_layers: return o[0] * o[1] * o[2];
    case SIZING_FORMULA_recomputed_layer: return o[0] * (o[1] + o[2] + o[3] + o[4]) * o[5] * o[6] + o[7];
    case SIZING_FORMULA_logits: return o[0] * o[1] * o[2];
    case SIZING_FORMULA_logits_fused: return o[0] * o[1] * o[2] + o[3];
    case SIZING_FORMULA_token_vectors: return o[0] * o[1] * o[2];
    case SIZING_FORMULA_prefill_mlp: return o[0] * (o[1] * o[2] + o[3] * o[4]) * o[5] + o[6];
    case SIZING_FORMULA_prefill_attention: return o[0] * o[1] * o[2] + o[3] * o[4] * o[5] + o[6];
    case SIZING_FORMULA_cache_copy: return o[0] * o[1] / o[2];
    case SIZING_FORMULA_load_copy: return o[0] * (o[1] + o[2]) - o[2];
    case SIZING_FORMULA_bytes: return o[0];
    case SIZING_FORMULA_slack: return o[0] * (o[1] - 1);
    case SIZING_FORMULA_activations_kept_plain: return o[0] * o[1] * (o[2] + o[3] + o[4] + o[5]) * o[6];
    case SIZING_FORMULA_recomputed_layer_plain: return o[0] * (o[1] + o[2] + o[3] + o[4]) * o[5] * o[6];
    case SIZING_FORMULA_prefill_mlp_plain: return o[0] * (o[1] * o[2] + o[3] * o[4]) * o[5];
    case SIZING_FORMULA_prefill_attention_plain: return o[0] * o[1] * o[2];
    case SIZING_FORMULA_engine_pool: return o[0] * o[1] - o[2];
    case SIZING_FORMULA_none:
    case SIZING_FORMULAS: break;
    }
    return -1.0;
}

static bool has_number(const struct sizing_term *t)
{
    return t->state == SIZING_STATE_exact || t->state == SIZING_STATE_modelled;
}

static void test_formulas_give_the_bytes(void **state)
{
    static const char *const rests[] = {
        "seq=3000 batch=3", "kv_precision=int8", "kv_precision=fp8", "gpus=4 tensor_parallel=4", "quantisation=gptq-int4",
        "method=full gpus=8 zero_stage=3", "method=full optimizer=adafactor", "method=lora gpus=2 zero_stage=2",
        "method=qlora gpus=2 zero_stage=3", "method=full gpus=8 zero_stage=1 expert_parallel=4",
        "method=full optimizer_in_backward=1 checkpointing=none", "unfused_copies=1 rope_tables=1 max_context=4096",
        "method=full loss=fused_linear", "method=full checkpointing=selective variable_length=1", "attention=eager seq=3000",
        "method=lora gpus=8 zero_stage=3 load_whole=1", "engine_utilisation=0.9 card_bytes=1e15",
        "method=qlora quantisation=gptq-int4 dequantisation=autograd checkpointing=none", "quantisation=nf4 seq=3000",
        "method=full checkpointing=none", "without_prefill=1",
    };
    bool seen[SIZING_FORMULAS] = {false};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (size_t j = 0; j < COUNT_OF(rests); j++) {
            struct sizing_estimate e;
            struct input in = read_input(models[i].fields, rests[j]);
            if (memory_estimate(&in.model, &in.workload, &e).reason != SIZING_OK)
                continue; /* layouts and quantisations that a model refuses are tested elsewhere */
            for (int id = 0; id < SIZING_TERMS; id++) {
                const struct sizing_term *t = &e.terms[id];
                seen[t->formula] = true;
                if (has_number(t) ? fabs(evaluate(t) - t->bytes) > 1e-12 * t->bytes
                                  : t->bytes != 0.0 || t->formula != SIZING_FORMULA_none)
                    fail_msg("%s, %s: %s is %.3f", models[i].name, rests[j], names_term((enum sizing_term_id)id), t->bytes);
                for (int n = names_formula_operands(t->formula); n < SIZING_OPERANDS_MAX; n++)
                    assert_true(t->operands[n] == 0.0);
            }
        }
    for (int formula = 1; formula < SIZING_FORMULAS; formula++)
        if (!seen[formula])
            fail_msg("formula %s is used by no case", names_formula((enum sizing_formula)formula));
}

static void test_rounding(void **state)
{
    (void)state;
    assert_true(memory_round(0.0) == 0.0 && memory_round(0.49) == 0.0 && memory_round(0.5) == 1.0 && memory_round(1.5) == 2.0);
    assert_true(memory_round(2.5) == 3.0 && memory_round(671026419200.4) == 671026419200.0);
}

/* ---- what is not modelled, and errors */

static void test_not_modelled_gives_no_number(void **state)
{
    struct sizing_estimate e = estimate(T5_SMALL, "seq=512");
    (void)state;
    assert_int_equal(e.terms[SIZING_TERM_weights].state, SIZING_STATE_exact);
    assert_true(e.terms[SIZING_TERM_weights].bytes == 60506624.0 * 4 && e.exact_bytes == 60506624.0 * 4);
    assert_int_equal(e.terms[SIZING_TERM_kv_cache].state, SIZING_STATE_not_modelled);
    assert_false(e.complete);
    e = estimate(T5_SMALL, "method=full precision=bf16");
    assert_true(e.exact_bytes == 60506624.0 * 2);
    assert_int_equal(e.terms[SIZING_TERM_optimizer].state, SIZING_STATE_not_modelled);
    assert_int_equal(e.terms[SIZING_TERM_adapter_weights].state, SIZING_STATE_none);
    e = estimate(T5_SMALL, "quantisation=gptq-int4");
    assert_int_equal(e.terms[SIZING_TERM_weights].state, SIZING_STATE_not_modelled);
    assert_true(e.exact_bytes == 0.0);
    e = estimate(T5_SMALL, "gpus=2 tensor_parallel=2");
    assert_int_equal(e.terms[SIZING_TERM_weights].state, SIZING_STATE_not_modelled);
    assert_true(estimate(LLAMA_3_8B, "").complete && estimate(BERT_BASE, "").complete);
    assert_int_equal(estimate(BERT_BASE, "").terms[SIZING_TERM_kv_cache].state, SIZING_STATE_none);
}

static void test_errors_name_field_and_rule(void **state)
{
    static const struct {
        const char *model, *rest, *field, *reason;
    } rows[] = {
        {LLAMA_3_8B, "layers=nan", "layers", "not_finite"},
        {LLAMA_3_8B, "layers=inf", "layers", "not_finite"},
        {LLAMA_3_8B, "seq=nan", "seq", "not_finite"},
        {LLAMA_3_8B, "layers=-1", "layers", "negative"},
        {LLAMA_3_8B, "batch=-4", "batch", "negative"},
        {LLAMA_3_8B, "layers=0", "layers", "must_be_positive"},
        {LLAMA_3_8B, "hidden_size=0", "hidden_size", "must_be_positive"},
        {LLAMA_3_8B, "head_dim=0", "head_dim", "must_be_positive"},
        {LLAMA_3_8B, "kv_heads=0", "kv_heads", "must_be_positive"},
        {LLAMA_3_8B, "intermediate_size=0", "intermediate_size", "must_be_positive"},
        {LLAMA_3_8B, "mlp=0", "mlp", "must_be_positive"},
        {LLAMA_3_8B, "norms_per_layer=0", "norms_per_layer", "must_be_positive"},
        {LLAMA_3_8B, "seq=0", "seq", "must_be_positive"},
        {LLAMA_3_8B, "batch=0", "batch", "must_be_positive"},
        {LLAMA_3_8B, "gpus=0", "gpus", "must_be_positive"},
        {LLAMA_3_8B, "lora_rank=0", "lora_rank", "must_be_positive"},
        {LLAMA_3_8B, "method=0", "method", "must_be_positive"},
        {LLAMA_3_8B, "layers=2.5", "layers", "must_be_whole"},
        {LLAMA_3_8B, "tied_embeddings=2", "tied_embeddings", "unknown_value"},
        {LLAMA_3_8B, "mlp=99", "mlp", "unknown_value"},
        {LLAMA_3_8B, "quantisation=1.5", "quantisation", "unknown_value"},
        {LLAMA_3_8B, "zero_stage=4", "zero_stage", "unknown_value"},
        {LLAMA_3_8B, "layers=1e16", "layers", "too_large"},
        {LLAMA_3_8B, "layers=1e10", "params_total", "too_large"},
        {LLAMA_3_8B, "layers=9007199254740992 hidden_size=9007199254740992", "params_total", "too_large"},
        {LLAMA_3_8B, "seq=1e15", "seq", "too_large"},
        {LLAMA_3_8B, "batch=1e15", "seq", "too_large"},
        {LLAMA_3_8B, "lora_rank=1e15 method=lora", "lora_rank", "too_large"},
        {QWEN3_NEXT, "batch=1e11 seq=1", "batch", "too_large"},
        {LLAMA_3_8B, "layers=5000000 method=full", "params_total", "too_large"},
        {LLAMA_3_8B, "kv_heads=7", "kv_heads", "must_divide_heads"},
        {LLAMA_3_8B, "kv_heads=64", "kv_heads", "must_divide_heads"},
        {LLAMA_3_8B, "gpus=3 tensor_parallel=3", "tensor_parallel", "must_divide_heads"},
        {LLAMA_3_8B, "attention_heads=8 gpus=3 tensor_parallel=3", "tensor_parallel", "must_divide_heads"},
        {LLAMA_3_8B, "gpus=64 tensor_parallel=64", "tensor_parallel", "must_divide_heads"},
        {LLAMA_3_8B, "attention_heads=40 kv_heads=10 gpus=4 tensor_parallel=4", "tensor_parallel", "must_match_kv_heads"},
        {QWEN3_NEXT, "linear_attention_key_heads=12 gpus=8 tensor_parallel=8", "tensor_parallel", "must_divide_heads"},
        {LLAMA_3_8B, "gpus=6 tensor_parallel=4", "tensor_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "gpus=1 tensor_parallel=2", "tensor_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "method=qlora quantisation=none", "quantisation", "not_with_method"},
        {LLAMA_3_8B, "method=full quantisation=nf4", "quantisation", "not_with_method"},
        {LLAMA_3_8B, "architecture=moe", "moe_experts", "must_be_positive"},
        {LLAMA_3_8B, "moe_experts=8", "moe_experts", "excludes_other"},
        {MIXTRAL_8X7B, "moe_experts_per_token=9", "moe_experts_per_token", "more_than_experts"},
        {MIXTRAL_8X7B, "moe_experts_per_token=0", "moe_experts_per_token", "must_be_positive"},
        {MIXTRAL_8X7B, "moe_first_dense_layers=33", "moe_first_dense_layers", "more_than_layers"},
        {MIXTRAL_8X7B, "moe_first_dense_layers=1", "intermediate_size", "must_be_positive"},
        {MIXTRAL_8X7B, "moe_layer_step=2 moe_first_dense_layers=1", "moe_layer_step", "excludes_other"},
        {MIXTRAL_8X7B, "moe_shared_experts=1", "moe_shared_intermediate_size", "must_be_positive"},
        {GEMMA_3_27B, "sliding_window_layers=63", "sliding_window_layers", "more_than_layers"},
        {GEMMA_3_27B, "sliding_window=0", "sliding_window", "must_be_positive"},
        {GEMMA_3_27B, "attention_chunk_layers=1 attention_chunk_size=9", "attention_chunk_layers", "excludes_other"},
        {LLAMA_4_SCOUT, "attention_chunk_size=0", "attention_chunk_size", "must_be_positive"},
        {LLAMA_4_SCOUT, "attention_chunk_layers=49", "attention_chunk_layers", "more_than_layers"},
        {DEEPSEEK_V3, "mla_v_head_dim=0", "mla_v_head_dim", "must_be_positive"},
        {QWEN3_NEXT, "linear_attention_full_attention_every=0", "linear_attention_full_attention_every", "must_be_positive"},
        {MINIMAX_01, "linear_attention_full_attention_every=0", "linear_attention_full_attention_every", "must_be_positive"},
        {QWEN3_NEXT, "mla_kv_lora_rank=8 mla_qk_nope_head_dim=8 mla_qk_rope_head_dim=8 mla_v_head_dim=8", "mla_kv_lora_rank",
         "excludes_other"},
        {BERT_BASE, "intermediate_size=0", "intermediate_size", "must_be_positive"},
        {T5_SMALL, "params_total=0", "params_total", "must_be_positive"},
        {"", "", "architecture", "must_be_positive"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e;
        struct input in = read_input(rows[i].model, rows[i].rest);
        struct sizing_error error = memory_estimate(&in.model, &in.workload, &e);
        const char *field = names_field(error.group, error.slot)->id;
        if (error.reason == SIZING_OK || strcmp(field, rows[i].field) != 0
            || strcmp(names_reason(error.reason), rows[i].reason) != 0)
            fail_msg("row %zu, %s: %s at %s, expected %s at %s", i, rows[i].rest,
                     error.reason == SIZING_OK ? "no error" : names_reason(error.reason), field, rows[i].reason, rows[i].field);
        if (e.exact_bytes != 0.0)
            fail_msg("row %zu, %s: error with a number", i, rows[i].rest);
    }
}

/* No slot, whatever stands in it, leads to a number that is not finite, negative or above 2^53. */
static void test_odd_numbers_in_every_slot(void **state)
{
    static const double odd[] = {-1.0, 0.0, 1.0, 2.0, 3.0, 0.5, 1e9, 1e15, 9007199254740992.0, 1e300};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (int group = 0; group < SIZING_GROUP_gpu; group++)
            for (int slot = 0; slot < names_field_count((enum sizing_group)group); slot++)
                for (size_t j = 0; j < COUNT_OF(odd); j++) {
                    struct sizing_estimate e;
                    struct input in = read_input(models[i].fields, "");
                    slots_of(&in, (enum sizing_group)group)[slot] = odd[j];
                    memory_estimate(&in.model, &in.workload, &e);
                    for (int id = 0; id < SIZING_TERMS; id++)
                        if (!(e.terms[id].bytes >= 0.0 && e.terms[id].bytes <= SIZING_LIMIT))
                            fail_msg("%s with %s = %g: %s is %g", models[i].name,
                                     names_field((enum sizing_group)group, slot)->id, odd[j],
                                     names_term((enum sizing_term_id)id), e.terms[id].bytes);
                }
}

static void test_length_beyond_context_warns(void **state)
{
    (void)state;
    assert_true(estimate(LLAMA_3_8B, "max_context=8192 seq=8193").is_beyond_context);
    assert_false(estimate(LLAMA_3_8B, "max_context=8192 seq=8192").is_beyond_context);
    assert_false(estimate(LLAMA_3_8B, "seq=1000000").is_beyond_context);
}

/* ---- fit */

static void test_fit(void **state)
{
    static const struct {
        const char *why, *model, *rest;
        enum sizing_verdict verdict;
    } rows[] = {
        {"16.06 GB of weights in 24 GB", LLAMA_3_8B, "memory_bytes=24e9 seq=1", SIZING_VERDICT_fits},
        {"full training: 128.5 GB", LLAMA_3_8B, "memory_bytes=80e9 method=full", SIZING_VERDICT_exceeds},
        {"full training on four: 32.1 GB of states a GPU, 8 GB of temporaries", LLAMA_3_8B,
         "memory_bytes=80e9 method=full gpus=4 zero_stage=3", SIZING_VERDICT_fits},
        {"full training on two: 64.2 GB of states, 16.1 GB of temporaries", LLAMA_3_8B,
         "memory_bytes=80e9 method=full gpus=2 zero_stage=3", SIZING_VERDICT_tight},
        {"two GPUs do not pool under plain data parallelism", LLAMA_3_8B, "memory_bytes=80e9 method=full gpus=2",
         SIZING_VERDICT_exceeds},
        {"a sixth of 48 GB", LLAMA_3_8B, "memory_bytes=48e9 gpu_fraction=0.16666666666666666 seq=1", SIZING_VERDICT_exceeds},
        {"T5 weights fit, the rest is unknown", T5_SMALL, "memory_bytes=24e9", SIZING_VERDICT_not_modelled},
        {"T5 weights alone exceed", T5_SMALL, "memory_bytes=1e8", SIZING_VERDICT_exceeds},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_fit fit;
        struct input in = read_input(rows[i].model, rows[i].rest);
        assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &fit).reason, SIZING_OK);
        if (fit.verdict != rows[i].verdict)
            fail_msg("%s: verdict %d, needs %.0f of %.0f", rows[i].why, (int)fit.verdict, fit.need_bytes, fit.have_bytes);
        assert_true(fit.headroom_bytes == fit.have_bytes - fit.need_bytes);
    }
}

/* The verdict turns exactly at the ends of the range. */
static void test_fit_to_the_byte(void **state)
{
    struct sizing_fit fit, at;
    struct input in = read_input(LLAMA_3_8B, "seq=8192 memory_bytes=80e9");
    (void)state;
    assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &fit).reason, SIZING_OK);
    assert_true(fit.is_total && 17134264320.0 < fit.low_bytes && fit.low_bytes < fit.likely_bytes && fit.likely_bytes < fit.high_bytes);
    const struct {
        double memory;
        enum sizing_verdict verdict;
    } rows[] = {{fit.high_bytes, SIZING_VERDICT_fits},
                {fit.high_bytes - 1, SIZING_VERDICT_tight},
                {fit.low_bytes, SIZING_VERDICT_tight},
                {fit.low_bytes - 1, SIZING_VERDICT_exceeds}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        in.gpu.memory_bytes = rows[i].memory;
        assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &at).reason, SIZING_OK);
        assert_int_equal(at.verdict, rows[i].verdict);
    }
}

static void test_smallest_number_of_gpus(void **state)
{
    static const struct {
        const char *why, *model, *rest;
        double max_gpus, gpus, tensor_parallel, zero_stage;
        enum sizing_verdict verdict;
    } rows[] = {
        {"one is enough", LLAMA_3_8B, "memory_bytes=24e9", 64, 1, 1, 0, SIZING_VERDICT_fits},
        {"128.5 GB of states over two 80 GB cards", LLAMA_3_8B, "memory_bytes=80e9 method=full", 64, 2, 1, 3, SIZING_VERDICT_tight},
        {"128.5 GB of states over 24 GB cards: 8", LLAMA_3_8B, "memory_bytes=24e9 method=full", 64, 8, 1, 3, SIZING_VERDICT_tight},
        {"16.3 GB over 9 GB cards: 8.2 and the runtime do not fit two", LLAMA_3_8B, "memory_bytes=9e9", 64, 4, 4, 0, SIZING_VERDICT_fits},
        {"fp8 DeepSeek-V3 on 80 GB: 16", DEEPSEEK_V3, "memory_bytes=80e9", 64, 16, 16, 0, SIZING_VERDICT_fits},
        {"fp8 DeepSeek-V3 on 96 GB: 8", DEEPSEEK_V3, "memory_bytes=96e9", 64, 8, 8, 0, SIZING_VERDICT_fits},
        {"28 heads: 8 is passed over, nothing else fits", LLAMA_3_8B,
         "attention_heads=28 kv_heads=4 memory_bytes=3e9", 64, 0, 4, 0, SIZING_VERDICT_exceeds},
        {"the limit holds", LLAMA_3_8B, "memory_bytes=24e9 method=full", 4, 0, 1, 3, SIZING_VERDICT_exceeds},
        {"QLoRA on one", LLAMA_3_8B, "memory_bytes=24e9 method=qlora", 64, 1, 1, 0, SIZING_VERDICT_fits},
        {"a share of a GPU stays alone", LLAMA_3_8B, "memory_bytes=24e9 gpu_fraction=0.5", 64, 0, 1, 0, SIZING_VERDICT_exceeds},
        {"the layout asked for is ignored", LLAMA_3_8B, "memory_bytes=24e9 gpus=7 tensor_parallel=7", 64, 1, 1, 0,
         SIZING_VERDICT_fits},
        {"not modelled is no fit", T5_SMALL, "memory_bytes=24e9", 64, 1, 1, 0, SIZING_VERDICT_not_modelled},
        {"an endless search ends", LLAMA_3_8B, "memory_bytes=1e-9 method=full", HUGE_VAL, 0, 1, 3, SIZING_VERDICT_exceeds},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_fit fit;
        struct input in = read_input(rows[i].model, rows[i].rest);
        assert_int_equal(fit_smallest(&in.model, &in.workload, &in.gpu, rows[i].max_gpus, &fit).reason, SIZING_OK);
        if (fit.gpus != rows[i].gpus || fit.tensor_parallel != rows[i].tensor_parallel || fit.zero_stage != rows[i].zero_stage
            || fit.verdict != rows[i].verdict)
            fail_msg("%s: %.0f GPUs, tp %.0f, stage %.0f, verdict %d, needs %.0f", rows[i].why, fit.gpus, fit.tensor_parallel,
                     fit.zero_stage, (int)fit.verdict, fit.need_bytes);
    }
}

static void test_number_formats(void **state)
{
    static const struct {
        const char *model, *rest;
        double bf16, fp8;
    } rows[] = {
        {LLAMA_3_8B, "bf16=0", 0, 1},
        {LLAMA_3_8B, "bf16=0 precision=fp16", 1, 1},
        {LLAMA_3_8B, "bf16=1", 1, 1},
        {LLAMA_3_8B, "", -1, 1},
        {LLAMA_2_7B, "bf16=0", 1, 1},
        {LLAMA_2_7B, "bf16=0 precision=bf16", 0, 1},
        {DEEPSEEK_V3, "fp8=0", 1, 0},
        {DEEPSEEK_V3, "", 1, -1},
        {DEEPSEEK_V3, "fp8=0 quantisation=awq-int4", 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_fit fit;
        struct input in = read_input(rows[i].model, rows[i].rest);
        in.gpu.memory_bytes = 80e9;
        assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &fit).reason, SIZING_OK);
        if (fit.bf16 != rows[i].bf16 || fit.fp8 != rows[i].fp8)
            fail_msg("row %zu, %s: bf16 %.0f, fp8 %.0f", i, rows[i].rest, fit.bf16, fit.fp8);
    }
}

static void test_gpu_errors(void **state)
{
    static const struct {
        const char *rest, *field, *reason;
    } rows[] = {
        {"memory_bytes=0", "memory_bytes", "must_be_positive"},
        {"memory_bytes=-1", "memory_bytes", "negative"},
        {"memory_bytes=nan", "memory_bytes", "not_finite"},
        {"memory_bytes=1e17", "memory_bytes", "too_large"},
        {"memory_bytes=1e9 gpu_fraction=0", "gpu_fraction", "must_be_positive"},
        {"memory_bytes=1e9 gpu_fraction=2", "gpu_fraction", "above_one"},
        {"memory_bytes=1e9 bf16=0.5", "bf16", "unknown_value"},
        {"memory_bytes=1e9 fp8=-2", "fp8", "unknown_value"},
        {"memory_bytes=1e9 seq=0", "seq", "must_be_positive"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_fit fit;
        struct input in = read_input(LLAMA_3_8B, rows[i].rest);
        struct sizing_error error = fit_smallest(&in.model, &in.workload, &in.gpu, 8, &fit);
        if (error.reason == SIZING_OK || strcmp(names_field(error.group, error.slot)->id, rows[i].field) != 0
            || strcmp(names_reason(error.reason), rows[i].reason) != 0)
            fail_msg("%s: reason %d at slot %d", rows[i].rest, (int)error.reason, error.slot);
        assert_true(fit.have_bytes == 0.0 && fit.gpus == 0.0);
    }
}

/* ---- tests/data/sizing-cases.txt */

static void check_term(const struct sizing_estimate *e, const char *text, size_t len, const char *line, int number)
{
    const char *equals = memchr(text, '=', len);
    size_t key_len = equals ? (size_t)(equals - text) : len;
    const char *expected = text + key_len + 1;
    const struct sizing_term *found = NULL;
    double bytes = e->exact_bytes;
    for (int id = 0; id < SIZING_TERMS; id++) {
        const char *name = names_term((enum sizing_term_id)id);
        if (strlen(name) == key_len && memcmp(name, text, key_len) == 0)
            found = &e->terms[id];
    }
    if (!equals || (!found && !(key_len == 5 && memcmp(text, "total", 5) == 0)))
        fail_msg("line %d: no term \"%.*s\"", number, (int)len, text);
    if (found) {
        static const char *const words[] = {"none", NULL, "not_modelled", NULL};
        const char *word = words[found->state];
        bytes = found->bytes;
        if (word && (strlen(word) != len - key_len - 1 || memcmp(word, expected, strlen(word)) != 0))
            fail_msg("line %d: %.*s, but it is %s\n%s", number, (int)len, text, word, line);
        if (word)
            return;
    }
    if (memory_round(bytes) != strtod(expected, NULL))
        fail_msg("line %d: expected %.*s, got %.0f\n%s", number, (int)len, text, memory_round(bytes), line);
}

static void run_case(const char *line, int number)
{
    const char *arrow = strstr(line, " => ");
    struct sizing_estimate e;
    struct input in;
    struct sizing_error error;
    if (!arrow || !arrow[4])
        fail_msg("line %d: no \" => term=bytes\"", number);
    init_input(&in);
    set_fields(&in, line, (size_t)(arrow - line));
    error = memory_estimate(&in.model, &in.workload, &e);
    if (error.reason != SIZING_OK)
        fail_msg("line %d: %s at %s", number, names_reason(error.reason), names_field(error.group, error.slot)->id);
    for (const char *text = arrow + 4; *text;) {
        size_t len = strcspn(text, " ");
        check_term(&e, text, len, line, number);
        text += len;
        text += strspn(text, " ");
    }
}

static void test_case_file(void **state)
{
    char line[4096];
    int number = 0, cases = 0;
    FILE *file = fopen(TEST_DATA_DIR "/sizing-cases.txt", "r");
    (void)state;
    if (!file)
        fail_msg("cannot open %s", TEST_DATA_DIR "/sizing-cases.txt");
    while (fgets(line, sizeof line, file)) {
        size_t len = strlen(line);
        number++;
        if (len == 0 || line[len - 1] != '\n')
            fail_msg("line %d is too long or does not end", number);
        line[len - 1] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        run_case(line, number);
        cases++;
    }
    fclose(file);
    if (cases < 40)
        fail_msg("only %d cases", cases);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_has_one_name),
        cmocka_unit_test(test_structs_are_arrays_of_their_slots),
        cmocka_unit_test(test_every_value_has_one_spelling),
        cmocka_unit_test(test_ids_of_terms_formulas_reasons),
        cmocka_unit_test(test_initial_values),
        cmocka_unit_test(test_published_counts),
        cmocka_unit_test(test_switches_of_the_count),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_bits_per_weight),
        cmocka_unit_test(test_kv_cache_cases),
        cmocka_unit_test(test_d19_all_experts_are_resident),
        cmocka_unit_test(test_quantisation_never_changes_the_cache),
        cmocka_unit_test(test_precision_of_weights_never_changes_the_cache),
        cmocka_unit_test(test_d20_sharded_terms_fall_and_the_rest_does_not),
        cmocka_unit_test(test_terms_of_tensor_parallel_ranks),
        cmocka_unit_test(test_bytes_a_parameter),
        cmocka_unit_test(test_adapter_parameters),
        cmocka_unit_test(test_native_precision),
        cmocka_unit_test(test_memory_grows_with_length_and_batch),
        cmocka_unit_test(test_cache_is_linear_in_batch),
        cmocka_unit_test(test_state_of_linear_attention),
        cmocka_unit_test(test_weights_of_a_tensor_parallel_rank),
        cmocka_unit_test(test_formulas_give_the_bytes),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_not_modelled_gives_no_number),
        cmocka_unit_test(test_errors_name_field_and_rule),
        cmocka_unit_test(test_odd_numbers_in_every_slot),
        cmocka_unit_test(test_length_beyond_context_warns),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_fit_to_the_byte),
        cmocka_unit_test(test_smallest_number_of_gpus),
        cmocka_unit_test(test_number_formats),
        cmocka_unit_test(test_gpu_errors),
        cmocka_unit_test(test_case_file),
    };
    return cmocka_run_group_tests_name("sizing", tests, NULL, NULL);
}
