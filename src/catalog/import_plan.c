/* What is new: which family and chip a type goes to. Nothing is guessed: where that is not clear, it is an error. */
#include "catalog/import_internal.h"

enum { LONGEST_SLUG = 60 };

static void refuse(struct import *im, const struct import_entry *e, const char *json_key, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

static void refuse(struct import *im, const struct import_entry *e, const char *json_key, const char *fmt, ...)
{
    struct buf why = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&why, fmt, ap);
    va_end(ap);
    struct buf path = {0};
    json_path(&path, e->at);
    diag_error(im->diag, import_place(im, e, json_key), "%" STR_FMT ".%s of %" STR_FMT ": %" STR_FMT,
               STR_ARG(buf_str(&path)), json_key, STR_ARG(e->id), STR_ARG(buf_str(&why)));
    buf_free(&path);
    import_line(im, IMPORT_CONFLICTING, "%" STR_FMT ": %" STR_FMT, STR_ARG(e->id), STR_ARG(buf_str(&why)));
    buf_free(&why);
}

/* ---- chips */

static bool list_has(struct str_list list, struct str s)
{
    for (size_t i = 0; i < list.n; i++)
        if (str_eq(list.at[i], s))
            return true;
    return false;
}

/* Name or alias, the latter also with the vendor in front: older pages of the API write NVIDIA V100 for V100. */
static bool is_name_of(const struct chip *chip, struct str spec)
{
    if (str_eq(chip->name, spec) || list_has(chip->aliases, spec))
        return true;
    if (chip->vendor.n == 0 || !str_starts(spec, chip->vendor) || spec.n <= chip->vendor.n + 1 ||
        spec.p[chip->vendor.n] != ' ')
        return false;
    return list_has(chip->aliases, str_sub(spec, chip->vendor.n + 1, spec.n));
}

bool import_spec_fits(const struct family *f, struct str spec)
{
    const struct chip *chip = f->chip.record;
    return list_has(f->gpu_specs, spec) || (chip && is_name_of(chip, spec));
}

/* Which memory of a chip goes with the memory that the API gives. Its GiB are the GB that the card is sold with. */
enum fit { FIT_EQUAL, FIT_BOTH_ABSENT, FIT_ANY, FIT_SHARE };

static bool fits(enum fit fit, struct num chip, struct num got)
{
    switch (fit) {
    case FIT_EQUAL: return num_known(chip) && chip.value == got.value;
    case FIT_BOTH_ABSENT: return !num_known(chip);
    case FIT_SHARE: return !num_known(chip) || !num_known(got) || got.value <= chip.value;
    default: return true;
    }
}

struct found {
    const struct chip *first, *second; /* NULL where there are fewer */
};

static struct found find_chips(const struct import *im, const struct import_entry *e, enum fit fit)
{
    struct found found = {0};
    for (size_t i = 0; i < im->c->chips.n; i++) {
        const struct chip *chip = &im->c->chips.at[i];
        if (!is_name_of(chip, e->spec) || !fits(fit, chip->memory, e->gpu_memory))
            continue;
        if (found.first && !found.second)
            found.second = chip;
        if (!found.first)
            found.first = chip;
    }
    return found;
}

static struct found match_chips(const struct import *im, const struct import_entry *e, int kind)
{
    if (kind == FAMILY_VGPU)
        return find_chips(im, e, FIT_SHARE);
    if (num_known(e->gpu_memory))
        return find_chips(im, e, FIT_EQUAL);
    struct found found = find_chips(im, e, FIT_BOTH_ABSENT);
    return found.first ? found : find_chips(im, e, FIT_ANY);
}

static void put_slug(struct buf *out, struct str spec)
{
    for (size_t i = 0; i < spec.n; i++) {
        char c = spec.p[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_plain)
            buf_putc(out, c);
        else if (out->n && out->p[out->n - 1] != '-')
            buf_putc(out, '-');
    }
    if (out->n && out->p[out->n - 1] == '-')
        buf_cut(out, out->n - 1);
}

static bool is_taken(const struct import *im, struct str id)
{
    for (size_t i = 0; i < im->chips.n; i++)
        if (str_eq(im->chips.at[i].id, id))
            return true;
    return catalog_find(im->c, RECORD_chip, id) != NULL;
}

static bool is_name_in_use(const struct import *im, struct str spec)
{
    for (size_t i = 0; i < im->chips.n; i++)
        if (str_eq(im->chips.at[i].spec, spec))
            return true;
    for (size_t i = 0; i < im->c->chips.n; i++)
        if (is_name_of(&im->c->chips.at[i], spec))
            return true;
    return false;
}

static void name_by_memory(struct arena *arena, struct import_chip *chip)
{
    struct buf memory = {0};
    quantity_number(&memory, chip->memory.value, UNIT_GB);
    chip->id = arena_printf(arena, "%" STR_FMT "-%" STR_FMT "gb", STR_ARG(chip->id), STR_ARG(buf_str(&memory)));
    chip->name = arena_printf(arena, "%" STR_FMT " %" STR_FMT " GB", STR_ARG(chip->spec), STR_ARG(buf_str(&memory)));
    buf_free(&memory);
}

/* Two cards of one name differ by memory, which then becomes part of id and name, as in api-a800-40gb. */
static bool name_chip(const struct import *im, struct import_chip *chip)
{
    struct buf slug = {0};
    put_slug(&slug, chip->spec);
    bool ok = slug.n > 0 && slug.n <= LONGEST_SLUG;
    chip->name = chip->spec;
    chip->id = arena_printf(im->arena, "api-%" STR_FMT, STR_ARG(buf_str(&slug)));
    buf_free(&slug);
    if (num_known(chip->memory) && (is_taken(im, chip->id) || is_name_in_use(im, chip->spec)))
        name_by_memory(im->arena, chip);
    return ok && !is_taken(im, chip->id);
}

static bool is_same_chip(const struct import_chip *chip, struct str spec, struct num memory)
{
    return str_eq(chip->spec, spec) && chip->memory.state == memory.state && chip->memory.value == memory.value;
}

/* The chip of an earlier entry of this import, or a new one. What a share has is not the memory of its card. */
static bool new_chip(struct import *im, const struct import_entry *e, int kind, struct str *id)
{
    struct import_chip chip = {.spec = e->spec};
    if (kind != FAMILY_VGPU)
        chip.memory = e->gpu_memory;
    for (size_t i = 0; i < im->chips.n; i++)
        if (is_same_chip(&im->chips.at[i], chip.spec, chip.memory)) {
            *id = im->chips.at[i].id;
            return true;
        }
    if (!name_chip(im, &chip)) {
        refuse(im, e, "GPUSpec", "no id can be made from GPUSpec \"%" STR_FMT "\"; add the chip to chips.yaml by hand",
               STR_ARG(e->spec));
        return false;
    }
    *LIST_ADD(&im->chips, im->arena) = chip;
    *id = chip.id;
    import_note(im, "chip %" STR_FMT " is new in chips.yaml: only the API's name of it%s is known", STR_ARG(chip.id),
                num_known(chip.memory) ? " and the memory" : "");
    return true;
}

/* Finds the chip of a new family, or plans one. *by_alias: which chip the API's name stands for is our conclusion. */
static bool resolve_chip(struct import *im, const struct import_entry *e, int kind, struct str *id, bool *by_alias)
{
    struct found found = match_chips(im, e, kind);
    *id = (struct str){0};
    *by_alias = false;
    if (!found.first)
        return new_chip(im, e, kind, id);
    if (!found.second) {
        *id = found.first->record.id;
        *by_alias = !str_eq(found.first->name, e->spec);
        return true;
    }
    if (kind == FAMILY_VGPU) /* shares of several cards may be of this size: the family then names none */
        return true;
    refuse(im, e, "GPUSpec", "GPUSpec \"%" STR_FMT "\" may be %" STR_FMT " or %" STR_FMT "; write the family by hand",
           STR_ARG(e->spec), STR_ARG(found.first->record.id), STR_ARG(found.second->record.id));
    return false;
}

/* ---- families */

static int kind_by_name(struct str id)
{
    struct str name = str_starts(id, S("ecs.")) ? str_sub(id, 4, id.n) : id;
    if (str_starts(name, S("ebm")))
        return FAMILY_BARE_METAL;
    if (str_starts(name, S("sgn")) || str_starts(name, S("vgn")))
        return FAMILY_VGPU;
    return str_starts(name, S("scc")) ? FAMILY_SCC : FAMILY_VM;
}

static struct import_family *find_family(const struct import *im, struct str id)
{
    for (size_t i = 0; i < im->families.n; i++)
        if (str_eq(im->families.at[i]->id, id))
            return im->families.at[i];
    return NULL;
}

static struct import_family *add_family(struct import *im, const struct import_entry *e)
{
    struct import_family *f = ARENA_NEW(im->arena, struct import_family);
    f->id = e->family;
    f->old = catalog_find(im->c, RECORD_family, e->family);
    f->kind = f->old ? f->old->kind : kind_by_name(e->family);
    *LIST_ADD(&im->families, im->arena) = f;
    return f;
}

/* A family carries one chip, so a type with another one cannot be of it. */
static bool suits_old(struct import *im, const struct import_entry *e, const struct family *f)
{
    const struct chip *chip = f->chip.record;
    if (!chip && f->kind != FAMILY_VGPU) {
        refuse(im, e, "InstanceTypeFamily", "the family %" STR_FMT " names no chip; add it there first",
               STR_ARG(e->family));
        return false;
    }
    if (!import_spec_fits(f, e->spec)) {
        refuse(im, e, "GPUSpec",
               "GPUSpec \"%" STR_FMT "\" is not among the gpu_specs of %" STR_FMT " nor a name of its chip %" STR_FMT,
               STR_ARG(e->spec), STR_ARG(e->family), STR_ARG(f->chip.id));
        return false;
    }
    if (!chip || !num_known(chip->memory) || !num_known(e->gpu_memory) ||
        fits(f->kind == FAMILY_VGPU ? FIT_SHARE : FIT_EQUAL, chip->memory, e->gpu_memory))
        return true;
    refuse(im, e, "GPUMemorySize", "GPUMemorySize is %g GiB, but the chip %" STR_FMT " of %" STR_FMT " has %g GB",
           e->gpu_memory.value, STR_ARG(chip->record.id), STR_ARG(e->family), chip->memory.value);
    return false;
}

static bool suits_new(struct import *im, const struct import_entry *e, struct import_family *f)
{
    struct str chip;
    bool by_alias;
    if (!resolve_chip(im, e, f->kind, &chip, &by_alias))
        return false;
    if (f->entries.n == 0)
        f->chip = chip;
    if (!str_eq(f->chip, chip)) {
        refuse(im, e, "GPUSpec",
               "the types of %" STR_FMT " have different chips, %" STR_FMT " and %" STR_FMT
               "; write the family by hand",
               STR_ARG(e->family), STR_ARG(f->chip), STR_ARG(chip));
        return false;
    }
    f->chip_by_alias = f->chip_by_alias || by_alias;
    if (!list_has((struct str_list){f->specs.at, f->specs.n}, e->spec))
        *LIST_ADD(&f->specs, im->arena) = e->spec;
    return true;
}

/* names.yaml lists names in use that are no record; one that becomes a record must leave it. */
static bool is_free_name(struct import *im, const struct import_entry *e, struct str id, const char *json_key)
{
    const struct name *n = catalog_find(im->c, RECORD_name, id);
    if (!n)
        return true;
    refuse(im, e, json_key, "%" STR_FMT " stands in names.yaml as a name that is no record; remove it there first",
           STR_ARG(id));
    diag_note(im->diag, record_place(&n->record, "id"), "it is here");
    return false;
}

void import_plan(struct import *im, const struct import_entry *e)
{
    if (!is_free_name(im, e, e->id, "InstanceTypeId") || !is_free_name(im, e, e->family, "InstanceTypeFamily"))
        return;
    if (e->spec.n == 0) {
        refuse(im, e, "GPUSpec", "GPUSpec is missing, but GPUAmount is %g", e->gpus.value);
        return;
    }
    struct import_family *f = find_family(im, e->family);
    if (!f)
        f = add_family(im, e);
    if (f->old ? !suits_old(im, e, f->old) : !suits_new(im, e, f))
        return;
    *LIST_ADD(&f->entries, im->arena) = e;
    im->added++;
    import_line(im, IMPORT_NEW, "%" STR_FMT " (%sfamilies/%" STR_FMT ".yaml)%s", STR_ARG(e->id),
                f->old ? "" : "new file ", STR_ARG(e->family),
                e->directions_differ ? "; InstanceBandwidthRx and Tx differ, network left out" : "");
}
