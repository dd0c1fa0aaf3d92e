/* Tests of the speed estimate: what binds, what is left out, advice, properties, inputs, machine types of the catalogue. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "catalog/machine.h"
#include "catalog/workload.h"
#include "sizing/cost.h"
#include "sizing/memory.h"
#include "speed_helper.h"

static void expect_bound(const struct speed_estimate *e, enum sizing_resource resource)
{
    if (e->binding != resource)
        fail_msg("bound by %s, not by %s", names_resource(e->binding), names_resource(resource));
}

/* What is not beside adds up to the period; what is beside lengthens it only beyond that. */
static void expect_sum(const struct speed_estimate *e)
{
    double serial = 0, beside = 0;
    for (int r = 0; r < SIZING_RESOURCES; r++) {
        assert_true(e->use[r].seconds >= 0);
        if (e->use[r].is_beside)
            beside = fmax(beside, e->use[r].seconds);
        else
            serial += e->use[r].seconds;
    }
    assert_true(fabs(fmax(serial, beside) / e->seconds - 1) < 1e-12);
    assert_true(fabs(e->tokens / e->seconds / e->likely - 1) < 1e-12);
    assert_true(e->low < e->likely && e->likely < e->high);
}

static void test_training_is_the_step(void **state)
{
    struct speed_job job = llama_2_7b(4096);
    struct sizing_machine machine = a100s(8);
    (void)state;
    job.workload.gpus = 8;
    job.workload.zero_stage = 3;
    job.run.token_budget = 1e9;
    struct speed_estimate e = evaluate(&job, &machine);
    expect_sum(&e);
    expect_bound(&e, SIZING_RESOURCE_compute);
    assert_true(e.tokens == 8 * 4096);
    assert_true(e.has_rate && e.is_complete);
    /* PaLM's formula, with the causal half, by hand: (6 · 6607 M + 6 · 32 · 4096 · 4096) tokens/s/GPU over 312 TFLOPS. */
    double flops = 6 * (6738415616.0 - 32000.0 * 4096) + 6.0 * 32 * 4096 * 4096;
    assert_true(fabs(e.mfu / (e.likely / 8 * flops / 312e12) - 1) < 1e-12);
    assert_true(e.mfu > 0.45 && e.mfu < 0.62); /* what A100 runs of this size publish */
    assert_true(fabs(e.hours * 3600 * e.likely / 1e9 - 1) < 1e-12);
    assert_true(e.hours_low < e.hours && e.hours < e.hours_high);
}

static void test_every_engine_adds_up(void **state)
{
    struct sizing_machine machine = a100s(8);
    (void)state;
    for (int engine = 1; engine <= names_value_count(SIZING_KIND_ENGINE); engine++)
        for (double ways = 1; ways <= 4; ways *= 2) {
            struct speed_job job = serving(engine == SIZING_ENGINE_llama_cpp ? 1 : 8, (enum sizing_engine)engine);
            job.workload.gpus = job.workload.tensor_parallel = ways;
            struct speed_estimate e = evaluate(&job, &machine);
            expect_sum(&e);
            assert_true(e.first_token > 0 && e.between_tokens > 0 && e.request > e.first_token);
            assert_true(e.use[SIZING_RESOURCE_link].state == (ways > 1 ? SPEED_STATE_known : SPEED_STATE_none));
        }
}

/* A slower network is longer waits for the network, in prompts as in tokens: nothing else changes, and the first token waits, too. */
static void test_the_network_is_told_apart(void **state)
{
    static const enum sizing_engine engines[] = {SIZING_ENGINE_vllm, SIZING_ENGINE_compiled, SIZING_ENGINE_transformers, SIZING_ENGINE_cpp};
    struct sizing_machine fast = a100s(1), slow = fast;
    (void)state;
    slow.network_bandwidth = fast.network_bandwidth / 8;
    for (size_t i = 0; i < COUNT_OF(engines); i++) {
        struct speed_job job = serving(1, engines[i]);
        job.workload.gpus = job.workload.tensor_parallel = 2;
        struct speed_estimate a = evaluate(&job, &fast), b = evaluate(&job, &slow);
        double more = b.use[SIZING_RESOURCE_network].seconds - a.use[SIZING_RESOURCE_network].seconds;
        assert_true(more > 0 && fabs(b.seconds - a.seconds - more) < 1e-9);
        assert_true(b.first_token > a.first_token && more > b.first_token - a.first_token);
        assert_true(fabs(b.use[SIZING_RESOURCE_compute].seconds - a.use[SIZING_RESOURCE_compute].seconds) < 1e-9);
        expect_sum(&b);
    }
}

static void test_replicas_multiply(void **state)
{
    struct sizing_machine machine = a100s(8);
    struct speed_job one = serving(8, SIZING_ENGINE_vllm), four = one;
    (void)state;
    four.workload.gpus = 4;
    struct speed_estimate e = evaluate(&one, &machine), f = evaluate(&four, &machine);
    assert_true(fabs(f.likely / e.likely - 4) < 1e-12);
    assert_true(f.request == e.request);
}

static void test_what_binds(void **state)
{
    struct sizing_machine machine = a100s(8);
    (void)state;

    struct speed_job job = llama_2_7b(1024); /* two machines with 16 Gbit/s: ZeRO-3 waits for them */
    job.workload.gpus = 16;
    job.workload.zero_stage = 3;
    machine.network_bandwidth = 16;
    struct speed_estimate e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_network);
    expect_sum(&e);

    machine = a100s(8); /* samples that one vCPU prepares in two seconds */
    job = llama_2_7b(1024);
    job.workload.gpus = 8;
    job.run.loader_rate = 0.05;
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_data_loading);
    assert_true(fabs(e.seconds - 8 / (128 * 0.05)) < 1e-12);
    assert_int_equal(e.advice, SIZING_ADVICE_more_vcpus);

    job.run.loader_rate = 0; /* samples of 4 GB each from 2 GB/s */
    job.run.sample_bytes = 4e9;
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_storage);
    assert_true(fabs(e.seconds - 16) < 1e-12);

    job.run.sample_bytes = 0; /* a checkpoint of 94 GB to 2 GB/s in every ten seconds */
    job.run.checkpoint_interval = 10;
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_checkpoint);
    expect_sum(&e);
    double written = e.use[SIZING_RESOURCE_checkpoint].seconds;
    assert_true(fabs(written / (e.seconds - written) - 4.7168909312) < 1e-9);

    job.run.checkpoint_interval = 0; /* eight stages, two micro-batches */
    job.workload.pipeline_parallel = 8;
    job.workload.gradient_accumulation = 2;
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_bubble);

    job = serving(1, SIZING_ENGINE_vllm);
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_memory);
    assert_int_equal(e.advice, SIZING_ADVICE_quantised_weights);

    job = serving(1, SIZING_ENGINE_transformers);
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_host);

    job = serving(64, SIZING_ENGINE_vllm); /* prompts of 8,000 tokens for one answer of 8 */
    job.prompt = 8000;
    job.output = 8;
    e = evaluate(&job, &machine);
    expect_bound(&e, SIZING_RESOURCE_compute);
}

/* A rate that is not published is said to be so, and the rest still stands. */
static void test_not_published_is_left_out(void **state)
{
    struct sizing_machine machine = a100s(8);
    struct speed_job job = llama_2_7b(1024);
    (void)state;
    job.workload.gpus = 16;
    job.run.loader_rate = 10;
    machine.network_bandwidth = 0;
    struct speed_estimate e = evaluate(&job, &machine);
    assert_int_equal(e.use[SIZING_RESOURCE_network].state, SPEED_STATE_not_published);
    assert_true(e.use[SIZING_RESOURCE_network].seconds == 0);
    assert_true(e.has_rate && !e.is_complete);
    expect_bound(&e, SIZING_RESOURCE_compute);

    machine.vcpus = 0;
    e = evaluate(&job, &machine);
    assert_int_equal(e.use[SIZING_RESOURCE_data_loading].state, SPEED_STATE_not_published);

    job.workload.gpus = 8;
    machine.has_nvlink = -1;
    e = evaluate(&job, &machine);
    assert_int_equal(e.use[SIZING_RESOURCE_link].state, SPEED_STATE_not_published);
    assert_int_equal(e.use[SIZING_RESOURCE_network].state, SPEED_STATE_none);

    machine.memory_bandwidth = 0;
    e = evaluate(&job, &machine);
    assert_false(e.has_rate);
    assert_true(e.likely == 0 && e.high == 0);
    assert_int_equal(e.advice, SIZING_ADVICE_none);
}

static void test_model_that_is_not_modelled(void **state)
{
    struct sizing_model model;
    struct sizing_workload workload;
    struct sizing_run run;
    struct speed_job job;
    struct sizing_machine machine = a100s(1);
    (void)state;
    sizing_model_init(&model);
    sizing_workload_init(&workload);
    sizing_run_init(&run);
    model.architecture = SIZING_ARCH_cnn;
    model.params_total = 25557032;
    struct sizing_error error = speed_prepare(&model, &workload, &run, &job);
    assert_int_equal(error.reason, SIZING_OK);
    assert_false(job.is_modelled);
    struct speed_estimate e = evaluate(&job, &machine);
    assert_false(e.has_rate);
}

/* The advice is a change whose gain is what the changed job really gains, and no other candidate gains more. */
static void test_advice_gains_what_it_says(void **state)
{
    (void)state;
    for (int advice = 1; advice < SIZING_ADVICES; advice++) {
        struct sizing_machine machine = a100s(8), other = machine;
        struct speed_job job = llama_2_7b(1024);
        struct sizing_gpu gpu = memory_80gb();
        struct speed_estimate before, after;
        job.workload.gpus = 16;
        job.workload.zero_stage = 3;
        machine.network_bandwidth = other.network_bandwidth = 16;
        speed_evaluate(&job, &machine, &gpu, &before);
        speed_advise(&job, &machine, &gpu, &before);
        assert_int_not_equal(before.advice, SIZING_ADVICE_none);
        struct speed_job changed = job;
        if (!speed_change(before.advice, &changed, &other))
            fail_msg("%s does not apply", names_advice(before.advice));
        speed_evaluate(&changed, &other, &gpu, &after);
        assert_true(after.likely / before.likely == before.gain);
        changed = job;
        other = machine;
        if (!speed_change((enum sizing_advice)advice, &changed, &other) || advice == SIZING_ADVICE_faster_network)
            continue;
        speed_evaluate(&changed, &other, &gpu, &after);
        if (after.has_rate && after.likely / before.likely > before.gain + 1e-9 && advice != SIZING_ADVICE_larger_batch)
            fail_msg("%s gains %.3f, %s %.3f", names_advice((enum sizing_advice)advice), after.likely / before.likely,
                     names_advice(before.advice), before.gain);
    }
}

/* ---- properties */

static void test_more_never_slows(void **state)
{
    static const int slots[] = {SIZING_MACHINE_peak_b16, SIZING_MACHINE_memory_bandwidth, SIZING_MACHINE_nvlink_bandwidth,
                                SIZING_MACHINE_network_bandwidth, SIZING_MACHINE_boost_clock, SIZING_MACHINE_vcpus};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(slots); i++)
        for (int engine = 0; engine <= names_value_count(SIZING_KIND_ENGINE); engine++) {
            struct sizing_machine slow = a100s(8), fast = slow;
            struct speed_job job = engine ? serving(4, (enum sizing_engine)engine) : llama_2_7b(2048);
            job.workload.gpus = job.workload.tensor_parallel = 4;
            ((double *)&fast)[slots[i]] *= 1.5;
            struct speed_estimate a = evaluate(&job, &slow), b = evaluate(&job, &fast);
            assert_true(b.likely >= a.likely);
        }
}

static void test_longer_is_slower(void **state)
{
    struct sizing_machine machine = a100s(8);
    (void)state;
    for (int engine = 1; engine <= names_value_count(SIZING_KIND_ENGINE); engine++) {
        double before = INFINITY;
        for (double prompt = 128; prompt <= 65536; prompt *= 2) {
            struct speed_job job = serving(2, (enum sizing_engine)engine);
            job.prompt = prompt;
            struct speed_estimate e = evaluate(&job, &machine);
            assert_true(e.likely < before);
            before = e.likely;
        }
    }
}

/* ---- inputs */

static void test_bad_inputs_name_their_field(void **state)
{
    struct sizing_machine machine = a100s(1);
    struct sizing_gpu gpu = memory_80gb();
    struct speed_job job = llama_2_7b(1024);
    struct speed_estimate e;
    (void)state;
    static const struct {
        int slot;
        double value;
        enum sizing_reason reason;
    } wrong[] = {
        {SIZING_MACHINE_peak_b16, NAN, SIZING_REASON_not_finite},
        {SIZING_MACHINE_memory_bandwidth, -1, SIZING_REASON_negative},
        {SIZING_MACHINE_node_gpus, 0, SIZING_REASON_must_be_positive},
        {SIZING_MACHINE_node_gpus, 1.5, SIZING_REASON_must_be_whole},
        {SIZING_MACHINE_gpu_share, 2, SIZING_REASON_above_one},
        {SIZING_MACHINE_gpu_share, 0, SIZING_REASON_must_be_positive},
        {SIZING_MACHINE_family, 99, SIZING_REASON_unknown_value},
        {SIZING_MACHINE_has_nvlink, 2, SIZING_REASON_unknown_value},
        {SIZING_MACHINE_vcpus, 1e300, SIZING_REASON_too_large},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct sizing_machine bad = machine;
        ((double *)&bad)[wrong[i].slot] = wrong[i].value;
        struct sizing_error error = speed_estimate(&job, &bad, &gpu, &e);
        assert_int_equal(error.reason, wrong[i].reason);
        assert_int_equal(error.group, SIZING_GROUP_machine);
        assert_int_equal(error.slot, wrong[i].slot);
        assert_true(e.likely == 0);
    }
}

static void test_bad_runs_name_their_field(void **state)
{
    struct sizing_model model = model_7b();
    struct sizing_workload workload;
    struct sizing_run run;
    struct speed_job job;
    (void)state;
    sizing_workload_init(&workload);
    sizing_run_init(&run);
    run.output_tokens = 0;
    struct sizing_error error = speed_prepare(&model, &workload, &run, &job);
    assert_int_equal(error.group, SIZING_GROUP_run);
    assert_int_equal(error.slot, SIZING_RUN_output_tokens);
    run.output_tokens = 100;
    assert_int_equal(speed_prepare(&model, &workload, &run, &job).reason, SIZING_OK);
    assert_true(job.prompt == workload.seq && job.output == 100);
    workload.new_tokens = 7;
    assert_int_equal(speed_prepare(&model, &workload, &run, &job).reason, SIZING_OK);
    assert_true(job.output == 7);
    run.engine = 77;
    error = speed_prepare(&model, &workload, &run, &job);
    assert_int_equal(error.reason, SIZING_REASON_unknown_value);
    assert_int_equal(error.slot, SIZING_RUN_engine);
    workload.tensor_parallel = 3;
    assert_int_equal(speed_prepare(&model, &workload, &run, &job).group, SIZING_GROUP_workload);
}

/* ---- the catalogue */

static struct catalog *load_catalog(struct world *w)
{
    static const char *const folders[] = {SOURCE_DIR "/catalog"};
    struct catalog *c = catalog_load(folders, 1, w->arena, w->diag);
    assert_non_null(c);
    return c;
}

/* gpus.csv repeats what the catalogue says of its chips, and says nothing else. */
static void test_measured_gpus_agree_with_the_catalogue(void **state)
{
    struct world *w = *state;
    struct catalog *c = load_catalog(w);
    size_t compared = 0;
    for (size_t i = 0; i < c->chips.n; i++) {
        const struct chip *chip = &c->chips.at[i];
        const struct speed_gpu *gpu = map_get(&w->tables.chips, chip->record.id);
        if (!gpu)
            continue;
        const struct num b16 = num_known(chip->peaks.bf16) ? chip->peaks.bf16 : chip->peaks.fp16;
        const double pairs[][2] = {
            {gpu->peak[SPEED_FORMAT_b16] / 1e12, b16.value},       {gpu->peak[SPEED_FORMAT_fp8] / 1e12, chip->peaks.fp8.value},
            {gpu->peak[SPEED_FORMAT_fp32] / 1e12, chip->peaks.fp32.value}, {gpu->bandwidth / 1e9, chip->bandwidth.value},
            {gpu->memory / 1e9, chip->memory.value},
            {gpu->has_nvlink ? gpu->link / 0.5e9 : 0, chip->nvlink.value},
        };
        for (size_t k = 0; k < COUNT_OF(pairs); k++)
            if (fabs(pairs[k][0] - pairs[k][1]) > 1e-9 * pairs[k][1])
                fail_msg("%.*s, value %zu: %g in gpus.csv, %g in the catalogue", STR_ARG(chip->record.id), k, pairs[k][0],
                         pairs[k][1]);
        compared++;
    }
    assert_int_equal(compared, w->tables.chips.used);
}

static void test_machines_of_the_catalogue(void **state)
{
    struct world *w = *state;
    struct catalog *c = load_catalog(w);
    struct sizing_machine m;
    const struct type *type = catalog_find(c, RECORD_type, S("ecs.gn7e-c16g1.32xlarge"));
    assert_non_null(type);
    type_to_machine(type, &w->tables, &m);
    assert_int_equal((int)m.family, SIZING_FAMILY_ampere);
    assert_true(m.peak_b16 == 312 && m.memory_bandwidth == 2039 && m.hbm == 1 && m.has_nvlink == 1 && m.nvlink_bandwidth == 600);
    assert_true(m.node_gpus == 8 && m.network_bandwidth == 64 && m.vcpus == 128 && m.boost_clock == 1.41 && m.is_measured == 1);
    type = catalog_find(c, RECORD_type, S("ecs.gn7i-c16g1.4xlarge"));
    assert_non_null(type);
    type_to_machine(type, &w->tables, &m);
    assert_true(m.has_nvlink == 0 && m.pcie_bandwidth == 32 && m.hbm == 0 && m.board_power == 150 && m.gpu_share == 1);
    type_to_machine(type, NULL, &m);
    assert_true(m.boost_clock == 0 && m.is_measured == 0);
}

/* Memory, speed and cost of every type for one workload; 3 ms is the bar, for the release build. */
static void test_all_types_take_three_milliseconds(void **state)
{
    struct world *w = *state;
    struct catalog *c = load_catalog(w);
    struct sizing_machine *machines = ARENA_ARRAY(w->arena, c->types.n, struct sizing_machine);
    struct sizing_gpu *gpus = ARENA_ARRAY(w->arena, c->types.n, struct sizing_gpu);
    struct sizing_model model = model_7b();
    struct speed_job job = llama_2_7b(2048);
    struct sizing_prices prices;
    double best = INFINITY, rated = 0;
    sizing_prices_init(&prices);
    prices.price_hour = 10;
    prices.spot_hour = 3;
    prices.spot_interval = 10;
    job.run.token_budget = 1e9;
    for (size_t i = 0; i < c->types.n; i++) {
        type_to_machine(&c->types.at[i], &w->tables, &machines[i]);
        type_to_gpu(&c->types.at[i], &gpus[i]);
    }
    for (int round = 0; round < 5; round++) {
        double start = cpu_seconds();
        rated = 0;
        for (size_t i = 0; i < c->types.n; i++) {
            struct sizing_estimate bytes;
            struct speed_estimate speed;
            struct cost_estimate cost;
            assert_int_equal(memory_estimate(&model, &job.workload, &bytes).reason, SIZING_OK);
            enum sizing_reason reason = speed_estimate(&job, &machines[i], &gpus[i], &speed).reason;
            assert_int_equal(reason, machines[i].gpu_share > 0 ? SIZING_OK : SIZING_REASON_must_be_positive); /* a share not published */
            struct cost_job money = {1, speed.hours, job.run.token_budget};
            assert_int_equal(cost_estimate(&prices, &money, &cost).reason, SIZING_OK);
            rated += speed.has_rate;
        }
        best = fmin(best, cpu_seconds() - start);
    }
    assert_true(c->types.n > 200 && rated > 100);
#if !defined(CHIPFIRST_ARENA_SPLIT)
    if (best > 3e-3)
        fail_msg("%.2f ms for %zu types", best * 1e3, c->types.n);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_training_is_the_step),
        cmocka_unit_test(test_every_engine_adds_up),
        cmocka_unit_test(test_the_network_is_told_apart),
        cmocka_unit_test(test_replicas_multiply),
        cmocka_unit_test(test_what_binds),
        cmocka_unit_test(test_not_published_is_left_out),
        cmocka_unit_test(test_model_that_is_not_modelled),
        cmocka_unit_test(test_advice_gains_what_it_says),
        cmocka_unit_test(test_more_never_slows),
        cmocka_unit_test(test_longer_is_slower),
        cmocka_unit_test(test_bad_inputs_name_their_field),
        cmocka_unit_test(test_bad_runs_name_their_field),
        cmocka_unit_test_setup_teardown(test_measured_gpus_agree_with_the_catalogue, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_machines_of_the_catalogue, speed_setup, speed_teardown),
        cmocka_unit_test_setup_teardown(test_all_types_take_three_milliseconds, speed_setup, speed_teardown),
    };
    return cmocka_run_group_tests_name("speed estimate", tests, NULL, NULL);
}
