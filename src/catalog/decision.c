/* The types that a scenario names, judged as the ranking judges all. */
#include "catalog/decision.h"

#include <string.h>

#include "base/suggest.h"
#include "catalog/workload.h"
#include "sizing/check.h"

struct maker {
    const struct catalog *c;
    const struct rank_candidate *candidates;
    struct arena *arena, *scratch; /* scratch: of the scenario at hand */
    struct diag *diag;
};

/* The ranking of all types for the scenario's question. */
struct ranking {
    struct rank_answer *answers;
    int *order;
};

static const struct rank_candidate *candidate_of(const struct maker *m, const struct type *type)
{
    return &m->candidates[type - m->c->types.at];
}

/* ---- choices */

static struct decision_case judge(const struct scenario *s, const struct workload *w, const struct rank_candidate *c)
{
    struct decision_case one = {.workload = w, .question = scenario_question(s, w)};
    if (!w && one.question.model)
        one.workload = s->workloads.at;
    rank_judge(&one.question, c, 1, NULL, &one.answer); /* check_workloads has seen to it that there is no error */
    return one;
}

static const struct workload *find_workload(const struct maker *m, const struct scenario *s, struct str id, struct place at)
{
    const struct workload *w = s->workloads.at;
    struct suggestion near = suggest_begin(id);
    for (size_t i = 0; i < s->workloads.n; i++) {
        if (str_eq(w[i].record.id, id))
            return &w[i];
        suggest_offer(&near, w[i].record.id);
    }
    diag_error(m->diag, at, "the scenario has no workload %" STR_FMT, STR_ARG(id));
    if (near.best.n)
        diag_note(m->diag, at, "did you mean %" STR_FMT "?", STR_ARG(near.best));
    return NULL;
}

/* The cases named in `for`, appended. */
static void add_cases(const struct maker *m, const struct scenario *s, const struct record *owner, const struct str_list *names,
                      struct decision_choice *choice)
{
    for (size_t i = 0; i < names->n; i++) {
        const struct workload *w = find_workload(m, s, names->at[i], record_place(owner, "for"));
        if (w && !(choice->case_count && choice->cases[0].workload == w))
            choice->cases[choice->case_count++] = judge(s, w, choice->candidate);
    }
}

static struct decision_choice choice_of(const struct maker *m, const struct ref *type, const struct second_choice *second, size_t names)
{
    struct decision_choice choice = {.type = type, .second = second, .candidate = candidate_of(m, type->record)};
    choice.cases = ARENA_ARRAY(m->arena, names + 1, struct decision_case);
    return choice;
}

static void make_choices(const struct maker *m, struct decision *d)
{
    const struct scenario *s = d->scenario;
    const struct second_choice *second = s->second_choices.at;
    struct decision_choice *choice = d->choices = ARENA_ARRAY(m->arena, s->second_choices.n + 1, struct decision_choice);
    *choice = choice_of(m, &s->answer.type, NULL, s->answer.workloads.n);
    choice->cases[choice->case_count++] = judge(s, NULL, choice->candidate);
    add_cases(m, s, &s->answer.record, &s->answer.workloads, choice);
    for (size_t i = 0; i < s->second_choices.n; i++) {
        *++choice = choice_of(m, &second[i].type, &second[i], second[i].workloads.n);
        add_cases(m, s, &second[i].record, &second[i].workloads, choice);
        if (second[i].workloads.n == 0)
            choice->cases[choice->case_count++] = judge(s, NULL, choice->candidate);
    }
    d->choice_count = s->second_choices.n + 1;
}

/* ---- rows */

static bool has_type(const struct ref_list *list, const struct type *t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].record == t)
            return true;
    return false;
}

static bool is_named(const struct decision *d, const struct type *t)
{
    for (size_t i = 0; i < d->choice_count; i++)
        if (d->choices[i].type->record == t)
            return true;
    return has_type(&d->scenario->also, t) || has_type(&d->scenario->counter_examples, t);
}

/* The best of its family, and that family among the best: has_row tells of which families there is one. */
static bool leads_family(const struct maker *m, const struct type *t, const struct rank_answer *a, bool *has_row, size_t *families)
{
    size_t family = (size_t)(t->family - m->c->families.at);
    if (!a->fits || has_row[family] || *families == DECISION_FAMILIES)
        return false;
    has_row[family] = true;
    ++*families;
    return true;
}

static void add_row(const struct maker *m, struct decision *d, const struct type *t, size_t place)
{
    struct decision_row *row = &d->rows[d->row_count++];
    *row = (struct decision_row){.type = t, .candidate = candidate_of(m, t), .place = place};
    rank_judge(&d->question, row->candidate, 1, NULL, &row->answer);
}

static void make_rows(const struct maker *m, struct decision *d, const struct ranking *r)
{
    bool *has_row = ARENA_ARRAY(m->scratch, m->c->families.n, bool);
    size_t families = 0, most = DECISION_FAMILIES + 1 + d->choice_count;
    most += d->scenario->also.n + d->scenario->counter_examples.n;
    d->rows = ARENA_ARRAY(m->arena, most, struct decision_row);
    for (size_t i = 0; i < m->c->types.n; i++) {
        const struct type *t = &m->c->types.at[r->order[i]];
        bool leads = leads_family(m, t, &r->answers[r->order[i]], has_row, &families);
        if (i == 0 || leads || is_named(d, t))
            add_row(m, d, t, i + 1);
    }
}

/* ---- all */

static bool check_workloads(const struct maker *m, const struct scenario *s)
{
    const struct workload *w = s->workloads.at;
    bool ok = true;
    for (size_t i = 0; i < s->workloads.n; i++) {
        const struct model *model = w[i].model.record;
        struct sizing_error error = check_pair(&model->sizing, &w[i].sizing);
        if (error.reason == SIZING_OK)
            continue;
        diag_error(m->diag, w[i].record.node->at, "%" STR_FMT, STR_ARG(sizing_error_text(m->arena, error)));
        ok = false;
    }
    return ok;
}

static void make(const struct maker *m, struct decision *d)
{
    size_t n = m->c->types.n;
    struct ranking r = {ARENA_ARRAY(m->scratch, n, struct rank_answer), ARENA_ARRAY(m->scratch, n, int)};
    struct rank_question fit_only;
    if (!check_workloads(m, d->scenario))
        return;
    d->question = fit_only = scenario_question(d->scenario, NULL);
    fit_only.without_speed = true;
    rank_judge(&fit_only, m->candidates, (int)n, NULL, r.answers);
    rank_order(m->candidates, r.answers, (int)n, r.order);
    make_choices(m, d);
    make_rows(m, d, &r);
}

const struct decision *decisions_of(const struct catalog *c, const struct speed_tables *tables, struct arena *arena, struct diag *diag)
{
    struct maker m = {c, candidates_of(c, tables, arena), arena, arena_new(), diag};
    struct decision *list = ARENA_ARRAY(arena, c->scenarios.n + 1, struct decision);
    for (size_t i = 0; i < c->scenarios.n; i++) {
        list[i].scenario = &c->scenarios.at[i];
        make(&m, &list[i]);
        arena_reset(m.scratch);
    }
    arena_free(m.scratch);
    return list;
}
