/* The tables of layout.h, from layout.def and the structs themselves. */
#include "calc/layout.h"

#include "calc/module.h"

#define LIST(name) {#name, name, (int)(sizeof(name) / sizeof(name)[0])}
#define AT(type, member) (offsetof(type, member) / sizeof(double))
#define SIZE(type) (sizeof(type) / sizeof(double))

static const char *const ops[] = {
#define OP(id) #id,
#include "calc/layout.def"
};
static const char *const styles[] = {
#define STYLE(id) #id,
#include "calc/layout.def"
};
static const char *const question[] = {
#define QUESTION(id) #id,
#include "calc/layout.def"
};
static const char *const estimate[] = {
#define ESTIMATE(id, value) #id,
#include "calc/layout.def"
};
static const char *const term[] = {
#define TERM_VALUE(id, value) #id,
#include "calc/layout.def"
};
static const char *const answer[] = {
#define ANSWER(id, value) #id,
#include "calc/layout.def"
};
static const char *const use[] = {
#define USE(id, value) #id,
#include "calc/layout.def"
};
static const char *const advised[] = {
#define ADVISED(id, value) #id,
#include "calc/layout.def"
};
static const char *const cost[] = {
#define COST(id, value) #id,
#include "calc/layout.def"
};
static const char *const offer[] = {
#define OFFER(id, value) #id,
#include "calc/layout.def"
};
/* SYNC: enum sizing_group, sizing_verdict, sizing_term_state, speed_state */
static const char *const groups[] = {"model", "workload", "gpu", "machine", "run", "prices"};
static const char *const verdicts[] = {"exceeds", "fits", "not_modelled", "tight"};
static const char *const term_states[] = {"none", "exact", "not_modelled", "modelled"};
static const char *const use_states[] = {"none", "known", "not_published"};

const struct calc_names calc_names[] = {
    LIST(ops),   LIST(styles), LIST(question), LIST(estimate), LIST(term),        LIST(answer),     LIST(use), LIST(advised),
    LIST(cost),  LIST(offer),  LIST(groups),   LIST(verdicts), LIST(term_states), LIST(use_states), {NULL, NULL, 0},
};

const struct calc_place calc_places[] = {
    {"in_model", AT(struct calc_input, model)},
    {"in_workload", AT(struct calc_input, workload)},
    {"in_run", AT(struct calc_input, run)},
    {"in_question", AT(struct calc_input, question)},
    {"in_size", SIZE(struct calc_input)},
    {"candidates", CALC_CANDIDATES},
    {"candidate_size", SIZE(struct rank_candidate)},
    {"candidate_gpus", AT(struct rank_candidate, gpus)},
    {"candidate_gpu_memory", AT(struct rank_candidate, memory_total)},
    {"candidate_vcpus", AT(struct rank_candidate, machine.vcpus)},
    {"candidate_order", AT(struct rank_candidate, order)},
    {"prices_size", SIZE(struct sizing_prices)},
    {"estimate_values", AT(struct calc_estimate, has_total)},
    {"estimate_warnings", AT(struct calc_estimate, warnings)},
    {"estimate_terms", AT(struct calc_estimate, terms)},
    {"estimate_size", SIZE(struct calc_estimate)},
    {"term_operands", AT(struct calc_term, operands)},
    {"term_size", SIZE(struct calc_term)},
    {"rank_order", AT(struct calc_ranking, order)},
    {"rank_answers", AT(struct calc_ranking, answers)},
    {"answer_uses", AT(struct calc_answer, uses)},
    {"answer_size", SIZE(struct calc_answer)},
    {"use_size", SIZE(struct calc_use)},
    {"advise_answer", AT(struct calc_advice, answer)},
    {"advise_advised", AT(struct calc_advice, advice)},
    {"advise_cost", AT(struct calc_advice, cost)},
    {"advise_ways", AT(struct calc_advice, cost.ways)},
    {"advise_size", SIZE(struct calc_advice)},
    {"offer_size", SIZE(struct calc_offer)},
    {NULL, 0},
};
