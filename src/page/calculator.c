/* The calculator: the form, from the sizing core's own list of fields, and empty places for what the script computes. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "page/pages.h"
#include "sizing/names.h"

static const struct str no_text = {NULL, 0};

/* A part of the form. `fields`: ids separated by blanks, each with @train, @infer, @adapter or @full when only such methods
   use it, @own when only a layout of one's own does. Left out: model
   fields of architectures that are not modelled, and those that only repeat what others settle. */
struct group {
    const char *id;
    const char *when; /* as behind the @, or "" */
    bool is_folded;
    const char *fields;
};

static const struct group workload_groups[] = {
    {"task", "", false, "method quantisation precision"},
    {"run", "", false,
     "stack optimizer@train lora_rank@adapter lora_targets@adapter seq batch gradient_accumulation@train checkpointing@train "
     "engine@infer output_tokens@infer kv_precision@infer"},
    {"layout", "", false, "layout machines gpus@own tensor_parallel@own zero_stage@own-train"},
    {"parallel", "", true,
     "pipeline_parallel pipeline_chunks@train expert_parallel context_parallel@train sequence_parallel@train layer_split@infer "
     "sharding@train cpu_offload load_whole@train"},
    {"demand", "", true, "on min_gpus interconnect bf16 fp8 erdma"},
    {"job", "", true,
     "token_budget request_rate@infer trainer@train fp8_training@train loader_rate@train sample_bytes@train storage_bandwidth@train "
     "checkpoint_interval@train checkpoint_async@train"},
    {"training", "train", true,
     "loss master_weights@full gradient_precision@full weight_precision@full autocast step_temporaries optimizer_in_backward "
     "paged_optimizer persistent_gradients compiled variable_length fused_qkv inplace_backward"},
    {"adapter", "adapter", true,
     "adapter_precision adapter_master_weights lora_dropout lora_head train_embeddings shared_adapter_inputs fused_adapter "
     "kbit_prepared keeps_quantised_input"},
    {"serving", "infer", true,
     "new_tokens cache prompt_logits prefill_tokens engine_utilisation card_bytes without_prefill rope_tables unfused_copies"},
    {"framework", "", true, "attention dequantisation untied_head replicated_embeddings runtime_bytes scope"},
    {"prices", "", true,
     "price_hour subscription_month reserved_month plan_hour plan_discount spot_hour spot_interval spot_restart spot_wait "
     "spot_checkpoint extra_hour utilisation"},
};

static const struct group model_groups[] = {
    {"shape", "", false,
     "architecture layers hidden_size attention_heads kv_heads head_dim intermediate_size mlp vocab_size tied_embeddings "
     "native_precision max_context"},
    {"blocks", "", true,
     "counter params_total params_active norm norms_per_layer qk_norm final_norm qkv_bias attn_out_bias mlp_bias lm_head_bias "
     "parallel_block attention_sinks attention_output_gate learned_positions embedding_proj_dim embedding_norm token_types pooler"},
    {"windows", "", true, "sliding_window sliding_window_layers attention_chunk_size attention_chunk_layers"},
    {"moe", "", true,
     "moe_experts moe_experts_per_token moe_intermediate_size moe_shared_experts moe_shared_intermediate_size "
     "moe_shared_expert_gate moe_first_dense_layers moe_layer_step moe_score_correction_bias moe_router_bias moe_expert_bias"},
    {"mla", "", true, "mla_kv_lora_rank mla_q_lora_rank mla_qk_nope_head_dim mla_qk_rope_head_dim mla_v_head_dim"},
    {"linear", "", true,
     "linear_attention_kind linear_attention_full_attention_every linear_attention_key_heads linear_attention_key_head_dim "
     "linear_attention_value_heads linear_attention_value_head_dim linear_attention_conv_kernel"},
    {"rest", "", true,
     "vision_params mtp_layers mtp_params mtp_stores_embedding_and_head"},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- fields */

static const struct sizing_field *find_field(struct str id)
{
    static const enum sizing_group groups[] = {SIZING_GROUP_workload, SIZING_GROUP_run, SIZING_GROUP_model, SIZING_GROUP_prices};
    for (size_t i = 0; i < COUNT_OF(groups); i++) {
        int slot = names_slot(groups[i], id.p, id.n);
        if (slot >= 0)
            return names_field(groups[i], slot);
    }
    return NULL;
}

/* The kinds of input; a field shows one of them. */
static const char *const inputs[] = {"NUMBER", "CHOICE", "CHECK", "RADIOS", "CHECKS"};

static struct tdict *show_input(struct tdict *field, const char *input)
{
    for (size_t i = 0; i < COUNT_OF(inputs); i++)
        if (strcmp(inputs[i], input) != 0)
            tdict_hide(field, inputs[i]);
    return tdict_show(field, input);
}

static void add_option(struct tdict *input, struct str value, struct str text, bool is_chosen)
{
    struct tdict *o = tdict_show(input, "OPTION");
    tdict_text(o, "VALUE", value);
    tdict_text(o, "TEXT", text);
    tdict_show_if(o, "CHOSEN", is_chosen);
}

static struct str value_label(const struct page *p, enum sizing_kind kind, int index)
{
    struct str key = arena_printf(p->arena, "%s.%s", names_kind(kind), names_value_id(kind, index));
    return page_string_of(p, "value.", key);
}

static void put_values(const struct page *p, struct tdict *input, const struct sizing_field *f)
{
    if (f->initial == 0)
        add_option(input, no_text, page_string(p, "calc.unset"), true);
    for (int i = 1; i <= names_value_count(f->kind); i++)
        add_option(input, str_from(names_value(f->kind, i)), value_label(p, f->kind, i), f->initial == i);
}

/* "Layers" counts layers. */
static bool is_said_by_label(const char *unit)
{
    static const char *const units[] = {"GPUs", "layers", "heads", "experts", "parameters", "positions", "elements", "pixels"};
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (strcmp(units[i], unit) == 0)
            return true;
    return false;
}

static void put_number(const struct page *p, struct tdict *field, const char *unit, double initial, bool is_whole)
{
    struct tdict *n = show_input(field, "NUMBER");
    struct buf b = {0};
    number_trimmed(&b, initial, 9);
    tdict_text(n, "INITIAL", arena_take(p->arena, &b));
    tdict_show_if(n, "ANY", !is_whole);
    tdict_hide(field, "UNIT");
    if (unit[0] && !is_said_by_label(unit))
        tdict_text(tdict_show(field, "UNIT"), "NAME", page_string_of(p, "unit_name.", str_from(unit)));
}

static void put_sizing_field(const struct page *p, struct tdict *field, struct str id)
{
    const struct sizing_field *f = find_field(id);
    assert(f);
    if (f->kind == SIZING_KIND_COUNT || f->kind == SIZING_KIND_NUMBER) {
        put_number(p, field, f->unit, f->initial, f->kind == SIZING_KIND_COUNT);
        return;
    }
    tdict_hide(field, "UNIT");
    if (f->kind == SIZING_KIND_BOOL)
        tdict_show_if(show_input(field, "CHECK"), "CHOSEN", f->initial == 1);
    else
        put_values(p, show_input(field, f->kind == SIZING_KIND_METHOD ? "RADIOS" : "CHOICE"), f);
}

/* ---- the fields that are not the sizing core's: what is asked of the type, and references into the catalogue */

/* Its records are added by the script, from the data that it has to load anyway. */
static void put_records(const struct page *p, struct tdict *field, const char *none)
{
    add_option(show_input(field, "CHOICE"), no_text, page_string(p, none), true);
}

static void put_stacks(const struct page *p, struct tdict *field)
{
    put_records(p, field, "calc.no_stack");
}

static void put_chips(const struct page *p, struct tdict *field)
{
    put_records(p, field, "calc.any_chip");
}

static void put_interconnects(const struct page *p, struct tdict *field)
{
    static const char *const ids[] = {"pcie", "pcie_switch", "nvlink", "nvswitch"};
    struct tdict *input = show_input(field, "CHECKS");
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        add_option(input, str_from(ids[i]), page_string_of(p, "value.interconnect.", str_from(ids[i])), false);
}

static void put_layout(const struct page *p, struct tdict *field)
{
    struct tdict *input = show_input(field, "CHOICE");
    add_option(input, S("auto"), page_string(p, "calc.layout_auto"), true);
    add_option(input, S("own"), page_string(p, "calc.layout_own"), false);
}

static void put_demand(const struct page *p, struct tdict *field)
{
    (void)p;
    tdict_show_if(show_input(field, "CHECK"), "CHOSEN", false);
}

static void put_machines(const struct page *p, struct tdict *field)
{
    put_number(p, field, "", 1, true);
}

static void put_min_gpus(const struct page *p, struct tdict *field)
{
    put_number(p, field, "", 0, true);
}

static const struct {
    const char *id;
    void (*put)(const struct page *p, struct tdict *field);
    bool has_unit; /* the function decides about UNIT itself */
} own_fields[] = {
    {"stack", put_stacks, false}, {"on", put_chips, false},    {"interconnect", put_interconnects, false}, {"bf16", put_demand, false},
    {"layout", put_layout, false},
    {"fp8", put_demand, false},   {"erdma", put_demand, false}, {"machines", put_machines, true},           {"min_gpus", put_min_gpus, true},
};

static void put_input(const struct page *p, struct tdict *field, struct str id)
{
    for (size_t i = 0; i < COUNT_OF(own_fields); i++) {
        if (!str_eq_c(id, own_fields[i].id))
            continue;
        own_fields[i].put(p, field);
        if (!own_fields[i].has_unit)
            tdict_hide(field, "UNIT");
        return;
    }
    put_sizing_field(p, field, id);
}

/* ---- groups */

static void put_when(struct tdict *d, struct str when)
{
    tdict_hide(d, "ONLY");
    if (when.n)
        tdict_text(tdict_show(d, "ONLY"), "METHODS", when);
}

static void put_field(const struct page *p, struct tdict *group, struct str entry)
{
    size_t at = str_find_char(entry, '@');
    struct str id = str_sub(entry, 0, at);
    struct tdict *field = tdict_show(group, "FIELD");
    tdict_text(field, "ID", id);
    tdict_text(field, "LABEL", page_string_of(p, "field.", id));
    tdict_text(field, "HELP", page_string_of(p, "help.", id));
    put_when(field, at < entry.n ? str_sub(entry, at + 1, entry.n) : no_text);
    put_input(p, field, id);
}

static void put_groups(const struct page *p, struct tdict *into, const struct group *groups, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct tdict *d = tdict_show(into, "GROUP");
        struct str fields = str_from(groups[i].fields), entry, id = str_from(groups[i].id);
        tdict_text(d, "GROUP_ID", id);
        tdict_text(d, "LEGEND", page_string_of(p, "calc.group_", id));
        tdict_show_if(d, "OPEN", !groups[i].is_folded);
        tdict_show_if(d, "FOLDED", groups[i].is_folded);
        put_when(d, str_from(groups[i].when));
        while (str_next(&fields, ' ', &entry))
            put_field(p, d, entry);
    }
}

/* ---- the page */

static void put_words(const struct page *p)
{
    static const char *const words[] = {
        "NEEDS", "NEEDS_TABLES", "NEEDS_MODELS", "NEEDS_COMMAND", "FORM_LABEL", "MODEL_LEGEND", "CUSTOM", "CUSTOM_INTRO", "PASTE",
        "PASTE_HELP", "PASTE_BUTTON", "MODEL_LABEL", "MODEL_HELP", "RESULT", "MEMORY", "TYPES", "OTHERS", "CHIPS", "CHOSEN",
        "REVIEW", "TO_RESULT", "NOTHING_YET", NULL,
    };
    for (size_t i = 0; words[i]; i++) {
        char key[64] = "calc.";
        size_t n = strlen(key);
        for (const char *c = words[i]; *c && n + 1 < sizeof key; c++)
            key[n++] = *c == '_' ? '_' : (char)(*c - 'A' + 'a');
        key[n] = '\0';
        tdict_text(p->dict, words[i], page_string(p, key));
    }
}

static void put_scripts(struct page *p)
{
    const struct calc_assets *calc = &p->w->calc;
    const struct str paths[] = {calc->data, calc->strings[p->lang], calc->module, calc->engine, calc->state, calc->views, calc->review, calc->script};
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        tdict_address(tdict_show(p->dict, "SCRIPT"), "PART_URL", address_relative(p->arena, p->path, paths[i]));
}

void page_calculator(struct page *p, const void *subject)
{
    (void)subject;
    p->template_name = "calculator.tpl";
    p->title = page_string(p, "title.calculator");
    p->lead = page_string(p, "lead.calculator");
    p->style = p->w->calc.style;
    put_words(p);
    put_groups(p, tdict_show(p->dict, "WORKLOAD"), workload_groups, COUNT_OF(workload_groups));
    put_groups(p, tdict_show(p->dict, "ARCHITECTURE"), model_groups, COUNT_OF(model_groups));
    tdict_address(p->dict, "TABLES_URL", page_to(p, "vram/index"));
    tdict_address(p->dict, "MODELS_URL", page_to(p, "models/index"));
    tdict_address(p->dict, "CONFIG_URL", address_relative(p->arena, p->path, p->w->calc.config));
    put_scripts(p);
}
