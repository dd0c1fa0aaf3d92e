/* Tests of data/export: JSON, CSV and the canonical form of a small table; what is absent, what is none, units (D07). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cJSON.h>

#include "data/export.h"
#include "helper.h"

struct part {
    struct record record;
    struct num weight;
    struct str label;
};

struct thing {
    struct record record;
    struct str name;
    struct text note;
    struct num memory, nvlink, share, layers;
    enum tri ecc;
    int kind;
    struct ref chip;
    struct str_list aliases;
    struct text_list notes;
    struct num_list sizes, kinds;
    struct ref_list chips;
    struct cite_list sources;
    struct part part;
    struct object_list parts;
    const struct yaml_node *when;
    struct num usable;
};

#define AT(member) offsetof(struct thing, member)

static const char *const kinds[] = {"gpu", "npu", NULL};
static const char *const to_chip[] = {"chip", NULL};
static const struct field part_fields[] = {
    {"id", FIELD_ID, 0, 0, offsetof(struct record, id), NULL, NULL},
    {"weight", FIELD_NUM, UNIT_W, 0, offsetof(struct part, weight), NULL, NULL},
    {"label", FIELD_STR, 0, 0, offsetof(struct part, label), NULL, NULL},
    {NULL, 0, 0, 0, 0, NULL, NULL},
};
static const struct schema part_schema = {"part", sizeof(struct part), part_fields, false};
static const struct field fields[] = {
    {"id", FIELD_ID, 0, FIELD_REQUIRED, offsetof(struct record, id), NULL, NULL},
    {"name", FIELD_STR, 0, 0, AT(name), NULL, NULL},
    {"note", FIELD_TEXT, 0, 0, AT(note), NULL, NULL},
    {"memory", FIELD_NUM, UNIT_GIB, 0, AT(memory), NULL, NULL},
    {"nvlink", FIELD_NUM, UNIT_GB_S, FIELD_NONE, AT(nvlink), NULL, NULL},
    {"share", FIELD_NUM, UNIT_SHARE, 0, AT(share), NULL, NULL},
    {"layers", FIELD_NUM, UNIT_COUNT, 0, AT(layers), NULL, NULL},
    {"ecc", FIELD_BOOL, 0, 0, AT(ecc), NULL, NULL},
    {"kind", FIELD_ENUM, 0, 0, AT(kind), NULL, kinds},
    {"chip", FIELD_REF, 0, 0, AT(chip), NULL, to_chip},
    {"aliases", FIELD_STR_LIST, 0, 0, AT(aliases), NULL, NULL},
    {"notes", FIELD_TEXT_LIST, 0, 0, AT(notes), NULL, NULL},
    {"sizes", FIELD_NUM_LIST, UNIT_GB, 0, AT(sizes), NULL, NULL},
    {"kinds", FIELD_ENUM_LIST, 0, 0, AT(kinds), NULL, kinds},
    {"chips", FIELD_REF_LIST, 0, 0, AT(chips), NULL, to_chip},
    {"sources", FIELD_CITES, 0, 0, AT(sources), NULL, NULL},
    {"part", FIELD_OBJECT, 0, 0, AT(part), &part_schema, NULL},
    {"parts", FIELD_OBJECTS, 0, 0, AT(parts), &part_schema, NULL},
    {"when", FIELD_NODE, 0, 0, AT(when), NULL, NULL},
    {"usable", FIELD_NUM, UNIT_MIB, FIELD_DERIVED, AT(usable), NULL, NULL},
    {NULL, 0, 0, 0, 0, NULL, NULL},
};
static const struct schema schema = {"thing", sizeof(struct thing), fields, false};

/* Binds YAML and writes it by one of the exports; to be freed. */
enum form { JSON, CSV, CANONICAL };

static struct buf export(const char *yaml, enum form form)
{
    struct arena *a = arena_new();
    struct capture *out = capture_new(DIAG_TEXT, false);
    struct source src = {S("f"), str_from(yaml)};
    struct thing thing = {.usable = {0, NUM_ABSENT}};
    struct buf b = {0};
    struct yaml_node *root = yaml_parse(a, &src, src.text, 1, out->diag);
    if (!root || !schema_bind(&schema, root, &thing, a, out->diag))
        fail_msg("%s", capture_text(out));
    if (form == JSON)
        export_json(&b, &schema, &thing, 0);
    else if (form == CSV)
        export_csv_row(&b, &schema, &thing);
    else
        export_canonical(&b, &schema, &thing);
    capture_free(out);
    arena_free(a);
    return b;
}

/* ---- JSON */

static const char full[] =
    "id: x\nname: \"a, \\\"b\\\" <c>\"\nnote: {en: One, zh: \xe6\x98\xbe}\nmemory: 24.50 GiB\nnvlink: none\nshare: 1/6\n"
    "layers: 671026419200\necc: false\nkind: npu\nchip: nvidia-a10\naliases: [A, B]\nnotes: [{en: n, zh: m}]\n"
    "sizes: [1 GB, 1.5 TB]\nkinds: [npu, gpu]\nchips: [c, d]\n"
    "sources: {memory: [s1, {id: s2, date: 2024, what: {en: w, zh: v}}]}\n"
    "part: {weight: 150 W}\nparts: [{id: p, weight: 1 W, label: l}, {weight: 2 W}]\nwhen: {a: b}\n";

static void test_json_of_a_full_record(void **state)
{
    (void)state;
    struct buf b = export(full, JSON);
    expect_text("json", b.p,
                "{\n"
                "  \"id\": \"x\",\n"
                "  \"name\": \"a, \\\"b\\\" \\u003cc\\u003e\",\n"
                "  \"note\": {\"en\": \"One\", \"zh\": \"\xe6\x98\xbe\"},\n"
                "  \"memory_gib\": 24.5,\n"
                "  \"nvlink_gb_s\": \"none\",\n"
                "  \"share\": 0.16666666666666666,\n"
                "  \"layers\": 671026419200,\n"
                "  \"ecc\": false,\n"
                "  \"kind\": \"npu\",\n"
                "  \"chip\": \"nvidia-a10\",\n"
                "  \"aliases\": [\"A\", \"B\"],\n"
                "  \"notes\": [\n"
                "    {\"en\": \"n\", \"zh\": \"m\"}\n"
                "  ],\n"
                "  \"sizes_gb\": [1, 1500],\n"
                "  \"kinds\": [\"npu\", \"gpu\"],\n"
                "  \"chips\": [\"c\", \"d\"],\n"
                "  \"sources\": [\n"
                "    {\"source\": \"s1\", \"of\": \"memory\"},\n"
                "    {\"source\": \"s2\", \"of\": \"memory\", \"date\": \"2024\", \"what\": {\"en\": \"w\", \"zh\": \"v\"}}\n"
                "  ],\n"
                "  \"part\": {\n"
                "    \"id\": null,\n"
                "    \"weight_w\": 150,\n"
                "    \"label\": null\n"
                "  },\n"
                "  \"parts\": [\n"
                "    {\n"
                "      \"id\": \"p\",\n"
                "      \"weight_w\": 1,\n"
                "      \"label\": \"l\"\n"
                "    },\n"
                "    {\n"
                "      \"id\": null,\n"
                "      \"weight_w\": 2,\n"
                "      \"label\": null\n"
                "    }\n"
                "  ],\n"
                "  \"usable_mib\": null\n"
                "}");
    buf_free(&b);
}

/* Another program's parser reads back the same values. */
static void test_json_is_json(void **state)
{
    (void)state;
    struct buf b = export(full, JSON);
    cJSON *root = cJSON_Parse(b.p);
    assert_non_null(root);
    assert_string_equal(cJSON_GetObjectItem(root, "name")->valuestring, "a, \"b\" <c>");
    assert_true(cJSON_GetObjectItem(root, "share")->valuedouble == 1.0 / 6);
    assert_true(cJSON_GetObjectItem(root, "layers")->valuedouble == 671026419200.0);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(root, "ecc")));
    assert_null(cJSON_GetObjectItem(root, "when"));
    cJSON_Delete(root);
    buf_free(&b);
}

/* D01: what is not published is null, never 0, "" or false. */
static void test_json_of_an_empty_record(void **state)
{
    (void)state;
    static const char *const lists[] = {"aliases", "notes", "sizes_gb", "kinds", "chips", "sources", "parts"};
    static const char *const nulls[] = {"name", "note", "memory_gib", "nvlink_gb_s", "share", "layers", "ecc", "kind", "chip",
                                        "part", "usable_mib"};
    struct buf b = export("id: x\n", JSON);
    cJSON *root = cJSON_Parse(b.p);
    for (size_t i = 0; i < COUNT_OF(nulls); i++)
        if (!cJSON_IsNull(cJSON_GetObjectItem(root, nulls[i])))
            fail_msg("%s is not null in\n%s", nulls[i], b.p);
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        if (!cJSON_IsArray(cJSON_GetObjectItem(root, lists[i])) || cJSON_GetArraySize(cJSON_GetObjectItem(root, lists[i])))
            fail_msg("%s is no empty list in\n%s", lists[i], b.p);
    assert_int_equal(cJSON_GetArraySize(root), 1 + COUNT_OF(nulls) + COUNT_OF(lists));
    cJSON_Delete(root);
    buf_free(&b);
}

/* ---- numbers: 0 is not none is not absent, in each form */

static const struct {
    const char *yaml, *json, *csv_cell; /* of the field nvlink, column 6 */
} states[] = {
    {"id: x\n", "\"nvlink_gb_s\": null,", ""},
    {"id: x\nnvlink: none\n", "\"nvlink_gb_s\": \"none\",", "none"},
    {"id: x\nnvlink: 0 GB/s\n", "\"nvlink_gb_s\": 0,", "0"},
    {"id: x\nnvlink: 1.5 TB/s\n", "\"nvlink_gb_s\": 1500,", "1500"},
    {"id: x\nnvlink: 0.1 GB/s\n", "\"nvlink_gb_s\": 0.1,", "0.1"},
};

static struct str cell(struct str row, int column)
{
    struct str part = {NULL, 0};
    for (int i = 0; i < column; i++)
        str_next(&row, ',', &part);
    return part;
}

static void test_states_of_a_number(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(states); i++) {
        struct buf json = export(states[i].yaml, JSON), csv = export(states[i].yaml, CSV);
        expect_part(states[i].yaml, json.p, states[i].json);
        if (!str_eq_c(cell(buf_str(&csv), 6), states[i].csv_cell))
            fail_msg("%s in CSV: %s", states[i].yaml, csv.p);
        buf_free(&json);
        buf_free(&csv);
    }
}

/* A share of 0 must not become a fraction or vanish. */
static void test_shares(void **state)
{
    (void)state;
    static const struct {
        const char *yaml, *json, *csv;
    } shares[] = {
        {"id: x\nshare: 0\n", "\"share\": 0,", ",0,"},
        {"id: x\nshare: 1/4\n", "\"share\": 0.25,", ",1/4,"},
        {"id: x\nshare: 8\n", "\"share\": 8,", ",8,"},
        {"id: x\nshare: 1/3\n", "\"share\": 0.33333333333333331,", ",1/3,"},
    };
    for (size_t i = 0; i < COUNT_OF(shares); i++) {
        struct buf json = export(shares[i].yaml, JSON), csv = export(shares[i].yaml, CSV);
        expect_part(shares[i].yaml, json.p, shares[i].json);
        expect_part(shares[i].yaml, csv.p, shares[i].csv);
        buf_free(&json);
        buf_free(&csv);
    }
}

/* ---- CSV */

static const char header[] = "id,name,note_en,note_zh,memory_gib,nvlink_gb_s,share,layers,ecc,kind,chip,aliases,sizes_gb,kinds,chips,"
                             "part_id,part_weight_w,part_label,usable_mib\r\n";

static const struct {
    const char *yaml, *row;
} rows[] = {
    {"id: x\n", "x,,,,,,,,,,,,,,,,,,\r\n"},
    {full, "x,\"a, \"\"b\"\" <c>\",One,\xe6\x98\xbe,24.5,none,1/6,671026419200,false,npu,nvidia-a10,A; B,1; 1500,npu; gpu,c; d,,150,,\r\n"},
    {"id: x\naliases: ['a,b', c]\nnote: {en: 'say \"x\"', zh: y}\n", "x,,\"say \"\"x\"\"\",y,,,,,,,,\"a,b; c\",,,,,,,\r\n"},
};

static void test_csv(void **state)
{
    (void)state;
    struct buf b = {0};
    export_csv_header(&b, &schema);
    expect_text("header", b.p, header);
    buf_free(&b);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        b = export(rows[i].yaml, CSV);
        expect_text(rows[i].yaml, b.p, rows[i].row);
        buf_free(&b);
    }
}

/* RFC 4180 by a reader of its own: every row has the columns of the header, whatever stands in the cells. */
static size_t csv_columns(const char *row)
{
    size_t n = 1;
    bool quoted = false;
    for (; *row; row++) {
        quoted = quoted != (*row == '"');
        n += !quoted && *row == ',';
    }
    assert_false(quoted);
    return n;
}

static void test_csv_rows_have_the_columns_of_the_header(void **state)
{
    (void)state;
    static const char *const nasty[] = {"id: x\nname: '\"'\n", "id: x\nname: ',\"\",'\n", "id: x\naliases: ['\"', ',', '\",']\n",
                                        "id: x\nnote: {en: \"a\\r b\", zh: ';'}\n"};
    for (size_t i = 0; i < COUNT_OF(nasty); i++) {
        struct buf b = export(nasty[i], CSV);
        if (csv_columns(b.p) != csv_columns(header))
            fail_msg("%s: %s", nasty[i], b.p);
        buf_free(&b);
    }
}

/* D07: key, column and page name take the unit from one definition. */
static void test_keys_carry_the_unit(void **state)
{
    (void)state;
    static const struct {
        enum field_kind kind;
        enum unit unit;
        const char *key;
    } keys[] = {
        {FIELD_NUM, UNIT_GIB, "memory_gib"}, {FIELD_NUM, UNIT_GB, "memory_gb"}, {FIELD_NUM, UNIT_MIB, "memory_mib"},
        {FIELD_NUM, UNIT_COUNT, "memory"},   {FIELD_NUM, UNIT_SHARE, "memory"}, {FIELD_NUM_LIST, UNIT_GB, "memory_gb"},
        {FIELD_NUM, UNIT_GBIT_S, "memory_gbit_s"}, {FIELD_STR, UNIT_COUNT, "memory"}, {FIELD_ENUM_LIST, 0, "memory"},
    };
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct buf b = {0};
        export_key(&b, &(struct field){"memory", keys[i].kind, keys[i].unit, 0, 0, NULL, NULL});
        expect_text("key", b.p, keys[i].key);
        buf_free(&b);
    }
}

/* ---- canonical form: same facts, same text */

static const struct {
    const char *a, *b;
    bool same;
} pairs[] = {
    {"id: x\nmemory: 1 GiB\n", "# comment\nmemory: 1024 MiB\nid: 'x'\n", true},
    {"id: x\nnote: {en: a, zh: b}\n", "id: x\nnote: {en: c, zh: d}\n", true},
    {"id: x\nnotes: [{en: a, zh: b}]\n", "id: x\n", true},
    {"id: x\nsources: [a]\n", "id: x\nsources: [b]\n", true},
    {"id: x\nshare: 1/4\n", "id: x\nshare: 0.25\n", true},
    {"id: x\nmemory: 1 GiB\n", "id: x\nmemory: 2 GiB\n", false},
    {"id: x\nmemory: 0 GiB\n", "id: x\n", false},
    {"id: x\nnvlink: none\n", "id: x\n", false},
    {"id: x\nnvlink: none\n", "id: x\nnvlink: 0 GB/s\n", false},
    {"id: x\necc: false\n", "id: x\n", false},
    {"id: x\nkind: gpu\n", "id: x\nkind: npu\n", false},
    {"id: x\nchip: a\n", "id: x\nchip: b\n", false},
    {"id: x\naliases: [a, b]\n", "id: x\naliases: ['a; b']\n", false},
    {"id: x\nkinds: [gpu]\n", "id: x\nkinds: [npu]\n", false},
    {"id: x\npart: {weight: 1 W}\n", "id: x\npart: {weight: 2 W}\n", false},
    {"id: x\nparts: [{id: p, weight: 1 W}]\n", "id: x\nparts: [{id: p, weight: 2 W}]\n", false},
    {"id: x\nparts: [{id: p, weight: 1 W}, {id: q, weight: 2 W}]\n", "id: x\nparts: [{id: p, weight: 2 W}, {id: q, weight: 1 W}]\n", false},
    {"id: x\nparts: [{id: p, weight: 1 W}, {id: q, weight: 2 W}]\n", "id: x\nparts: [{id: q, weight: 2 W}, {id: p, weight: 1 W}]\n", true},
};

static void test_canonical(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct buf a = export(pairs[i].a, CANONICAL), b = export(pairs[i].b, CANONICAL);
        if (str_eq(buf_str(&a), buf_str(&b)) != pairs[i].same)
            fail_msg("%s---\n%sare%s the same facts\n%s---\n%s", pairs[i].a, pairs[i].b, pairs[i].same ? "" : " not", a.p, b.p);
        buf_free(&a);
        buf_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_of_a_full_record), cmocka_unit_test(test_json_is_json),
        cmocka_unit_test(test_json_of_an_empty_record), cmocka_unit_test(test_states_of_a_number), cmocka_unit_test(test_shares),
        cmocka_unit_test(test_csv), cmocka_unit_test(test_csv_rows_have_the_columns_of_the_header),
        cmocka_unit_test(test_keys_carry_the_unit), cmocka_unit_test(test_canonical),
    };
    return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
