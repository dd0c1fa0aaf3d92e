/* The ranking: on the real catalogue against its parts called one by one, on made-up answers against a sort by a plain key, and
   money against its definition. */
#include <math.h>

#include "catalog/candidate.h"
#include "catalog/workload.h"
#include "helper.h"
#include "sizing/names.h"
#include "sizing/rank.h"

enum { TYPES_MAX = 1024 };

struct world {
    struct arena *arena;
    const struct catalog *catalog;
    const struct rank_candidate *candidates;
    int n;
};

static struct world world;

static int setup(void **state)
{
    const char *folders[] = {SOURCE_DIR "/catalog"};
    struct diag *diag = diag_new(stderr, DIAG_TEXT, true);
    struct speed_tables tables;
    (void)state;
    world.arena = arena_new();
    world.catalog = catalog_load(folders, 1, world.arena, diag);
    if (!world.catalog || !speed_tables_load(SOURCE_DIR "/catalog/measured", world.arena, diag, &tables))
        return -1;
    world.candidates = candidates_of(world.catalog, &tables, world.arena);
    world.n = (int)world.catalog->types.n;
    diag_free(diag);
    return world.n > 100 && world.n < TYPES_MAX ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(world.arena);
    return 0;
}

/* ---- questions */

static const struct sizing_model *model_of(const char *id)
{
    const struct model *model = catalog_find(world.catalog, RECORD_model, str_from(id));
    if (!model)
        fail_msg("no model %s", id);
    return &model->sizing;
}

static struct rank_question question_of(const char *model, enum sizing_method method)
{
    struct rank_question q = {.model = model ? model_of(model) : NULL};
    sizing_workload_init(&q.workload);
    sizing_run_init(&q.run);
    q.workload.method = method;
    q.workload.seq = 2048;
    return q;
}

static int index_of(const char *type)
{
    const struct type *t = catalog_find(world.catalog, RECORD_type, str_from(type));
    if (!t)
        fail_msg("no type %s", type);
    return (int)(t - world.catalog->types.at);
}

static const char *id_of(int i)
{
    return world.catalog->types.at[i].record.id.p;
}

static struct rank_answer *judge(const struct rank_question *q, const struct sizing_prices *prices)
{
    static struct rank_answer answers[TYPES_MAX];
    struct sizing_error error = rank_judge(q, world.candidates, world.n, prices, answers);
    if (error.reason != SIZING_OK)
        fail_msg("%s at %s", names_reason(error.reason), names_field(error.group, error.slot)->id);
    return answers;
}

/* What the properties are tried on: kinds of work, demands, machines. */
static const struct row {
    const char *model;
    enum sizing_method method;
    double gpus, machines;
    struct sizing_demand demand;
} grid[] = {
    {"llama-3-8b", SIZING_METHOD_inference, 1, 1, {0}},
    {"llama-3-8b", SIZING_METHOD_lora, 1, 1, {.bf16 = true}},
    {"llama-3-8b", SIZING_METHOD_full, 1, 2, {.min_gpus = 4}},
    {"qwen2.5-72b", SIZING_METHOD_inference, 1, 2, {.interconnects = 1u << INTERCONNECT_NVLINK | 1u << INTERCONNECT_NVSWITCH}},
    {"qwen2.5-72b", SIZING_METHOD_qlora, 1, 1, {.min_gpus = 2, .erdma = true}},
    {"qwen2.5-0.5b", SIZING_METHOD_full, 1, 1, {0}},
    {"qwen2.5-7b", SIZING_METHOD_full, 16, 2, {0}},
    {"mixtral-8x7b", SIZING_METHOD_lora, 1, 4, {.fp8 = true}},
    {"t5-small", SIZING_METHOD_inference, 1, 1, {0}},
    {NULL, SIZING_METHOD_inference, 1, 1, {.bf16 = true, .min_gpus = 8}},
};

static struct rank_question ask(const struct row *row, bool with_changes)
{
    struct rank_question q = question_of(row->model, row->method);
    q.workload.gpus = row->gpus;
    q.workload.zero_stage = row->gpus > 1 ? 3 : 0;
    q.demand = row->demand;
    q.machines = row->machines;
    q.with_changes = with_changes;
    return q;
}

/* ---- judging */

static void expect_same(const struct rank_answer *a, const struct rank_answer *b, const char *type)
{
    bool same = a->fits == b->fits && a->fit.limit == b->fit.limit && a->fit.change.slot == b->fit.change.slot
                && a->fit.change.value == b->fit.change.value && a->fit.fit.need_bytes == b->fit.fit.need_bytes
                && a->fit.fit.have_bytes == b->fit.fit.have_bytes && a->fit.fit.gpus == b->fit.fit.gpus
                && a->fit.fit.tensor_parallel == b->fit.fit.tensor_parallel && a->fit.fit.zero_stage == b->fit.fit.zero_stage
                && a->fit.fit.verdict == b->fit.fit.verdict && a->speed.likely == b->speed.likely && a->money == b->money
                && a->machine_hours == b->machine_hours && a->gpu_hours == b->gpu_hours && a->machines == b->machines;
    if (!same)
        fail_msg("%s: not the answer it gets alone", type);
}

/* Each group of machines that a layout occupies serves rate ÷ 256 requests/s; the last of them may be idle in part. */
static void test_machines_of_a_service(void **state)
{
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_inference);
    int i = index_of("ecs.gn7e-c16g1.4xlarge");
    (void)state;
    q.run.output_tokens = 256;
    struct rank_answer *all = judge(&q, NULL);
    assert_true(all[i].fits && all[i].service_machines == 0);
    double one = all[i].speed.likely / 256;
    static const struct {
        double share, machines;
    } cases[] = {{0.5, 1}, {0.999, 1}, {1.001, 2}, {7.5, 8}};
    for (size_t k = 0; k < COUNT_OF(cases); k++) {
        q.run.request_rate = one * cases[k].share;
        all = judge(&q, NULL);
        if (all[i].service_machines != cases[k].machines)
            fail_msg("%.3f of a machine's rate: %.0f machines", cases[k].share, all[i].service_machines);
    }
    q.workload.method = SIZING_METHOD_lora;
    assert_true(judge(&q, NULL)[i].service_machines == 0);
}

static void test_together_as_alone(void **state)
{
    (void)state;
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        struct rank_question q = ask(&grid[row], true);
        struct rank_answer *all = judge(&q, NULL);
        for (int i = 0; i < world.n; i++) {
            struct rank_answer alone;
            assert_int_equal(rank_judge(&q, &world.candidates[i], 1, NULL, &alone).reason, SIZING_OK);
            expect_same(&all[i], &alone, id_of(i));
        }
    }
}

/* Two that differ in one thing only are two cases. */
static void test_what_tells_cases_apart(void **state)
{
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_inference);
    const struct rank_candidate *one = &world.candidates[index_of("ecs.gn7e-c16g1.4xlarge")];
    (void)state;
    q.demand = (struct sizing_demand){.bf16 = true, .interconnects = 1u << INTERCONNECT_NVLINK, .min_gpus = 1};
    for (int what = 0; what < 5; what++) {
        struct rank_candidate c[2] = {*one, *one};
        struct rank_answer a[2];
        q.demand.erdma = what == 4;
        c[0].has_erdma = 1;
        c[1] = c[0];
        *(double *[]){&c[1].interconnect, &c[1].has_memory, &c[1].gpus, &c[1].gpu.bf16, &c[1].has_erdma}[what] = 0;
        assert_int_equal(rank_judge(&q, c, 2, NULL, a).reason, SIZING_OK);
        if (!a[0].fits || a[1].fits)
            fail_msg("difference %d: fits %d and %d", what, a[0].fits, a[1].fits);
    }
}

/* A scenario's question put by hand: what a type must have, told from the catalogue itself. */
static bool meets(const struct rank_candidate *c, const struct sizing_demand *d)
{
    bool link = !d->interconnects || (c->interconnect > 0 && (d->interconnects >> (unsigned)c->interconnect & 1u));
    return (!d->bf16 || c->gpu.bf16 == 1) && (!d->fp8 || c->gpu.fp8 == 1) && (!d->erdma || c->has_erdma == 1) && link
           && c->gpus >= d->min_gpus;
}

static void test_what_fits_meets_the_demand(void **state)
{
    (void)state;
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        struct rank_question q = ask(&grid[row], false);
        struct rank_answer *all = judge(&q, NULL);
        for (int i = 0; i < world.n; i++) {
            bool holds = !q.model || (all[i].fit.fit.is_total && all[i].fit.fit.need_bytes <= all[i].fit.fit.have_bytes);
            if (all[i].fits && !(meets(&world.candidates[i], &q.demand) && holds))
                fail_msg("row %zu, %s: fits, though it does not", row, id_of(i));
            if (!q.model && all[i].fits != meets(&world.candidates[i], &q.demand))
                fail_msg("row %zu, %s: fits %d", row, id_of(i), all[i].fits);
        }
    }
}

/* A change that is claimed to be enough is carried out: the type must fit then. */
static void test_changes_are_enough(void **state)
{
    int tried = 0;
    (void)state;
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        struct rank_question q = ask(&grid[row], true);
        struct rank_answer *all = judge(&q, NULL);
        for (int i = 0; i < world.n; i++) {
            struct rank_question changed = q;
            struct rank_candidate c = world.candidates[i];
            struct sizing_host host = {.gpus = c.gpus};
            struct rank_answer after;
            if (all[i].fit.change.slot < 0)
                continue;
            fit_apply(&all[i].fit.change, q.workload.gpus > 1, &changed.workload, &host);
            changed.machines = fmax(q.machines, ceil(host.gpus / c.gpus));
            assert_int_equal(rank_judge(&changed, &c, 1, NULL, &after).reason, SIZING_OK);
            if (!after.fits)
                fail_msg("row %zu, %s: field %d to %.0f is not enough", row, id_of(i), all[i].fit.change.slot, all[i].fit.change.value);
            tried++;
        }
    }
    assert_true(tried > 100);
}

/* 65.5 GB of weights on four 24 GB cards: not on one machine of two, on two of them; and a share of a GPU stays alone. */
static void test_machines(void **state)
{
    struct rank_question q = question_of("qwen2.5-32b", SIZING_METHOD_inference);
    int i = index_of("ecs.gn7i-2x.8xlarge"), share = index_of("ecs.vgn7i-vws-m8.2xlarge"); /* 2 × A10; 1/3 of one */
    (void)state;
    assert_true(world.candidates[i].gpus == 2 && world.candidates[share].gpus < 1);
    assert_false(judge(&q, NULL)[i].fits);
    q.machines = 2;
    struct rank_answer *all = judge(&q, NULL);
    assert_true(all[i].fits && all[i].layout.gpus == 4 && all[i].layout.tensor_parallel == 4 && all[i].machines == 2);
    assert_true(all[i].gpu_hours == all[i].machine_hours * 2);
    q = question_of("llama-3-8b", SIZING_METHOD_inference);
    q.machines = 24; /* 24 thirds would hold it eight times */
    assert_false(judge(&q, NULL)[share].fits);
    q.demand.min_gpus = 4; /* of one machine */
    all = judge(&q, NULL);
    assert_true(!all[i].fits && all[i].fit.limit == SIZING_LIMIT_gpus && all[i].fit.change.slot == -1);
}

static void test_own_layout(void **state)
{
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_full);
    int eight = index_of("ecs.gn7e-c16g1.32xlarge"), four = index_of("ecs.gn7e-c16g1.16xlarge");
    struct rank_answer *all;
    (void)state;
    q.workload.gpus = 8;
    q.workload.zero_stage = 3;
    all = judge(&q, NULL);
    assert_true(all[eight].fits && all[eight].layout.gpus == 8 && all[eight].layout.zero_stage == 3 && all[eight].machines == 1);
    assert_true(!all[four].fits && all[four].fit.limit == SIZING_LIMIT_gpus);
    q.machines = 2;
    all = judge(&q, NULL);
    assert_true(all[four].fits && all[four].machines == 2 && all[four].layout.gpus == 8);
    q.workload.zero_stage = 0; /* 128.5 GB of states on each GPU */
    assert_int_equal(judge(&q, NULL)[eight].fit.limit, SIZING_LIMIT_memory);
    q = question_of("llama-3-8b", SIZING_METHOD_lora);
    q.workload.gpus = 4; /* of the eight: what is laid out is not laid out anew */
    q.workload.pipeline_parallel = 2;
    all = judge(&q, NULL);
    assert_true(all[eight].fits && all[eight].layout.gpus == 4 && all[eight].layout.pipeline_parallel == 2);
    assert_true(all[eight].machines == 1 && all[eight].gpu_hours == 8 * all[eight].machine_hours);
}

/* 8B on an 80 GB card: one each, so that eight work beside each other; a job with a layout of its own has no replicas. */
static void test_replicas_fill_the_machine(void **state)
{
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_inference);
    int eight = index_of("ecs.gn7e-c16g1.32xlarge"), one = index_of("ecs.gn7e-c16g1.4xlarge");
    struct rank_answer *all = judge(&q, NULL);
    (void)state;
    assert_true(all[eight].fit.fit.gpus == 1 && all[eight].layout.gpus == 8 && all[eight].layout.tensor_parallel == 1);
    assert_true(fabs(all[eight].speed.likely / all[one].speed.likely - 8) < 1e-9);
    assert_true(fabs(all[eight].gpu_hours / all[one].gpu_hours - 1) < 1e-9);
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        q = ask(&grid[row], false);
        all = judge(&q, NULL);
        for (int i = 0; i < world.n; i++) {
            struct sizing_fit fit;
            double room = world.candidates[i].gpus * fmax(q.machines, 1);
            if (!all[i].fits || !q.model)
                continue;
            assert_int_equal(fit_check(q.model, &all[i].layout, &world.candidates[i].gpu, &fit).reason, SIZING_OK);
            if (fit.headroom_bytes < 0 || (all[i].layout.gpus > 1 && all[i].layout.gpus > room))
                fail_msg("row %zu, %s: %.0f GPUs, %.0f bytes over", row, id_of(i), all[i].layout.gpus, -fit.headroom_bytes);
            if (q.workload.gpus == 1 && all[i].layout.gpus + all[i].fit.fit.gpus <= world.candidates[i].gpus)
                fail_msg("row %zu, %s: room for one more beside %.0f GPUs", row, id_of(i), all[i].layout.gpus);
        }
    }
}

/* Fourteen GB of states and more a billion parameters: 14B in full needs five of eight 80 GB cards, all of which are paid; a job
 * that asks for all eight itself is the same job. 72B in 16 bits on cards of 48 GB: five hold it, 64 heads divide by eight. */
static void test_no_paid_gpu_is_idle(void **state)
{
    struct rank_question q = question_of("qwen2.5-14b", SIZING_METHOD_full);
    int i = index_of("ecs.gn7e-c16g1.32xlarge");
    struct rank_answer found = judge(&q, NULL)[i];
    (void)state;
    assert_true(found.fits && found.fit.fit.gpus < 8 && found.layout.gpus == 8 && found.layout.zero_stage == found.fit.fit.zero_stage);
    q.workload.gpus = 8;
    q.workload.zero_stage = found.fit.fit.zero_stage;
    struct rank_answer asked = judge(&q, NULL)[i];
    assert_true(asked.speed.has_rate && asked.speed.likely == found.speed.likely && asked.gpu_hours == found.gpu_hours);
    int full = 0;
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        q = ask(&grid[row], false);
        struct rank_answer *all = judge(&q, NULL);
        for (int k = 0; k < world.n; k++) {
            const struct sizing_workload *layout = &all[k].layout;
            double gpus = world.candidates[k].gpus;
            if (!all[k].speed.has_rate || q.workload.gpus > 1 || gpus < 1)
                continue;
            bool is_training = q.workload.method != SIZING_METHOD_inference;
            full += layout->gpus == all[k].machines * gpus;
            if (is_training && layout->gpus != all[k].machines * gpus)
                fail_msg("row %zu, %s: %.0f of %.0f GPUs train", row, id_of(k), layout->gpus, all[k].machines * gpus);
            if (layout->gpus < all[k].fit.fit.gpus || (!is_training && fmod(layout->gpus, layout->tensor_parallel) != 0))
                fail_msg("row %zu, %s: %.0f GPUs, tensor parallel %.0f", row, id_of(k), layout->gpus, layout->tensor_parallel);
        }
    }
    assert_true(full > 200);
}

/* 70B in full on up to eight machines: the same cards with the better network come first, whatever the size of the machine. */
static void test_several_machines_by_gpu_hours(void **state)
{
    struct rank_question q = question_of("llama-3.1-70b", SIZING_METHOD_full);
    int order[TYPES_MAX], fast = index_of("ecs.sccgn7ex.32xlarge"), slow = index_of("ecs.gn7e-c16g1.16xlarge"), places[2] = {0, 0};
    (void)state;
    q.machines = 8;
    q.workload.seq = 4096;
    struct rank_answer *all = judge(&q, NULL);
    assert_true(all[fast].fits && all[slow].fits && all[slow].gpu_hours > 5 * all[fast].gpu_hours);
    rank_order(world.candidates, all, world.n, order);
    for (int i = 0; i < world.n; i++)
        for (int k = 0; k < 2; k++)
            if (order[i] == (k ? slow : fast))
                places[k] = i;
    assert_true(places[0] == 0 && places[1] > 1);
}

static void test_speed_as_called_directly(void **state)
{
    int rates = 0;
    (void)state;
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        struct rank_question q = ask(&grid[row], false);
        struct rank_answer *all = judge(&q, NULL);
        for (int i = 0; i < world.n; i++) {
            const struct rank_candidate *c = &world.candidates[i];
            struct speed_job job;
            struct speed_estimate direct;
            if (!all[i].speed.has_rate) {
                assert_true(all[i].machine_hours == 0 && all[i].gpu_hours == 0 && all[i].machines == 0);
                continue;
            }
            assert_int_equal(speed_prepare(q.model, &all[i].layout, &q.run, &job).reason, SIZING_OK);
            assert_int_equal(speed_estimate(&job, &c->machine, &c->gpu, &direct).reason, SIZING_OK);
            if (direct.likely != all[i].speed.likely || direct.binding != all[i].speed.binding || direct.low != all[i].speed.low)
                fail_msg("row %zu, %s: %.1f tokens/s, %.1f directly", row, id_of(i), all[i].speed.likely, direct.likely);
            double machines = ceil(all[i].layout.gpus / fmax(c->gpus, 1));
            assert_true(fabs(all[i].machine_hours * 3600 * direct.likely / 1e6 / machines - 1) < 1e-12);
            rates++;
        }
    }
    assert_true(rates > 200);
}

/* Nothing is claimed for what is no GPU, and a type of unknown memory is not judged. */
static void test_unknown_is_left_out(void **state)
{
    struct rank_question q = question_of("qwen2.5-0.5b", SIZING_METHOD_inference);
    struct rank_candidate c[3];
    struct rank_answer a[3];
    (void)state;
    c[0] = c[1] = c[2] = world.candidates[index_of("ecs.gn7i-c16g1.4xlarge")];
    c[1].is_gpu = 0;
    c[2].has_memory = 0;
    assert_int_equal(rank_judge(&q, c, 3, NULL, a).reason, SIZING_OK);
    assert_true(a[0].fits && a[0].speed.has_rate && a[0].machine_hours > 0);
    assert_true(a[1].fits && !a[1].speed.has_rate && a[1].machine_hours == 0);
    assert_true(!a[2].fits && !a[2].speed.has_rate && a[2].fit.fit.have_bytes == 0 && a[2].fit.change.slot == -1);
    c[1] = c[0];
    c[1].gpus = c[1].machine.gpu_share = 0; /* a share that nobody published: not that of a whole GPU */
    assert_int_equal(rank_judge(&q, c, 3, NULL, a).reason, SIZING_OK);
    assert_true(a[1].fits && !a[1].speed.has_rate && a[1].fit.fit.gpus == 1 && a[1].gpu_hours == 0);
    q.demand.fp8 = true; /* Ampere has none */
    assert_int_equal(rank_judge(&q, c, 3, NULL, a).reason, SIZING_OK);
    assert_int_equal(a[2].fit.limit, SIZING_LIMIT_fp8);
}

static void test_errors(void **state)
{
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_inference);
    struct rank_answer answers[TYPES_MAX];
    (void)state;
    q.workload.seq = 0;
    struct sizing_error error = rank_judge(&q, world.candidates, world.n, NULL, answers);
    assert_true(error.reason == SIZING_REASON_must_be_positive && error.slot == SIZING_WORKLOAD_seq);
}

/* Tokens/s with a change, 0 when it does not apply, below 0 when it does not fit. */
static double rate_with(const struct rank_question *q, int i, const struct rank_answer *a, enum sizing_advice advice)
{
    struct sizing_machine machine = world.candidates[i].machine;
    const struct sizing_gpu *gpu = &world.candidates[i].gpu;
    struct speed_job job;
    struct speed_estimate after;
    struct sizing_fit fit;
    assert_int_equal(speed_prepare(q->model, &a->layout, &q->run, &job).reason, SIZING_OK);
    if (!speed_change(advice, &job, &machine))
        return 0;
    speed_evaluate(&job, &machine, gpu, &after);
    return fit_check(q->model, &job.workload, gpu, &fit).reason == SIZING_OK && fit.headroom_bytes >= 0 ? after.likely : -1;
}

/* What is advised fits the GPU and brings what it says. Where the change that the speed alone would suggest does not fit, nothing
 * that fits brings more. */
static void test_advice(void **state)
{
    int advised = 0, replaced = 0;
    (void)state;
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        struct rank_question q = ask(&grid[row], false);
        struct rank_answer *all = judge(&q, NULL);
        for (int i = 0; i < world.n; i++) {
            struct rank_answer plain = all[i];
            struct speed_job job;
            if (!all[i].speed.has_rate)
                continue;
            rank_advise(&q, &world.candidates[i], &all[i]);
            double likely = all[i].speed.likely, gain = rate_with(&q, i, &all[i], all[i].speed.advice) / likely;
            if (gain < 0 || (gain > 0 && (fabs(gain - all[i].speed.gain) > 1e-12 || gain < SPEED_LEAST_GAIN)))
                fail_msg("row %zu, %s: %s brings %.3f", row, id_of(i), names_advice(all[i].speed.advice), gain);
            assert_int_equal(speed_prepare(q.model, &plain.layout, &q.run, &job).reason, SIZING_OK);
            speed_advise(&job, &world.candidates[i].machine, &world.candidates[i].gpu, &plain.speed);
            advised += gain > 0;
            if (plain.speed.advice == all[i].speed.advice)
                continue;
            replaced++;
            for (int other = SIZING_ADVICE_none + 1; other < SIZING_ADVICES; other++)
                if (rate_with(&q, i, &all[i], (enum sizing_advice)other) > likely * fmax(all[i].speed.gain, SPEED_LEAST_GAIN) * (1 + 1e-12))
                    fail_msg("row %zu, %s: %s brings more", row, id_of(i), names_advice((enum sizing_advice)other));
        }
    }
    assert_true(advised > 100 && replaced > 10);
}

/* ---- money */

static struct sizing_prices hourly(double price)
{
    struct sizing_prices p;
    sizing_prices_init(&p);
    p.price_hour = price;
    return p;
}

/* Two machines at 10 an hour, half used, and disks for 4: (20 + 4) / (rate × 0.5 × 3600) a token. */
static void test_money_of_a_million(void **state)
{
    struct rank_question q = question_of("qwen2.5-32b", SIZING_METHOD_inference);
    const struct rank_candidate *c = &world.candidates[index_of("ecs.gn7i-2x.8xlarge")];
    struct sizing_prices p = hourly(10);
    struct rank_answer a;
    (void)state;
    q.machines = 2;
    p.utilisation = 0.5;
    p.extra_hour = 4;
    assert_int_equal(rank_judge(&q, c, 1, &p, &a).reason, SIZING_OK);
    assert_true(a.machines == 2 && a.speed.hours == 0 && !a.cost.has_cheapest);
    assert_true(fabs(a.money / (24 / (a.speed.likely * 0.5 * 3600) * 1e6) - 1) < 1e-12);
    p.price_hour = 0;
    assert_int_equal(rank_judge(&q, c, 1, &p, &a).reason, SIZING_OK);
    assert_true(a.money == 0 && a.machine_hours > 0);
}

/* 10^9 tokens: hours = 10^9 / rate / 3600, at 10 an hour; at 3 an hour on spot that is never reclaimed. */
static void test_money_of_a_budget(void **state)
{
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_lora);
    const struct rank_candidate *c = &world.candidates[index_of("ecs.gn7e-c16g1.4xlarge")];
    struct sizing_prices p = hourly(10);
    struct rank_answer a;
    (void)state;
    q.run.token_budget = 1e9;
    assert_int_equal(rank_judge(&q, c, 1, &p, &a).reason, SIZING_OK);
    double hours = 1e9 / a.speed.likely / 3600;
    assert_true(fabs(a.machine_hours / hours - 1) < 1e-12 && fabs(a.money / (10 * hours) - 1) < 1e-12);
    assert_true(a.cost.has_cheapest && a.cost.cheapest == SIZING_WAY_pay_as_you_go);
    p.spot_hour = 3;
    assert_int_equal(rank_judge(&q, c, 1, &p, &a).reason, SIZING_OK);
    assert_true(a.cost.cheapest == SIZING_WAY_spot && fabs(a.money / (3 * hours) - 1) < 1e-12);
    p.utilisation = 2; /* no price of the core: left out, not an error of the question */
    assert_int_equal(rank_judge(&q, c, 1, &p, &a).reason, SIZING_OK);
    assert_true(a.money == 0 && a.machine_hours > 0);
}

static void test_prices_go_to_their_types(void **state)
{
    static struct sizing_prices prices[TYPES_MAX];
    struct rank_question q = question_of("llama-3-8b", SIZING_METHOD_inference);
    struct rank_answer *all;
    (void)state;
    for (int i = 0; i < world.n; i++)
        prices[i] = hourly(i % 3 ? 1 + i : 0);
    all = judge(&q, prices);
    for (int i = 0; i < world.n; i++) {
        double expected = all[i].speed.has_rate && i % 3 ? (1 + i) * all[i].machines / all[i].speed.likely / 3600 * 1e6 : 0;
        if (fabs(all[i].money - expected) > 1e-9 * expected)
            fail_msg("%s: %.6f, expected %.6f", id_of(i), all[i].money, expected);
    }
}

/* ---- order */

enum { KEYS = 9 };

/* The rule as a list of numbers, smaller is better; what is not known is infinite. */
static void keys_of(const struct rank_candidate *c, const struct rank_answer *a, double *keys)
{
    keys[0] = a->fits ? a->fit.fit.verdict == SIZING_VERDICT_tight : c->has_memory != 0 ? 2 : 3;
    keys[1] = c->status;
    keys[2] = a->money > 0 ? a->money : HUGE_VAL;
    keys[3] = c->gpus < 1 || a->fit.fit.gpus <= c->gpus ? 0 : a->gpu_hours > 0 ? a->gpu_hours : HUGE_VAL;
    keys[4] = c->gpus > 0 ? c->gpus : HUGE_VAL;
    keys[5] = c->memory_total > 0 ? c->memory_total : HUGE_VAL;
    keys[6] = c->machine.vcpus > 0 ? c->machine.vcpus : HUGE_VAL;
    keys[7] = c->order;
    keys[8] = 0;
}

static bool is_before(const struct rank_candidate *c, const struct rank_answer *a, const struct rank_candidate *d,
                      const struct rank_answer *b)
{
    double x[KEYS], y[KEYS];
    int k = 0;
    keys_of(c, a, x);
    keys_of(d, b, y);
    while (k < KEYS - 1 && x[k] == y[k])
        k++;
    return x[k] < y[k];
}

static void check_order(const struct rank_candidate *c, const struct rank_answer *a, int n, const char *why)
{
    int order[TYPES_MAX];
    bool seen[TYPES_MAX] = {false};
    rank_order(c, a, n, order);
    for (int i = 0; i < n; i++) {
        assert_true(order[i] >= 0 && order[i] < n && !seen[order[i]]);
        seen[order[i]] = true;
        if (i > 0 && !is_before(&c[order[i - 1]], &a[order[i - 1]], &c[order[i]], &a[order[i]]))
            fail_msg("%s: place %d of %d holds the better one", why, i, n);
    }
}

static unsigned random_below(unsigned n)
{
    static unsigned state = 20261130;
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % n;
}

/* Few values of each key, so that every key decides now and then, down to the last. */
static void test_order_rule(void **state)
{
    static struct rank_candidate c[40];
    static struct rank_answer a[40];
    (void)state;
    for (int round = 0; round < 2000; round++) {
        int n = (int)random_below(COUNT_OF(c) + 1);
        for (int i = 0; i < n; i++) {
            c[i] = (struct rank_candidate){.status = 1 + random_below(2), .gpus = random_below(2), .order = (i * 7) % 41};
            a[i] = (struct rank_answer){.fits = random_below(3) > 0, .money = random_below(2) * (1 + random_below(2))};
            c[i].has_memory = random_below(2);
            c[i].memory_total = random_below(2);
            c[i].machine.vcpus = random_below(2) * 8;
            a[i].fit.fit.gpus = random_below(3);
            a[i].gpu_hours = random_below(3);
            a[i].fit.fit.verdict = random_below(2) ? SIZING_VERDICT_fits : SIZING_VERDICT_tight;
        }
        check_order(c, a, n, "made up");
    }
}

static void test_order_of_the_catalogue(void **state)
{
    static struct sizing_prices prices[TYPES_MAX];
    (void)state;
    for (int i = 0; i < world.n; i++)
        prices[i] = hourly(i % 4 ? 1 + (i * 37) % 11 : 0);
    for (size_t row = 0; row < COUNT_OF(grid); row++) {
        struct rank_question q = ask(&grid[row], false);
        check_order(world.candidates, judge(&q, NULL), world.n, "without prices");
        check_order(world.candidates, judge(&q, prices), world.n, "with prices");
    }
}

/* Candidates carry the place of their id in the sorted list, so that equals are told apart by the id alone. */
static void test_candidates(void **state)
{
    (void)state;
    for (int i = 0; i < world.n; i++)
        for (int k = 0; k < i; k++) {
            int by_id = str_cmp(world.catalog->types.at[i].record.id, world.catalog->types.at[k].record.id);
            assert_true((by_id > 0) == (world.candidates[i].order > world.candidates[k].order) && by_id != 0);
        }
    const struct rank_candidate *c = &world.candidates[index_of("ecs.sgn6i-vws-m4.2xlarge")]; /* a share of a T4 that is not published */
    assert_true(c->gpus == 0 && c->machine.gpu_share == 0 && c->has_memory == 1);
    c = &world.candidates[index_of("ecs.gn7e-c16g1.32xlarge")];
    assert_true(c->gpus == 8 && c->has_memory == 1 && c->is_gpu == 1 && c->memory_total == 640 && c->machine.vcpus == 128);
    assert_true(world.candidates[index_of("ecs.ebmgn7ix.32xlarge")].has_erdma == 1 && c->has_erdma == 0);
    assert_true(c->gpu.bf16 == 1 && c->interconnect == INTERCONNECT_NVLINK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_together_as_alone), cmocka_unit_test(test_machines_of_a_service),      cmocka_unit_test(test_what_fits_meets_the_demand),
        cmocka_unit_test(test_changes_are_enough),     cmocka_unit_test(test_machines),
        cmocka_unit_test(test_own_layout),             cmocka_unit_test(test_replicas_fill_the_machine),
        cmocka_unit_test(test_no_paid_gpu_is_idle),    cmocka_unit_test(test_several_machines_by_gpu_hours),
        cmocka_unit_test(test_speed_as_called_directly), cmocka_unit_test(test_unknown_is_left_out),
        cmocka_unit_test(test_what_tells_cases_apart), cmocka_unit_test(test_errors),                 cmocka_unit_test(test_advice),
        cmocka_unit_test(test_money_of_a_million),     cmocka_unit_test(test_money_of_a_budget),
        cmocka_unit_test(test_prices_go_to_their_types), cmocka_unit_test(test_order_rule),
        cmocka_unit_test(test_order_of_the_catalogue), cmocka_unit_test(test_candidates),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
