/* Tests of the memory model beyond the exact terms: bytes counted on a CPU, recipes, phases, parallel layouts, properties. */
#include <math.h>

#include "sizing/check.h"
#include "sizing/constants.h"
#include "sizing_helper.h"

/* ---- bytes that autograd saves per token in one decoder layer, counted on a CPU: 512 wide, 8 heads, 512 tokens */

#define COUNTED_MHA \
    "architecture=dense layers=1 hidden_size=512 attention_heads=8 kv_heads=8 head_dim=64 intermediate_size=1376 mlp=swiglu " \
    "vocab_size=1000 norm=rmsnorm norms_per_layer=2 native_precision=bf16"
#define COUNTED_GQA \
    "architecture=dense layers=1 hidden_size=512 attention_heads=8 kv_heads=2 head_dim=64 intermediate_size=1792 mlp=swiglu " \
    "vocab_size=1000 norm=rmsnorm norms_per_layer=2 native_precision=bf16"

static const struct {
    const char *why, *rest;
    double mha, gqa; /* bytes counted */
} counted[] = {
    {"full, flash", "method=full", 23328, 25120},
    {"full, eager scores", "method=full attention=eager", 47872, 51200},
    {"LoRA q,v, fp32 adapters, autocast, dropout", "method=lora lora_targets=attention_qv", 19616, 20570},
    {"LoRA all, fp32 adapters, autocast, dropout", "method=lora", 30089, 32304},
    {"LoRA all, fp32 adapters, no autocast, dropout", "method=lora autocast=0", 38944, 41984},
    {"LoRA all, bf16 adapters, dropout", "method=lora adapter_precision=bf16", 29936, 32144},
    {"LoRA all, bf16 adapters, no dropout", "method=lora adapter_precision=bf16 lora_dropout=0", 21392, 23184},
    {"QLoRA all, input kept, bf16 adapters", "method=qlora adapter_precision=bf16 keeps_quantised_input=1", 34736, 37776},
    {"QLoRA all, input not kept, bf16 adapters", "method=qlora adapter_precision=bf16", 29936, 32144},
    /* the count left out the first norm's input, 4 B × 512: it is the layer's own */
    {"QLoRA q,v, input kept, fp32 residual", "method=qlora lora_targets=attention_qv keeps_quantised_input=1 kbit_prepared=1",
     33696 + 2048, 37978 + 2048},
};

static double saved_bytes(const char *model, const char *rest)
{
    char all[200];
    snprintf(all, sizeof all, "seq=512 checkpointing=none %s", rest);
    return term(model, all, SIZING_TERM_activations) / 512;
}

static void test_bytes_saved_by_a_layer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counted); i++) {
        double mha = saved_bytes(COUNTED_MHA, counted[i].rest), gqa = saved_bytes(COUNTED_GQA, counted[i].rest);
        if (fabs(mha / counted[i].mha - 1) > 0.01 || fabs(gqa / counted[i].gqa - 1) > 0.01)
            fail_msg("%s: %.0f of %.0f, %.0f of %.0f", counted[i].why, mha, counted[i].mha, gqa, counted[i].gqa);
    }
}

/* Peak of one layer's recomputation and backward pass over what it saves, counted the same way. */
static void test_backward_of_a_layer(void **state)
{
    static const struct {
        const char *rest;
        double saved, peak;
    } rows[] = {
        {"method=full", 25120, 32418},
        {"method=lora", 32224, 54563},
        {"method=lora adapter_precision=bf16", 32144, 41813},
        {"method=qlora adapter_precision=bf16", 32144, 41813},
    };
    char rest[120];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        double layer, saved = saved_bytes(COUNTED_GQA, rows[i].rest);
        snprintf(rest, sizeof rest, "seq=512 checkpointing=full %s", rows[i].rest);
        layer = term(COUNTED_GQA, rest, SIZING_TERM_recomputed_layer) / 512;
        if (fabs(layer / saved / (rows[i].peak / rows[i].saved) - 1) > 0.015)
            fail_msg("%s: %.3f, counted %.3f", rows[i].rest, layer / saved, rows[i].peak / rows[i].saved);
    }
}

/* Live bytes per logit counted through forward and backward pass of the loss; what the allocator strands comes on top. */
static void test_bytes_of_the_loss(void **state)
{
    static const struct {
        const char *loss;
        double live, stranded;
    } rows[] = {
        {"upcast", 12, 2}, {"autocast", 12, 4}, {"kept", 16, 0}, {"16-bit", 6, 0}, {"none", 0, 0}, {"native", 12, 2},
    };
    char rest[80];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        snprintf(rest, sizeof rest, "method=lora seq=1000 batch=2 loss=%s", rows[i].loss);
        if (term(LLAMA_3_8B, rest, SIZING_TERM_logits) != (rows[i].live + rows[i].stranded) * 2000 * 128256)
            fail_msg("%s: %.0f", rest, term(LLAMA_3_8B, rest, SIZING_TERM_logits));
    }
    /* Liger: one chunk of logits in FP32 twice, and the head's gradient when it trains */
    assert_true(term(LLAMA_3_8B, "method=lora seq=8192 loss=fused_linear", SIZING_TERM_logits) == 8.0 * 1024 * 128256);
    assert_true(term(LLAMA_3_8B, "method=full seq=8192 loss=fused_linear", SIZING_TERM_logits)
                == 8.0 * 1024 * 128256 + 2.0 * 128256 * 4096);
    assert_true(term(BERT_BASE, "method=full", SIZING_TERM_logits) == 0);
}

/* ---- recipes: bytes a parameter through a step, as the frameworks document them */

static void test_recipes(void **state)
{
    static const struct {
        const char *why, *rest;
        double standing, step; /* weights, gradients, states; temporaries of the step */
    } rows[] = {
        {"mixed precision, the default", "", 16, 4},
        {"16-bit throughout, torch's default AdamW", "master_weights=0", 8, 2},
        {"16-bit throughout, fused AdamW", "master_weights=0 step_temporaries=none", 8, 0},
        {"fp32", "precision=fp32", 16, 4},
        {"autocast on fp32 weights", "weight_precision=fp32", 16, 4},
        {"8-bit states", "master_weights=0 optimizer=adamw_8bit", 6, 0},
        {"paged 8-bit states", "master_weights=0 optimizer=adamw_8bit paged_optimizer=1", 4, 0},
        {"Megatron, one replica", "gradient_precision=fp32 persistent_gradients=1 step_temporaries=none", 18, 0},
        {"Megatron, eight replicas", "gradient_precision=fp32 step_temporaries=none zero_stage=1 gpus=8", 6 + 12.0 / 8, 0},
        {"FSDP2 with fp32 shards on eight", "weight_precision=fp32 autocast=0 step_temporaries=none zero_stage=3 gpus=8", 2, 0},
        {"offloaded", "zero_stage=3 gpus=8 cpu_offload=1", 0, 0},
    };
    const double params = 8030261248.0;
    char rest[160];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e;
        snprintf(rest, sizeof rest, "method=full %s", rows[i].rest);
        e = estimate(LLAMA_3_8B, rest);
        if (fabs(e.exact_bytes / params - rows[i].standing) > 1e-9
            || fabs(e.terms[SIZING_TERM_step_temporaries].bytes / params - rows[i].step) > 1e-9)
            fail_msg("%s: %.3f + %.3f B", rows[i].why, e.exact_bytes / params,
                     e.terms[SIZING_TERM_step_temporaries].bytes / params);
    }
    /* DeepSpeed: 16-bit adapters of 20,971,520 parameters with an FP32 copy, 2 + 2 + 12 B */
    struct sizing_estimate lora = estimate(LLAMA_3_8B, "method=lora adapter_precision=bf16 adapter_master_weights=1");
    assert_true(lora.terms[SIZING_TERM_adapter_optimizer].bytes == 12.0 * 20971520
                && lora.terms[SIZING_TERM_adapter_weights].bytes == 2.0 * 20971520);
    /* embedding and head trained with LoRA: copy 2, gradient 2, states 4, temporaries 4 (12 B of 1.245 B parameters) */
    double tables = 2.0 * 152064 * 5120;
    struct sizing_estimate e = estimate("architecture=dense layers=40 hidden_size=5120 attention_heads=40 kv_heads=40 head_dim=128 "
                                        "intermediate_size=13696 mlp=swiglu vocab_size=152064 norm=rmsnorm norms_per_layer=2",
                                        "method=lora train_embeddings=1 step_temporaries=none");
    assert_true(e.terms[SIZING_TERM_embedding_copies].bytes == 6 * tables);
    assert_true(e.terms[SIZING_TERM_embedding_gradients].bytes == 2 * tables);
    assert_true(e.terms[SIZING_TERM_step_temporaries].bytes == 4 * tables);
}

/* ---- the peak */

static void test_totals_are_what_is_alive_at_the_peak(void **state)
{
    static const char *const rests[] = {
        "seq=9000", "seq=100 new_tokens=5000 cache=tuple", "seq=9000 new_tokens=9 prompt_logits=all_fp32 cache=tuple",
        "method=full seq=100", "method=lora seq=9000", "method=qlora seq=9000 checkpointing=none gpus=2",
        "method=full gpus=4 zero_stage=3", "method=lora gpus=2 zero_stage=3 load_whole=1 seq=1",
        "engine_utilisation=0.9 card_bytes=1e13", "method=full variable_length=1",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (size_t j = 0; j < COUNT_OF(rests); j++) {
            struct sizing_estimate e = estimate(models[i].fields, rests[j]);
            double sum = 0;
            for (int id = 0; id < SIZING_TERMS; id++) {
                sum += id == SIZING_TERM_engine_pool ? 0 : e.terms[id].peak_bytes;
                assert_true(e.terms[id].peak_bytes <= e.terms[id].bytes);
            }
            if (e.has_total && fabs(sum / e.gpu.device - 1) > 1e-9)
                fail_msg("%s, %s: %.0f alive, total %.0f", models[i].name, rests[j], sum, e.gpu.device);
            assert_true(e.gpu.allocated <= e.gpu.reserved && e.gpu.reserved <= e.gpu.device);
            assert_true(e.low <= e.likely && e.likely <= e.high);
        }
}

static void test_phase_of_the_peak(void **state)
{
    static const struct {
        const char *model, *rest;
        enum sizing_phase phase;
    } rows[] = {
        {LLAMA_3_8B, "method=full seq=128", SIZING_PHASE_optimizer_step},
        {LLAMA_3_8B, "method=full seq=65536 step_temporaries=none", SIZING_PHASE_forward_end},
        {LLAMA_3_8B, "method=lora seq=8192 loss=fused_linear", SIZING_PHASE_recompute},
        {LLAMA_3_8B, "method=lora seq=8192", SIZING_PHASE_forward_end},
        {LLAMA_3_8B, "method=full master_weights=0 step_temporaries=none seq=512 loss=fused_linear", SIZING_PHASE_backward_end},
        {LLAMA_3_8B, "method=lora seq=16 gpus=2 zero_stage=3 load_whole=1 sharding=fsdp", SIZING_PHASE_load},
        {LLAMA_3_8B, "seq=8192", SIZING_PHASE_prefill},
        {LLAMA_3_8B, "seq=8192 prompt_logits=all_fp32", SIZING_PHASE_prompt_end},
        {LLAMA_3_8B, "seq=16 new_tokens=8192", SIZING_PHASE_decode},
        {LLAMA_3_8B, "seq=16 new_tokens=64 cache=tuple", SIZING_PHASE_decode},
        {LLAMA_2_7B, "seq=8192 new_tokens=1 cache=tuple prompt_logits=all_fp32", SIZING_PHASE_first_token},
        {LLAMA_2_7B, "seq=8192 new_tokens=1 cache=tuple prompt_logits=all_fp32 without_prefill=1", SIZING_PHASE_decode},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e = estimate(rows[i].model, rows[i].rest);
        if (e.phase != rows[i].phase)
            fail_msg("row %zu, %s: %s, expected %s", i, rows[i].rest, names_phase(e.phase), names_phase(rows[i].phase));
    }
}

/* Gradients of one micro-batch are not there yet when the loss is computed: adding them would overstate the peak (PEFT's full
   fine-tuning of Llama-3.2-3B: 38.9 GB reserved, 43.6 with them). */
static void test_gradients_wait_for_the_backward_pass(void **state)
{
    const char *once = "method=full master_weights=0 step_temporaries=none seq=65536", *model = LLAMA_3_8B;
    char twice[120];
    struct sizing_estimate e = estimate(model, once);
    (void)state;
    assert_int_equal(e.phase, SIZING_PHASE_forward_end);
    assert_true(e.terms[SIZING_TERM_gradients].bytes == 8030261248.0 * 2 && e.terms[SIZING_TERM_gradients].peak_bytes == 0);
    snprintf(twice, sizeof twice, "%s gradient_accumulation=2", once);
    assert_true(estimate(model, twice).gpu.allocated == e.gpu.allocated + 8030261248.0 * 2);
}

/* Every rank reads the whole checkpoint beside its shard, 8 % above the sum; only that part moves and leaves slack. */
static void test_peak_of_loading(void **state)
{
    struct sizing_estimate e = estimate(LLAMA_3_8B, "method=lora seq=16 gpus=2 zero_stage=3 load_whole=1 sharding=fsdp");
    double sum = 8030261248.0 * 2 * 1.5;
    (void)state;
    assert_true(fabs(e.gpu.allocated - (1.08 * sum + constants_fitted.workspace_bytes)) < 1);
    assert_true(fabs(e.gpu.reserved - e.gpu.allocated - 0.08 * sum * (constants_fitted.slack - 1)) < 1);
}

static void test_scope_chooses_the_total(void **state)
{
    struct sizing_estimate e = estimate(LLAMA_3_8B, "method=lora");
    (void)state;
    assert_true(e.likely == e.gpu.device);
    assert_true(estimate(LLAMA_3_8B, "method=lora scope=allocated").likely == e.gpu.allocated);
    assert_true(estimate(LLAMA_3_8B, "method=lora scope=reserved").likely == e.gpu.reserved);
    assert_true(estimate(LLAMA_3_8B, "method=lora runtime_bytes=5e8").gpu.device == e.gpu.reserved + 5e8);
}

/* A tuple cache is there twice while a step runs; a dynamic one joins a layer at a time; a static one is never copied. */
static void test_copies_of_the_cache(void **state)
{
    const double cache = 131072.0 * 6000, logits = 6.0 * 128256;
    double fixed = estimate(LLAMA_3_8B, "seq=1 new_tokens=5999 cache=static without_prefill=1").gpu.allocated;
    (void)state;
    assert_true(fabs(fixed - (8030261248.0 * 2 + cache + logits + constants_fitted.workspace_bytes)) < 1);
    assert_true(fabs(estimate(LLAMA_3_8B, "seq=1 new_tokens=5999 cache=tuple without_prefill=1").gpu.allocated - fixed - cache) < 1);
    assert_true(fabs(estimate(LLAMA_3_8B, "seq=1 new_tokens=5999 without_prefill=1").gpu.allocated - fixed - cache / 32) < 1);
    assert_true(term(LLAMA_3_8B, "seq=17 cache=paged", SIZING_TERM_kv_cache) == 131072.0 * 32);
}

/* vLLM's utilisation is a ceiling, not a need: it changes neither the cache nor the need. */
static void test_pool_of_an_engine(void **state)
{
    struct sizing_estimate plain = estimate(LLAMA_3_8B, "seq=8192"),
                           pool = estimate(LLAMA_3_8B, "seq=8192 engine_utilisation=0.9 card_bytes=80e9");
    (void)state;
    assert_true(pool.terms[SIZING_TERM_kv_cache].bytes == plain.terms[SIZING_TERM_kv_cache].bytes);
    assert_true(pool.gpu.device == plain.gpu.device && pool.likely == plain.likely);
    assert_true(pool.terms[SIZING_TERM_engine_pool].bytes + pool.gpu.device == 0.9 * 80e9);
    assert_true(term(LLAMA_3_8B, "seq=8192 engine_utilisation=0.1 card_bytes=80e9", SIZING_TERM_engine_pool) == 0);
}

/* ---- parallel layouts */

static void test_tensor_and_sequence_parallel(void **state)
{
    const char *one = "method=full checkpointing=none seq=4096";
    double whole = term(LLAMA_3_8B, one, SIZING_TERM_activations);
    double kept = 10.0 * 4096 * 32 * 4096; /* norms and dropout, 10 h a token and layer (arXiv:2205.05198) */
    (void)state;
    assert_true(fabs(term(LLAMA_3_8B, "method=full checkpointing=none seq=4096 gpus=8 tensor_parallel=8 sequence_parallel=1",
                          SIZING_TERM_activations) / (whole / 8) - 1) < 1e-12);
    assert_true(fabs(term(LLAMA_3_8B, "method=full checkpointing=none seq=4096 gpus=8 tensor_parallel=8", SIZING_TERM_activations)
                     / (kept + (whole - kept) / 8) - 1) < 1e-12);
    assert_true(term(LLAMA_3_8B, "method=full seq=4096 gpus=8 tensor_parallel=8", SIZING_TERM_logits)
                == term(LLAMA_3_8B, "method=full seq=4096", SIZING_TERM_logits) / 8);
    assert_true(term(LLAMA_3_8B, "method=full seq=4096 gpus=4 context_parallel=4", SIZING_TERM_activations)
                == term(LLAMA_3_8B, "method=full seq=1024", SIZING_TERM_activations));
}

/* Stages have whole layers, the first the embedding and the activations of as many micro-batches as there are stages. */
static void test_pipeline(void **state)
{
    const double block = 8030261248.0 - 2.0 * 128256 * 4096 - 4096, table = 128256.0 * 4096;
    struct sizing_estimate first = estimate(LLAMA_3_8B, "method=lora checkpointing=none gpus=4 pipeline_parallel=4 "
                                                        "gradient_accumulation=16 seq=4096");
    struct sizing_estimate last = estimate(LLAMA_3_8B, "method=lora gpus=4 pipeline_parallel=4 seq=4096");
    double one = term(LLAMA_3_8B, "method=lora checkpointing=none seq=4096", SIZING_TERM_activations);
    (void)state;
    assert_true(first.terms[SIZING_TERM_logits].bytes == 0 && last.terms[SIZING_TERM_logits].bytes > 0);
    assert_true(fabs(first.terms[SIZING_TERM_activations].bytes / one - 1) < 1e-12);
    assert_true(fabs(first.terms[SIZING_TERM_weights].bytes / (2 * (block / 4 + table + 4096.0 / 4)) - 1) < 1e-12);
    assert_true(term(QWEN3_0_6B, "seq=1 gpus=2 pipeline_parallel=2", SIZING_TERM_weights)
                > 596049920.0 * 2 / 2); /* a tied head is there twice */
}

/* A model split by layers: the sum over the GPUs is that of one GPU and what every GPU has for itself. */
static void test_layer_split(void **state)
{
    struct sizing_estimate one = estimate(LLAMA_3_8B, "seq=8192"),
                           two = estimate(LLAMA_3_8B, "seq=8192 gpus=2 pipeline_parallel=2 layer_split=1");
    double transient = one.terms[SIZING_TERM_prefill].bytes;
    (void)state;
    assert_true(fabs(two.all_gpus.allocated - (one.gpu.allocated + transient + constants_fitted.workspace_bytes)) < 1);
    assert_true(two.gpu.allocated < one.gpu.allocated && two.terms[SIZING_TERM_communication].bytes == 0);
    assert_true(estimate(LLAMA_3_8B, "gpus=4").all_gpus.device == 4 * estimate(LLAMA_3_8B, "gpus=4").gpu.device);
}

static void test_expert_parallel(void **state)
{
    const double experts = 32.0 * 8 * 3 * 4096 * 14336, rest = 46702792704.0 - experts;
    (void)state;
    assert_true(term(MIXTRAL_8X7B, "gpus=8 expert_parallel=8", SIZING_TERM_weights) == 2 * (rest + experts / 8));
    /* four replicas of each expert, eight of the rest */
    assert_true(fabs(term(MIXTRAL_8X7B, "method=full gpus=8 zero_stage=1 expert_parallel=2", SIZING_TERM_optimizer)
                     / (8 * (rest / 8 + experts / 2 / 4)) - 1) < 1e-12);
}

/* ---- users' cases and properties */

/* Case D22: 4-bit training takes less at short lengths and more at long ones, without checkpointing; it warns. */
static void test_d22_crossover_of_4_bit_training(void **state)
{
    const char *model = "architecture=dense layers=40 hidden_size=4096 attention_heads=32 kv_heads=2 head_dim=128 "
                        "intermediate_size=13696 mlp=swiglu vocab_size=151552 qkv_bias=true norm=rmsnorm norms_per_layer=2";
    const char *old = "keeps_quantised_input=1 kbit_prepared=1";
    double before = -HUGE_VAL;
    (void)state;
    for (int seq = 512; seq <= 10240; seq += 512) {
        char lora[120], qlora[160];
        struct sizing_estimate a, b;
        snprintf(lora, sizeof lora, "method=lora checkpointing=none seq=%d", seq);
        snprintf(qlora, sizeof qlora, "method=qlora checkpointing=none seq=%d %s", seq, old);
        a = estimate(model, lora);
        b = estimate(model, qlora);
        if (seq == 512)
            assert_true(b.likely < a.likely);
        if (seq == 10240)
            assert_true(b.likely > a.likely);
        if (b.likely - a.likely <= before)
            fail_msg("%d tokens: the gap shrinks", seq);
        before = b.likely - a.likely;
        if (a.warnings[SIZING_WARNING_activations_dominate] != (seq >= 8192))
            fail_msg("%d tokens: %s", seq, seq >= 8192 ? "no warning" : "warning");
        assert_true(b.terms[SIZING_TERM_weights].bytes < a.terms[SIZING_TERM_weights].bytes / 2);
    }
    assert_false(estimate(model, "method=lora seq=10240").warnings[SIZING_WARNING_activations_dominate]);
}

/* Case D20: what states-only estimators leave out has a line each, also with everything offloaded. */
static void test_d20_every_part_is_a_line(void **state)
{
    static const enum sizing_term_id lines[] = {
        SIZING_TERM_activations, SIZING_TERM_recomputed_layer, SIZING_TERM_logits,  SIZING_TERM_sharding_buffers,
        SIZING_TERM_workspace,   SIZING_TERM_allocator_slack,  SIZING_TERM_runtime, SIZING_TERM_communication,
    };
    struct sizing_estimate e = estimate(LLAMA_2_7B, "method=full gpus=4 zero_stage=3 cpu_offload=1 sharding=deepspeed");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        if (e.terms[lines[i]].bytes <= 0)
            fail_msg("%s is 0", names_term(lines[i]));
    assert_true(e.exact_bytes == 0 && e.gpu.device > 5e9);
}

static void assert_rising(const char *model, const char *fixed, const char *key, int sign)
{
    char rest[160];
    double before = 0;
    for (int value = 1; value <= 4096; value *= 4) {
        struct sizing_estimate e;
        snprintf(rest, sizeof rest, "%s %s=%d", fixed, key, value);
        e = estimate(model, rest);
        if (before > 0 && sign * (e.likely - before) < 0)
            fail_msg("%s: %.0f after %.0f", rest, e.likely, before);
        before = e.likely;
    }
}

static void test_totals_rise_and_fall(void **state)
{
    static const char *const methods[] = {"method=inference", "method=full", "method=lora", "method=qlora",
                                          "method=lora checkpointing=none", "method=inference new_tokens=100 cache=tuple"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (size_t j = 0; j < COUNT_OF(methods); j++) {
            assert_rising(models[i].fields, methods[j], "seq", 1);
            assert_rising(models[i].fields, methods[j], "batch", 1);
        }
    assert_rising(LLAMA_3_8B, "method=full zero_stage=3 gpus=4096", "gradient_accumulation", 1);
    assert_rising(LLAMA_3_8B, "method=full seq=4096 layers=4096 gpus=4096", "pipeline_parallel", -1);
}

/* More of any part of a model takes more memory, whatever is done with it; without a total the exact terms do. */
static void test_memory_grows_with_parameters(void **state)
{
    static const struct {
        const char *key;
        double step; /* keeps the rules of heads and experts */
    } parts[] = {
        {"layers", 8},     {"hidden_size", 1024}, {"intermediate_size", 1024},     {"vocab_size", 4096},        {"head_dim", 64},
        {"moe_experts", 8}, {"moe_intermediate_size", 512}, {"moe_shared_intermediate_size", 512}, {"mla_kv_lora_rank", 256},
        {"vision_params", 1e9},
    };
    static const char *const methods[] = {"method=inference seq=4096", "method=full seq=4096", "method=lora seq=4096",
                                          "method=qlora seq=4096", "method=full seq=4096 gpus=8 zero_stage=3"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(models); i++)
        for (size_t j = 0; j < COUNT_OF(methods); j++)
            for (size_t k = 0; k < COUNT_OF(parts); k++) {
                struct input in = read_input(models[i].fields, methods[j]);
                struct sizing_estimate small, large;
                int slot = names_slot(SIZING_GROUP_model, parts[k].key, strlen(parts[k].key));
                double *part = &slots_of(&in, SIZING_GROUP_model)[slot];
                assert_int_equal(memory_estimate(&in.model, &in.workload, &small).reason, SIZING_OK);
                bool is_unused = slot == SIZING_MODEL_head_dim && check_layout(&in.model) != SIZING_LAYOUT_decoder;
                if (*part == 0 || !small.complete || is_unused)
                    continue; /* the architecture has no such part, or is not modelled; encoders' heads are as wide as the model */
                *part += parts[k].step;
                assert_int_equal(memory_estimate(&in.model, &in.workload, &large).reason, SIZING_OK);
                if (large.exact_bytes <= small.exact_bytes || large.likely < small.likely || large.has_total != small.has_total)
                    fail_msg("%s, %s: more %s, from %.0f to %.0f exact, %.0f to %.0f likely", models[i].name, methods[j], parts[k].key,
                             small.exact_bytes, large.exact_bytes, small.likely, large.likely);
            }
}

static void test_sharding_and_checkpointing_save(void **state)
{
    static const char *const order[] = {"none", "full", "offload"};
    double before = HUGE_VAL;
    char rest[120];
    (void)state;
    for (int gpus = 2; gpus <= 1024; gpus *= 2) {
        struct sizing_estimate e;
        snprintf(rest, sizeof rest, "method=full zero_stage=3 gpus=%d", gpus);
        e = estimate(LLAMA_3_8B, rest);
        assert_true(e.likely < before);
        before = e.likely;
    }
    for (int stage = 1; stage <= 3; stage++) {
        double lower;
        snprintf(rest, sizeof rest, "method=full zero_stage=%d gpus=8 optimizer=sgd_momentum", stage);
        lower = estimate(LLAMA_3_8B, rest).exact_bytes;
        assert_true(stage == 1 || lower < before);
        before = lower;
    }
    before = HUGE_VAL;
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        snprintf(rest, sizeof rest, "method=lora seq=8192 checkpointing=%s", order[i]);
        assert_true(estimate(LLAMA_3_8B, rest).gpu.allocated <= before);
        before = estimate(LLAMA_3_8B, rest).gpu.allocated;
    }
}

/* ---- what is not modelled, errors, constants */

static void test_parts_without_a_formula_give_no_total(void **state)
{
    static const struct {
        const char *model, *rest;
        enum sizing_term_id missing;
    } rows[] = {
        {QWEN3_NEXT, "method=lora", SIZING_TERM_activations},
        {MINIMAX_01, "seq=100", SIZING_TERM_prefill},
        {T5_SMALL, "", SIZING_TERM_kv_cache},
        {T5_SMALL, "method=full", SIZING_TERM_activations},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e = estimate(rows[i].model, rows[i].rest);
        assert_int_equal(e.terms[rows[i].missing].state, SIZING_STATE_not_modelled);
        assert_true(!e.has_total && e.warnings[SIZING_WARNING_total_not_modelled]);
        assert_true(e.likely == 0 && e.high == 0 && e.gpu.device == 0 && e.all_gpus.device == 0);
        assert_true(e.exact_bytes > 0);
    }
    assert_true(estimate(QWEN3_NEXT, "method=lora").complete && estimate(LLAMA_3_8B, "method=lora").has_total);
}

static void test_errors_of_switches(void **state)
{
    static const struct {
        const char *model, *rest, *field, *reason;
    } rows[] = {
        {LLAMA_3_8B, "gpus=8 pipeline_parallel=3", "pipeline_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "gpus=8 tensor_parallel=4 pipeline_parallel=4", "pipeline_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "gpus=64 pipeline_parallel=64", "pipeline_parallel", "more_than_layers"},
        {LLAMA_3_8B, "gpus=8 context_parallel=3", "context_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "gpus=8 tensor_parallel=8 context_parallel=2", "context_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "gpus=2 layer_split=1", "layer_split", "must_divide_gpus"},
        {LLAMA_3_8B, "gpus=8 expert_parallel=8", "expert_parallel", "must_divide_experts"},
        {MIXTRAL_8X7B, "gpus=16 expert_parallel=16", "expert_parallel", "must_divide_experts"},
        {MIXTRAL_8X7B, "gpus=4 expert_parallel=8", "expert_parallel", "must_divide_gpus"},
        {LLAMA_3_8B, "engine_utilisation=1.1 card_bytes=1", "engine_utilisation", "above_one"},
        {LLAMA_3_8B, "engine_utilisation=0.9", "card_bytes", "must_be_positive"},
        {LLAMA_3_8B, "runtime_bytes=-1", "runtime_bytes", "negative"},
        {LLAMA_3_8B, "new_tokens=nan", "new_tokens", "not_finite"},
        {LLAMA_3_8B, "gradient_accumulation=0", "gradient_accumulation", "must_be_positive"},
        {LLAMA_3_8B, "loss=99", "loss", "unknown_value"},
        {LLAMA_3_8B, "checkpointing=1.5", "checkpointing", "unknown_value"},
        {LLAMA_3_8B, "cpu_offload=2", "cpu_offload", "unknown_value"},
        {LLAMA_3_8B, "method=lora seq=1e12", "seq", "too_large"},
        {LLAMA_3_8B, "new_tokens=1e15", "seq", "too_large"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_estimate e;
        struct input in = read_input(rows[i].model, rows[i].rest);
        struct sizing_error error = memory_estimate(&in.model, &in.workload, &e);
        const char *field = names_field(error.group, error.slot)->id;
        if (error.reason == SIZING_OK || strcmp(field, rows[i].field) != 0 || strcmp(names_reason(error.reason), rows[i].reason) != 0)
            fail_msg("%s: %s at %s, expected %s at %s", rows[i].rest,
                     error.reason == SIZING_OK ? "no error" : names_reason(error.reason), field, rows[i].reason, rows[i].field);
        assert_true(e.likely == 0 && e.gpu.device == 0);
    }
}

/* Only values that say how many points they rest on may differ from the theory; and the switch between the two works. */
static void test_constants(void **state)
{
    int fitted = 0;
    struct input in = read_input(LLAMA_3_8B, "method=lora seq=4096 scope=reserved");
    struct sizing_estimate bare, used;
    (void)state;
    for (int id = 0; id < SIZING_CONSTANTS; id++) {
        const struct sizing_constant *c = constants_entry(id);
        if (c->value != c->theory && c->points == 0)
            fail_msg("%s differs from its theory without points", c->id);
        assert_true(c->value == ((const double *)&constants_fitted)[id] && c->theory == ((const double *)&constants_theory)[id]);
        assert_true(c->meaning[0] && c->source[0] && c->value >= 0);
        fitted += c->value != c->theory;
    }
    assert_in_range(fitted, 1, 16);
    assert_null(constants_entry(-1));
    assert_null(constants_entry(SIZING_CONSTANTS));
    assert_int_equal(memory_estimate_with(&constants_theory, &in.model, &in.workload, &bare).reason, SIZING_OK);
    assert_int_equal(memory_estimate(&in.model, &in.workload, &used).reason, SIZING_OK);
    assert_true(bare.gpu.reserved == bare.gpu.allocated && used.gpu.reserved > used.gpu.allocated);
    assert_true(bare.exact_bytes == used.exact_bytes);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_saved_by_a_layer),
        cmocka_unit_test(test_backward_of_a_layer),
        cmocka_unit_test(test_bytes_of_the_loss),
        cmocka_unit_test(test_recipes),
        cmocka_unit_test(test_totals_are_what_is_alive_at_the_peak),
        cmocka_unit_test(test_phase_of_the_peak),
        cmocka_unit_test(test_gradients_wait_for_the_backward_pass),
        cmocka_unit_test(test_peak_of_loading),
        cmocka_unit_test(test_scope_chooses_the_total),
        cmocka_unit_test(test_copies_of_the_cache),
        cmocka_unit_test(test_pool_of_an_engine),
        cmocka_unit_test(test_tensor_and_sequence_parallel),
        cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_layer_split),
        cmocka_unit_test(test_expert_parallel),
        cmocka_unit_test(test_d22_crossover_of_4_bit_training),
        cmocka_unit_test(test_d20_every_part_is_a_line),
        cmocka_unit_test(test_totals_rise_and_fall),
        cmocka_unit_test(test_memory_grows_with_parameters),
        cmocka_unit_test(test_sharding_and_checkpointing_save),
        cmocka_unit_test(test_parts_without_a_formula_give_no_total),
        cmocka_unit_test(test_errors_of_switches),
        cmocka_unit_test(test_constants),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
