/* Tests against published measurements: the bars of the accuracy page, the reader of points, and stacks. */
#include <math.h>
#include <stdlib.h>

#include "catalog/csv.h"
#include "catalog/measured.h"
#include "catalog/peers.h"
#include "catalog/strings.h"
#include "catalog/workload.h"
#include "helper.h"
#include "sizing/check.h"
#include "sizing/params.h"

#define POINTS SOURCE_DIR "/catalog/measured/memory.csv"
#define MODELS SOURCE_DIR "/catalog/measured/models.csv"

/* The real catalogue, loaded once for all tests. */
struct fixture {
    struct arena *arena;
    struct capture *out;
    struct catalog *catalog;
    struct measured_points points;
};

static int load(void **state)
{
    static const char *const folders[] = {SOURCE_DIR "/catalog"};
    struct fixture *f = calloc(1, sizeof *f);
    f->arena = arena_new();
    f->out = capture_new(DIAG_TEXT, false);
    f->catalog = catalog_load(folders, 1, f->arena, f->out->diag);
    if (!f->catalog || !measured_read(f->catalog, POINTS, MODELS, f->arena, &f->points, f->out->diag))
        fail_msg("%s", capture_text(f->out));
    *state = f;
    return 0;
}

static int unload(void **state)
{
    struct fixture *f = *state;
    capture_free(f->out);
    arena_free(f->arena);
    free(f);
    return 0;
}

/* ---- accuracy */

struct bar {
    const char *group;
    size_t n;
    double median, p90;
};

static void expect_bars(const struct fixture *f, const struct sizing_constants *constants, const struct bar *bars, size_t count)
{
    struct measured_error groups[MEASURED_GROUPS];
    size_t n = measured_errors(&f->points, constants, f->arena, groups);
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < n && strcmp(groups[at].name, bars[i].group) != 0)
            at++;
        if (at == n || groups[at].n != bars[i].n || groups[at].skipped != 0)
            fail_msg("%s: %zu points, expected %zu", bars[i].group, at < n ? groups[at].n : 0, bars[i].n);
        if (groups[at].median_ape > bars[i].median || groups[at].p90_ape > bars[i].p90)
            fail_msg("%s: %.2f / %.2f %%, may be %.1f / %.1f", bars[i].group, groups[at].median_ape, groups[at].p90_ape,
                     bars[i].median, bars[i].p90);
    }
}

static void test_errors_stay_below_the_bars(void **state)
{
    static const struct bar bars[] = {
        {"all", 586, 2.3, 12.5},          {"training", 230, 5.5, 15.4},       {"inference", 356, 1.2, 9.1},
        {"full", 53, 6.0, 14.6},          {"lora", 115, 4.0, 15.9},           {"qlora", 62, 6.4, 14.4},
        {"full_1gpu", 29, 6.0, 20.0},     {"full_multi_gpu", 24, 6.5, 13.0},  {"lora_1gpu", 92, 4.0, 18.5},
        {"lora_multi_gpu", 23, 6.5, 13.5}, {"qlora_1gpu", 49, 6.5, 14.5},     {"qlora_multi_gpu", 13, 13.0, 23.0},
        {"inference_16bit", 137, 1.0, 7.5}, {"inference_8bit", 62, 1.2, 8.5}, {"inference_4bit", 149, 1.5, 11.0},
        {"inference_components", 8, 1.0, 1.5},
    };
    expect_bars(*state, &constants_fitted, bars, COUNT_OF(bars));
}

/* Nothing fitted: what reading the implementations gives. */
static void test_errors_of_bare_theory(void **state)
{
    static const struct bar bars[] = {{"all", 586, 3.1, 18.7}, {"training", 230, 10.0, 26.5}, {"inference", 356, 1.1, 10.6}};
    expect_bars(*state, &constants_theory, bars, COUNT_OF(bars));
}

static void test_high_end_is_safe_in_nine_of_ten(void **state)
{
    struct fixture *f = *state;
    struct measured_error groups[MEASURED_GROUPS];
    size_t n = measured_errors(&f->points, &constants_fitted, f->arena, groups);
    assert_true(n > 3);
    for (size_t i = 0; i < 3; i++) /* all, training, inference */
        if (groups[i].within_high_share < 90)
            fail_msg("%s: %.1f %% at or below the high end", groups[i].name, groups[i].within_high_share);
}

/* Where other estimators are scored there are points of ours beside them, and ours are nearer. */
static void test_peers_stand_beside_ours(void **state)
{
    struct fixture *f = *state;
    struct peer_list peers;
    struct measured_error groups[MEASURED_GROUPS];
    size_t n = measured_errors(&f->points, &constants_fitted, f->arena, groups);
    assert_true(peers_read(f->arena, SOURCE_DIR "/catalog/measured/peers.csv", &peers, f->out->diag) && peers.n > 0);
    for (size_t i = 0; i < peers.n; i++) {
        const struct peer *p = &peers.at[i];
        size_t at = 0;
        while (at < n && !str_eq_c(p->group, groups[at].name))
            at++;
        if (at == n || p->n > (double)groups[at].n || groups[at].median_ape >= p->median_ape || groups[at].p90_ape >= p->p90_ape)
            fail_msg("%.*s of %.*s", (int)p->group.n, p->group.p, (int)p->estimator.n, p->estimator.p);
    }
}

/* constants.def is the one table; the accuracy page shows its words, and the same in Chinese. */
static void test_constants_have_words(void **state)
{
    struct fixture *f = *state;
    struct strings *strings = strings_load(SOURCE_DIR "/templates", f->arena, f->out->diag);
    assert_non_null(strings);
    for (int i = 0; constants_entry(i); i++) {
        const struct sizing_constant *k = constants_entry(i);
        struct str id = str_from(k->id);
        if (!str_eq_c(string_of(strings, LANG_EN, "constant.", id), k->meaning)
            || !str_eq_c(string_of(strings, LANG_EN, "constant_source.", id), k->source))
            fail_msg("%s: the page says \"%.*s\", the table \"%s\"", k->id, (int)string_of(strings, LANG_EN, "constant.", id).n,
                     string_of(strings, LANG_EN, "constant.", id).p, k->meaning);
        if (str_eq_c(string_of(strings, LANG_ZH, "constant.", id), k->meaning))
            fail_msg("%s has no Chinese", k->id);
    }
}

/* Independent truth: parameter counts that the frameworks print; StableLM-Alpha's differs by 0.033 %. */
static void test_counts_of_the_models(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < f->points.n; i++) {
        const struct measured_point *p = &f->points.at[i];
        struct sizing_params count;
        assert_int_equal(params_count(&p->sizing, &count).reason, SIZING_OK);
        if (!count.known || fabs(count.total / p->sizing.params_total - 1) > 4e-4)
            fail_msg("%.*s: counted %.0f, given %.0f", (int)p->model.n, p->model.p, count.total, p->sizing.params_total);
    }
}

/* ---- tokens */

static void test_every_token_is_known(void **state)
{
    static const struct {
        const char *column, *tokens;
    } rows[] = {
        {"method", "full|inference|kv|lora|lora_emb|qlora|weights"},
        {"precision", "bf16|bf16-mixed|fp16|fp16-amp|fp32|fsdp_mp_bf16|fsdp_mp_bf16+fp8"},
        {"optimizer", "adafactor|adamw8bit|adamw8bit_in_bwd|adamw_ds_fp32|adamw_fused|adamw_fused_fp32|adamw_fused_in_bwd|adamw_mcore|"
                      "adamw_mcore_dist|adamw_torch|paged_adamw8bit|paged_adamw8bit_in_bwd|"},
        {"ckpt", "0|1|offload|sac|"},
        {"attn", "eager|eager_chunked|eager_prefill|flash2|flash3|sdpa|"},
        {"quant", "awq4|bnb_fp4|bnb_fp4_dq|bnb_int4|bnb_int8|bnb_nf4|bnb_nf4_dq|fp8|gptq4|gptq4_g32|gptq4_gcol|gptq8|int4_w|int8_w|"
                  "nf4_ao|"},
        {"lora_targets", "all|all+head|attn_qkv|attn_qkv,attn_o,mlp|mlp|q,v|qkv,mlp|"},
        {"ce_impl", "amp_bf16|amp_fp32|chunked|chunked_compiled|classifier|full_logits|full_logits_fp32|fused|hf_fp32|last_logits|"
                    "last_logits_decode_only|litgpt_chunked|megatron_fused|titan_compiled|titan_compiled_fusedloss|titan_fp32|"
                    "torch_16bit|torch_bf16|torchtune_compiled|torchtune_fp32|unknown|"},
        {"cache_impl", "dynamic|paged|static|tuple|tuple_int8|"},
    };
    struct sizing_workload w;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct str rest = str_from(rows[i].tokens), token;
        while (str_next(&rest, '|', &token)) {
            const char *settings = measured_token(rows[i].column, token);
            if (!settings)
                fail_msg("%s: %.*s", rows[i].column, (int)token.n, token.p);
            sizing_workload_init(&w);
            measured_set(settings, &w);
        }
        assert_null(measured_token(rows[i].column, S("no such token")));
    }
}

static void test_layouts(void **state)
{
    static const struct {
        const char *token;
        double gpus, tp, pp, cp, ep, stage, split;
    } rows[] = {
        {"", 1, 1, 1, 1, 1, 0, 0},
        {"ddp", 8, 1, 1, 1, 1, 0, 0},
        {"ddp_mcore", 8, 1, 1, 1, 1, 0, 0},
        {"device_map", 4, 1, 4, 1, 1, 0, 1},
        {"device_map_per_gpu", 8, 1, 8, 1, 1, 0, 1},
        {"pp_sequential", 5, 1, 5, 1, 1, 0, 1},
        {"fsdp2", 8, 1, 1, 1, 1, 3, 0},
        {"fsdp2+cp8", 8, 1, 1, 8, 1, 3, 0},
        {"fsdp32+tp8+sp", 256, 8, 1, 1, 1, 3, 0},
        {"fsdp8+tp8+sp+pp8_1f1b", 512, 8, 8, 1, 1, 3, 0},
        {"fsdp8+tp8+sp+pp8_int1f1b", 512, 8, 8, 1, 1, 3, 0},
        {"fsdp_full_cpu_offload", 2, 1, 1, 1, 1, 3, 0},
        {"fsdp2_cpu_offload", 2, 1, 1, 1, 1, 3, 0},
        {"pp2+ep4", 8, 1, 2, 1, 4, 0, 0},
        {"tp2+sp", 8, 2, 1, 1, 1, 0, 0},
        {"tp4", 4, 4, 1, 1, 1, 0, 0},
        {"ulysses8", 8, 1, 1, 8, 1, 0, 0},
        {"zero2", 4, 1, 1, 1, 1, 2, 0},
        {"zero2_or_3", 4, 1, 1, 1, 1, 2, 0},
        {"zero3_cpu_offload", 4, 1, 1, 1, 1, 3, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_workload w;
        sizing_workload_init(&w);
        w.gpus = rows[i].gpus;
        if (!measured_sharding(str_from(rows[i].token), &w) || w.tensor_parallel != rows[i].tp || w.pipeline_parallel != rows[i].pp
            || w.context_parallel != rows[i].cp || w.expert_parallel != rows[i].ep || w.zero_stage != rows[i].stage
            || w.layer_split != rows[i].split || check_workload(&w).reason != SIZING_OK)
            fail_msg("%s", rows[i].token);
    }
    struct sizing_workload w;
    sizing_workload_init(&w);
    assert_false(measured_sharding(S("zero4"), &w) || measured_sharding(S("tp"), &w) || measured_sharding(S("tp2+magic"), &w));
}

/* ---- the reader */

#define HEADER                                                                                                              \
    "id,source,model,task,method,framework,precision,optimizer,batch,seq,gen,ckpt,attn,gpus,sharding,quant,lora_r,lora_targets," \
    "grad_accum,ce_impl,cache_impl,varlen,component,scope,measured_gb,unit,kind,usable\n"
#define GOOD "good,s,Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n"

struct outcome {
    struct measured_points points;
    bool ok;
    char text[2000]; /* messages */
};

static struct outcome read_text(const struct fixture *f, const char *text)
{
    struct outcome r = {.ok = false};
    struct capture *out = capture_new(DIAG_TEXT, false);
    char *folder = folder_new(), path[FILE_ERROR_SIZE];
    put_file(folder, "points.csv", text);
    snprintf(path, sizeof path, "%s/points.csv", folder);
    r.ok = measured_read(f->catalog, path, MODELS, f->arena, &r.points, out->diag);
    snprintf(r.text, sizeof r.text, "%s", capture_text(out));
    folder_remove(folder);
    capture_free(out);
    return r;
}

static void test_unknown_tokens_skip_the_row(void **state)
{
    static const struct {
        const char *row, *reason;
    } rows[] = {
        {"x,s,Llama-9,infer,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n", "unknown model \"Llama-9\""},
        {"x,s,Llama-2-7B,serve,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n", "unknown task \"serve\""},
        {"x,s,Llama-2-7B,infer,inference,sglang,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n",
         "unknown framework \"sglang\""},
        {"x,s,Llama-2-7B,infer,inference,vllm,bf17,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n",
         "unknown precision \"bf17\""},
        {"x,s,Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,1,tp3x,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n",
         "unknown sharding \"tp3x\""},
        {"x,s,Llama-2-7B,train,dora,peft_script,bf16,,1,10,0,,,1,,,,,1,,,0,total,per_gpu,14,GB,smi,1\n", "method dora is not modelled"},
        {"x,s,Llama-2-7B,train,full,peft_script,bf16,,1,10,0,,,1,,,,,1,,,0,activation,per_gpu,14,GB,allocated,1\n",
         "component activation is not modelled by itself"},
        {"x,s,Llama-2-7B,infer,inference,vllm,bf16,,1,ten,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n",
         "a value that is no number"},
        {"x,s,Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,MB,smi,1\n", "unknown unit \"MB\""},
        {"x,s,Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,3,tp3,,,,1,,paged,0,total,per_gpu,14,GB,smi,1\n",
         "tensor_parallel: must divide heads"},
        {"x,s,Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,,GB,smi,1\n", "no measured value above 0"},
    };
    char text[2000];
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct outcome r;
        snprintf(text, sizeof text, HEADER "%s" GOOD, rows[i].row);
        r = read_text(*state, text);
        if (!r.ok || r.points.n != 1 || r.points.skipped_n != 1 || r.points.skipped[0].line != 2
            || !str_eq_c(r.points.skipped[0].reason, rows[i].reason))
            fail_msg("%s: %.*s", rows[i].reason, r.points.skipped_n ? (int)r.points.skipped[0].reason.n : 0,
                     r.points.skipped_n ? r.points.skipped[0].reason.p : "");
    }
}

static void test_forms_of_csv(void **state)
{
    struct outcome r = read_text(*state, HEADER GOOD);
    assert_true(r.ok && r.points.n == 1 && r.points.at[0].bytes == 14e9 && r.points.at[0].line == 2);
    r = read_text(*state, "\xef\xbb\xbf" HEADER "\n\"good, too\",\"s\"\"\n\",Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,"
                          "per_gpu,14,GiB,smi,1\r\n" GOOD);
    assert_true(r.ok && r.points.n == 2 && str_eq_c(r.points.at[0].id, "good, too") && str_eq_c(r.points.at[0].source, "s\"\n"));
    assert_true(r.points.at[0].bytes == 14 * 1073741824.0 && r.points.at[0].line == 3 && r.points.at[1].line == 5);
    r = read_text(*state, HEADER "y,s,Llama-2-7B,infer,inference,vllm,bf16,,1,10,0,,,1,,,,,1,,paged,0,total,per_gpu,14,GB,smi,0\n");
    assert_true(r.ok && r.points.n == 0 && r.points.skipped_n == 0 && r.points.unusable == 1);
}

static void test_broken_files(void **state)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "points.csv: error: the file is empty; it needs a header line"},
        {"id,source\n", "points.csv:1:1: error: the header has no column model"},
        {HEADER "a,b\n", "points.csv:2:1: error: 2 fields, but the header has 28"},
        {HEADER "\"a,b\n", "points.csv:2:1: error: a quoted field does not end"},
        {HEADER "\"a\"b,c\n", "points.csv:2:1: error: text after a quoted field"},
        {HEADER "\xff\n", "is not UTF-8"},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct outcome r = read_text(f, rows[i].text);
        assert_false(r.ok);
        expect_part(rows[i].message, r.text, rows[i].message);
    }
    struct measured_points points;
    struct capture *out = capture_new(DIAG_TEXT, false);
    assert_false(measured_read(f->catalog, POINTS, SOURCE_DIR "/no-such.csv", f->arena, &points, out->diag));
    expect_part("missing", capture_text(out), "no-such.csv: No such file or directory");
    assert_int_equal(diag_exit_code(out->diag), 2);
    capture_free(out);
}

/* ---- stacks */

/* Bytes a parameter that a full training keeps on one GPU: weights, master copy, gradients, states. */
static void test_states_of_stacks(void **state)
{
    static const struct {
        const char *id;
        double bytes, step;
    } rows[] = {
        {"transformers-peft", 8, 2}, {"transformers-peft-2023", 8, 2}, {"torchtune", 8, 0}, {"litgpt", 8, 2},
        {"deepspeed", 16, 4},        {"megatron-lm", 18, 0},           {"torchtitan", 16, 0},
    };
    struct fixture *f = *state;
    const struct model *model = catalog_find(f->catalog, RECORD_model, S("llama-2-7b"));
    assert_non_null(model);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct stack *stack = catalog_find(f->catalog, RECORD_stack, str_from(rows[i].id));
        struct sizing_workload w;
        struct sizing_estimate e;
        if (!stack)
            fail_msg("no stack %s", rows[i].id);
        sizing_workload_init(&w);
        w.method = SIZING_METHOD_full;
        workload_overlay(&stack->switches.fields, &w);
        assert_int_equal(memory_estimate(&model->sizing, &w, &e).reason, SIZING_OK);
        double params = 6738415616.0, step = e.terms[SIZING_TERM_step_temporaries].bytes / params;
        if (fabs(e.exact_bytes / params - rows[i].bytes) > 1e-9 || fabs(step - rows[i].step) > 1e-9)
            fail_msg("%s: %.3f + %.3f B a parameter", rows[i].id, e.exact_bytes / params, step);
    }
}

static void test_every_framework_has_one_stack(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < f->catalog->stacks.n; i++) {
        const struct str_list *mine = &f->catalog->stacks.at[i].measured_as;
        for (size_t k = 0; k < mine->n; k++)
            for (size_t j = 0; j < f->catalog->stacks.n; j++)
                for (size_t m = 0; m < f->catalog->stacks.at[j].measured_as.n; m++)
                    if ((i != j || k != m) && str_eq(mine->at[k], f->catalog->stacks.at[j].measured_as.at[m]))
                        fail_msg("%.*s is measured as two stacks", (int)mine->at[k].n, mine->at[k].p);
    }
}

/* A workload's own keys override its stack, wherever the stack stands in the query. */
static void test_stack_in_a_query(void **state)
{
    static const char *const queries[] = {"stack=torchtune&method=full&loss=kept", "loss=kept&method=full&stack=torchtune"};
    struct fixture *f = *state;
    struct workload_query q;
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        assert_true(workload_query_parse(f->catalog, S("llama-2-7b"), str_from(queries[i]), (struct place){0}, &q, f->out->diag));
        assert_true(q.workload.master_weights == 0 && q.workload.shared_adapter_inputs == 1);
        assert_true(q.workload.loss == SIZING_LOSS_kept && q.workload.method == SIZING_METHOD_full);
    }
    struct capture *out = capture_new(DIAG_TEXT, false);
    assert_false(workload_query_parse(f->catalog, S("llama-2-7b"), S("stack=torchtun"), (struct place){0}, &q, out->diag));
    expect_part("stack", capture_text(out), "there is no stack torchtun in the catalogue");
    expect_part("stack", capture_text(out), "did you mean torchtune?");
    capture_free(out);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_stay_below_the_bars), cmocka_unit_test(test_errors_of_bare_theory),
        cmocka_unit_test(test_high_end_is_safe_in_nine_of_ten), cmocka_unit_test(test_peers_stand_beside_ours),
        cmocka_unit_test(test_constants_have_words), cmocka_unit_test(test_counts_of_the_models),
        cmocka_unit_test(test_every_token_is_known), cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_unknown_tokens_skip_the_row), cmocka_unit_test(test_forms_of_csv),
        cmocka_unit_test(test_broken_files), cmocka_unit_test(test_states_of_stacks),
        cmocka_unit_test(test_every_framework_has_one_stack), cmocka_unit_test(test_stack_in_a_query),
    };
    return cmocka_run_group_tests_name("memory_measured", tests, load, unload);
}
