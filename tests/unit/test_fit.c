/* One workload against instance types: layouts, limits, and smallest changes checked by trying everything. */
#include <math.h>

#include "sizing/fit_type.h"
#include "sizing_helper.h"

static struct sizing_host host_of(double gib, double gpus)
{
    struct sizing_host host = {.gpus = gpus, .interconnect = 3};
    sizing_gpu_init(&host.gpu);
    host.gpu.memory_bytes = gib * GIB;
    host.gpu.bf16 = host.gpu.fp8 = 1.0;
    return host;
}

static struct sizing_type_fit judge(const struct input *in, const struct sizing_host *host, const struct sizing_demand *demand)
{
    struct sizing_type_fit out;
    struct sizing_error error = fit_type_with_change(&in->model, &in->workload, host, demand, &out);
    if (error.reason != SIZING_OK)
        fail_msg("%s at %s", names_reason(error.reason), names_field(error.group, error.slot)->id);
    return out;
}

/* ---- fit_check on the complete model */

static void test_verdict_follows_the_range(void **state)
{
    struct input in = read_input(LLAMA_3_8B, "seq=8192");
    struct sizing_estimate e = estimate(LLAMA_3_8B, "seq=8192");
    const struct {
        double have;
        enum sizing_verdict verdict;
    } rows[] = {
        {e.high, SIZING_VERDICT_fits},   {e.high - 1, SIZING_VERDICT_tight}, {e.likely, SIZING_VERDICT_tight},
        {e.low, SIZING_VERDICT_tight},   {e.low - 1, SIZING_VERDICT_exceeds},
    };
    (void)state;
    assert_true(e.has_total && e.low < e.likely && e.likely < e.high);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_fit fit;
        in.gpu.memory_bytes = rows[i].have;
        assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &fit).reason, SIZING_OK);
        if (fit.verdict != rows[i].verdict)
            fail_msg("row %zu: verdict %d", i, (int)fit.verdict);
        assert_true(fit.is_total && fit.need_bytes == e.likely && fit.headroom_bytes == rows[i].have - e.likely);
    }
}

static void test_fit_speaks_of_the_device(void **state)
{
    struct sizing_fit device, allocated;
    struct input in = read_input(LLAMA_3_8B, "memory_bytes=24e9");
    (void)state;
    fit_check(&in.model, &in.workload, &in.gpu, &device);
    in.workload.scope = SIZING_SCOPE_allocated;
    fit_check(&in.model, &in.workload, &in.gpu, &allocated);
    assert_true(device.need_bytes > 0 && device.need_bytes == allocated.need_bytes);
    in.workload.scope = 99;
    assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &allocated).reason, SIZING_REASON_unknown_value);
}

static void test_without_total_exact_terms_decide(void **state)
{
    struct sizing_fit fit;
    struct input in = read_input(QWEN3_NEXT, "method=lora memory_bytes=80e9");
    (void)state;
    assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &fit).reason, SIZING_OK);
    assert_true(!fit.is_total && fit.low_bytes == 0 && fit.verdict == SIZING_VERDICT_exceeds); /* 80e9 parameters × 2 B */
    in.gpu.memory_bytes = 400e9;
    assert_int_equal(fit_check(&in.model, &in.workload, &in.gpu, &fit).reason, SIZING_OK);
    assert_int_equal(fit.verdict, SIZING_VERDICT_not_modelled);
}

/* ---- limits */

static void test_limits(void **state)
{
    static const struct {
        const char *why, *model, *rest;
        double gib, gpus;
        struct sizing_demand demand;
        enum sizing_limit limit;
    } rows[] = {
        {"16.1 GB of weights on 22 GiB", LLAMA_3_8B, "", 22, 1, {0}, SIZING_LIMIT_none},
        {"on 14 GiB", LLAMA_3_8B, "", 14, 1, {0}, SIZING_LIMIT_memory},
        {"on two of 14 GiB", LLAMA_3_8B, "", 14, 2, {0}, SIZING_LIMIT_none},
        {"a share is alone", LLAMA_3_8B, "", 14, 0.5, {0}, SIZING_LIMIT_memory},
        {"7 attention heads of 28 divide by 7, KV heads do not", LLAMA_3_8B, "attention_heads=28 kv_heads=4 seq=16", 6, 7, {0},
         SIZING_LIMIT_none},
        {"28 heads on 8 GPUs: 7 and 8 break a rule", LLAMA_3_8B, "attention_heads=28 kv_heads=4 seq=16", 3.4, 8, {0},
         SIZING_LIMIT_heads},
        {"T5 is not modelled", T5_SMALL, "", 22, 1, {0}, SIZING_LIMIT_not_modelled},
        {"too few GPUs", LLAMA_3_8B, "", 22, 4, {.min_gpus = 8}, SIZING_LIMIT_gpus},
        {"another link", LLAMA_3_8B, "", 22, 4, {.interconnects = 1u << 4}, SIZING_LIMIT_interconnect},
        {"one of two links", LLAMA_3_8B, "", 22, 4, {.interconnects = 1u << 3 | 1u << 4}, SIZING_LIMIT_none},
        {"eRDMA", LLAMA_3_8B, "", 22, 4, {.erdma = true}, SIZING_LIMIT_erdma},
        {"eRDMA there", LLAMA_3_8B, "", 22, 4, {.erdma = true, .has_erdma = true}, SIZING_LIMIT_none},
        {"memory is asked first", LLAMA_3_8B, "", 10, 1, {.min_gpus = 8}, SIZING_LIMIT_memory},
        {"own layout of 4 on 2", LLAMA_3_8B, "gpus=4 tensor_parallel=4", 22, 2, {.own_layout = true}, SIZING_LIMIT_gpus},
        {"two do not pool under plain data parallelism", LLAMA_3_8B, "method=full gpus=2", 78, 2, {.own_layout = true},
         SIZING_LIMIT_memory},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_type_fit out;
        struct input in = read_input(rows[i].model, rows[i].rest);
        struct sizing_host host = host_of(rows[i].gib, rows[i].gpus);
        assert_int_equal(fit_type(&in.model, &in.workload, &host, &rows[i].demand, &out).reason, SIZING_OK);
        if (out.limit != rows[i].limit)
            fail_msg("%s: limit %d, needs %.0f of %.0f on %.0f", rows[i].why, (int)out.limit, out.fit.need_bytes,
                     out.fit.have_bytes, out.fit.gpus);
    }
}

static void test_formats(void **state)
{
    static const struct {
        const char *model, *rest;
        double bf16, fp8;
        struct sizing_demand demand;
        enum sizing_limit limit;
    } rows[] = {
        {LLAMA_3_8B, "", 0, 0, {0}, SIZING_LIMIT_none}, /* FP16 instead */
        {LLAMA_3_8B, "precision=bf16", 0, 0, {0}, SIZING_LIMIT_bf16},
        {LLAMA_3_8B, "method=qlora", 0, 0, {0}, SIZING_LIMIT_bf16},
        {LLAMA_3_8B, "method=qlora precision=fp16", 0, 0, {0}, SIZING_LIMIT_none},
        {LLAMA_3_8B, "method=qlora", -1, 0, {0}, SIZING_LIMIT_none},
        {LLAMA_3_8B, "", -1, 0, {.bf16 = true}, SIZING_LIMIT_bf16},
        {LLAMA_3_8B, "quantisation=fp8", 1, 0, {0}, SIZING_LIMIT_fp8},
        {LLAMA_3_8B, "", 1, -1, {.fp8 = true}, SIZING_LIMIT_fp8},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_type_fit out;
        struct input in = read_input(rows[i].model, rows[i].rest);
        struct sizing_host host = host_of(80, 1);
        host.gpu.bf16 = rows[i].bf16;
        host.gpu.fp8 = rows[i].fp8;
        assert_int_equal(fit_type(&in.model, &in.workload, &host, &rows[i].demand, &out).reason, SIZING_OK);
        if (out.limit != rows[i].limit)
            fail_msg("row %zu, %s: limit %d", i, rows[i].rest, (int)out.limit);
    }
}

static void test_errors(void **state)
{
    static const struct {
        const char *rest, *field;
        bool own_layout;
    } rows[] = {
        {"seq=0", "seq", false},
        {"memory_bytes=0", "memory_bytes", false},
        {"method=full quantisation=int8", "quantisation", false},
        {"gpus=3 tensor_parallel=3", "tensor_parallel", true},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct sizing_type_fit out;
        struct input in = read_input(LLAMA_3_8B, "memory_bytes=24e9");
        set_fields(&in, rows[i].rest, strlen(rows[i].rest));
        struct sizing_host host = {in.gpu, 8, 0};
        struct sizing_demand demand = {.own_layout = rows[i].own_layout};
        struct sizing_error error = fit_type_with_change(&in.model, &in.workload, &host, &demand, &out);
        if (error.reason == SIZING_OK || strcmp(names_field(error.group, error.slot)->id, rows[i].field) != 0)
            fail_msg("%s: reason %d at slot %d", rows[i].rest, (int)error.reason, error.slot);
        assert_true(out.fit.have_bytes == 0 && out.change.slot == -1);
    }
}

/* ---- the grid that the properties are tried on */

static const char *const grid_models[] = {LLAMA_3_8B, LLAMA_2_7B, QWEN3_0_6B, GEMMA_3_27B, DEEPSEEK_V3, MIXTRAL_8X7B,
                                          "attention_heads=28 kv_heads=4 " LLAMA_3_8B, BERT_BASE};
static const char *const grid_workloads[] = {
    "seq=8192 batch=4", "seq=32768", "quantisation=awq-int4 seq=4096 batch=16", "method=lora seq=4096 batch=8 checkpointing=none",
    "method=qlora seq=2048 batch=3", "method=full seq=4096 batch=2 checkpointing=selective", "method=full seq=512 checkpointing=none",
};
static const double grid_memory[] = {7, 14.6, 22, 39, 79, 140};

/* The fewest bytes of any layout on up to `gpus` GPUs, by asking for every number up to 16 and every power of two above. */
static double least_need(const struct input *in, const struct sizing_gpu *gpu, double gpus)
{
    double least = HUGE_VAL;
    bool is_inference = in->workload.method == SIZING_METHOD_inference;
    for (double n = 1; n <= gpus; n = n < 16 ? n + 1 : n * 2)
        for (double stage = 0; stage <= (is_inference ? 0 : 3); stage++) {
            struct sizing_fit fit;
            struct sizing_workload w = in->workload;
            w.gpus = n;
            w.tensor_parallel = is_inference ? n : 1;
            w.zero_stage = stage;
            if (fit_check(&in->model, &w, gpu, &fit).reason == SIZING_OK && fit.need_bytes < least)
                least = fit.need_bytes;
        }
    return least;
}

static void check_layouts(const struct input *in, double gib, const char *why)
{
    double before = HUGE_VAL;
    for (double n = 1; n <= 256; n = n < 16 ? n + 1 : n * 2) {
        struct sizing_type_fit out;
        struct sizing_host host = host_of(gib, n);
        assert_int_equal(fit_type(&in->model, &in->workload, &host, NULL, &out).reason, SIZING_OK);
        double least = least_need(in, &host.gpu, n);
        if (out.fit.need_bytes > before || out.fit.gpus > n)
            fail_msg("%s, %.0f GiB: %.0f bytes on %.0f GPUs, %.0f with one less", why, gib, out.fit.need_bytes, n, before);
        if ((out.limit == SIZING_LIMIT_none) != (least <= gib * GIB))
            fail_msg("%s, %.0f GiB, %.0f GPUs: limit %d, the best needs %.0f", why, gib, n, (int)out.limit, least);
        if (out.limit != SIZING_LIMIT_none && out.fit.need_bytes != least)
            fail_msg("%s, %.0f GiB, %.0f GPUs: %.0f bytes, the best needs %.0f", why, gib, n, out.fit.need_bytes, least);
        before = out.fit.need_bytes;
    }
}

static bool can_hold(const struct input *in)
{
    struct sizing_estimate e;
    return memory_estimate(&in->model, &in->workload, &e).reason == SIZING_OK && e.has_total;
}

static void test_best_layout_is_best_and_monotone(void **state)
{
    (void)state;
    for (size_t m = 0; m < COUNT_OF(grid_models); m++)
        for (size_t w = 0; w < COUNT_OF(grid_workloads); w++)
            for (size_t g = 0; g < COUNT_OF(grid_memory); g++) {
                struct input in = read_input(grid_models[m], grid_workloads[w]);
                if (can_hold(&in))
                    check_layouts(&in, grid_memory[g], grid_workloads[w]);
            }
}

/* ---- one question to many types */

static bool is_same_fit(const struct sizing_type_fit *a, const struct sizing_type_fit *b)
{
    const struct sizing_fit *x = &a->fit, *y = &b->fit;
    return x->need_bytes == y->need_bytes && x->low_bytes == y->low_bytes && x->high_bytes == y->high_bytes
           && x->have_bytes == y->have_bytes && x->gpus == y->gpus && x->tensor_parallel == y->tensor_parallel
           && x->zero_stage == y->zero_stage && x->verdict == y->verdict && x->bf16 == y->bf16 && x->fp8 == y->fp8
           && a->limit == b->limit && a->change.slot == b->change.slot && a->change.value == b->change.value;
}

/* What an earlier type asked for is no other than what this one would have worked out. */
static void test_answers_do_not_depend_on_earlier_ones(void **state)
{
    static const double numbers[] = {8, 1, 16, 0.5, 2, 20, 3, 700};
    (void)state;
    for (size_t m = 0; m < COUNT_OF(grid_models); m++)
        for (size_t w = 0; w < COUNT_OF(grid_workloads); w++) {
            struct input in = read_input(grid_models[m], grid_workloads[w]);
            struct fit_question question;
            fit_question_init(&question, &in.model, &in.workload);
            for (size_t i = 0; i < COUNT_OF(numbers) * COUNT_OF(grid_memory); i++) {
                struct sizing_host host = host_of(grid_memory[i % COUNT_OF(grid_memory)], numbers[i / COUNT_OF(grid_memory)]);
                struct sizing_type_fit alone = judge(&in, &host, NULL), shared;
                assert_int_equal(fit_ask_with_change(&question, &host, NULL, &shared).reason, SIZING_OK);
                if (!is_same_fit(&alone, &shared))
                    fail_msg("%s on %.1f: %.0f bytes on %.0f GPUs alone, %.0f on %.0f after others", grid_workloads[w], host.gpus,
                             alone.fit.need_bytes, alone.fit.gpus, shared.fit.need_bytes, shared.fit.gpus);
            }
        }
}

/* Each layout has a place of its own, also when it was not the last one asked for. */
static void test_needs_of_every_layout(void **state)
{
    static const double numbers[] = {1, 2, 3, 15, 16, 17, 24, 32, 48, 64, 128, 256, 512, 1024};
    static const char *const rests[] = {"method=full seq=4096", "method=qlora", "seq=8192 scope=allocated"};
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rests); r++) {
        struct input in = read_input(LLAMA_3_8B, rests[r]);
        struct sizing_needs needs;
        bool is_inference = in.workload.method == SIZING_METHOD_inference;
        needs_init(&needs, &in.model, &in.workload);
        for (int round = 0; round < 2; round++)
            for (size_t i = 0; i < COUNT_OF(numbers); i++)
                for (double stage = numbers[i] > 1; stage <= (numbers[i] > 1 ? 3 : 0); stage++) {
                    struct sizing_workload own = in.workload;
                    own.gpus = numbers[i];
                    own.tensor_parallel = is_inference ? numbers[i] : 1;
                    own.zero_stage = is_inference ? 0 : stage;
                    struct sizing_need expected = needs_of_workload(&in.model, &own);
                    const struct sizing_need *need = needs_of(&needs, numbers[i], stage);
                    if (need->error.reason != expected.error.reason || need->high != expected.high || need->exact != expected.exact)
                        fail_msg("%s: %.0f GPUs, stage %.0f: %.0f bytes, expected %.0f", rests[r], numbers[i], stage, need->high,
                                 expected.high);
                }
    }
}

/* ---- smallest changes */

struct step {
    int slot;
    double value;
};

struct steps {
    struct step at[64];
    size_t n;
};

static void add_step(struct steps *all, int slot, double value)
{
    assert_true(all->n < COUNT_OF(all->at));
    all->at[all->n++] = (struct step){slot, value};
}

static void add_halves(struct steps *all, int slot, double value, double least)
{
    for (value = floor(value / 2); value >= least; value = floor(value / 2))
        add_step(all, slot, value);
}

/* Every single change of decision 8, smallest first within its kind. */
static struct steps all_steps(const struct sizing_workload *w, double gpus)
{
    struct steps all = {.n = 0};
    bool is_inference = w->method == SIZING_METHOD_inference;
    if (!is_inference && w->checkpointing == SIZING_CKPT_none)
        add_step(&all, SIZING_WORKLOAD_checkpointing, SIZING_CKPT_selective);
    if (!is_inference && w->checkpointing != SIZING_CKPT_full)
        add_step(&all, SIZING_WORKLOAD_checkpointing, SIZING_CKPT_full);
    add_halves(&all, SIZING_WORKLOAD_batch, w->batch, 1);
    add_halves(&all, SIZING_WORKLOAD_seq, w->seq, 512);
    for (double n = 2 * gpus; gpus >= 1 && n <= 256; n *= 2)
        add_step(&all, SIZING_WORKLOAD_gpus, n);
    if (is_inference && w->quantisation == SIZING_QUANTISATION_native)
        add_step(&all, SIZING_WORKLOAD_quantisation, SIZING_QUANTISATION_fp8);
    if (is_inference && w->quantisation == SIZING_QUANTISATION_native)
        add_step(&all, SIZING_WORKLOAD_quantisation, SIZING_QUANTISATION_awq_int4);
    if (w->method == SIZING_METHOD_lora)
        add_step(&all, SIZING_WORKLOAD_quantisation, SIZING_QUANTISATION_int8);
    if (w->method == SIZING_METHOD_lora)
        add_step(&all, SIZING_WORKLOAD_quantisation, SIZING_QUANTISATION_nf4_double);
    return all;
}

static bool fits_with(const struct input *in, double gib, double gpus, struct step step)
{
    struct input changed = *in;
    struct sizing_host host = host_of(gib, gpus);
    if (step.slot != SIZING_WORKLOAD_gpus)
        ((double *)&changed.workload)[step.slot] = step.value;
    double most = step.slot == SIZING_WORKLOAD_gpus ? step.value : fmax(gpus, 1);
    return least_need(&changed, &host.gpu, most) <= gib * GIB;
}

static struct step first_that_fits(const struct input *in, double gib, double gpus)
{
    struct steps all = all_steps(&in->workload, gpus);
    for (size_t i = 0; i < all.n; i++)
        if (fits_with(in, gib, gpus, all.at[i]))
            return all.at[i];
    return (struct step){-1, 0};
}

static size_t check_change(const struct input *in, double gib, double gpus, const char *why)
{
    struct sizing_host host = host_of(gib, gpus);
    struct sizing_type_fit out = judge(in, &host, NULL), after;
    struct step expected = first_that_fits(in, gib, gpus);
    if (out.limit == SIZING_LIMIT_none) {
        assert_int_equal(out.change.slot, -1);
        return 0;
    }
    if (out.change.slot != expected.slot || (expected.slot >= 0 && out.change.value != expected.value))
        fail_msg("%s on %.0f × %.1f GiB: field %d to %.0f, expected field %d to %.0f", why, gpus, gib, out.change.slot,
                 out.change.value, expected.slot, expected.value);
    struct input changed = *in;
    if (expected.slot < 0)
        return 0;
    fit_apply(&out.change, false, &changed.workload, &host);
    after = judge(&changed, &host, NULL);
    assert_int_equal(after.limit, SIZING_LIMIT_none);
    return (size_t)1 << expected.slot % 60;
}

static void test_smallest_change_by_brute_force(void **state)
{
    size_t kinds = 0, wanted = 0;
    static const int slots[] = {SIZING_WORKLOAD_checkpointing, SIZING_WORKLOAD_batch, SIZING_WORKLOAD_seq, SIZING_WORKLOAD_gpus,
                                SIZING_WORKLOAD_quantisation};
    (void)state;
    for (size_t m = 0; m < COUNT_OF(grid_models); m++)
        for (size_t w = 0; w < COUNT_OF(grid_workloads); w++)
            for (size_t g = 0; g < COUNT_OF(grid_memory); g++) {
                struct input in = read_input(grid_models[m], grid_workloads[w]);
                for (double gpus = 0.5; gpus <= 8 && can_hold(&in); gpus *= 2)
                    kinds |= check_change(&in, grid_memory[g], gpus, grid_workloads[w]);
            }
    for (size_t i = 0; i < COUNT_OF(slots); i++)
        wanted |= (size_t)1 << slots[i] % 60;
    assert_int_equal(kinds, wanted); /* the grid has cases of every kind */
}

static void test_changes_of_an_own_layout(void **state)
{
    static const struct {
        const char *why, *rest;
        double gib, gpus;
        int slot;
        double value;
    } rows[] = {
        {"ZeRO-1 leaves weights and gradients whole: 32 GB and more", "method=full gpus=4", 70, 4, SIZING_WORKLOAD_zero_stage, 1},
        {"weights and gradients alone are 32 GB", "method=full gpus=4 zero_stage=1", 45, 4, SIZING_WORKLOAD_zero_stage, 3},
        {"states of two do not fit, of four do", "method=full gpus=2 zero_stage=3 seq=512", 50, 2, SIZING_WORKLOAD_gpus, 4},
        {"a type that is too small: two machines", "method=full gpus=4 zero_stage=3", 79, 2, SIZING_WORKLOAD_gpus, 4},
        {"inference: twice the ranks", "gpus=2 tensor_parallel=2 seq=512", 6, 2, SIZING_WORKLOAD_gpus, 4},
    };
    struct sizing_demand demand = {.own_layout = true};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct input in = read_input(LLAMA_3_8B, rows[i].rest);
        struct sizing_host host = host_of(rows[i].gib, rows[i].gpus);
        struct sizing_type_fit out = judge(&in, &host, &demand);
        if (out.change.slot != rows[i].slot || out.change.value != rows[i].value)
            fail_msg("%s: field %d to %.0f; limit %d, needs %.0f", rows[i].why, out.change.slot, out.change.value, (int)out.limit,
                     out.fit.need_bytes);
        fit_apply(&out.change, true, &in.workload, &host);
        assert_int_equal(judge(&in, &host, &demand).limit, SIZING_LIMIT_none);
    }
}

static void test_no_change_where_none_helps(void **state)
{
    struct sizing_host share = host_of(1, 1.0 / 6), whole = host_of(80, 8), unknown = host_of(1, 0);
    struct sizing_demand link = {.interconnects = 1u << 4};
    struct input in = read_input(LLAMA_3_8B, "seq=512");
    (void)state;
    assert_int_equal(judge(&in, &share, NULL).change.slot, -1);
    assert_int_equal(judge(&in, &unknown, NULL).change.slot, -1);
    assert_int_equal(judge(&in, &whole, &link).change.slot, -1);
}

static void test_limit_names(void **state)
{
    (void)state;
    assert_null(fit_limit_name(SIZING_LIMIT_none));
    assert_string_equal(fit_limit_name(SIZING_LIMIT_memory), "memory");
    assert_string_equal(fit_limit_name(SIZING_LIMIT_gpus), "gpus");
    assert_null(fit_limit_name((enum sizing_limit)(SIZING_LIMIT_gpus + 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdict_follows_the_range),
        cmocka_unit_test(test_fit_speaks_of_the_device),
        cmocka_unit_test(test_without_total_exact_terms_decide),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_best_layout_is_best_and_monotone),
        cmocka_unit_test(test_answers_do_not_depend_on_earlier_ones),
        cmocka_unit_test(test_needs_of_every_layout),
        cmocka_unit_test(test_smallest_change_by_brute_force),
        cmocka_unit_test(test_changes_of_an_own_layout),
        cmocka_unit_test(test_no_change_where_none_helps),
        cmocka_unit_test(test_limit_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
