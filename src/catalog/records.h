/* The records of the catalogue: one open struct a kind, filled by its table in schemas.c.
 *
 * A number that is not published has state NUM_ABSENT, an enum is 0, a text is empty. "none" (NUM_NONE) means
 * known to be absent. Enum values are 1 + the index into the names of the table. */
#ifndef CATALOG_RECORDS_H
#define CATALOG_RECORDS_H

#include "data/schema.h"
#include "sizing/sizing.h"

/* SYNC: record-kinds. One row a kind: member of struct catalog, C type, name used in references and messages. */
#define RECORD_KINDS(X)                                                                                                \
    X(sources, source_record, "source")                                                                                 \
    X(chips, chip, "chip")                                                                                             \
    X(families, family, "family")                                                                                      \
    X(types, type, "type")                                                                                             \
    X(models, model, "model")                                                                                          \
    X(names, name, "name")                                                                                             \
    X(scenarios, scenario, "scenario")                                                                                 \
    X(facts, fact, "fact")                                                                                             \
    X(claims, claim, "claim")                                                                                          \
    X(terms, term, "term")                                                                                             \
    X(pitfalls, pitfall, "pitfall")                                                                                    \
    X(measured_types, measured_type, "measured type")                                                                  \
    X(measured_cards, measured_card, "measured card")                                                                  \
    X(stacks, stack, "stack")                                                                                          \
    X(volumes, volume, "volume")                                                                                       \
    X(prices, price, "price")                                                                                          \
    X(loading_rates, loading_rate, "loading rate")

enum record_kind {
#define X(member, type, name) RECORD_##type,
    RECORD_KINDS(X)
#undef X
        RECORD_KIND_COUNT
};

enum source_kind { SOURCE_OFFICIAL = 1, SOURCE_VENDOR, SOURCE_MEASURED, SOURCE_SECONDARY };

struct source_record {
    struct record record;
    struct str title, publisher, url;
    int kind;         /* enum source_kind */
    struct str read;  /* date of what was read, or undated */
    struct text about;
    struct str licence;
};

/* Memory of one GPU as the driver reports it. */
struct reading {
    struct record record;
    struct num memory; /* MiB */
    struct text where;
    struct ref source;
};

/* Another value of a field, from another source. */
struct dispute {
    struct record record;
    struct str field;
    struct str value; /* as written, in the unit of the field */
    struct ref source;
    struct text note;
};

/* Dense rates, TFLOPS or TOPS. */
struct peaks {
    struct record record;
    struct num fp64, fp64_tensor, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4;
};

/* Values that no source states: what our conclusion is and why. */
struct inferred {
    struct record record;
    struct str product;  /* likely product */
    struct ref chip;     /* or likely chip of the catalogue */
    struct text basis, against;
    struct peaks peaks;
    struct str memory_type, compute_capability;
    struct num tdp;
};

/* Commonly published, no source read. */
struct unchecked {
    struct record record;
    struct peaks peaks;
    struct num bandwidth, year;
};

/* A published number that has no field of its own. */
struct figure {
    struct record record;
    struct text label;
    struct str value;
};

enum chip_kind { CHIP_GPU = 1, CHIP_NPU, CHIP_VGPU, CHIP_FPGA, CHIP_UNSTATED };

struct chip {
    struct record record;
    struct str name, name_zh; /* name_zh: where the name has words of English in it */
    struct str vendor, architecture, memory_type, compute_capability;
    struct str_list aliases;
    int kind; /* enum chip_kind */
    struct text form, memory_note, peaks_note, nvlink_note, pcie, tdp_note, interconnect, interchip_note, process;
    struct text capability_basis, year_note;
    struct num year, gpus_per_board;
    struct num memory;    /* GB as sold, of one GPU, also on boards with several */
    struct num bandwidth; /* GB/s, of one GPU */
    struct object_list readings; /* struct reading */
    struct peaks peaks;
    enum tri bf16, fp8, mig;
    struct num nvlink, interchip; /* GB/s, both directions together */
    struct num tdp;
    struct num on_chip_memory; /* GB */
    struct object_list figures; /* struct figure */
    struct unchecked unchecked;
    struct inferred inferred;
    struct text_list notes, contradictions;
    struct object_list disputed; /* struct dispute */
    struct cite_list sources;
    /* Derived by catalog_load. */
    struct ref_list families;       /* that carry it */
    struct num usable;              /* MiB of one whole GPU that sizing counts with */
    struct num reading;             /* MiB, the smallest reading; absent when usable is the sold size less a margin */
    struct text usable_where;       /* where the reading was made; empty: sold size less the margin */
    bool has_inferred, has_unchecked;
};

enum listing { LISTED_PAGE = 1, LISTED_API };
enum status { STATUS_SOLD = 1, STATUS_LIMITED, STATUS_PREVIEW, STATUS_NOT_RECOMMENDED, STATUS_RETIRED, STATUS_UNDOCUMENTED };
enum family_kind { FAMILY_VM = 1, FAMILY_BARE_METAL, FAMILY_VGPU, FAMILY_SCC };
enum interconnect { INTERCONNECT_PCIE = 1, INTERCONNECT_PCIE_SWITCH, INTERCONNECT_NVLINK, INTERCONNECT_NVSWITCH };

struct type {
    struct record record;
    struct num vcpus;
    struct num memory;                          /* GiB */
    struct num gpus;                            /* 1/6 for a share of one */
    struct num gpu_memory_total;                /* GB, all GPUs together, as sold */
    struct num network, network_burst;          /* Gbit/s */
    struct num network_cards, network_card_bandwidth;
    struct num roce;                            /* Gbit/s */
    struct num pps;
    struct num nic_queues, nic_queues_primary, nic_queues_secondary;
    struct num enis, ipv4_per_eni, ipv6_per_eni;
    struct num disk_bandwidth_baseline, disk_bandwidth_max; /* GB/s */
    struct num disk_iops_baseline;
    struct num max_data_disks, max_cloud_disks;
    struct num local_storage;                   /* GiB */
    struct num api_gpus;                        /* as the API counts them: a share of a card is 1 */
    struct num api_gpu_memory;                  /* GiB of one card, or of the share, as the API gives it */
    struct str cpu_model, gpu_unit;
    struct num_list listed;                     /* enum listing */
    struct text note;
    struct object_list disputed;                /* struct dispute */
    struct cite_list sources;
    /* Derived by catalog_load. */
    const struct family *family;
    struct num usable;                          /* MiB of one GPU, or of the share, that sizing counts with */
    struct text usable_where;                   /* where it was read; empty: sold size less the margin */
    const struct measured_type *measured;       /* or NULL */
};

struct family {
    struct record record;
    struct num generation;
    int kind;   /* enum family_kind */
    int status; /* enum status */
    struct text status_note;
    struct ref chip;
    struct text chip_basis;
    struct str_list gpu_specs;  /* the API's own names of the card */
    struct num gpu_memory;      /* GB as sold, of one GPU */
    struct num reading;         /* MiB of one GPU in a published table of this family */
    struct ref reading_source;
    struct text cpu;
    struct num cpu_base, cpu_base_to, cpu_turbo; /* GHz */
    enum tri cpu_turbo_all_core;
    struct text memory_ratio;
    int interconnect;           /* enum interconnect */
    struct num nvlink;          /* GB/s, both directions together */
    struct text pcie, interconnect_note;
    struct str host_link;
    enum tri erdma, jumbo_frames, ipv6;
    struct num erdma_bandwidth, rdma_bandwidth; /* Gbit/s */
    struct text rdma, network_note, max_pps_note;
    struct num max_pps;
    struct num_list disk_types;
    struct num_list listed;     /* enum listing */
    struct text_list notes;
    struct object_list disputed; /* struct dispute */
    struct cite_list sources;
    struct object_list type_records; /* struct type, in file order */
    /* Derived by catalog_load: pointers into catalog->types. */
    const struct type **types;
    size_t type_count;
};

enum modality { MODALITY_TEXT = 1, MODALITY_VISION_LANGUAGE, MODALITY_EMBEDDING, MODALITY_AUDIO, MODALITY_IMAGE, MODALITY_IMAGE_GENERATION };

/* A part of a model with its own parameter count: vision tower, text encoder, U-Net … */
struct component {
    struct record record;
    struct str kind, mlp;
    struct num layers, hidden_size, attention_heads, head_dim, intermediate_size, vocab_size, max_positions;
    struct num patch_size, temporal_patch_size, spatial_merge_size, window_size, full_attention_layers, image_size;
    struct num projector_dim, projection_dim, model_channels, channels, res_blocks, middle_depth, context_dim;
    struct num in_channels, out_channels, adm_in_channels, latent_channels, downscale, pooled_dim;
    struct num encoder_layers, relative_attention_buckets, dual_attention_layers, double_layers, single_layers;
    struct num_list channel_mult, transformer_depth;
    enum tri linear_projection, quant_conv, qk_norm, guidance_embed;
    struct num params;
};

enum exact_of { EXACT_TOTAL = 1, EXACT_TOTAL_WITH_MTP, EXACT_CHECKPOINT, EXACT_UNTIED, EXACT_WITHOUT_HEAD, EXACT_UNET, EXACT_TRANSFORMER };

/* Counts published elsewhere, to compare ours with. */
struct published {
    struct record record;
    struct num exact;
    int exact_of;
    struct str label, active_label;
    struct text why, why_active;
};

/* Types of the catalogue for the kinds of sizing/fields.def. */
#define CATALOG_COUNT struct num
#define CATALOG_NUMBER struct num
#define CATALOG_BOOL enum tri
#define CATALOG_TRISTATE enum tri
#define CATALOG_ARCH int
#define CATALOG_COUNTER int
#define CATALOG_MLP int
#define CATALOG_NORM int
#define CATALOG_QKNORM int
#define CATALOG_LINATTN int
#define CATALOG_PRECISION int
#define CATALOG_METHOD int
#define CATALOG_COMPUTE int
#define CATALOG_QUANTISATION int
#define CATALOG_OPTIMIZER int
#define CATALOG_KV int
#define CATALOG_LORA int
#define CATALOG_DEQUANT int
#define CATALOG_CKPT int
#define CATALOG_ATTN int
#define CATALOG_LOSS int
#define CATALOG_STEP int
#define CATALOG_SHARDING int
#define CATALOG_CACHE int
#define CATALOG_PROMPT int
#define CATALOG_SCOPE int

struct architecture {
#define MODEL_FIELD(id, kind, unit) CATALOG_##kind id;
#include "sizing/fields.def"
};

struct model {
    struct record record;
    struct str name, vendor, family, released, license, hf_id;
    int modality;
    enum tri reference; /* stands in the overview tables */
    struct architecture arch;
    struct num_list blocks;          /* ResNet: blocks a stage */
    struct component vision, text;
    struct object_list components;   /* struct component */
    struct published published;
    struct text context_note, note;
    struct cite_list sources;
    /* Derived by catalog_load. */
    struct sizing_model sizing;
};

/* Keys of sizing/fields.def; absent ones keep the sizing core's initial values. */
struct workload_fields {
#define WORKLOAD_FIELD(id, kind, unit, initial) CATALOG_##kind id;
#include "sizing/fields.def"
};

struct switches {
    struct record record;
    struct workload_fields fields;
};

/* What a framework really does: a preset of the keys of a workload. */
struct stack {
    struct record record;
    struct str name, versions;
    struct text note;
    struct switches switches;
    struct str_list measured_as; /* `framework` of measured points that ran it */
    struct cite_list sources;
};

/* A workload of a scenario beside the model; its own keys override those of the stack. */

struct workload {
    struct record record;
    struct ref model, stack;
    struct text title;
    struct workload_fields fields;
    /* Derived by catalog_load. */
    struct sizing_workload sizing;
};

enum name_trace { NAME_UNLISTED = 1, NAME_NO_TRACE };

/* A name in use that is no record: seen in code or reports, or without any official trace. */
struct name {
    struct record record;
    int trace;
    struct text facts;
    struct cite_list sources;
};

enum need { NEED_COMPUTED = 1, NEED_WEIGHTS_ONLY, NEED_REQUIREMENTS };

/* SYNC: despite. What a second choice may lack although the ranking asks for it: the reasons of rank_reason, and a status in
   which nobody can order it. */
#define DESPITES(X) X(memory) X(bf16) X(fp8) X(interconnect) X(erdma) X(gpus) X(memory_not_published) X(status)

struct second_choice {
    struct record record;
    struct ref type;
    struct str_list workloads; /* key `for`: ids of workloads; empty: the first */
    enum tri tight;            /* true: it is known that the high end of the estimate does not fit */
    int despite;
    struct text when;
};

struct requirements {
    struct record record;
    enum tri bf16, fp8, erdma;
    struct num_list interconnect; /* any of these */
    struct num min_gpus;
};

struct answer {
    struct record record;
    struct ref chip, family, type;
    struct str_list workloads; /* key `for`: of which workloads it is the answer besides the first */
    struct ref over;     /* the type that the ranking puts first instead, and why the answer is another one */
    struct text because;
};

struct scenario {
    struct record record;
    struct num order;
    struct text title, question, answer_line;
    int need;
    struct answer answer;
    struct text_list reasons, checklist;
    struct object_list second_choices; /* struct second_choice */
    struct object_list workloads;      /* struct workload */
    struct requirements requirements;
    struct ref_list also;             /* types shown beside the best because the text speaks of them */
    struct ref_list counter_examples; /* and because they do not do */
    struct cite_list sources;
};

/* A statement about a product of the cloud. */
struct fact {
    struct record record;
    int topic;
    struct text fact;
    struct cite_list sources;
};

enum verdict { VERDICT_CONFIRMED = 1, VERDICT_CORRECTED, VERDICT_OUTDATED, VERDICT_UNPROVEN, VERDICT_REFUTED, VERDICT_ARITHMETIC };

struct claim {
    struct record record;
    struct str_list articles;
    int verdict;
    struct text claim, right;
    struct str covers; /* page that treats it: guide/selection, chips/nvidia-a10 … */
};

/* One comparison of a rule: {field: chip.bf16, op: "=", value: false}. */
struct condition {
    struct record record;
    struct str field, op, value;
    /* Filled in by pitfall_check: the value in the unit of the field, where that is a number. */
    double number;
};

struct rule {
    struct record record;
    struct object_list all, any; /* struct condition */
};

/* Advice that holds where its rule does; see catalog/pitfall.h. */
struct pitfall {
    struct record record;
    struct text title, why, action;
    struct rule when;
    struct cite_list sources;
};

struct term {
    struct record record;
    struct text term, definition;
    struct str_list aliases;
    struct ref_list see;
};

/* What driver and bandwidth test reported on a rented instance. */
struct measured_type {
    struct record record;
    struct ref type;
    struct str product, driver, pcie;
    struct num gpus, memory; /* MiB of one GPU */
    enum tri ecc;
    struct num host_to_device, device_to_host, peer_to_peer; /* GB/s */
    struct cite_list sources;
};

/* The same of a card on other clouds; ranges over machines. */
struct measured_card {
    struct record record;
    struct str product;
    struct ref chip; /* of the catalogue, where it is the same card */
    struct num memory, machines;
    struct num host_to_device, host_to_device_max, device_to_host, device_to_host_max, peer_to_peer, peer_to_peer_max;
    struct cite_list sources;
};

/* A rate that grows with the size: min(base + per_size × size, max). What is not there adds nothing and limits nothing. */
struct size_rate {
    struct record record;
    struct num base, per_size, max;
};

enum size_unit { SIZE_GIB = 1, SIZE_TIB, SIZE_GB };

/* A kind of storage with published rates: a disk of one level, a file system, an object store. */
struct volume {
    struct record record;
    struct text name, note;
    int size_unit;                 /* enum size_unit, of the sizes and of per_size; absent: the rate has no size */
    struct num min_size, max_size;
    struct size_rate read, write;  /* GB/s */
    struct size_rate iops;
    struct num client_max;         /* GB/s that one machine gets */
    struct cite_list sources;
};

enum price_cover { COVER_INSTANCE = 1, COVER_GPU, COVER_SYSTEM_DISK };

/* What one machine of a type costs: a row of a price list. Amounts are in the currency, and of what `covers` names alone. */
struct price {
    struct record record;
    struct ref type;
    struct str region, currency; /* cn-hangzhou; CNY */
    struct str as_of;            /* YYYY-MM-DD */
    struct num_list covers;      /* enum price_cover */
    struct num price_hour, subscription_month, reserved_month, plan_hour, plan_discount, spot_hour; /* as in sizing/fields.def */
    struct text note;
    struct cite_list sources;
};

enum loading_role { LOADING_THREAD = 1, LOADING_GPU };
enum loading_unit { LOADING_IMAGES = 1, LOADING_MIB };

/* What one CPU thread delivers of prepared data, or what a training run on `gpus` of a chip takes. */
struct loading_rate {
    struct record record;
    int role, unit;    /* enum loading_role, enum loading_unit: a second */
    struct num rate;   /* of the thread, or of all GPUs together */
    struct num gpus;
    struct ref chip;
    struct text what;
    struct cite_list sources;
};

/* The table of a kind of record. */
const struct schema *record_schema(enum record_kind kind);
/* "chip", "family" …; used in references and messages. */
const char *record_kind_name(enum record_kind kind);
/* The kind with this name, or RECORD_KIND_COUNT. */
enum record_kind record_kind_find(struct str name);
/* The table of workloads, for scenarios and for queries. */
extern const struct schema workload_schema;
extern const struct schema type_schema;

/* Fills the sizing structs; absent values keep the sizing core's initial values. */
void model_to_sizing(const struct architecture *arch, const struct component *vision, struct sizing_model *out);
/* Sets the keys that are there and leaves the others as they are: a stack first, then the workload's own. */
void workload_overlay(const struct workload_fields *fields, struct sizing_workload *out);

#endif
