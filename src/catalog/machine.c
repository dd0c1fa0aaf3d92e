/* Rates of a machine type, gathered from type, family, chip and the table of measured GPUs. */
#include "catalog/machine.h"

static double first_known(struct num a, struct num b)
{
    return num_known(a) ? a.value : num_or_zero(b);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* "Ada Lovelace", "Ampere (4 x GA107)", "Hopper-class, not named …": the architecture starts with the family's name. */
static double family_of(struct str architecture)
{
    static const struct {
        const char *name;
        enum sizing_family family;
    } families[] = {
        {"Maxwell", SIZING_FAMILY_maxwell}, {"Pascal", SIZING_FAMILY_pascal}, {"Volta", SIZING_FAMILY_volta},
        {"Turing", SIZING_FAMILY_turing},   {"Ampere", SIZING_FAMILY_ampere}, {"Ada", SIZING_FAMILY_ada},
        {"Hopper", SIZING_FAMILY_hopper},   {"Blackwell", SIZING_FAMILY_blackwell},
    };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (str_starts(architecture, str_from(families[i].name)))
            return families[i].family;
    return SIZING_FAMILY_absent;
}

static double memory_kind(struct str memory_type)
{
    return memory_type.n ? str_starts(memory_type, S("HBM")) : -1;
}

/* GB/s in one direction of "Gen4 x16 …": 1 GB/s a lane in the third generation, doubled in each further one. */
static double pcie_rate(struct str text)
{
    double lanes = 0, rate = 1;
    if (!str_starts(text, S("Gen")) || text.n < 7 || text.p[3] < '3' || text.p[3] > '6' || text.p[4] != ' ' || text.p[5] != 'x')
        return 0;
    for (char generation = '3'; generation < text.p[3]; generation++)
        rate *= 2;
    for (size_t i = 6; i < text.n && text.p[i] >= '0' && text.p[i] <= '9'; i++)
        lanes = lanes * 10 + (text.p[i] - '0');
    return rate * lanes;
}

static void set_peaks(const struct chip *chip, struct sizing_machine *out)
{
    out->peak_fp32 = num_or_zero(chip->peaks.fp32);
    out->peak_tf32 = num_or_zero(chip->peaks.tf32);
    out->peak_b16 = first_known(chip->peaks.bf16, chip->peaks.fp16);
    out->peak_fp8 = num_or_zero(chip->peaks.fp8);
    out->peak_fp4 = num_or_zero(chip->peaks.fp4);
}

static void set_chip(const struct chip *chip, struct sizing_machine *out)
{
    out->family = family_of(chip->architecture);
    set_peaks(chip, out);
    out->memory_bandwidth = num_or_zero(chip->bandwidth);
    out->hbm = memory_kind(chip->memory_type);
    out->board_power = num_or_zero(chip->tdp) / larger(num_or_zero(chip->gpus_per_board), 1);
    out->pcie_bandwidth = pcie_rate(chip->pcie.in[LANG_EN]);
    out->nvlink_bandwidth = num_or_zero(chip->nvlink);
    out->has_nvlink = chip->nvlink.state == NUM_NONE ? 0 : -1; /* a chip that has NVLink may sit in machines without it */
}

static void set_links(const struct family *family, struct sizing_machine *out)
{
    bool has_nvlink = family->interconnect == INTERCONNECT_NVLINK || family->interconnect == INTERCONNECT_NVSWITCH;
    if (family->interconnect || family->nvlink.state == NUM_NONE)
        out->has_nvlink = has_nvlink;
    if (num_known(family->nvlink)) {
        out->has_nvlink = 1;
        out->nvlink_bandwidth = family->nvlink.value;
    }
}

static void set_measured(const struct chip *chip, const struct speed_tables *tables, struct sizing_machine *out)
{
    const struct speed_gpu *gpu = map_get(&tables->chips, chip->record.id);
    if (!gpu)
        return;
    out->boost_clock = gpu->clock / 1e9;
    out->is_measured = 1;
}

double type_gpus(const struct type *type)
{
    return num_known(type->gpus) ? type->gpus.value : type->family->kind != FAMILY_VGPU;
}

void type_to_machine(const struct type *type, const struct speed_tables *tables, struct sizing_machine *out)
{
    const struct chip *chip = type_chip(type);
    double gpus = type_gpus(type);
    sizing_machine_init(out);
    if (chip)
        set_chip(chip, out);
    if (chip && tables)
        set_measured(chip, tables, out);
    set_links(type->family, out);
    out->node_gpus = gpus > 1 ? gpus : 1;
    out->gpu_share = gpus < 1 ? gpus : 1;
    out->network_bandwidth = larger(num_or_zero(type->network), larger(num_or_zero(type->roce), num_or_zero(type->family->rdma_bandwidth)));
    out->vcpus = num_or_zero(type->vcpus);
    out->disk_bandwidth = first_known(type->disk_bandwidth_baseline, type->disk_bandwidth_max);
}
