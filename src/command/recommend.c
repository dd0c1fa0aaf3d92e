/* chipfirst recommend: one workload against every instance type of the catalogue, ranked. */
#include "command/recommend.h"

#include <stdio.h>

#include "command/command.h"
#include "command/fields.h"
#include "command/run.h"
#include "command/speeds.h"
#include "command/workload_options.h"
#include "sizing/names.h"

enum { ROWS_SHOWN = 20 };

static const char help_head[] =
    "usage: chipfirst recommend --scenario ID [options]\n"
    "       chipfirst recommend --model ID [options]\n"
    "\n"
    "Which instance types one workload fits, with which layout, how fast it runs there, what it takes and costs; what\n"
    "fails on the others and the smallest single change that would make it fit.\n"
    "\n"
    "  --scenario ID     the first workload of a scenario, and what it asks of the type; options below override it\n"
    "  --model ID        a model of the catalogue\n"
    "  --stack ID        what a framework really does, a preset of the options below (catalog/stacks.yaml)\n"
    "  --machines N      machines of a type that may work together (those the scenario's workload needs, else 1)\n"
    "  --limit N         the first N types only, 0 for all (default: 20, with --json all)\n"
    "  --json            for programs, see docs/json.md: bytes are whole numbers, of the fullest single GPU\n"
    "  --catalog DIR     a catalogue folder; may be given several times (default: catalog)\n"
    "  --help            this text\n"
    "\n"
    "The workload, with what holds when an option is not given; they override the stack:\n"
    "\n"
    "  --zero N, --tp N  short for --zero-stage and --tensor-parallel; without --gpus, --tp sets the GPUs too\n";
static const char help_middle[] =
    "\n"
    "Prices, of one machine. Those of the catalogue are used where there are any (catalog/prices/README.md); only amounts\n"
    "of one region, currency and cover are compared. TYPE=AMOUNT is the price of one type and may be given once for each;\n"
    "an amount alone holds for all types and is for what does not depend on the type. Without prices the command speaks\n"
    "of GPU-hours:\n"
    "\n"
    PRICE_OPTIONS_HELP
    "  --price TYPE=AMOUNT\n"
    "                    short for --price-hour\n";
static const char help_tail[] =
    "\n"
    "More than one GPU asked for: that layout is judged. Otherwise the best one on up to as many GPUs as the type has\n"
    "(times --machines) is found: tensor parallel for inference, data parallel with ZeRO 1 to 3 for training. The speed\n"
    "is that of all GPUs of the machines, for they are paid: training shares its states among them, inference runs\n"
    "replicas.\n"
    "\n"
    "A workload fits when its likely need does; it is tight when the high end of the range does not.\n"
    "Order: fits, tight, does not fit; then status of the family, money where it is known, one machine before several,\n"
    "of several the fewest GPU-hours, GPUs, total GPU memory, vCPUs, id. Hours and money are for --token-budget, else\n"
    "for a million tokens: the cheapest way of paying that the prices allow for the budget, the hourly price for a\n"
    "million. GPU-hours count all GPUs of the machines.\n"
    "Nine of ten measured runs lie in the range of tokens/s. \xe2\x89\xa4: a resource whose rate is not published is left out.\n"
    "Changes are tried in this order: checkpointing, half the batch, half the sequence, next ZeRO stage, twice the GPUs\n"
    "(on several machines, if need be), 8 or 4 bit; never another method.\n"
    "\n"
    "Exit code: 0 done, 1 the input is wrong, 2 the world is wrong.\n";

/* ---- the question */

static bool ask_scenario(const struct workload_options *o, struct recommendation *r, const struct sizing_workload **base)
{
    r->scenario = workload_options_find(r->c, RECORD_scenario, "scenario", str_from(o->scenario));
    if (!r->scenario)
        return false;
    r->question = scenario_question(r->scenario, NULL);
    if (!r->question.model)
        return true;
    const struct workload *first = r->scenario->workloads.at;
    *base = &first->sizing;
    r->model = first->model.record;
    return true;
}

static bool ask(const struct workload_options *o, struct recommendation *r)
{
    const struct sizing_workload *base = NULL;
    struct rank_question *q = &r->question;
    if (o->scenario && !ask_scenario(o, r, &base))
        return false;
    if (o->model) {
        r->model = workload_options_find(r->c, RECORD_model, "model", str_from(o->model));
        if (!r->model)
            return false;
    }
    q->model = r->model ? &r->model->sizing : NULL;
    if (o->machines > 0 || q->machines == 0)
        q->machines = o->machines > 0 ? o->machines : 1;
    q->with_changes = true;
    return workload_options_apply(o, r->c, base, r->model, &q->workload)
           && workload_options_apply_run(o, r->model, &q->workload, &q->run)
           && price_table_fill(o, r->c, NULL, r->arena, &r->prices);
}

/* ---- the answers */

static void advise_shown(struct recommendation *r)
{
    for (size_t i = 0; i < r->shown; i++)
        rank_advise(&r->question, &r->candidates[r->order[i]], &r->answers[r->order[i]]);
}

static bool judge(const struct workload_options *o, struct recommendation *r)
{
    size_t limit = o->has_limit ? o->limit : o->json ? 0 : ROWS_SHOWN;
    r->n = r->c->types.n;
    r->shown = limit && limit < r->n ? limit : r->n;
    r->answers = ARENA_ARRAY(r->arena, r->n, struct rank_answer);
    r->order = ARENA_ARRAY(r->arena, r->n, int);
    struct sizing_error error = rank_judge(&r->question, r->candidates, (int)r->n, r->prices.of_type, r->answers);
    if (error.reason != SIZING_OK) {
        workload_options_refuse(o, r->model, error);
        return false;
    }
    rank_order(r->candidates, r->answers, (int)r->n, r->order);
    advise_shown(r);
    return true;
}

void recommendation_change(struct buf *out, const struct recommendation *r, int i)
{
    const struct sizing_change *change = &r->answers[i].fit.change;
    if (change->slot < 0)
        return;
    buf_printf(out, "%s=", names_field(SIZING_GROUP_workload, change->slot)->id);
    field_text(out, SIZING_GROUP_workload, change->slot, change->value);
}

const char *recommendation_way(const struct recommendation *r, int i)
{
    const struct rank_answer *a = &r->answers[i];
    if (!(a->money > 0))
        return NULL;
    return names_way(a->cost.has_cheapest ? a->cost.cheapest : SIZING_WAY_pay_as_you_go);
}

/* ---- the command */

static bool report(const void *arguments, struct arena *arena, struct diag *diag)
{
    const struct workload_options *o = arguments;
    const struct speed_tables *tables;
    struct recommendation r = {.arena = arena, .c = catalog_load(o->catalogs, o->catalog_count, arena, diag)};
    if (!r.c || !speeds_load_tables(o->catalogs[0], arena, diag, &tables) || !ask(o, &r))
        return false;
    r.candidates = candidates_of(r.c, tables, arena);
    if (!judge(o, &r))
        return false;
    if (o->json)
        recommend_json(&r);
    else
        recommend_table(&r);
    return true;
}

int command_recommend(int argc, char **argv)
{
    struct workload_options o = {.is_ranking = true};
    bool is_right = workload_options_read(&o, argc, argv);
    if (is_right && o.help) {
        workload_options_help(help_head, help_middle, "[TYPE=]AMOUNT", help_tail);
        return 0;
    }
    if (is_right && !o.model && !o.scenario) {
        fprintf(stderr, "chipfirst: --scenario or --model is missing\n");
        is_right = false;
    }
    if (!is_right) {
        fprintf(stderr, "chipfirst: see chipfirst recommend --help\n");
        return 1;
    }
    return command_run(report, &o);
}
