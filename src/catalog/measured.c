/* Reading measured points. */
#include "catalog/measured.h"

#include <string.h>

#include "base/list.h"
#include "base/number.h"
#include "catalog/csv.h"
#include "catalog/workload.h"
#include "sizing/check.h"

struct reader {
    const struct catalog *c;
    struct arena *arena;
    struct diag *diag;
    struct csv csv;
    struct map models; /* name to struct measured_model */
    LIST(struct measured_point) points;
    LIST(struct measured_skip) skipped;
    size_t unusable;
};

struct measured_model {
    struct sizing_model sizing;
    struct str family;
};

/* ---- cells */

static struct str cell(const struct csv *csv, const char *column)
{
    size_t i = csv_column(csv, column);
    return i < csv->header.n ? csv->row.at[i] : (struct str){NULL, 0};
}

/* A number, or `absent` for an empty or broken cell; *ok becomes false for a broken one. */
static double cell_number(const struct csv *csv, const char *column, double absent, bool *ok)
{
    struct str text = cell(csv, column);
    double value;
    if (text.n == 0)
        return absent;
    if (number_parse(text, &value))
        return value;
    *ok = false;
    return absent;
}

static bool has_columns(const struct csv *csv, const char *const *names, struct diag *diag)
{
    bool ok = true;
    for (; *names; names++)
        if (csv_need_column(csv, *names, diag) == csv->header.n)
            ok = false;
    return ok;
}

/* ---- models */

static const char *const model_columns[] = {
    "model", "family", "layers", "hidden", "heads", "kv_heads", "head_dim", "intermediate", "mlp_mats", "vocab", "tied",
    "qkv_bias", "all_bias", "norm", "n_norms", "qk_norm", "experts", "topk", "moe_intermediate", "shared_intermediate",
    "dense_layers", "max_pos", "pos_embed", "parallel_residual", "params", NULL,
};

/* Columns whose values are those of a field. */
static const struct {
    const char *column;
    enum sizing_model_slot slot;
} model_numbers[] = {
    {"layers", SIZING_MODEL_layers},
    {"hidden", SIZING_MODEL_hidden_size},
    {"heads", SIZING_MODEL_attention_heads},
    {"kv_heads", SIZING_MODEL_kv_heads},
    {"head_dim", SIZING_MODEL_head_dim},
    {"intermediate", SIZING_MODEL_intermediate_size},
    {"vocab", SIZING_MODEL_vocab_size},
    {"tied", SIZING_MODEL_tied_embeddings},
    {"qkv_bias", SIZING_MODEL_qkv_bias},
    {"n_norms", SIZING_MODEL_norms_per_layer},
    {"qk_norm", SIZING_MODEL_qk_norm},
    {"experts", SIZING_MODEL_moe_experts},
    {"topk", SIZING_MODEL_moe_experts_per_token},
    {"moe_intermediate", SIZING_MODEL_moe_intermediate_size},
    {"shared_intermediate", SIZING_MODEL_moe_shared_intermediate_size},
    {"dense_layers", SIZING_MODEL_moe_first_dense_layers},
    {"max_pos", SIZING_MODEL_max_context},
    {"pos_embed", SIZING_MODEL_learned_positions},
    {"parallel_residual", SIZING_MODEL_parallel_block},
    {"params", SIZING_MODEL_params_total},
};

static void set_architecture(const struct csv *csv, struct sizing_model *m)
{
    bool is_gated = str_eq(cell(csv, "mlp_mats"), S("3")), is_rms = str_eq(cell(csv, "norm"), S("rms"));
    bool is_encoder = str_eq(cell(csv, "family"), S("bert"));
    m->architecture = is_encoder ? SIZING_ARCH_encoder : m->moe_experts > 0 ? SIZING_ARCH_moe : SIZING_ARCH_dense;
    m->mlp = is_gated ? SIZING_MLP_swiglu : SIZING_MLP_gelu;
    m->norm = is_rms ? SIZING_NORM_rmsnorm : SIZING_NORM_layernorm;
    m->native_precision = SIZING_PRECISION_bf16;
    m->moe_shared_experts = m->moe_shared_intermediate_size > 0;
    m->moe_shared_expert_gate = m->moe_shared_experts;
    if (str_eq(cell(csv, "all_bias"), S("1"))) {
        m->qkv_bias = m->attn_out_bias = m->mlp_bias = 1;
        m->lm_head_bias = str_eq(cell(csv, "family"), S("phi"));
    }
    m->embedding_norm = str_eq(cell(csv, "family"), S("bloom"));
}

static bool read_model(struct reader *r)
{
    struct measured_model *model = ARENA_NEW(r->arena, struct measured_model);
    bool ok = true;
    sizing_model_init(&model->sizing);
    model->family = cell(&r->csv, "family");
    for (size_t i = 0; i < sizeof model_numbers / sizeof *model_numbers; i++)
        ((double *)&model->sizing)[model_numbers[i].slot] = cell_number(&r->csv, model_numbers[i].column, 0, &ok);
    set_architecture(&r->csv, &model->sizing);
    struct str name = cell(&r->csv, "model");
    struct place at = {.src = r->csv.src, .line = r->csv.line, .col = 1};
    struct sizing_error err = check_model(&model->sizing);
    if (!ok)
        diag_error(r->diag, at, "%" STR_FMT " has a value that is no number", STR_ARG(name));
    else if (err.reason != SIZING_OK)
        diag_error(r->diag, at, "%" STR_FMT " breaks a rule at %s", STR_ARG(name), model_columns[0]);
    else if (map_add(&r->models, name, model))
        diag_error(r->diag, at, "%" STR_FMT " is there twice", STR_ARG(name));
    else
        return true;
    return false;
}

static bool read_models(struct reader *r, const char *path)
{
    size_t errors = diag_errors(r->diag);
    map_init(&r->models, r->arena);
    if (!csv_open(&r->csv, r->arena, path, str_from(path), r->diag) || !has_columns(&r->csv, model_columns, r->diag))
        return false;
    while (csv_next(&r->csv, r->diag))
        read_model(r);
    return diag_errors(r->diag) == errors;
}

/* ---- points */

static const char *const point_columns[] = {
    "id", "source", "model", "task", "method", "framework", "precision", "optimizer", "batch", "seq", "gen", "ckpt", "attn",
    "gpus", "sharding", "quant", "lora_r", "lora_targets", "grad_accum", "ce_impl", "cache_impl", "varlen", "component", "scope",
    "measured_gb", "unit", "kind", "usable", NULL,
};

static const struct {
    const char *column;
    enum sizing_workload_slot slot;
    double absent;
} point_numbers[] = {
    {"batch", SIZING_WORKLOAD_batch, 1},
    {"seq", SIZING_WORKLOAD_seq, 1},
    {"gen", SIZING_WORKLOAD_new_tokens, 0},
    {"gpus", SIZING_WORKLOAD_gpus, 1},
    {"lora_r", SIZING_WORKLOAD_lora_rank, 8},
    {"grad_accum", SIZING_WORKLOAD_gradient_accumulation, 1},
    {"varlen", SIZING_WORKLOAD_variable_length, 0},
};

/* In this order: what comes later overrides. */
static const char *const token_columns[] = {"method", "precision", "optimizer", "ckpt", "attn", "quant", "lora_targets",
                                            "ce_impl", "cache_impl", "source"};

/* Methods that exist and that the model has no terms for. */
static const char *const other_methods[] = {
    "act", "adalora", "adapter", "adapter_v2", "dora", "full+galore128", "full+galore128+quantize", "full+lisa_2", "full+lisa_4",
    "ia3", "llamapro", "ln_tuning", "prompt_tuning",
};

static struct str unknown(const struct reader *r, const char *column)
{
    struct str token = cell(&r->csv, column);
    if (strcmp(column, "component") == 0 && str_eq(token, S("activation")))
        return S("component activation is not modelled by itself");
    for (size_t i = 0; strcmp(column, "method") == 0 && i < sizeof other_methods / sizeof *other_methods; i++)
        if (str_eq_c(token, other_methods[i]))
            return arena_printf(r->arena, "method %" STR_FMT " is not modelled", STR_ARG(token));
    return arena_printf(r->arena, "unknown %s \"%" STR_FMT "\"", column, STR_ARG(token));
}

static const struct stack *find_stack(const struct reader *r, struct str framework)
{
    for (size_t i = 0; i < r->c->stacks.n; i++) {
        const struct stack *stack = &r->c->stacks.at[i];
        for (size_t k = 0; k < stack->measured_as.n; k++)
            if (str_eq(stack->measured_as.at[k], framework))
                return stack;
    }
    return NULL;
}

/* Architectures whose attention has one matrix for q, k and v; and those whose modules AutoAWQ fuses. */
static void set_family(const struct measured_model *model, struct sizing_workload *w)
{
    bool is_llama = str_eq(model->family, S("llama")) || str_eq(model->family, S("mixtral"));
    if (str_eq(model->family, S("qwen1")) || str_eq(model->family, S("chatglm")))
        w->fused_qkv = 1;
    if (!is_llama)
        w->unfused_copies = 0;
}

/* The reason why the point cannot be used, or an empty view. */
static struct str set_workload(const struct reader *r, const struct measured_model *model, struct sizing_workload *w)
{
    bool ok = true;
    const struct stack *stack = find_stack(r, cell(&r->csv, "framework"));
    sizing_workload_init(w);
    if (!stack)
        return unknown(r, "framework");
    workload_overlay(&stack->switches.fields, w);
    set_family(model, w);
    for (size_t i = 0; i < sizeof token_columns / sizeof *token_columns; i++) {
        const char *settings = measured_token(token_columns[i], cell(&r->csv, token_columns[i]));
        if (!settings)
            return unknown(r, token_columns[i]);
        measured_set(settings, w);
    }
    for (size_t i = 0; i < sizeof point_numbers / sizeof *point_numbers; i++)
        ((double *)w)[point_numbers[i].slot] = cell_number(&r->csv, point_numbers[i].column, point_numbers[i].absent, &ok);
    if (!ok)
        return S("a value that is no number");
    return measured_sharding(cell(&r->csv, "sharding"), w) ? (struct str){NULL, 0} : unknown(r, "sharding");
}

static bool is_one_of(struct str s, const char *const *words)
{
    while (*words && !str_eq_c(s, *words))
        words++;
    return *words != NULL;
}

/* capacity: the longest context that fits a card, whose size is in GiB whatever the unit column says. */
static struct str set_measured(const struct reader *r, struct measured_point *p)
{
    static const char *const kinds[] = {"allocated", "reserved", "smi", "capacity", "unknown", NULL};
    static const char *const components[] = {"total", "weights", "kv", NULL}, *const scopes[] = {"total", "per_gpu", NULL};
    static const char *const units[] = {"GiB", "GB", NULL};
    struct str kind = cell(&r->csv, "kind"), component = cell(&r->csv, "component"), unit = cell(&r->csv, "unit");
    bool ok = true, is_binary = str_eq(unit, S("GiB")) || str_eq(kind, S("capacity"));
    if (!is_one_of(kind, kinds))
        return unknown(r, "kind");
    if (!is_one_of(component, components))
        return unknown(r, "component");
    if (!is_one_of(cell(&r->csv, "scope"), scopes))
        return unknown(r, "scope");
    if (!is_one_of(unit, units))
        return unknown(r, "unit");
    p->bytes = cell_number(&r->csv, "measured_gb", 0, &ok) * (is_binary ? 1073741824.0 : 1e9);
    p->is_stated = !str_eq(kind, S("unknown"));
    p->is_sum = str_eq(cell(&r->csv, "scope"), S("total"));
    p->part = str_eq(component, S("weights")) ? MEASURED_WEIGHTS : str_eq(component, S("kv")) ? MEASURED_KV : MEASURED_TOTAL;
    p->workload.scope = str_eq(kind, S("allocated"))                      ? SIZING_SCOPE_allocated
                        : str_eq(kind, S("reserved")) || !p->is_stated ? SIZING_SCOPE_reserved
                                                                          : SIZING_SCOPE_device;
    return ok && p->bytes > 0 ? (struct str){NULL, 0} : S("no measured value above 0");
}

static const char *group_of(const struct measured_point *p)
{
    double scheme = p->workload.quantisation;
    bool is_one = p->workload.gpus == 1 || p->workload.layer_split != 0;
    if (p->part != MEASURED_TOTAL)
        return "inference_components";
    if (p->workload.method == SIZING_METHOD_full)
        return is_one ? "full_1gpu" : "full_multi_gpu";
    if (p->workload.method == SIZING_METHOD_lora)
        return is_one ? "lora_1gpu" : "lora_multi_gpu";
    if (p->workload.method == SIZING_METHOD_qlora)
        return is_one ? "qlora_1gpu" : "qlora_multi_gpu";
    if (scheme == SIZING_QUANTISATION_none)
        return "inference_16bit";
    return memory_bits_per_weight((enum sizing_quantisation)(int)scheme) > 7 ? "inference_8bit" : "inference_4bit";
}

/* A point that the columns describe, or the reason why not. */
static struct str read_point(const struct reader *r, struct measured_point *p)
{
    const struct measured_model *model = map_get(&r->models, cell(&r->csv, "model"));
    struct str task = cell(&r->csv, "task"), reason;
    if (!str_eq(task, S("train")) && !str_eq(task, S("infer")))
        return unknown(r, "task");
    if (!model)
        return unknown(r, "model");
    p->model = cell(&r->csv, "model");
    p->source = cell(&r->csv, "source");
    p->framework = cell(&r->csv, "framework");
    p->sizing = model->sizing;
    reason = set_workload(r, model, &p->workload);
    if (reason.n == 0)
        reason = set_measured(r, p);
    if (reason.n)
        return reason;
    struct sizing_error err = check_pair(&p->sizing, &p->workload);
    if (err.reason != SIZING_OK)
        return sizing_error_text(r->arena, err);
    p->group = group_of(p);
    return reason;
}

static void read_row(struct reader *r)
{
    struct measured_point p = {.id = cell(&r->csv, "id"), .line = r->csv.line};
    struct str usable = cell(&r->csv, "usable");
    p.is_training = str_eq(cell(&r->csv, "task"), S("train"));
    if (str_eq(usable, S("0"))) {
        r->unusable++;
        return;
    }
    struct str reason = str_eq(usable, S("1")) ? read_point(r, &p) : unknown(r, "usable");
    if (reason.n)
        *LIST_ADD(&r->skipped, r->arena) = (struct measured_skip){p.id, reason, p.line, p.is_training};
    else
        *LIST_ADD(&r->points, r->arena) = p;
}

bool measured_read(const struct catalog *c, const char *points_path, const char *models_path, struct arena *arena,
                   struct measured_points *out, struct diag *diag)
{
    struct reader r = {.c = c, .arena = arena, .diag = diag};
    size_t errors = diag_errors(diag);
    *out = (struct measured_points){0};
    if (!read_models(&r, models_path))
        return false;
    if (!csv_open(&r.csv, arena, points_path, str_from(points_path), diag) || !has_columns(&r.csv, point_columns, diag))
        return false;
    while (csv_next(&r.csv, diag))
        read_row(&r);
    *out = (struct measured_points){r.points.at, r.points.n, r.skipped.at, r.skipped.n, r.unusable};
    return diag_errors(diag) == errors;
}
