/* The calculator's module, compiled natively, over random inputs: calc_native CATALOG SEED COUNT
 *
 * Writes COUNT cases to stdout for identity.mjs, which runs each through the WebAssembly module and compares the hash. A case:
 * op and the number of candidates as doubles, struct calc_input, CANDIDATES candidates and as many prices, and the hash of the
 * output as two 32-bit words. Models, stacks and machines are those of the catalogue, changed in places: mostly to what makes
 * sense, sometimes to what does not. To stderr: how many of each op were refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calc/module.h"
#include "catalog/candidate.h"
#include "sizing/names.h"

enum { CANDIDATES = 3 };

struct generator {
    uint64_t seed;
    const struct catalog *c;
    const struct rank_candidate *candidates;
    unsigned long cases[CALC_OPS], refused[CALC_OPS];
};

/* ---- random values; xorshift64 (G. Marsaglia, 2003) */

static uint64_t next(struct generator *g)
{
    g->seed ^= g->seed << 13;
    g->seed ^= g->seed >> 7;
    g->seed ^= g->seed << 17;
    return g->seed >> 11;
}

static size_t below(struct generator *g, size_t n)
{
    return (size_t)(next(g) % n);
}

static bool one_in(struct generator *g, size_t n)
{
    return below(g, n) == 0;
}

/* From 0 to 1. */
static double share(struct generator *g)
{
    return (double)next(g) * 0x1p-53;
}

static double power(struct generator *g, size_t most)
{
    return ldexp(1.0, (int)below(g, most));
}

static double nonsense(struct generator *g)
{
    const double values[] = {NAN, INFINITY, -INFINITY, -1, -0.0, 0.5, 1e-310, 1e300, 9007199254740992.0, 9007199254740994.0, 0, 3, 99};
    return values[below(g, sizeof values / sizeof *values)];
}

/* A value for a slot that holds `old`. */
static double value_for(struct generator *g, enum sizing_kind kind, double old)
{
    int values = names_value_count(kind);
    if (values)
        return (double)below(g, (size_t)values + 1);
    switch (kind) {
    case SIZING_KIND_BOOL: return (double)below(g, 2);
    case SIZING_KIND_TRISTATE: return (double)below(g, 3) - 1;
    case SIZING_KIND_COUNT:
        return one_in(g, 3) ? floor(old * power(g, 3)) : one_in(g, 2) ? power(g, 14) : (double)below(g, (size_t)power(g, 12));
    default: return one_in(g, 2) ? old * (0.5 + share(g)) : share(g) * power(g, 40);
    }
}

/* Machines come from the catalogue, which was checked; what users write may be anything. */
static void change(struct generator *g, enum sizing_group group, void *struct_of_doubles, size_t most)
{
    bool is_checked = group == SIZING_GROUP_gpu || group == SIZING_GROUP_machine;
    double *slots = struct_of_doubles;
    for (size_t n = below(g, most + 1); n > 0; n--) {
        int slot = (int)below(g, (size_t)names_field_count(group));
        enum sizing_kind kind = names_field(group, slot)->kind;
        bool is_odd = !is_checked && one_in(g, 100);
        slots[slot] = is_odd ? nonsense(g) : value_for(g, kind, slots[slot]);
    }
}

/* ---- inputs */

/* Layouts that random slots would hardly ever make valid. */
static void lay_out(struct generator *g, struct sizing_workload *w)
{
    if (one_in(g, 2))
        return;
    w->tensor_parallel = power(g, 4);
    w->pipeline_parallel = one_in(g, 4) ? power(g, 3) : 1;
    w->gpus = w->tensor_parallel * w->pipeline_parallel * power(g, 4);
    w->zero_stage = w->method == SIZING_METHOD_inference ? 0 : (double)below(g, 4);
}

static void make_workload(struct generator *g, struct sizing_workload *w)
{
    sizing_workload_init(w);
    if (one_in(g, 2))
        workload_overlay(&g->c->stacks.at[below(g, g->c->stacks.n)].switches.fields, w);
    w->method = (double)(1 + below(g, 4));
    w->seq = power(g, 16);
    w->batch = power(g, 6);
    if (w->method == SIZING_METHOD_inference)
        w->new_tokens = one_in(g, 2) ? power(g, 10) : 0;
    change(g, SIZING_GROUP_workload, w, one_in(g, 4) ? 12 : 2);
    lay_out(g, w);
}

static void make_question(struct generator *g, struct calc_question *q)
{
    *q = (struct calc_question){.has_model = !one_in(g, 30), .machines = one_in(g, 3) ? power(g, 4) : 1, .count = 1};
    q->bf16 = one_in(g, 5);
    q->fp8 = one_in(g, 5);
    q->erdma = one_in(g, 8);
    q->interconnects = one_in(g, 4) ? (double)below(g, 32) : 0;
    q->min_gpus = one_in(g, 6) ? power(g, 4) : 0;
    q->with_changes = one_in(g, 3);
    q->has_prices = one_in(g, 2);
    q->value = (one_in(g, 2) ? 1 : -1) * ldexp(share(g), (int)below(g, 70) - 10);
    q->decimals = (double)below(g, 10);
    q->style = (double)below(g, CALC_STYLES);
}

static void make_input(struct generator *g, struct calc_input *in)
{
    in->model = g->c->models.at[below(g, g->c->models.n)].sizing;
    change(g, SIZING_GROUP_model, &in->model, one_in(g, 3) ? 4 : 0);
    make_workload(g, &in->workload);
    sizing_run_init(&in->run);
    in->run.token_budget = one_in(g, 2) ? power(g, 45) : 0;
    change(g, SIZING_GROUP_run, &in->run, 3);
    make_question(g, &in->question);
}

static void make_candidates(struct generator *g)
{
    for (size_t i = 0; i < CANDIDATES; i++) {
        struct rank_candidate *c = &calc_types()[i];
        *c = g->candidates[below(g, g->c->types.n)];
        change(g, SIZING_GROUP_gpu, &c->gpu, one_in(g, 4));
        change(g, SIZING_GROUP_machine, &c->machine, one_in(g, 3) ? 3 : 0);
        sizing_prices_init(&calc_prices()[i]);
        change(g, SIZING_GROUP_prices, &calc_prices()[i], 6);
    }
}

/* ---- hashing; SYNC: identity.mjs hashes the same words in the same order */

struct hash {
    uint32_t a, b;
};

static void add_word(struct hash *h, uint32_t word)
{
    h->a = (h->a ^ word) * 16777619u;
    h->b = ((h->b << 7 | h->b >> 25) + word) * 2654435761u;
}

static void add_doubles(struct hash *h, const void *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t words[2];
        memcpy(words, (const char *)values + i * sizeof(double), sizeof words);
        add_word(h, words[0]);
        add_word(h, words[1]);
    }
}

static struct hash hash_output(enum calc_op op, size_t candidates)
{
    const union calc_output *out = calc_out();
    struct hash h = {2166136261u, 1};
    if (op == CALC_OP_digits) {
        for (size_t i = 0; i < (size_t)out->length; i++)
            add_word(&h, (unsigned char)calc_text()[i]);
        return h;
    }
    add_doubles(&h, out, sizeof(struct calc_error) / sizeof(double));
    if (out->estimate.error.reason > 0)
        return h;
    if (op == CALC_OP_estimate)
        add_doubles(&h, out, sizeof(struct calc_estimate) / sizeof(double));
    else if (op == CALC_OP_advise)
        add_doubles(&h, out, sizeof(struct calc_advice) / sizeof(double));
    else {
        add_doubles(&h, out->ranking.order, candidates);
        add_doubles(&h, out->ranking.answers, candidates * sizeof(struct calc_answer) / sizeof(double));
    }
    return h;
}

/* ---- the stream */

static enum calc_op choose_op(struct generator *g)
{
    size_t n = below(g, 20);
    return n < 11 ? CALC_OP_estimate : n < 17 ? CALC_OP_rank : n < 18 ? CALC_OP_digits : CALC_OP_advise;
}

static void write_case(struct generator *g)
{
    enum calc_op op = choose_op(g);
    make_input(g, calc_in());
    make_candidates(g);
    size_t candidates = op == CALC_OP_rank ? 1 + below(g, CANDIDATES) : 1;
    calc_in()->question.count = (double)candidates;
    calc_run((int)op);
    struct hash h = hash_output(op, candidates);
    double head[] = {op, (double)candidates};
    fwrite(head, sizeof head, 1, stdout);
    fwrite(calc_in(), sizeof(struct calc_input), 1, stdout);
    fwrite(calc_types(), sizeof(struct rank_candidate), CANDIDATES, stdout);
    fwrite(calc_prices(), sizeof(struct sizing_prices), CANDIDATES, stdout);
    fwrite(&h, sizeof h, 1, stdout);
    g->cases[op]++;
    g->refused[op] += op != CALC_OP_digits && calc_out()->estimate.error.reason > 0;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("usage: calc_native CATALOG SEED COUNT\n", stderr);
        return 1;
    }
    const char *folders[] = {argv[1]};
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(stderr, DIAG_TEXT, true);
    struct generator g = {.seed = strtoull(argv[2], NULL, 10), .c = catalog_load(folders, 1, arena, diag)};
    if (!g.c || g.seed == 0)
        return 2;
    g.candidates = candidates_of(g.c, NULL, arena);
    for (unsigned long n = strtoul(argv[3], NULL, 10); n > 0; n--)
        write_case(&g);
    fprintf(stderr, "%lu estimates (%lu refused), %lu rankings (%lu), %lu advices (%lu), %lu texts\n", g.cases[CALC_OP_estimate],
            g.refused[CALC_OP_estimate], g.cases[CALC_OP_rank], g.refused[CALC_OP_rank], g.cases[CALC_OP_advise],
            g.refused[CALC_OP_advise], g.cases[CALC_OP_digits]);
    diag_free(diag);
    arena_free(arena);
    return fflush(stdout) == 0 ? 0 : 2;
}
