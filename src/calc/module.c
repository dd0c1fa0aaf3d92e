/* From arrays of doubles to the sizing core and back. */
#include "calc/module.h"

/* Under which name the module exports a function. */
#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

static struct calc_input input;
static struct rank_candidate types[CALC_CANDIDATES];
static struct sizing_prices prices[CALC_CANDIDATES];
static struct rank_answer answers[CALC_CANDIDATES];
static union calc_output output;
static char text[DIGITS_MAX];

EXPORT("in") struct calc_input *calc_in(void)
{
    return &input;
}

EXPORT("types") struct rank_candidate *calc_types(void)
{
    return types;
}

EXPORT("prices") struct sizing_prices *calc_prices(void)
{
    return prices;
}

EXPORT("out") union calc_output *calc_out(void)
{
    return &output;
}

EXPORT("text") char *calc_text(void)
{
    return text;
}

static struct calc_error error_of(struct sizing_error error)
{
    return (struct calc_error){error.reason, error.group, error.slot};
}

/* ---- estimate */

static void put_term(struct calc_term *out, const struct sizing_term *t)
{
#define TERM_VALUE(id, value) out->id = (double)(value);
#include "calc/layout.def"
    for (int i = 0; i < SIZING_OPERANDS_MAX; i++)
        out->operands[i] = t->operands[i];
}

static void run_estimate(struct calc_estimate *out)
{
    struct sizing_estimate estimate;
    const struct sizing_estimate *e = &estimate;
    out->error = error_of(memory_estimate(&input.model, &input.workload, &estimate));
#define ESTIMATE(id, value) out->id = (double)(value);
#include "calc/layout.def"
    for (int i = 0; i < SIZING_WARNINGS; i++)
        out->warnings[i] = e->warnings[i];
    for (int i = 0; i < SIZING_TERMS; i++)
        put_term(&out->terms[i], &e->terms[i]);
}

/* ---- rank and advise */

static struct rank_question question_of(void)
{
    const struct calc_question *in = &input.question;
    struct rank_question q = {.workload = input.workload, .run = input.run, .machines = in->machines};
    q.model = in->has_model != 0.0 ? &input.model : 0;
    q.demand.bf16 = in->bf16 != 0.0;
    q.demand.fp8 = in->fp8 != 0.0;
    q.demand.erdma = in->erdma != 0.0;
    q.demand.min_gpus = in->min_gpus;
    q.demand.interconnects = in->interconnects > 0.0 && in->interconnects < 4294967296.0 ? (unsigned)in->interconnects : 0;
    q.with_changes = in->with_changes != 0.0;
    return q;
}

static void put_answer(struct calc_answer *out, const struct rank_question *q, const struct rank_candidate *c,
                       const struct rank_answer *a)
{
#define ANSWER(id, value) out->id = (double)(value);
#include "calc/layout.def"
    for (int i = 0; i < SIZING_RESOURCES; i++) {
        const struct speed_use *u = &a->speed.use[i];
#define USE(id, value) out->uses[i].id = (double)(value);
#include "calc/layout.def"
    }
}

static const struct sizing_prices *prices_from(int first)
{
    return input.question.has_prices != 0.0 ? &prices[first] : 0;
}

static void run_rank(struct calc_ranking *out, int first, int count)
{
    int order[CALC_CANDIDATES];
    struct rank_question q = question_of();
    struct sizing_error error = rank_judge(&q, &types[first], count, prices_from(first), answers);
    out->error = error_of(error);
    if (error.reason != SIZING_OK)
        return;
    rank_order(&types[first], answers, count, order);
    for (int i = 0; i < count; i++) {
        out->order[i] = order[i];
        put_answer(&out->answers[i], &q, &types[first + i], &answers[i]);
    }
}

static void put_cost(struct calc_cost *out, const struct cost_estimate *k)
{
#define COST(id, value) out->id = (double)(value);
#include "calc/layout.def"
    for (int i = 0; i < SIZING_WAYS; i++) {
        const struct cost_offer *o = &k->ways[i];
#define OFFER(id, value) out->ways[i].id = (double)(value);
#include "calc/layout.def"
    }
}

static void run_advise(struct calc_advice *out, int first)
{
    struct rank_answer *a = &answers[0];
    struct rank_question q = question_of();
    struct sizing_error error = rank_judge(&q, &types[first], 1, prices_from(first), a);
    out->error = error_of(error);
    if (error.reason != SIZING_OK)
        return;
    if (a->speed.has_rate)
        rank_advise(&q, &types[first], a);
    put_answer(&out->answer, &q, &types[first], a);
#define ADVISED(id, value) out->id = (double)(value);
#include "calc/layout.def"
    put_cost(&out->cost, &a->cost);
}

/* ---- digits */

static size_t write_digits(double value, int decimals, enum calc_style style)
{
    switch (style) {
    case CALC_STYLE_fixed: return digits_fixed(text, value, decimals);
    case CALC_STYLE_trimmed: return digits_trimmed(text, value, decimals);
    case CALC_STYLE_grouped: return digits_grouped(text, value);
    case CALC_STYLE_readable: return digits_readable(text, value, decimals);
    case CALC_STYLE_rounded: return digits_rounded(text, value);
    case CALC_STYLE_bytes: return digits_gib(text, value);
    case CALC_STYLES: break;
    }
    return 0;
}

static void run_digits(const struct calc_question *in)
{
    bool is_printable = in->value > -1e18 && in->value < 1e18 && in->decimals >= 0.0 && in->decimals <= 9.0;
    bool is_style = in->style >= 0.0 && in->style < CALC_STYLES;
    output.length = 0.0;
    if (is_printable && is_style)
        output.length = (double)write_digits(in->value, (int)in->decimals, (enum calc_style)(int)in->style);
}

EXPORT("run") void calc_run(int op)
{
    const struct calc_question *in = &input.question;
    bool is_there = in->first >= 0.0 && in->count >= 0.0 && in->first + in->count <= CALC_CANDIDATES;
    if (op == CALC_OP_estimate)
        run_estimate(&output.estimate);
    else if (op == CALC_OP_rank && is_there)
        run_rank(&output.ranking, (int)in->first, (int)in->count);
    else if (op == CALC_OP_advise && is_there && in->first < CALC_CANDIDATES)
        run_advise(&output.advice, (int)in->first);
    else if (op == CALC_OP_digits)
        run_digits(in);
}
