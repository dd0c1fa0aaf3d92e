/* Where the scenarios and the ranking disagree. */
#include "catalog/decision.h"

struct checker {
    const struct catalog *c;
    const struct decision *d;
    struct diag *diag;
};

static const struct field *despite_field(void)
{
    const struct field *list = schema_find(record_schema(RECORD_scenario), S("second_choices"));
    return schema_find(list->schema, S("despite"));
}

static bool can_be_ordered(const struct rank_candidate *c)
{
    return c->status > 0 && c->status <= STATUS_PREVIEW;
}

static const char *role_of(const struct decision_choice *choice)
{
    return choice->second ? "second choice" : "answer";
}

/* "Qwen2.5 7B, LoRA", or what else is asked. */
static struct str subject_of(const struct decision_case *one)
{
    return one->workload ? one->workload->title.in[LANG_EN] : S("the requirements");
}

/* ---- does it fit */

static const char *limit_words(const char *reason)
{
    static const char *const words[][2] = {
        {"heads", "its GPUs divide no number of attention heads that is enough"},
        {"not_modelled", "the model's memory is not modelled"},
        {"bf16", "BF16 is not published as there"},
        {"fp8", "FP8 is not published as there"},
        {"interconnect", "its GPUs are not linked as required"},
        {"erdma", "eRDMA is not published as there"},
        {"gpus", "it has too few GPUs"},
        {"memory_not_published", "its GPU memory is not published"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq_c(str_from(reason), words[i][0]))
            return words[i][1];
    return reason;
}

static struct str limit_text(const struct checker *k, const struct decision_choice *choice, const struct decision_case *one)
{
    const struct sizing_fit *fit = &one->answer.fit.fit;
    if (one->question.model && choice->candidate->has_memory != 0 && one->answer.fit.limit == SIZING_LIMIT_memory)
        return arena_printf(k->c->arena, "it needs %.1f GiB on one GPU, which has %.1f", fit->need_bytes / 0x1p30, fit->have_bytes / 0x1p30);
    return str_from(limit_words(rank_reason(&one->question, choice->candidate, &one->answer)));
}

static void report_misfit(const struct checker *k, const struct decision_choice *choice, const struct decision_case *one)
{
    diag_error(k->diag, choice->type->at, "the %s %" STR_FMT " does not do for %" STR_FMT ": %" STR_FMT, role_of(choice),
               STR_ARG(choice->type->id), STR_ARG(subject_of(one)), STR_ARG(limit_text(k, choice, one)));
    if (one->workload)
        diag_note(k->diag, one->workload->record.node->at, "the workload");
}

static void check_tight(const struct checker *k, const struct decision_choice *choice, const struct decision_case *one)
{
    bool is_tight = one->question.model && one->answer.fit.fit.verdict == SIZING_VERDICT_tight;
    bool is_said = choice->second && choice->second->tight == TRI_TRUE;
    if (is_tight && !is_said)
        diag_error(k->diag, choice->type->at, "the %s %" STR_FMT " is tight for %" STR_FMT "; if that will do, let the text say so and write tight: true",
                   role_of(choice), STR_ARG(choice->type->id), STR_ARG(subject_of(one)));
    if (is_said && !is_tight)
        diag_error(k->diag, record_place(&choice->second->record, "tight"), "%" STR_FMT " is not tight for %" STR_FMT, STR_ARG(choice->type->id),
                   STR_ARG(subject_of(one)));
}

/* What keeps the choice from being a good one; empty: nothing. */
static struct str failing(const struct decision_choice *choice, const struct decision_case *one)
{
    const char *reason = rank_reason(&one->question, choice->candidate, &one->answer);
    if (reason)
        return str_from(reason);
    return choice->second && !can_be_ordered(choice->candidate) ? S("status") : S("");
}

static void check_despite(const struct checker *k, const struct decision_choice *choice, const struct decision_case *one)
{
    struct str said = field_enum_name(despite_field(), choice->second->despite), real = failing(choice, one);
    if (!str_eq(said, real))
        diag_error(k->diag, record_place(&choice->second->record, "despite"), "%" STR_FMT " is a choice despite %" STR_FMT ", but what it fails is %" STR_FMT,
                   STR_ARG(choice->type->id), STR_ARG(said), STR_ARG(real.n ? real : S("nothing")));
}

static void check_case(const struct checker *k, const struct decision_choice *choice, const struct decision_case *one)
{
    if (choice->second && choice->second->despite)
        check_despite(k, choice, one);
    else if (!one->answer.fits)
        report_misfit(k, choice, one);
    else if (failing(choice, one).n)
        diag_error(k->diag, choice->type->at, "the second choice %" STR_FMT " can not be ordered; if it is worth asking for, write despite: status",
                   STR_ARG(choice->type->id));
    if (one->answer.fits)
        check_tight(k, choice, one);
}

/* ---- is it the best */

/* "8 GPUs, 640 GB, sold" */
static struct str merits(const struct checker *k, const struct rank_candidate *c)
{
    struct str status = field_enum_name(schema_find(record_schema(RECORD_family), S("status")), (int)c->status);
    struct buf b = {0};
    quantity_number(&b, c->gpus, UNIT_SHARE);
    buf_printf(&b, " GPU%s, %.4g GB, %" STR_FMT, c->gpus == 1 ? "" : "s", c->memory_total, STR_ARG(status));
    return arena_take(k->c->arena, &b);
}

static void report_better(const struct checker *k, const struct rank_candidate *own, const struct decision_row *first)
{
    const struct ref *type = &k->d->scenario->answer.type;
    diag_error(k->diag, type->at,
               "the ranking puts %" STR_FMT " (%" STR_FMT ") before the answer %" STR_FMT " (%" STR_FMT "); choose it, or say `over: %" STR_FMT "` and `because`",
               STR_ARG(first->type->record.id), STR_ARG(merits(k, first->candidate)), STR_ARG(type->id), STR_ARG(merits(k, own)),
               STR_ARG(first->type->record.id));
}

static void check_best(const struct checker *k)
{
    const struct answer *answer = &k->d->scenario->answer;
    const struct decision_choice *own = &k->d->choices[0]; /* its first case is the scenario's question */
    const struct decision_row *first = &k->d->rows[0];
    bool is_first = first->type == own->type->record;
    bool is_best = rank_is_equal(own->candidate, &own->cases[0].answer, first->candidate, &first->answer);
    if (!own->cases[0].answer.fits)
        return; /* reported */
    if (!is_best && !answer->over.id.n)
        report_better(k, own->candidate, first);
    else if (is_best && answer->over.id.n)
        diag_error(k->diag, answer->over.at, "nothing is before the answer %" STR_FMT " in the ranking, so that over and because explain nothing", STR_ARG(answer->type.id));
    else if (answer->over.id.n && answer->over.record != first->type)
        diag_error(k->diag, answer->over.at, "the answer is preferred over %" STR_FMT ", but what the ranking puts first is %" STR_FMT, STR_ARG(answer->over.id),
                   STR_ARG(first->type->record.id));
    if (text_empty(answer->because) ? answer->over.id.n > 0 : is_first && !answer->over.id.n)
        diag_error(k->diag, answer->record.node->at, "over and because stand together or not at all");
    else if (is_best && !is_first && text_empty(answer->because))
        diag_error(k->diag, answer->record.node->at, "the ranking puts %" STR_FMT " first, which is as good; say `because`", STR_ARG(first->type->record.id));
}

/* ---- is all of it said */

static bool is_chosen_for(const struct decision *d, const struct workload *w)
{
    for (size_t i = 0; i < d->choice_count; i++)
        for (size_t j = 0; j < d->choices[i].case_count; j++)
            if (d->choices[i].cases[j].workload == w)
                return true;
    return false;
}

static void check_workloads(const struct checker *k)
{
    const struct workload *w = k->d->scenario->workloads.at;
    for (size_t i = 0; i < k->d->scenario->workloads.n; i++)
        if (!is_chosen_for(k->d, &w[i]))
            diag_error(k->diag, w[i].record.node->at, "no choice is for the workload %" STR_FMT "; add it to `for` of one", STR_ARG(w[i].record.id));
}

static const struct decision_row *row_of(const struct decision *d, const void *type)
{
    const struct decision_row *row = d->rows;
    while (row->type != type) /* what the scenario names has a row */
        row++;
    return row;
}

/* What is shown beside the choices: counter-examples do not do, the others do. */
static void check_shown(const struct checker *k, const struct ref_list *list, bool is_counter)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct decision_row *row = row_of(k->d, list->at[i].record);
        bool does = row->answer.fits && can_be_ordered(row->candidate);
        if (does && is_counter)
            diag_error(k->diag, list->at[i].at, "%" STR_FMT " fits and can be ordered, so it is no counter-example", STR_ARG(list->at[i].id));
        else if (!does && !is_counter)
            diag_error(k->diag, list->at[i].at, "%" STR_FMT " does not fit or can not be ordered, so it is a counter-example", STR_ARG(list->at[i].id));
    }
}

static void check_scenario(const struct checker *k)
{
    for (size_t i = 0; i < k->d->choice_count; i++)
        for (size_t j = 0; j < k->d->choices[i].case_count; j++)
            check_case(k, &k->d->choices[i], &k->d->choices[i].cases[j]);
    check_best(k);
    check_workloads(k);
    check_shown(k, &k->d->scenario->also, false);
    check_shown(k, &k->d->scenario->counter_examples, true);
}

void decisions_check(const struct catalog *c, const struct decision *decisions, struct diag *diag)
{
    for (size_t i = 0; i < c->scenarios.n; i++) {
        struct checker k = {c, &decisions[i], diag};
        if (decisions[i].row_count)
            check_scenario(&k);
    }
}
