/* Tables of the names in fields.def and their look-up. */
#include <stdbool.h>
#include <stddef.h>

#include "kinds.h"
#include "names.h"

struct sizing_value {
    const char *id;
    const char *spelling;
};

static const struct sizing_field model_fields[] = {
#define MODEL_FIELD(id, kind, unit) \
    {#id, unit, SIZING_MODEL_##id == SIZING_MODEL_final_norm || SIZING_MODEL_##id == SIZING_MODEL_pooler, SIZING_KIND_##kind},
#include "fields.def"
};
static const struct sizing_field workload_fields[] = {
#define WORKLOAD_FIELD(id, kind, unit, initial) {#id, unit, initial, SIZING_KIND_##kind},
#include "fields.def"
};
static const struct sizing_field gpu_fields[] = {
#define GPU_FIELD(id, kind, unit, initial) {#id, unit, initial, SIZING_KIND_##kind},
#include "fields.def"
};

static const struct sizing_value arch_values[] = {
#define ARCH_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value counter_values[] = {
#define COUNTER_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value mlp_values[] = {
#define MLP_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value norm_values[] = {
#define NORM_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value qknorm_values[] = {
#define QKNORM_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value linattn_values[] = {
#define LINATTN_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value precision_values[] = {
#define PRECISION_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value method_values[] = {
#define METHOD_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value compute_values[] = {
#define COMPUTE_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value quantisation_values[] = {
#define QUANTISATION_VALUE(id, spelling, bits) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value optimizer_values[] = {
#define OPTIMIZER_VALUE(id, spelling, states, state_bytes) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value kv_values[] = {
#define KV_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value lora_values[] = {
#define LORA_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_field machine_fields[] = {
#define MACHINE_FIELD(id, kind, unit, initial) {#id, unit, initial, SIZING_KIND_##kind},
#include "fields.def"
};
static const struct sizing_field run_fields[] = {
#define RUN_FIELD(id, kind, unit, initial) {#id, unit, initial, SIZING_KIND_##kind},
#include "fields.def"
};
static const struct sizing_field price_fields[] = {
#define PRICE_FIELD(id, kind, unit, initial) {#id, unit, initial, SIZING_KIND_##kind},
#include "fields.def"
};

static const struct sizing_value family_values[] = {
#define FAMILY_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value engine_values[] = {
#define ENGINE_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value trainer_values[] = {
#define TRAINER_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value dequant_values[] = {
#define DEQUANT_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value ckpt_values[] = {
#define CKPT_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value attn_values[] = {
#define ATTN_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value loss_values[] = {
#define LOSS_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value step_values[] = {
#define STEP_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value sharding_values[] = {
#define SHARDING_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value cache_values[] = {
#define CACHE_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value prompt_values[] = {
#define PROMPT_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};
static const struct sizing_value scope_values[] = {
#define SCOPE_VALUE(id, spelling) {#id, spelling},
#include "fields.def"
};

static const struct {
    const char *name;
    const struct sizing_value *values;
} lists[SIZING_KINDS] = {
    [SIZING_KIND_COUNT] = {"count", NULL},
    [SIZING_KIND_NUMBER] = {"number", NULL},
    [SIZING_KIND_BOOL] = {"bool", NULL},
    [SIZING_KIND_TRISTATE] = {"tristate", NULL},
    [SIZING_KIND_ARCH] = {"arch", arch_values},
    [SIZING_KIND_COUNTER] = {"counter", counter_values},
    [SIZING_KIND_MLP] = {"mlp", mlp_values},
    [SIZING_KIND_NORM] = {"norm", norm_values},
    [SIZING_KIND_QKNORM] = {"qknorm", qknorm_values},
    [SIZING_KIND_LINATTN] = {"linattn", linattn_values},
    [SIZING_KIND_PRECISION] = {"precision", precision_values},
    [SIZING_KIND_METHOD] = {"method", method_values},
    [SIZING_KIND_COMPUTE] = {"compute", compute_values},
    [SIZING_KIND_QUANTISATION] = {"quantisation", quantisation_values},
    [SIZING_KIND_OPTIMIZER] = {"optimizer", optimizer_values},
    [SIZING_KIND_KV] = {"kv", kv_values},
    [SIZING_KIND_LORA] = {"lora", lora_values},
    [SIZING_KIND_DEQUANT] = {"dequant", dequant_values},
    [SIZING_KIND_CKPT] = {"ckpt", ckpt_values},
    [SIZING_KIND_ATTN] = {"attn", attn_values},
    [SIZING_KIND_LOSS] = {"loss", loss_values},
    [SIZING_KIND_STEP] = {"step", step_values},
    [SIZING_KIND_SHARDING] = {"sharding", sharding_values},
    [SIZING_KIND_CACHE] = {"cache", cache_values},
    [SIZING_KIND_PROMPT] = {"prompt", prompt_values},
    [SIZING_KIND_SCOPE] = {"scope", scope_values},
    [SIZING_KIND_FAMILY] = {"family", family_values},
    [SIZING_KIND_ENGINE] = {"engine", engine_values},
    [SIZING_KIND_TRAINER] = {"trainer", trainer_values},
};

static const char *const terms[] = {
#define TERM(id) #id,
#include "fields.def"
};
static const char *const formulas[] = {
#define FORMULA(id, operands) #id,
#include "fields.def"
};
static const int formula_operands[] = {
#define FORMULA(id, operands) operands,
#include "fields.def"
};
static const char *const phases[] = {
#define PHASE(id) #id,
#include "fields.def"
};
static const char *const warnings[] = {
#define WARNING(id) #id,
#include "fields.def"
};
static const char *const reasons[] = {
#define REASON(id) #id,
#include "fields.def"
};

static bool is_spelled(const char *name, const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && name[i] != '\0' && name[i] == text[i])
        i++;
    return i == len && name[i] == '\0';
}

static const struct sizing_field *fields_of(enum sizing_group group)
{
    switch (group) {
    case SIZING_GROUP_model: return model_fields;
    case SIZING_GROUP_workload: return workload_fields;
    case SIZING_GROUP_gpu: return gpu_fields;
    case SIZING_GROUP_machine: return machine_fields; /* SYNC: speed-groups */
    case SIZING_GROUP_run: return run_fields;
    case SIZING_GROUP_prices: return price_fields;
    case SIZING_GROUPS: break;
    }
    return NULL;
}

int names_field_count(enum sizing_group group)
{
    return kinds_of(group).n;
}

const struct sizing_field *names_field(enum sizing_group group, int slot)
{
    if (slot < 0 || slot >= names_field_count(group))
        return NULL;
    return &fields_of(group)[slot];
}

int names_slot(enum sizing_group group, const char *id, size_t len)
{
    const struct sizing_field *fields = fields_of(group);
    for (int slot = 0; slot < names_field_count(group); slot++)
        if (is_spelled(fields[slot].id, id, len))
            return slot;
    return -1;
}

static bool is_kind(enum sizing_kind kind)
{
    return (int)kind >= 0 && kind < SIZING_KINDS;
}

int names_value_count(enum sizing_kind kind)
{
    return is_kind(kind) && lists[kind].values ? (int)kinds_most[kind] : 0;
}

static const struct sizing_value *value_at(enum sizing_kind kind, int index)
{
    if (index < 1 || index > names_value_count(kind))
        return NULL;
    return &lists[kind].values[index - 1];
}

const char *names_value(enum sizing_kind kind, int index)
{
    const struct sizing_value *value = value_at(kind, index);
    return value ? value->spelling : NULL;
}

const char *names_value_id(enum sizing_kind kind, int index)
{
    const struct sizing_value *value = value_at(kind, index);
    return value ? value->id : NULL;
}

int names_value_index(enum sizing_kind kind, const char *spelling, size_t len)
{
    for (int index = 1; index <= names_value_count(kind); index++)
        if (is_spelled(lists[kind].values[index - 1].spelling, spelling, len))
            return index;
    return 0;
}

const char *names_kind(enum sizing_kind kind)
{
    return is_kind(kind) ? lists[kind].name : NULL;
}

const char *names_term(enum sizing_term_id term)
{
    return (int)term >= 0 && term < SIZING_TERMS ? terms[term] : NULL;
}

const char *names_formula(enum sizing_formula formula)
{
    return (int)formula > 0 && formula < SIZING_FORMULAS ? formulas[formula - 1] : NULL;
}

int names_formula_operands(enum sizing_formula formula)
{
    return (int)formula > 0 && formula < SIZING_FORMULAS ? formula_operands[formula - 1] : 0;
}

const char *names_phase(enum sizing_phase phase)
{
    return (int)phase >= 0 && phase < SIZING_PHASES ? phases[phase] : NULL;
}

const char *names_warning(enum sizing_warning warning)
{
    return (int)warning >= 0 && warning < SIZING_WARNINGS ? warnings[warning] : NULL;
}

const char *names_reason(enum sizing_reason reason)
{
    return (int)reason > 0 && reason < SIZING_REASONS ? reasons[reason - 1] : NULL;
}

static void init_all(enum sizing_group group, double *slots)
{
    const struct sizing_field *fields = fields_of(group);
    for (int slot = 0; slot < names_field_count(group); slot++)
        slots[slot] = fields[slot].initial;
}

void sizing_model_init(struct sizing_model *model)
{
    init_all(SIZING_GROUP_model, (double *)model);
}

void sizing_workload_init(struct sizing_workload *workload)
{
    init_all(SIZING_GROUP_workload, (double *)workload);
}

void sizing_gpu_init(struct sizing_gpu *gpu)
{
    init_all(SIZING_GROUP_gpu, (double *)gpu);
}

void sizing_machine_init(struct sizing_machine *machine)
{
    init_all(SIZING_GROUP_machine, (double *)machine);
}

void sizing_run_init(struct sizing_run *run)
{
    init_all(SIZING_GROUP_run, (double *)run);
}

void sizing_prices_init(struct sizing_prices *prices)
{
    init_all(SIZING_GROUP_prices, (double *)prices);
}

static const char *const resources[] = {
#define RESOURCE(id) #id,
#include "fields.def"
};
static const char *const advices[] = {
#define ADVICE(id) #id,
#include "fields.def"
};
static const char *const ways[] = {
#define WAY(id) #id,
#include "fields.def"
};

const char *names_resource(enum sizing_resource resource)
{
    return (int)resource >= 0 && resource < SIZING_RESOURCES ? resources[resource] : NULL;
}

const char *names_advice(enum sizing_advice advice)
{
    return (int)advice > 0 && advice < SIZING_ADVICES ? advices[advice - 1] : NULL;
}

const char *names_way(enum sizing_way way)
{
    return (int)way >= 0 && way < SIZING_WAYS ? ways[way] : NULL;
}
