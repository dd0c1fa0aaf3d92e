/* Tests of the speed formulas: worked cases and properties. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "sizing/cost.h"
#include "sizing/speed_engine.h"
#include "sizing/speed_server.h"
#include "speed_helper.h"
#include "speed_rows_read.h"

/* ---- worked cases */

static void check_case(const struct speed_row *row, const struct speed_case_text *text)
{
    char got[32], wanted[32];
    snprintf(got, sizeof got, "%.12g", speed_row_value(row));
    snprintf(wanted, sizeof wanted, "%.12g", strtod(text->expected, NULL));
    expect_text(text->id, got, wanted);
}

static void test_worked_cases(void **state)
{
    FILE *file = fopen(TEST_DATA_DIR "/speed-cases.txt", "r");
    struct world *w = *state;
    struct speed_case_text text;
    struct speed_row row;
    int n = 0;
    assert_non_null(file);
    for (; speed_row_read(file, &w->tables, &row, &text); n++)
        check_case(&row, &text);
    fclose(file);
    assert_int_equal(n, 39);
}

/* ---- properties */

/* Experts are read as tokens choose them: at one token the active weights, at very many all of them. */
static void test_experts_are_read_as_chosen(void **state)
{
    struct world *w = *state;
    const struct speed_shape *moe = map_get(&w->tables.models, S("Qwen3-30B-A3B"));
    double before = 0;
    assert_non_null(moe);
    assert_true(fabs(speed_weights_read(moe, 1) / moe->read - 1) < 1e-12);
    for (double batch = 1; batch < 2e3; batch *= 2) {
        double read = speed_weights_read(moe, batch);
        assert_true(read > before);
        before = read;
    }
    double all = moe->read + (moe->weights - moe->active);
    assert_true(fabs(speed_weights_read(moe, 1e6) / all - 1) < 1e-12);
}

/* ZeRO-3 moves half as much again as a gradient all-reduce (arXiv:1910.02054). */
static void test_zero3_moves_half_as_much_again(void **state)
{
    struct world *w = *state;
    const struct speed_gpu *gpu = map_get(&w->tables.gpus, S("A100-SXM-80GB"));
    struct speed_shape shape = {.weights = 7e9, .active = 7e9, .read = 7e9, .layers = 32, .hidden = 4096, .attention = 4096};
    struct speed_training run = {.format = SPEED_FORMAT_b16, .element_factor = 1, .micro_batch = 1, .seq = 128, .micro_batches = 1};
    struct speed_step plain, sharded;
    run.gpus = 8;
    run.tensor_parallel = run.pipeline_parallel = run.pipeline_chunks = run.context_parallel = 1;
    run.gpus_per_node = 8;
    speed_training_step(&shape, gpu, &run, &plain);
    run.zero_stage = 3;
    speed_training_step(&shape, gpu, &run, &sharded);
    assert_true(fabs(sharded.data_parallel / plain.data_parallel - 1.5) < 1e-12);
    assert_true(fabs(plain.data_parallel - 2 * 7.0 / 8 * 14e9 / 240e9) < 1e-12);
}

/* A little under saturation a server's requests, their time and its concurrency obey Little's law. */
static void test_server_obeys_littles_law(void **state)
{
    struct world *w = *state;
    const struct speed_gpu *gpu = map_get(&w->tables.gpus, S("L40S"));
    const struct speed_shape *shape = map_get(&w->tables.models, S("Llama-3.1-8B"));
    for (double users = 1; users <= 128; users *= 2) {
        struct speed_server run = {.concurrency = users, .prompt = 1024, .output = 256, .tensor_parallel = 1, .memory_gpus = 1};
        struct speed_service s;
        run.weight_bits = run.kv_bits = 16;
        run.format = SPEED_FORMAT_b16;
        run.gpus_per_node = run.host_factor = 1;
        speed_serve(shape, gpu, &run, &s);
        assert_true(fabs(speed_concurrency(s.requests, s.request) / users - 1) < 1e-12);
        assert_true(fabs(s.first_token + 255 * s.between_tokens - s.request) < 1e-9);
    }
}

/* An answer of one token has nothing between tokens; what is said of it is a time all the same. */
static void test_answers_of_one_token(void **state)
{
    struct sizing_run run;
    (void)state;
    sizing_run_init(&run);
    run.output_tokens = 1;
    for (int engine = SIZING_ENGINE_vllm; engine <= SIZING_ENGINE_cpp; engine++) {
        struct sizing_workload workload;
        struct sizing_machine machine = a100s(1);
        sizing_workload_init(&workload);
        run.engine = engine;
        struct speed_job job = prepare(&workload, &run);
        struct speed_estimate e = evaluate(&job, &machine);
        assert_true(e.between_tokens > 1e-4 && e.between_tokens < 1 && e.request > 0 && isfinite(e.request));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_worked_cases, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_experts_are_read_as_chosen, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_zero3_moves_half_as_much_again, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_server_obeys_littles_law, speed_setup, speed_teardown),
        cmocka_unit_test(test_answers_of_one_token),
    };
    return cmocka_run_group_tests_name("speed", tests, NULL, NULL);
}
