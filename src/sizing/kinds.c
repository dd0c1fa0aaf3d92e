/* Tables of kinds.h, from fields.def. */
#include "kinds.h"

static const unsigned char model_kinds[] = {
#define MODEL_FIELD(id, kind, unit) SIZING_KIND_##kind,
#include "fields.def"
};
static const unsigned char workload_kinds[] = {
#define WORKLOAD_FIELD(id, kind, unit, initial) SIZING_KIND_##kind,
#include "fields.def"
};
static const unsigned char gpu_kinds[] = {
#define GPU_FIELD(id, kind, unit, initial) SIZING_KIND_##kind,
#include "fields.def"
};
static const unsigned char machine_kinds[] = {
#define MACHINE_FIELD(id, kind, unit, initial) SIZING_KIND_##kind,
#include "fields.def"
};
static const unsigned char run_kinds[] = {
#define RUN_FIELD(id, kind, unit, initial) SIZING_KIND_##kind,
#include "fields.def"
};
static const unsigned char prices_kinds[] = {
#define PRICE_FIELD(id, kind, unit, initial) SIZING_KIND_##kind,
#include "fields.def"
};

/* SYNC: speed-groups */
static const struct sizing_kinds groups[SIZING_GROUPS] = {
    [SIZING_GROUP_model] = {model_kinds, (int)sizeof model_kinds},
    [SIZING_GROUP_workload] = {workload_kinds, (int)sizeof workload_kinds},
    [SIZING_GROUP_gpu] = {gpu_kinds, (int)sizeof gpu_kinds},
    [SIZING_GROUP_machine] = {machine_kinds, (int)sizeof machine_kinds},
    [SIZING_GROUP_run] = {run_kinds, (int)sizeof run_kinds},
    [SIZING_GROUP_prices] = {prices_kinds, (int)sizeof prices_kinds},
};

struct sizing_kinds kinds_of(enum sizing_group group)
{
    return (int)group >= 0 && group < SIZING_GROUPS ? groups[group] : (struct sizing_kinds){0, 0};
}

/* An enum's values are counted by what fields.def lists of it: 0 + 1 + 1 … */
const double kinds_most[SIZING_KINDS] = {
    [SIZING_KIND_COUNT] = SIZING_LIMIT,
    [SIZING_KIND_NUMBER] = SIZING_LIMIT,
    [SIZING_KIND_BOOL] = 1,
    [SIZING_KIND_TRISTATE] = 1,
    [SIZING_KIND_ARCH] = 0
#define ARCH_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_COUNTER] = 0
#define COUNTER_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_MLP] = 0
#define MLP_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_NORM] = 0
#define NORM_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_QKNORM] = 0
#define QKNORM_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_LINATTN] = 0
#define LINATTN_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_PRECISION] = 0
#define PRECISION_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_METHOD] = 0
#define METHOD_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_COMPUTE] = 0
#define COMPUTE_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_QUANTISATION] = 0
#define QUANTISATION_VALUE(id, spelling, bits) + 1
#include "fields.def"
    ,
    [SIZING_KIND_OPTIMIZER] = 0
#define OPTIMIZER_VALUE(id, spelling, states, state_bytes) + 1
#include "fields.def"
    ,
    [SIZING_KIND_KV] = 0
#define KV_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_LORA] = 0
#define LORA_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_DEQUANT] = 0
#define DEQUANT_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_CKPT] = 0
#define CKPT_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_ATTN] = 0
#define ATTN_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_LOSS] = 0
#define LOSS_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_STEP] = 0
#define STEP_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_SHARDING] = 0
#define SHARDING_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_CACHE] = 0
#define CACHE_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_PROMPT] = 0
#define PROMPT_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_SCOPE] = 0
#define SCOPE_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_FAMILY] = 0
#define FAMILY_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_ENGINE] = 0
#define ENGINE_VALUE(id, spelling) + 1
#include "fields.def"
    ,
    [SIZING_KIND_TRAINER] = 0
#define TRAINER_VALUE(id, spelling) + 1
#include "fields.def"
    ,
};
