/* Scenarios as questions of the ranking, on the catalogue of this project: what they ask, and answers worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/decision.h"
#include "helper.h"

#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#endif

static struct {
    struct arena *arena;
    struct diag *diag;
    struct catalog *c;
    const struct rank_candidate *candidates;
    const struct decision *decisions;
} world;

static int load(void **state)
{
    (void)state;
    const char *folders[] = {SOURCE_DIR "/catalog"};
    world.arena = arena_new();
    world.diag = diag_new(stderr, DIAG_TEXT, true);
    world.c = catalog_load(folders, 1, world.arena, world.diag);
    if (!world.c)
        return -1;
    world.candidates = candidates_of(world.c, NULL, world.arena);
    world.decisions = decisions_of(world.c, NULL, world.arena, world.diag);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    diag_finish(world.diag);
    diag_free(world.diag);
    arena_free(world.arena);
    return 0;
}

static const void *find(enum record_kind kind, const char *id)
{
    const void *record = catalog_find(world.c, kind, str_from(id));
    if (!record)
        fail_msg("no %s %s", record_kind_name(kind), id);
    return record;
}

static const struct decision *decision_of(const char *scenario)
{
    return &world.decisions[(const struct scenario *)find(RECORD_scenario, scenario) - world.c->scenarios.at];
}

static const struct rank_candidate *candidate_of(const char *type)
{
    return &world.candidates[(const struct type *)find(RECORD_type, type) - world.c->types.at];
}

static struct rank_question question_of(const char *scenario, const char *workload)
{
    const struct scenario *s = find(RECORD_scenario, scenario);
    const struct workload *w = s->workloads.at;
    for (size_t i = 0; workload && i < s->workloads.n; i++)
        if (str_eq_c(w[i].record.id, workload))
            return scenario_question(s, &w[i]);
    if (workload)
        fail_msg("%s has no workload %s", scenario, workload);
    return scenario_question(s, NULL);
}

/* ---- what scenarios ask */

/* 32 GPUs on machines of at least 8: four machines. */
static void test_machines(void **state)
{
    (void)state;
    assert_true(question_of("llm-pretraining", NULL).machines == 1);
    assert_true(question_of("llm-pretraining", "qwen2.5-32b-full-z3").machines == 2);
    assert_true(question_of("llm-pretraining", "qwen2.5-72b-full-z3").machines == 4);
    assert_true(question_of("enterprise-cluster", "llama-3.1-405b-full-z3-32-nodes").machines == 32);
}

static void test_demands(void **state)
{
    (void)state;
    unsigned links = 1u << INTERCONNECT_NVLINK | 1u << INTERCONNECT_NVSWITCH;
    struct rank_question hpc = question_of("hpc-ai", NULL), policy = question_of("rlhf", NULL), dpo = question_of("rlhf", "dpo-7b-lora");
    assert_null(hpc.model);
    assert_true(hpc.demand.min_gpus == 8 && hpc.demand.interconnects == links);
    assert_true(policy.model && policy.demand.min_gpus == 8 && policy.demand.interconnects == links);
    assert_true(dpo.model && dpo.demand.min_gpus == 1 && dpo.demand.interconnects == 0); /* one GPU has nothing to link */
    assert_true(question_of("cv-nlp-classic", NULL).by_weights && !policy.by_weights);
}

/* The page of sgn8ia gives its slices by memory alone: no number of GPUs, so it cannot be a whole one. */
static void test_share_without_fraction(void **state)
{
    (void)state;
    struct rank_question q = question_of("data-preprocessing", NULL);
    struct rank_answer answer;
    assert_true(candidate_of("ecs.sgn8ia-m48.24xlarge")->gpus == 0);
    assert_true(candidate_of("ecs.gn7i-c8g1.2xlarge")->gpus == 1);
    rank_judge(&q, candidate_of("ecs.sgn8ia-m48.24xlarge"), 1, NULL, &answer);
    assert_false(answer.fits);
    assert_int_equal(answer.fit.limit, SIZING_LIMIT_gpus);
}

/* ---- weights alone */

/* FLUX.1-dev with its encoders has 31.4 GiB of 16-bit weights: more than an A10 has, and a second one changes nothing, because how
   the parts divide is not known. T5 large, 2.75 GiB in FP32, is too much for a share of 2 GB and nothing for a T4. */
static void test_weights(void **state)
{
    (void)state;
    static const struct { const char *scenario, *workload, *type, *reason; } rows[] = {
        {"diffusion", "flux-1-dev-weights", "ecs.gn7e-c16g1.4xlarge", NULL},
        {"diffusion", "flux-1-dev-weights", "ecs.gn7-c12g1.3xlarge", NULL},
        {"diffusion", "flux-1-dev-weights", "ecs.gn7i-c16g1.4xlarge", "memory"},
        {"diffusion", "flux-1-dev-weights", "ecs.gn7i-2x.8xlarge", "memory"},
        {"diffusion", "flux-1-dev-weights", "ecs.gn6e-c12g1.3xlarge", "bf16"}, /* asked for in BF16 */
        {"diffusion", "sdxl-weights", "ecs.gn6e-c12g1.3xlarge", NULL},
        {"cv-nlp-classic", "t5-large", "ecs.gn6i-c4g1.xlarge", NULL},
        {"cv-nlp-classic", "t5-large", "ecs.sgn7i-vws-m2.xlarge", "memory"},
        {"cv-nlp-classic", "resnet-50", "ecs.sgn7i-vws-m2.xlarge", "gpus"}, /* a whole GPU is asked for */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rank_question q = question_of(rows[i].scenario, rows[i].workload);
        struct rank_answer answer;
        rank_judge(&q, candidate_of(rows[i].type), 1, NULL, &answer);
        const char *reason = rank_reason(&q, candidate_of(rows[i].type), &answer);
        if ((reason == NULL) != (rows[i].reason == NULL) || (reason && !str_eq_c(str_from(reason), rows[i].reason)))
            fail_msg("%s on %s: %s", rows[i].workload, rows[i].type, reason ? reason : "fits");
    }
}

/* The same card in the same number differs in vCPUs alone; a larger card, more of them or another status does not count as equal. */
static void test_equal(void **state)
{
    (void)state;
    static const struct { const char *a, *b; bool equal; } rows[] = {
        {"ecs.gn7i-c8g1.2xlarge", "ecs.gn7i-c32g1.8xlarge", true},
        {"ecs.gn7e-c16g1.32xlarge", "ecs.sccgn7ex.32xlarge", true},
        {"ecs.gn7i-c8g1.2xlarge", "ecs.gn7i-2x.8xlarge", false},
        {"ecs.gn7i-c8g1.2xlarge", "ecs.gn7e-c16g1.4xlarge", false},
        {"ecs.gn7i-c8g1.2xlarge", "ecs.gn7s-c8g1.2xlarge", false}, /* 24 GB, too, but not recommended */
    };
    struct rank_question q = question_of("llm-lora-finetune", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct rank_candidate *a = candidate_of(rows[i].a), *b = candidate_of(rows[i].b);
        struct rank_answer answers[2];
        rank_judge(&q, a, 1, NULL, &answers[0]);
        rank_judge(&q, b, 1, NULL, &answers[1]);
        if (rank_is_equal(a, &answers[0], b, &answers[1]) != rows[i].equal)
            fail_msg("%s and %s", rows[i].a, rows[i].b);
    }
}

/* ---- decisions */

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < world.c->scenarios.n; i++) {
        const struct decision *d = &world.decisions[i];
        assert_ptr_equal(d->choices[0].type->record, d->scenario->answer.type.record);
        assert_int_equal(d->choice_count, d->scenario->second_choices.n + 1);
        assert_int_equal(d->rows[0].place, 1);
        for (size_t k = 1; k < d->row_count; k++)
            assert_true(d->rows[k].place > d->rows[k - 1].place);
    }
}

/* 7B with LoRA at 1024 tokens: the smallest whole card on sale with room for it has 24 GB and BF16, which is the A10. */
static void test_first(void **state)
{
    (void)state;
    const struct decision *d = decision_of("llm-lora-finetune");
    assert_true(str_eq_c(type_chip(d->rows[0].type)->record.id, "nvidia-a10"));
    assert_true(str_eq_c(decision_of("latest-generation")->rows[0].type->family->chip.id, "nvidia-hopper-96gb-hbm3-unnamed"));
}

static void test_catalogue_agrees(void **state)
{
    (void)state;
    size_t errors = diag_errors(world.diag);
    decisions_check(world.c, world.decisions, world.diag);
    assert_int_equal(diag_errors(world.diag), errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machines), cmocka_unit_test(test_demands), cmocka_unit_test(test_share_without_fraction),
        cmocka_unit_test(test_weights),  cmocka_unit_test(test_equal),     cmocka_unit_test(test_rows),     cmocka_unit_test(test_first),
        cmocka_unit_test(test_catalogue_agrees),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
