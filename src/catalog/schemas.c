/* The tables that bind YAML to the records: key, kind, unit, flags, place in the struct. */
#include "catalog/records.h"

#define AT(T, member) offsetof(struct T, member)
#define STR_(T, key) {#key, FIELD_STR, 0, 0, AT(T, key), NULL, NULL}
#define STR_REQUIRED(T, key) {#key, FIELD_STR, 0, FIELD_REQUIRED, AT(T, key), NULL, NULL}
#define TEXT_(T, key) {#key, FIELD_TEXT, 0, 0, AT(T, key), NULL, NULL}
#define TEXT_REQUIRED(T, key) {#key, FIELD_TEXT, 0, FIELD_REQUIRED, AT(T, key), NULL, NULL}
#define TEXTS(T, key) {#key, FIELD_TEXT_LIST, 0, 0, AT(T, key), NULL, NULL}
#define STRS(T, key) {#key, FIELD_STR_LIST, 0, 0, AT(T, key), NULL, NULL}
#define NUM_(T, key, unit) {#key, FIELD_NUM, unit, 0, AT(T, key), NULL, NULL}
#define NUM_FLAGS(T, key, unit, flags) {#key, FIELD_NUM, unit, flags, AT(T, key), NULL, NULL}
#define COUNT_(T, key) {#key, FIELD_NUM, UNIT_COUNT, FIELD_WHOLE, AT(T, key), NULL, NULL}
#define COUNTS(T, key) {#key, FIELD_NUM_LIST, UNIT_COUNT, FIELD_WHOLE, AT(T, key), NULL, NULL}
#define BOOL_(T, key) {#key, FIELD_BOOL, 0, 0, AT(T, key), NULL, NULL}
#define ENUM_(T, key, flags, names) {#key, FIELD_ENUM, 0, flags, AT(T, key), NULL, names}
#define ENUMS(T, key, names) {#key, FIELD_ENUM_LIST, 0, 0, AT(T, key), NULL, names}
#define REF_(T, key, flags, kind) {#key, FIELD_REF, 0, flags, AT(T, key), NULL, to_##kind}
#define REFS(T, key, kind) {#key, FIELD_REF_LIST, 0, 0, AT(T, key), NULL, to_##kind}
#define OBJECT_(T, key, table) {#key, FIELD_OBJECT, 0, 0, AT(T, key), &table, NULL}
#define OBJECTS(T, key, table) {#key, FIELD_OBJECTS, 0, 0, AT(T, key), &table, NULL}
#define CITES(T) {"sources", FIELD_CITES, 0, 0, AT(T, sources), NULL, NULL}
#define ID {"id", FIELD_ID, 0, FIELD_REQUIRED, offsetof(struct record, id), NULL, NULL}
#define END {NULL, 0, 0, 0, 0, NULL, NULL}

static const char *const to_source[] = {"source", NULL};
static const char *const to_chip[] = {"chip", NULL};
static const char *const to_family[] = {"family", NULL};
static const char *const to_type[] = {"type", NULL};
static const char *const to_model[] = {"model", NULL};
static const char *const to_term[] = {"term", NULL};
static const char *const to_stack[] = {"stack", NULL};

/* ---- sources */

static const char *const source_kinds[] = {"official", "vendor", "measured", "secondary", NULL};

static const struct field source_fields[] = {
    ID,
    STR_REQUIRED(source_record, title),
    STR_(source_record, publisher),
    {"url", FIELD_URL, 0, 0, AT(source_record, url), NULL, NULL},
    ENUM_(source_record, kind, FIELD_REQUIRED, source_kinds),
    {"read", FIELD_DATE, 0, FIELD_REQUIRED, AT(source_record, read), NULL, NULL},
    TEXT_(source_record, about),
    STR_(source_record, licence),
    END,
};
static const struct schema source_record_schema = {"source", sizeof(struct source_record), source_fields, false};

/* ---- parts that several records have */

static const struct field reading_fields[] = {
    NUM_FLAGS(reading, memory, UNIT_MIB, FIELD_REQUIRED),
    TEXT_REQUIRED(reading, where),
    REF_(reading, source, 0, source),
    END,
};
static const struct schema reading_schema = {"reading", sizeof(struct reading), reading_fields, false};

static const struct field dispute_fields[] = {
    STR_REQUIRED(dispute, field),
    STR_REQUIRED(dispute, value),
    REF_(dispute, source, FIELD_REQUIRED, source),
    TEXT_(dispute, note),
    END,
};
static const struct schema dispute_schema = {"disputed value", sizeof(struct dispute), dispute_fields, false};

static const struct field peaks_fields[] = {
    NUM_(peaks, fp64, UNIT_TFLOPS), NUM_(peaks, fp64_tensor, UNIT_TFLOPS), NUM_(peaks, fp32, UNIT_TFLOPS),
    NUM_(peaks, tf32, UNIT_TFLOPS), NUM_(peaks, fp16, UNIT_TFLOPS), NUM_(peaks, bf16, UNIT_TFLOPS),
    NUM_(peaks, fp8, UNIT_TFLOPS), NUM_(peaks, fp4, UNIT_TFLOPS), NUM_(peaks, int8, UNIT_TOPS),
    NUM_(peaks, int4, UNIT_TOPS), END,
};
static const struct schema peaks_schema = {"set of peak rates", sizeof(struct peaks), peaks_fields, false};

/* ---- chips */

static const struct field inferred_fields[] = {
    STR_(inferred, product), REF_(inferred, chip, 0, chip), TEXT_REQUIRED(inferred, basis), TEXT_(inferred, against),
    OBJECT_(inferred, peaks, peaks_schema), STR_(inferred, memory_type), STR_(inferred, compute_capability),
    NUM_(inferred, tdp, UNIT_W), END,
};
static const struct schema inferred_schema = {"inference", sizeof(struct inferred), inferred_fields, false};

static const struct field unchecked_fields[] = {
    OBJECT_(unchecked, peaks, peaks_schema),
    NUM_(unchecked, bandwidth, UNIT_GB_S),
    COUNT_(unchecked, year),
    END,
};
static const struct schema unchecked_schema = {"set of unchecked values", sizeof(struct unchecked), unchecked_fields, false};

static const struct field figure_fields[] = {
    TEXT_REQUIRED(figure, label),
    STR_REQUIRED(figure, value),
    END,
};
static const struct schema figure_schema = {"figure", sizeof(struct figure), figure_fields, false};

static const char *const chip_kinds[] = {"gpu", "npu", "vgpu", "fpga", "unstated", NULL};

static const struct field chip_fields[] = {
    ID,
    STR_REQUIRED(chip, name),
    STR_(chip, name_zh),
    STRS(chip, aliases),
    ENUM_(chip, kind, FIELD_REQUIRED, chip_kinds),
    STR_(chip, vendor),
    STR_(chip, architecture),
    TEXT_(chip, form),
    COUNT_(chip, year),
    TEXT_(chip, year_note),
    COUNT_(chip, gpus_per_board),
    NUM_(chip, memory, UNIT_GB),
    STR_(chip, memory_type),
    TEXT_(chip, memory_note),
    OBJECTS(chip, readings, reading_schema),
    NUM_(chip, on_chip_memory, UNIT_GB),
    NUM_(chip, bandwidth, UNIT_GB_S),
    OBJECT_(chip, peaks, peaks_schema),
    TEXT_(chip, peaks_note),
    BOOL_(chip, bf16),
    BOOL_(chip, fp8),
    NUM_FLAGS(chip, nvlink, UNIT_GB_S, FIELD_NONE),
    TEXT_(chip, nvlink_note),
    NUM_(chip, interchip, UNIT_GB_S),
    TEXT_(chip, interchip_note),
    TEXT_(chip, interconnect),
    TEXT_(chip, pcie),
    NUM_(chip, tdp, UNIT_W),
    TEXT_(chip, tdp_note),
    STR_(chip, compute_capability),
    TEXT_(chip, capability_basis),
    BOOL_(chip, mig),
    TEXT_(chip, process),
    OBJECTS(chip, figures, figure_schema),
    OBJECT_(chip, unchecked, unchecked_schema),
    OBJECT_(chip, inferred, inferred_schema),
    TEXTS(chip, notes),
    TEXTS(chip, contradictions),
    OBJECTS(chip, disputed, dispute_schema),
    CITES(chip),
    {"usable", FIELD_NUM, UNIT_MIB, FIELD_DERIVED, AT(chip, usable), NULL, NULL},
    END,
};
static const struct schema chip_schema = {"chip", sizeof(struct chip), chip_fields, false};

/* ---- families and types */

static const char *const listings[] = {"page", "api", NULL};
static const char *const statuses[] = {"sold", "limited", "preview", "not_recommended", "retired", "undocumented", NULL};
static const char *const family_kinds[] = {"vm", "bare_metal", "vgpu", "scc", NULL};
static const char *const interconnects[] = {"pcie", "pcie_switch", "nvlink", "nvswitch", NULL};
static const char *const disk_types[] = {"elastic_ephemeral_disk", "essd", "essd_autopl", "regional_essd", "standard_ssd",
                                         "ultra_disk", "local_nvme_ssd", NULL};

static const struct field type_fields[] = {
    ID,
    NUM_FLAGS(type, vcpus, UNIT_COUNT, FIELD_REQUIRED | FIELD_WHOLE),
    NUM_(type, memory, UNIT_GIB),
    NUM_(type, gpus, UNIT_SHARE),
    NUM_(type, gpu_memory_total, UNIT_GB),
    COUNT_(type, api_gpus),
    NUM_(type, api_gpu_memory, UNIT_GIB),
    STR_(type, gpu_unit),
    NUM_(type, network, UNIT_GBIT_S),
    NUM_(type, network_burst, UNIT_GBIT_S),
    COUNT_(type, network_cards),
    NUM_(type, network_card_bandwidth, UNIT_GBIT_S),
    NUM_(type, roce, UNIT_GBIT_S),
    NUM_(type, pps, UNIT_PPS),
    COUNT_(type, nic_queues),
    COUNT_(type, nic_queues_primary),
    COUNT_(type, nic_queues_secondary),
    COUNT_(type, enis),
    COUNT_(type, ipv4_per_eni),
    COUNT_(type, ipv6_per_eni),
    NUM_(type, disk_bandwidth_baseline, UNIT_GB_S),
    NUM_(type, disk_bandwidth_max, UNIT_GB_S),
    NUM_(type, disk_iops_baseline, UNIT_IOPS),
    COUNT_(type, max_data_disks),
    COUNT_(type, max_cloud_disks),
    NUM_(type, local_storage, UNIT_GIB),
    STR_(type, cpu_model),
    {"listed", FIELD_ENUM_LIST, 0, FIELD_REQUIRED, AT(type, listed), NULL, listings},
    TEXT_(type, note),
    OBJECTS(type, disputed, dispute_schema),
    CITES(type),
    {"usable", FIELD_NUM, UNIT_MIB, FIELD_DERIVED, AT(type, usable), NULL, NULL},
    END,
};
const struct schema type_schema = {"type", sizeof(struct type), type_fields, false};

static const struct field family_fields[] = {
    ID,
    COUNT_(family, generation),
    ENUM_(family, kind, FIELD_REQUIRED, family_kinds),
    ENUM_(family, status, FIELD_REQUIRED, statuses),
    TEXT_(family, status_note),
    REF_(family, chip, 0, chip),
    TEXT_(family, chip_basis),
    STRS(family, gpu_specs),
    NUM_(family, gpu_memory, UNIT_GB),
    NUM_(family, reading, UNIT_MIB),
    REF_(family, reading_source, 0, source),
    TEXT_(family, cpu),
    NUM_(family, cpu_base, UNIT_GHZ),
    NUM_(family, cpu_base_to, UNIT_GHZ),
    NUM_(family, cpu_turbo, UNIT_GHZ),
    BOOL_(family, cpu_turbo_all_core),
    TEXT_(family, memory_ratio),
    ENUM_(family, interconnect, 0, interconnects),
    NUM_FLAGS(family, nvlink, UNIT_GB_S, FIELD_NONE),
    TEXT_(family, pcie),
    STR_(family, host_link),
    TEXT_(family, interconnect_note),
    BOOL_(family, erdma),
    NUM_(family, erdma_bandwidth, UNIT_GBIT_S),
    TEXT_(family, rdma),
    NUM_(family, rdma_bandwidth, UNIT_GBIT_S),
    BOOL_(family, jumbo_frames),
    BOOL_(family, ipv6),
    NUM_(family, max_pps, UNIT_PPS),
    TEXT_(family, max_pps_note),
    TEXT_(family, network_note),
    ENUMS(family, disk_types, disk_types),
    {"listed", FIELD_ENUM_LIST, 0, FIELD_REQUIRED, AT(family, listed), NULL, listings},
    TEXTS(family, notes),
    OBJECTS(family, disputed, dispute_schema),
    CITES(family),
    {"types", FIELD_OBJECTS, 0, 0, AT(family, type_records), &type_schema, NULL},
    END,
};
static const struct schema family_schema = {"family", sizeof(struct family), family_fields, false};

/* ---- models */

static const char *const arch_names[] = {
#define ARCH_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const counter_names[] = {
#define COUNTER_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const mlp_names[] = {
#define MLP_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const norm_names[] = {
#define NORM_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const qk_norm_names[] = {
#define QKNORM_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const linear_attention_names[] = {
#define LINATTN_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const precision_names[] = {
#define PRECISION_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const method_names[] = {
#define METHOD_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const compute_names[] = {
#define COMPUTE_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const quantisation_names[] = {
#define QUANTISATION_VALUE(id, spelling, bits) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const optimizer_names[] = {
#define OPTIMIZER_VALUE(id, spelling, states, bytes) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const kv_names[] = {
#define KV_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const lora_names[] = {
#define LORA_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const dequant_names[] = {
#define DEQUANT_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const ckpt_names[] = {
#define CKPT_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const attn_names[] = {
#define ATTN_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const loss_names[] = {
#define LOSS_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const step_names[] = {
#define STEP_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const sharding_names[] = {
#define SHARDING_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const cache_names[] = {
#define CACHE_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const prompt_names[] = {
#define PROMPT_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};
static const char *const scope_names[] = {
#define SCOPE_VALUE(id, spelling) spelling,
#include "sizing/fields.def"
    NULL};

/* A row for each kind of sizing/fields.def. */
#define ROW_COUNT(at, id) {#id, FIELD_NUM, UNIT_COUNT, FIELD_WHOLE, at, NULL, NULL},
#define ROW_NUMBER(at, id) {#id, FIELD_NUM, UNIT_COUNT, 0, at, NULL, NULL},
#define ROW_BOOL(at, id) {#id, FIELD_BOOL, 0, 0, at, NULL, NULL},
#define ROW_TRISTATE(at, id) ROW_BOOL(at, id)
#define ROW_ENUM(at, id, names) {#id, FIELD_ENUM, 0, 0, at, NULL, names},
#define ROW_ARCH(at, id) ROW_ENUM(at, id, arch_names)
#define ROW_COUNTER(at, id) ROW_ENUM(at, id, counter_names)
#define ROW_MLP(at, id) ROW_ENUM(at, id, mlp_names)
#define ROW_NORM(at, id) ROW_ENUM(at, id, norm_names)
#define ROW_QKNORM(at, id) ROW_ENUM(at, id, qk_norm_names)
#define ROW_LINATTN(at, id) ROW_ENUM(at, id, linear_attention_names)
#define ROW_PRECISION(at, id) ROW_ENUM(at, id, precision_names)
#define ROW_METHOD(at, id) ROW_ENUM(at, id, method_names)
#define ROW_COMPUTE(at, id) ROW_ENUM(at, id, compute_names)
#define ROW_QUANTISATION(at, id) ROW_ENUM(at, id, quantisation_names)
#define ROW_OPTIMIZER(at, id) ROW_ENUM(at, id, optimizer_names)
#define ROW_KV(at, id) ROW_ENUM(at, id, kv_names)
#define ROW_LORA(at, id) ROW_ENUM(at, id, lora_names)
#define ROW_DEQUANT(at, id) ROW_ENUM(at, id, dequant_names)
#define ROW_CKPT(at, id) ROW_ENUM(at, id, ckpt_names)
#define ROW_ATTN(at, id) ROW_ENUM(at, id, attn_names)
#define ROW_LOSS(at, id) ROW_ENUM(at, id, loss_names)
#define ROW_STEP(at, id) ROW_ENUM(at, id, step_names)
#define ROW_SHARDING(at, id) ROW_ENUM(at, id, sharding_names)
#define ROW_CACHE(at, id) ROW_ENUM(at, id, cache_names)
#define ROW_PROMPT(at, id) ROW_ENUM(at, id, prompt_names)
#define ROW_SCOPE(at, id) ROW_ENUM(at, id, scope_names)

static const struct field component_fields[] = {
    {"id", FIELD_ID, 0, 0, offsetof(struct record, id), NULL, NULL},
    STR_REQUIRED(component, kind),
    COUNT_(component, layers),
    COUNT_(component, encoder_layers),
    COUNT_(component, double_layers),
    COUNT_(component, single_layers),
    COUNT_(component, dual_attention_layers),
    COUNT_(component, hidden_size),
    COUNT_(component, attention_heads),
    COUNT_(component, head_dim),
    COUNT_(component, intermediate_size),
    STR_(component, mlp),
    COUNT_(component, vocab_size),
    COUNT_(component, max_positions),
    COUNT_(component, relative_attention_buckets),
    COUNT_(component, patch_size),
    COUNT_(component, temporal_patch_size),
    COUNT_(component, spatial_merge_size),
    COUNT_(component, window_size),
    COUNT_(component, full_attention_layers),
    COUNT_(component, image_size),
    COUNT_(component, projector_dim),
    COUNT_(component, projection_dim),
    COUNT_(component, model_channels),
    COUNT_(component, channels),
    COUNTS(component, channel_mult),
    COUNT_(component, res_blocks),
    COUNTS(component, transformer_depth),
    COUNT_(component, middle_depth),
    COUNT_(component, context_dim),
    COUNT_(component, pooled_dim),
    COUNT_(component, in_channels),
    COUNT_(component, out_channels),
    COUNT_(component, adm_in_channels),
    COUNT_(component, latent_channels),
    COUNT_(component, downscale),
    BOOL_(component, linear_projection),
    BOOL_(component, quant_conv),
    BOOL_(component, qk_norm),
    BOOL_(component, guidance_embed),
    NUM_FLAGS(component, params, UNIT_PARAMS, FIELD_REQUIRED | FIELD_WHOLE),
    END,
};
static const struct schema component_schema = {"component", sizeof(struct component), component_fields, false};

static const char *const exact_ofs[] = {"total", "total_with_mtp", "checkpoint", "untied", "without_head", "unet",
                                        "transformer", NULL};

static const struct field published_fields[] = {
    NUM_FLAGS(published, exact, UNIT_PARAMS, FIELD_WHOLE),
    ENUM_(published, exact_of, 0, exact_ofs),
    STR_(published, label),
    STR_(published, active_label),
    TEXT_(published, why),
    TEXT_(published, why_active),
    END,
};
static const struct schema published_schema = {"set of published counts", sizeof(struct published), published_fields, false};

static const char *const modalities[] = {"text", "vision-language", "embedding", "audio", "image", "image-generation", NULL};

static const struct field model_fields[] = {
    ID,
    STR_REQUIRED(model, name),
    STR_REQUIRED(model, vendor),
    STR_REQUIRED(model, family),
    {"released", FIELD_DATE, 0, 0, AT(model, released), NULL, NULL},
    STR_(model, license),
    STR_(model, hf_id),
    ENUM_(model, modality, FIELD_REQUIRED, modalities),
    BOOL_(model, reference),
#define MODEL_FIELD(id, kind, unit) ROW_##kind(AT(model, arch.id), id)
#include "sizing/fields.def"
    COUNTS(model, blocks),
    OBJECT_(model, vision, component_schema),
    OBJECT_(model, text, component_schema),
    OBJECTS(model, components, component_schema),
    OBJECT_(model, published, published_schema),
    TEXT_(model, context_note),
    TEXT_(model, note),
    CITES(model),
    END,
};
static const struct schema model_schema = {"model", sizeof(struct model), model_fields, false};

/* ---- scenarios */

static const struct field workload_rows[] = {
    {"id", FIELD_ID, 0, 0, offsetof(struct record, id), NULL, NULL},
    REF_(workload, model, FIELD_REQUIRED, model),
    REF_(workload, stack, 0, stack),
    TEXT_(workload, title),
#define WORKLOAD_FIELD(id, kind, unit, initial) ROW_##kind(AT(workload, fields.id), id)
#include "sizing/fields.def"
    END,
};
const struct schema workload_schema = {"workload", sizeof(struct workload), workload_rows, false};

static const char *const needs[] = {"computed", "weights_only", "requirements", NULL};

static const char *const despites[] = {
#define X(name) #name,
    DESPITES(X)
#undef X
        NULL};

static const struct field second_choice_fields[] = {
    REF_(second_choice, type, FIELD_REQUIRED, type),
    {"for", FIELD_STR_LIST, 0, 0, AT(second_choice, workloads), NULL, NULL},
    BOOL_(second_choice, tight),
    ENUM_(second_choice, despite, 0, despites),
    TEXT_REQUIRED(second_choice, when),
    END,
};
static const struct schema second_choice_schema = {"second choice", sizeof(struct second_choice), second_choice_fields, false};

static const struct field requirements_fields[] = {
    BOOL_(requirements, bf16), BOOL_(requirements, fp8), BOOL_(requirements, erdma),
    ENUMS(requirements, interconnect, interconnects), COUNT_(requirements, min_gpus), END,
};
static const struct schema requirements_schema = {"set of requirements", sizeof(struct requirements), requirements_fields, false};

static const struct field answer_fields[] = {
    REF_(answer, chip, FIELD_REQUIRED, chip),
    REF_(answer, family, FIELD_REQUIRED, family),
    REF_(answer, type, FIELD_REQUIRED, type),
    {"for", FIELD_STR_LIST, 0, 0, AT(answer, workloads), NULL, NULL},
    REF_(answer, over, 0, type),
    TEXT_(answer, because),
    END,
};
static const struct schema answer_schema = {"answer", sizeof(struct answer), answer_fields, false};

static const struct field scenario_fields[] = {
    ID,
    NUM_FLAGS(scenario, order, UNIT_COUNT, FIELD_REQUIRED | FIELD_WHOLE),
    TEXT_REQUIRED(scenario, title),
    TEXT_REQUIRED(scenario, question),
    TEXT_REQUIRED(scenario, answer_line),
    ENUM_(scenario, need, FIELD_REQUIRED, needs),
    {"answer", FIELD_OBJECT, 0, FIELD_REQUIRED, AT(scenario, answer), &answer_schema, NULL},
    TEXTS(scenario, reasons),
    OBJECTS(scenario, second_choices, second_choice_schema),
    OBJECTS(scenario, workloads, workload_schema),
    OBJECT_(scenario, requirements, requirements_schema),
    REFS(scenario, also, type),
    REFS(scenario, counter_examples, type),
    TEXTS(scenario, checklist),
    CITES(scenario),
    END,
};
static const struct schema scenario_schema = {"scenario", sizeof(struct scenario), scenario_fields, false};

/* ---- statements */

static const char *const traces[] = {"unlisted", "none", NULL};

static const struct field name_fields[] = {
    ID, ENUM_(name, trace, FIELD_REQUIRED, traces), TEXT_(name, facts), CITES(name), END,
};
static const struct schema name_schema = {"name", sizeof(struct name), name_fields, false};

static const char *const topics[] = {"spot_instances", "reserved_instances", "savings_plans", "capacity", "auto_scaling",
                                     "pai", "eais", "storage", "erdma", "api_notes", "naming", NULL};

static const struct field fact_fields[] = {
    ID, ENUM_(fact, topic, FIELD_REQUIRED, topics), TEXT_REQUIRED(fact, fact), CITES(fact), END,
};
static const struct schema fact_schema = {"fact", sizeof(struct fact), fact_fields, false};

static const char *const verdicts[] = {"confirmed", "corrected", "outdated", "unproven", "refuted", "arithmetic", NULL};

static const struct field claim_fields[] = {
    ID,
    STRS(claim, articles),
    ENUM_(claim, verdict, FIELD_REQUIRED, verdicts),
    TEXT_REQUIRED(claim, claim),
    TEXT_(claim, right),
    STR_REQUIRED(claim, covers),
    END,
};
static const struct schema claim_schema = {"claim", sizeof(struct claim), claim_fields, false};

static const struct field term_fields[] = {
    ID, TEXT_REQUIRED(term, term), STRS(term, aliases), TEXT_REQUIRED(term, definition), REFS(term, see, term), END,
};
static const struct schema term_schema = {"term", sizeof(struct term), term_fields, false};

/* ---- pitfalls */

static const struct field condition_fields[] = {
    STR_REQUIRED(condition, field), STR_REQUIRED(condition, op), STR_REQUIRED(condition, value), END,
};
static const struct schema condition_schema = {"condition", sizeof(struct condition), condition_fields, false};

static const struct field rule_fields[] = {
    OBJECTS(rule, all, condition_schema), OBJECTS(rule, any, condition_schema), END,
};
static const struct schema rule_schema = {"rule", sizeof(struct rule), rule_fields, false};

static const struct field pitfall_fields[] = {
    ID,
    TEXT_REQUIRED(pitfall, title),
    TEXT_REQUIRED(pitfall, why),
    TEXT_REQUIRED(pitfall, action),
    {"when", FIELD_OBJECT, 0, FIELD_REQUIRED, AT(pitfall, when), &rule_schema, NULL},
    CITES(pitfall),
    END,
};
static const struct schema pitfall_schema = {"pitfall", sizeof(struct pitfall), pitfall_fields, false};

/* ---- measurements */

static const struct field measured_type_fields[] = {
    ID,
    REF_(measured_type, type, FIELD_REQUIRED, type),
    STR_REQUIRED(measured_type, product),
    COUNT_(measured_type, gpus),
    NUM_FLAGS(measured_type, memory, UNIT_MIB, FIELD_REQUIRED),
    STR_(measured_type, driver),
    BOOL_(measured_type, ecc),
    STR_(measured_type, pcie),
    NUM_(measured_type, host_to_device, UNIT_GB_S),
    NUM_(measured_type, device_to_host, UNIT_GB_S),
    NUM_(measured_type, peer_to_peer, UNIT_GB_S),
    CITES(measured_type),
    END,
};
static const struct schema measured_type_schema = {"measured type", sizeof(struct measured_type), measured_type_fields, false};

static const struct field measured_card_fields[] = {
    ID,
    STR_REQUIRED(measured_card, product),
    REF_(measured_card, chip, 0, chip),
    NUM_FLAGS(measured_card, memory, UNIT_MIB, FIELD_REQUIRED),
    COUNT_(measured_card, machines),
    NUM_(measured_card, host_to_device, UNIT_GB_S),
    NUM_(measured_card, host_to_device_max, UNIT_GB_S),
    NUM_(measured_card, device_to_host, UNIT_GB_S),
    NUM_(measured_card, device_to_host_max, UNIT_GB_S),
    NUM_(measured_card, peer_to_peer, UNIT_GB_S),
    NUM_(measured_card, peer_to_peer_max, UNIT_GB_S),
    CITES(measured_card),
    END,
};
static const struct schema measured_card_schema = {"measured card", sizeof(struct measured_card), measured_card_fields, false};

/* ---- stacks */

static const struct field switches_fields[] = {
#define WORKLOAD_FIELD(id, kind, unit, initial) ROW_##kind(AT(switches, fields.id), id)
#include "sizing/fields.def"
    END,
};
static const struct schema switches_schema = {"set of switches", sizeof(struct switches), switches_fields, false};

static const struct field stack_fields[] = {
    ID,
    STR_REQUIRED(stack, name),
    STR_REQUIRED(stack, versions),
    TEXT_(stack, note),
    {"switches", FIELD_OBJECT, 0, FIELD_REQUIRED, AT(stack, switches), &switches_schema, NULL},
    STRS(stack, measured_as),
    CITES(stack),
    END,
};
static const struct schema stack_schema = {"stack", sizeof(struct stack), stack_fields, false};

/* ---- storage */

static const char *const size_units[] = {"GiB", "TiB", "GB", NULL};

static const struct field throughput_fields[] = {
    NUM_(size_rate, base, UNIT_GB_S), NUM_(size_rate, per_size, UNIT_GB_S), NUM_(size_rate, max, UNIT_GB_S), END,
};
static const struct schema throughput_schema = {"throughput", sizeof(struct size_rate), throughput_fields, false};

static const struct field iops_fields[] = {
    NUM_(size_rate, base, UNIT_IOPS), NUM_(size_rate, per_size, UNIT_IOPS), NUM_(size_rate, max, UNIT_IOPS), END,
};
static const struct schema iops_schema = {"rate of operations", sizeof(struct size_rate), iops_fields, false};

static const struct field volume_fields[] = {
    ID,
    TEXT_REQUIRED(volume, name),
    ENUM_(volume, size_unit, 0, size_units),
    NUM_(volume, min_size, UNIT_COUNT),
    NUM_(volume, max_size, UNIT_COUNT),
    OBJECT_(volume, read, throughput_schema),
    OBJECT_(volume, write, throughput_schema),
    OBJECT_(volume, iops, iops_schema),
    NUM_(volume, client_max, UNIT_GB_S),
    TEXT_(volume, note),
    CITES(volume),
    END,
};
static const struct schema volume_schema = {"volume", sizeof(struct volume), volume_fields, false};

/* ---- prices */

static const char *const price_covers[] = {"instance", "gpu", "system_disk", NULL};

static const struct field price_fields[] = {
    ID,
    REF_(price, type, FIELD_REQUIRED, type),
    STR_REQUIRED(price, region),
    STR_REQUIRED(price, currency),
    {"as_of", FIELD_DATE, 0, FIELD_REQUIRED, AT(price, as_of), NULL, NULL},
    {"covers", FIELD_ENUM_LIST, 0, FIELD_REQUIRED, AT(price, covers), NULL, price_covers},
    NUM_(price, price_hour, UNIT_COUNT),
    NUM_(price, subscription_month, UNIT_COUNT),
    NUM_(price, reserved_month, UNIT_COUNT),
    NUM_(price, plan_hour, UNIT_COUNT),
    NUM_(price, plan_discount, UNIT_COUNT),
    NUM_(price, spot_hour, UNIT_COUNT),
    TEXT_(price, note),
    CITES(price),
    END,
};
static const struct schema price_schema = {"price", sizeof(struct price), price_fields, false};

/* ---- data loading */

static const char *const loading_roles[] = {"thread", "gpu", NULL};
static const char *const loading_units[] = {"images/s", "MiB/s", NULL};

static const struct field loading_rate_fields[] = {
    ID,
    ENUM_(loading_rate, role, FIELD_REQUIRED, loading_roles),
    ENUM_(loading_rate, unit, FIELD_REQUIRED, loading_units),
    NUM_FLAGS(loading_rate, rate, UNIT_COUNT, FIELD_REQUIRED),
    COUNT_(loading_rate, gpus),
    REF_(loading_rate, chip, 0, chip),
    TEXT_REQUIRED(loading_rate, what),
    CITES(loading_rate),
    END,
};
static const struct schema loading_rate_schema = {"loading rate", sizeof(struct loading_rate), loading_rate_fields, false};

/* ---- lookup */

const struct schema *record_schema(enum record_kind kind)
{
    static const struct schema *const schemas[RECORD_KIND_COUNT] = {
#define X(member, type, name) &type##_schema,
        RECORD_KINDS(X)
#undef X
    };
    return schemas[kind];
}

static const char *const kind_names[RECORD_KIND_COUNT] = {
#define X(member, type, name) name,
    RECORD_KINDS(X)
#undef X
};

const char *record_kind_name(enum record_kind kind)
{
    return kind_names[kind];
}

enum record_kind record_kind_find(struct str name)
{
    int kind = 0;
    while (kind < RECORD_KIND_COUNT && !str_eq_c(name, kind_names[kind]))
        kind++;
    return (enum record_kind)kind;
}

/* ---- to the sizing core: absent values keep its initial values */

static void copy_num(struct num from, double *to)
{
    if (num_known(from))
        *to = from.value;
}

static void copy_bool(enum tri from, double *to)
{
    if (from != TRI_ABSENT)
        *to = from == TRI_TRUE;
}

static void copy_enum(int from, double *to)
{
    if (from)
        *to = from;
}

#define COPY_COUNT copy_num
#define COPY_NUMBER copy_num
#define COPY_BOOL copy_bool
#define COPY_TRISTATE copy_bool
#define COPY_ARCH copy_enum
#define COPY_COUNTER copy_enum
#define COPY_MLP copy_enum
#define COPY_NORM copy_enum
#define COPY_QKNORM copy_enum
#define COPY_LINATTN copy_enum
#define COPY_PRECISION copy_enum
#define COPY_METHOD copy_enum
#define COPY_COMPUTE copy_enum
#define COPY_QUANTISATION copy_enum
#define COPY_OPTIMIZER copy_enum
#define COPY_KV copy_enum
#define COPY_LORA copy_enum
#define COPY_DEQUANT copy_enum
#define COPY_CKPT copy_enum
#define COPY_ATTN copy_enum
#define COPY_LOSS copy_enum
#define COPY_STEP copy_enum
#define COPY_SHARDING copy_enum
#define COPY_CACHE copy_enum
#define COPY_PROMPT copy_enum
#define COPY_SCOPE copy_enum

void model_to_sizing(const struct architecture *arch, const struct component *vision, struct sizing_model *out)
{
    sizing_model_init(out);
#define MODEL_FIELD(id, kind, unit) COPY_##kind(arch->id, &out->id);
#include "sizing/fields.def"
    copy_num(vision->params, &out->vision_params);
}

void workload_overlay(const struct workload_fields *fields, struct sizing_workload *out)
{
#define WORKLOAD_FIELD(id, kind, unit, initial) COPY_##kind(fields->id, &out->id);
#include "sizing/fields.def"
}
