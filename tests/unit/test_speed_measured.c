/* Tests of the measured speeds: the error of the model on them, its ranges, rows that cannot be compared. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/buf.h"
#include "catalog/accuracy_speed.h"
#include "sizing/speed_constants.h"
#include "sizing/speed_server.h"
#include "speed_helper.h"

static const struct speed_group *group_of(const struct speed_groups *groups, const char *name)
{
    for (size_t i = 0; i < groups->n; i++)
        if (strcmp(groups->at[i].name, name) == 0)
            return &groups->at[i];
    fail_msg("no group %s", name);
    return NULL;
}

/* What the reference model reaches on the same rows (median, ninetieth percentile), with the rounding of its report. */
static const struct bar {
    const char *file;
    enum speed_file kind;
    const char *group;
    size_t n, skipped;
    double median, p90;
} bars[] = {
    {"training.csv", SPEED_FILE_training, "speed_training", 416, 69, 8.7, 29.5},
    {"inference.csv", SPEED_FILE_inference, "speed_inference", 1669, 130, 11.0, 40.0},
    {"inference.csv", SPEED_FILE_inference, "speed_decode", 351, 0, 6.45, 19.4},
    {"inference.csv", SPEED_FILE_inference, "speed_request", 605, 0, 8.65, 27.3},
    {"inference.csv", SPEED_FILE_inference, "speed_request_total", 117, 0, 18.75, 46.1},
    {"inference.csv", SPEED_FILE_inference, "speed_encoder", 172, 0, 18.15, 41.05},
    {"inference.csv", SPEED_FILE_inference, "speed_full_load", 157, 0, 22.8, 60.9},
    {"inference.csv", SPEED_FILE_inference, "speed_prefill", 250, 0, 13.95, 50.25},
    {"inference.csv", SPEED_FILE_inference, "speed_first_token", 17, 0, 24.4, 67.4},
    {"alibaba.csv", SPEED_FILE_llama, "speed_llamacpp", 466, 0, 5.73, 17.08},
    {"llamacpp-clouds.csv", SPEED_FILE_llama, "speed_llamacpp", 4177, 56, 6.75, 21.9},
    {"llamacpp-clouds.csv", SPEED_FILE_llama, "speed_llamacpp_decode", 1719, 0, 6.0, 22.0},
    {"llamacpp-clouds.csv", SPEED_FILE_llama, "speed_llamacpp_prefill", 2458, 0, 9.0, 24.0},
    {"vllm-serving.csv", SPEED_FILE_serving, "speed_serving_all", 4310, 40, 10.0, 32.6},
    {"vllm-serving.csv", SPEED_FILE_serving, "speed_serving", 640, 0, 10.3, 30.0},
};

static void test_errors_on_measured_rows(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < COUNT_OF(bars); i++) {
        const struct bar *bar = &bars[i];
        struct speed_groups groups;
        struct speed_files files = {.n = 1};
        files.at[0].path = arena_printf(w->arena, "%s/speed/%s", MEASURED, bar->file).p;
        files.at[0].kind = bar->kind;
        assert_true(speed_accuracy(MEASURED, &files, w->arena, w->diag, &groups, NULL));
        const struct speed_group *group = group_of(&groups, bar->group);
        if (group->n != bar->n || group->skipped != bar->skipped || group->median_ape > bar->median || group->p90_ape > bar->p90)
            fail_msg("%s %s: %zu rows, %zu skipped, median %.2f, p90 %.2f", bar->file, bar->group, group->n, group->skipped,
                     group->median_ape, group->p90_ape);
    }
}

/* All shipped tables together: every group that is promised is there, and the wide ones are the sums of their parts. */
static void test_groups_of_all_tables(void **state)
{
    struct world *w = *state;
    struct speed_groups groups;
    struct speed_points points;
    struct speed_files files = {0};
    speed_files_shipped(MEASURED, w->arena, &files);
    assert_int_equal(files.n, 5);
    assert_true(speed_accuracy(MEASURED, &files, w->arena, w->diag, &groups, &points));
    assert_int_equal(groups.n, 23);
    assert_int_equal(group_of(&groups, "speed_llamacpp")->n, group_of(&groups, "speed_llamacpp_decode")->n +
                                                                 group_of(&groups, "speed_llamacpp_prefill")->n);
    size_t n = 0;
    for (size_t i = 0; i < groups.n; i++)
        if (strncmp(groups.at[i].name, "speed_serving", 13) == 0 && strcmp(groups.at[i].name, "speed_serving_all") != 0)
            n += groups.at[i].n;
    assert_int_equal(n, group_of(&groups, "speed_serving_all")->n);
    assert_int_equal(points.list.n, 485 + 1799 + 466 + 4233 + 4350);
}

/* Errors of four rows by hand: predicted over measured 0.5, 0.94, 1, 2 times the true prediction. */
static void test_figures_of_a_group(void **state)
{
    struct world *w = *state;
    static const double factors[] = {2, 1 / 0.94, 1, 0.5};
    struct speed_points points = {0};
    struct speed_groups groups;
    struct speed_files files = {.n = 1};
    struct buf text = {0};
    char *folder = folder_new();
    files.at[0].path = arena_printf(w->arena, "%s/x.csv", folder).p;
    files.at[0].kind = SPEED_FILE_llama;
    for (int round = 0; round < 2; round++) { /* first to learn the prediction, then with rates around it */
        buf_clear(&text);
        buf_puts(&text, "gpu,model_file,model_bytes,n_prompt,n_gen,tokens_s\n");
        for (size_t i = 0; i < COUNT_OF(factors); i++)
            buf_printf(&text, "NVIDIA A10,llama-7b.Q4_K_M.gguf,4081004224,0,128,%.17g\n",
                       round ? points.list.at[0].predicted * factors[i] : 1.0);
        put_file(folder, "x.csv", text.p);
        assert_true(speed_accuracy(MEASURED, &files, w->arena, w->diag, &groups, &points));
    }
    buf_free(&text);
    folder_remove(folder);
    const struct speed_group *group = group_of(&groups, "speed_llamacpp_decode");
    assert_int_equal(group->n, 4);
    assert_true(fabs(group->median_ape - (50 + 6) / 2.0) < 1e-9); /* errors -50, -6, 0, +100 */
    assert_true(fabs(group->median_signed - (-6 + 0) / 2.0) < 1e-9);
    assert_true(fabs(group->p90_ape - 100) < 1e-9);
    assert_true(group->under_5pct_share == 50);
}

/* Every skipped row says why, and rows that nobody can predict are not counted as predicted. */
static void test_rows_that_cannot_be_compared(void **state)
{
    struct world *w = *state;
    struct speed_points points;
    struct speed_groups groups;
    struct speed_files files = {.n = 1};
    char *folder = folder_new();
    put_file(folder, "x.csv",
             "gpu,model_file,model_bytes,n_prompt,n_gen,gpu_layers,tokens_s,stddev\n"
             "Tesla T4,llama-7b.Q4_K_M.gguf,4081004224,0,128,999,40,0.1\n"
             "Tesla T9,llama-7b.Q4_K_M.gguf,4081004224,0,128,999,40,0.1\n"
             "Tesla T4,no-such-model.gguf,4081004224,0,128,999,40,0.1\n"
             "Tesla T4,llama-7b.Q4_K_M.gguf,4081004224,0,128,12,40,0.1\n"
             "Tesla T4,llama-7b.Q4_K_M.gguf,4081004224,0,128,999,40,12\n"
             "Tesla T4,llama-7b.Q4_K_M.gguf,40810042240,0,128,999,40,0.1\n");
    files.at[0].path = arena_printf(w->arena, "%s/x.csv", folder).p;
    files.at[0].kind = SPEED_FILE_llama;
    assert_true(speed_accuracy(MEASURED, &files, w->arena, w->diag, &groups, &points));
    folder_remove(folder);
    const struct speed_group *group = group_of(&groups, "speed_llamacpp");
    assert_int_equal(group->n, 1);
    assert_int_equal(group->skipped, 5);
    assert_int_equal(points.list.n, 6);
    assert_null(points.list.at[0].skipped);
    assert_int_equal(points.list.at[1].line, 3);
    static const char *const reasons[] = {"GPU", "model", "CPU", "deviation", "fit"};
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        expect_part(reasons[i], points.list.at[i + 1].skipped, reasons[i]);
}

static void test_file_without_a_column(void **state)
{
    struct world *w = *state;
    struct capture *out = capture_new(DIAG_TEXT, true);
    struct speed_points points = {0};
    char *folder = folder_new();
    put_file(folder, "x.csv", "gpu,model_file\nTesla T4,x\n");
    const char *path = arena_printf(w->arena, "%s/x.csv", folder).p;
    assert_false(speed_points_read(path, SPEED_FILE_llama, &w->tables, w->arena, out->diag, &points));
    expect_part("message", capture_text(out), "the header has no column tokens_s");
    folder_remove(folder);
    capture_free(out);
}

/* Nine tenths of the measured values lie in the range that is printed; a range that all of them fit is no statement. */
static void test_ranges_hold(void **state)
{
    static const struct {
        const char *file;
        enum speed_file kind;
        const char *group;
        int constant;
    } ranges[] = {
        {"alibaba.csv", SPEED_FILE_llama, NULL, SPEED_CONSTANT_range_llama},
        {"llamacpp-clouds.csv", SPEED_FILE_llama, NULL, SPEED_CONSTANT_range_llama},
        {"vllm-serving.csv", SPEED_FILE_serving, "speed_serving", SPEED_CONSTANT_range_server},
        {"vllm-serving.csv", SPEED_FILE_serving, "speed_serving_alone", SPEED_CONSTANT_range_server},
        {"vllm-serving.csv", SPEED_FILE_serving, "speed_serving_first_token", SPEED_CONSTANT_range_first_token},
        {"training.csv", SPEED_FILE_training, NULL, SPEED_CONSTANT_range_training},
        {"inference.csv", SPEED_FILE_inference, "speed_encoder", SPEED_CONSTANT_range_encoder},
        {"inference.csv", SPEED_FILE_inference, "speed_request", SPEED_CONSTANT_range_engine},
    };
    struct world *w = *state;
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        struct speed_points points = {0};
        double range = speed_constant_values[ranges[i].constant], n = 0, inside = 0;
        const char *path = arena_printf(w->arena, "%s/speed/%s", MEASURED, ranges[i].file).p;
        assert_true(speed_points_read(path, ranges[i].kind, &w->tables, w->arena, w->diag, &points));
        for (size_t k = 0; k < points.list.n; k++) {
            const struct speed_point *p = &points.list.at[k];
            if (p->skipped || (ranges[i].group && strcmp(p->group, ranges[i].group) != 0))
                continue;
            n++;
            inside += p->measured >= p->predicted / (1 + range) && p->measured <= p->predicted / (1 - range);
        }
        if (n == 0 || inside < 0.9 * n || inside == n)
            fail_msg("%s, range %zu: %.0f of %.0f rows inside ±%.2f", ranges[i].file, i, inside, n, range);
    }
}

/* Prompt tokens/s that the formula gives vLLM in 16 bits. */
static double vllm_prompt_rate(const struct world *w, const char *gpu_name, const char *model, double prompt)
{
    struct speed_server run = {.concurrency = 1, .prompt = prompt, .output = 1, .tensor_parallel = 1, .memory_gpus = 1};
    const struct speed_shape *shape = map_get(&w->tables.models, str_from(model));
    struct speed_gpu gpu;
    struct speed_service service;
    assert_non_null(shape);
    assert_true(speed_tables_gpu(&w->tables, str_from(gpu_name), &gpu));
    run.weight_bits = run.kv_bits = 16;
    run.format = SPEED_FORMAT_b16;
    run.gpus_per_node = run.host_factor = 1;
    speed_serve(shape, &gpu, &run, &service);
    return prompt / service.prefill;
}

/* Prompt tokens/s of llama.cpp on one card of an instance of this cloud, the mean of its rows. */
static double llama_prompt_rate(const struct speed_points *points, const char *gpu, const char *model, double prompt)
{
    double sum = 0;
    int n = 0;
    char label[160];
    snprintf(label, sizeof label, "%s on 1 × %s, %.0f + 0 tokens", model, gpu, prompt);
    for (size_t i = 0; i < points->list.n; i++)
        if (str_eq_c(points->list.at[i].label, label)) {
            sum += points->list.at[i].measured;
            n++;
        }
    if (n == 0)
        fail_msg("no row: %s", label);
    return sum / n;
}

/* vLLM was not measured on A10 and V100, llama.cpp was. With 16-bit products and kernels made for batches vLLM is not slower, and
 * where one card is clearly ahead of the other, the formula has the same one ahead. */
static void test_serving_of_cards_that_only_llama_was_measured_on(void **state)
{
    static const double prompts[] = {512, 1024, 4096, 16384};
    static const char a10[] = "NVIDIA A10", v100[] = "Tesla V100-SXM2-32GB", model[] = "llama-7b.Q4_K_M.gguf";
    struct world *w = *state;
    struct speed_points points = {0};
    assert_true(speed_points_read(MEASURED "/speed/alibaba.csv", SPEED_FILE_llama, &w->tables, w->arena, w->diag, &points));
    for (size_t i = 0; i < COUNT_OF(prompts); i++) {
        double measured = llama_prompt_rate(&points, a10, model, prompts[i]), other = llama_prompt_rate(&points, v100, model, prompts[i]);
        double computed = vllm_prompt_rate(w, a10, model, prompts[i]), lead = computed / vllm_prompt_rate(w, v100, model, prompts[i]);
        if (computed < measured || computed > 1.5 * measured)
            fail_msg("A10, %.0f tokens: %.0f/s, llama.cpp %.0f/s", prompts[i], computed, measured);
        if (measured > 1.2 * other && lead <= 1)
            fail_msg("%.0f tokens: A10 over V100 %.2f, measured %.2f", prompts[i], lead, measured / other);
        assert_true(lead > 0.75 && lead < 2.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_errors_on_measured_rows, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_groups_of_all_tables, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_figures_of_a_group, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_rows_that_cannot_be_compared, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_file_without_a_column, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_ranges_hold, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_serving_of_cards_that_only_llama_was_measured_on, speed_setup, speed_teardown),
    };
    return cmocka_run_group_tests_name("measured speed", tests, NULL, NULL);
}
