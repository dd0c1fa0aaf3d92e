/* Reading a DescribeInstanceTypes response: every field checked before anything else looks at it. */
#include <math.h>

#include "base/utf8.h"
#include "catalog/import_internal.h"

#define KBIT_PER_GBIT 1024000.0 /* as the API counts */
#define LARGEST_NUMBER 1e12     /* no field comes near; keeps every number printable */

enum { LONGEST_TEXT = 120 };

static bool need_id(struct import *im, struct json item, const char *key, struct str *out)
{
    struct json v;
    if (!json_need(item, key, &v, im->diag) || !json_text(v, out, im->diag))
        return false;
    /* This also keeps a family's name from leaving the folder it becomes a file of. */
    bool is_id = schema_is_id(*out);
    if (!is_id)
        json_error(v, im->diag, "is not an id; those have lower-case letters, digits, '.', '-' and '_', at most %d",
                   SCHEMA_ID_MAX);
    return is_id;
}

/* Control characters, line ends of Unicode and byte order marks: none of them belongs into a name or into YAML. */
static bool is_clean(struct str s)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t cp;
        i += utf8_decode(str_sub(s, i, s.n), &cp);
        if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0x2028 || cp == 0x2029 || (cp & 0xfffe) == 0xfffe ||
            cp == 0xfeff)
            return false;
    }
    return s.n <= LONGEST_TEXT;
}

static bool optional_text(struct import *im, struct json item, const char *key, struct str *out)
{
    struct json v = json_get(item, key);
    if (!json_has(v))
        return true;
    if (!json_text(v, out, im->diag))
        return false;
    *out = str_trim(*out);
    if (!is_clean(*out))
        json_error(v, im->diag, "has control characters or more than %d bytes", LONGEST_TEXT);
    return is_clean(*out);
}

/* 0 means not given. */
static bool optional_number(struct import *im, struct json item, const char *key, struct num *out)
{
    struct json v = json_get(item, key);
    double value;
    if (!json_has(v))
        return true;
    if (!json_number(v, &value, im->diag))
        return false;
    if (value < 0 || value > LARGEST_NUMBER) {
        json_error(v, im->diag, "is %s", value < 0 ? "negative" : "too large a number");
        return false;
    }
    if (value > 0)
        *out = NUM(value);
    return true;
}

static bool need_number(struct import *im, struct json item, const char *key, struct num *out)
{
    struct json v;
    if (!json_need(item, key, &v, im->diag) || !optional_number(im, item, key, out))
        return false;
    if (!num_known(*out))
        json_error(v, im->diag, "is 0");
    return num_known(*out);
}

static bool need_whole(struct import *im, struct json item, const char *key, struct num *out)
{
    if (!need_number(im, item, key, out))
        return false;
    bool whole = out->value == floor(out->value);
    if (!whole)
        json_error(json_get(item, key), im->diag, "is not a whole number");
    return whole;
}

static bool read_network(struct import *im, struct import_entry *e)
{
    struct num rx = {0}, tx = {0};
    if (!optional_number(im, e->at, "InstanceBandwidthRx", &rx) ||
        !optional_number(im, e->at, "InstanceBandwidthTx", &tx))
        return false;
    e->directions_differ = num_known(rx) != num_known(tx) || rx.value != tx.value;
    if (num_known(rx) && !e->directions_differ)
        e->network = NUM(rx.value / KBIT_PER_GBIT);
    return true;
}

/* ecs.vgn6i of ecs.vgn6i-vws: some types put the suffix of the family behind the size. */
static bool begins_as_family(struct str id, struct str family)
{
    struct str stem = str_sub(family, 0, str_find_char(family, '-'));
    return str_starts(id, stem) && id.n > stem.n && (id.p[stem.n] == '.' || id.p[stem.n] == '-');
}

static bool read_family(struct import *im, struct import_entry *e)
{
    if (!need_id(im, e->at, "InstanceTypeFamily", &e->family))
        return false;
    bool ok = begins_as_family(e->id, e->family);
    if (!ok)
        json_error(json_get(e->at, "InstanceTypeId"), im->diag,
                   "%" STR_FMT " does not begin as its family %" STR_FMT " does", STR_ARG(e->id), STR_ARG(e->family));
    return ok;
}

/* Every field is looked at, so that one run reports all that is wrong. */
static bool read_fields(struct import *im, struct import_entry *e)
{
    bool ok = read_family(im, e);
    ok = need_whole(im, e->at, "CpuCoreCount", &e->vcpus) && ok;
    ok = need_number(im, e->at, "MemorySize", &e->memory) && ok;
    ok = optional_number(im, e->at, "GPUMemorySize", &e->gpu_memory) && ok;
    ok = optional_text(im, e->at, "GPUSpec", &e->spec) && ok;
    ok = optional_text(im, e->at, "PhysicalProcessorModel", &e->cpu) && ok;
    return read_network(im, e) && ok;
}

static bool same_num(struct num a, struct num b)
{
    return a.state == b.state && a.value == b.value;
}

static bool same_entry(const struct import_entry *a, const struct import_entry *b)
{
    return str_eq(a->family, b->family) && str_eq(a->spec, b->spec) && str_eq(a->cpu, b->cpu) &&
           same_num(a->vcpus, b->vcpus) && same_num(a->memory, b->memory) && same_num(a->gpus, b->gpus) &&
           same_num(a->gpu_memory, b->gpu_memory) && same_num(a->network, b->network);
}

static void add_entry(struct import *im, struct import_entry *e)
{
    const struct import_entry *before = map_add(&im->by_id, e->id, e);
    if (!before) {
        *LIST_ADD(&im->entries, im->arena) = e;
    } else if (same_entry(before, e)) {
        import_line(im, IMPORT_SKIPPED, "%" STR_FMT ": the same entry came before", STR_ARG(e->id));
    } else {
        json_error(e->at, im->diag, "gives %" STR_FMT " other values than an entry before", STR_ARG(e->id));
        diag_note(im->diag, import_place(im, before, "InstanceTypeId"), "the other entry is here");
    }
}

static void read_item(struct import *im, struct str file, struct json item)
{
    struct import_entry *e = ARENA_NEW(im->arena, struct import_entry);
    struct json amount;
    e->at = item;
    e->file = file;
    if (!json_is_object(item)) {
        json_error(item, im->diag, "must be an object");
        return;
    }
    if (!need_id(im, item, "InstanceTypeId", &e->id) || !json_need(item, "GPUAmount", &amount, im->diag) ||
        !optional_number(im, item, "GPUAmount", &e->gpus))
        return;
    if (!num_known(e->gpus)) {
        import_line(im, IMPORT_SKIPPED, "%" STR_FMT ": no GPU", STR_ARG(e->id));
        return;
    }
    if (json_has(json_get(item, "InstancePpsRx")) || json_has(json_get(item, "InstancePpsTx")))
        im->has_packet_rates = true;
    bool ok = read_fields(im, e);
    if (need_whole(im, item, "GPUAmount", &e->gpus) && ok)
        add_entry(im, e);
}

static void check_complete(struct import *im, struct json root)
{
    struct json token = json_get(root, "NextToken");
    struct str text;
    if (json_has(token) && json_text(token, &text, im->diag) && text.n)
        diag_warning(im->diag, json_place(token),
                     "NextToken is not empty: the listing goes on; import the next pages too");
}

void import_read(struct import *im, const char *path)
{
    struct str shown = arena_str(im->arena, str_from(path));
    struct json_file *document = json_read(im->arena, path, shown, im->diag);
    if (!document)
        return;
    *LIST_ADD(&im->documents, im->arena) = document;
    struct json root = json_root(document), list;
    if (!json_need(root, "InstanceTypes.InstanceType", &list, im->diag))
        return;
    if (!json_is_list(list)) {
        json_error(list, im->diag, "must be a list");
        return;
    }
    check_complete(im, root);
    for (struct json item = json_first(list); json_has(item) && diag_errors(im->diag) < DIAG_MAX;
         item = json_next(item))
        read_item(im, shown, item);
}
