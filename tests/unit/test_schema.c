/* Tests of data/schema: the binder over a small table of its own that has every kind of field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "data/schema.h"
#include "helper.h"

struct part {
    struct num weight, count;
};

struct thing {
    struct record record;
    struct str name, released, url;
    struct text note;
    struct num memory, nvlink, layers, share;
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

static const char *const kinds[] = {"gpu", "npu", "vgpu", NULL};
static const char *const to_chip[] = {"chip", NULL};
static const struct field part_fields[] = {
    {"weight", FIELD_NUM, UNIT_W, FIELD_REQUIRED, offsetof(struct part, weight), NULL, NULL},
    {"count", FIELD_NUM, UNIT_COUNT, FIELD_WHOLE, offsetof(struct part, count), NULL, NULL},
    {NULL, 0, 0, 0, 0, NULL, NULL},
};
static const struct schema part_schema = {"part", sizeof(struct part), part_fields, true};
static const struct field fields[] = {
    {"id", FIELD_ID, 0, FIELD_REQUIRED, offsetof(struct record, id), NULL, NULL},
    {"name", FIELD_STR, 0, 0, AT(name), NULL, NULL},
    {"released", FIELD_DATE, 0, 0, AT(released), NULL, NULL},
    {"url", FIELD_URL, 0, 0, AT(url), NULL, NULL},
    {"note", FIELD_TEXT, 0, 0, AT(note), NULL, NULL},
    {"memory", FIELD_NUM, UNIT_GB, 0, AT(memory), NULL, NULL},
    {"nvlink", FIELD_NUM, UNIT_GB_S, FIELD_NONE, AT(nvlink), NULL, NULL},
    {"layers", FIELD_NUM, UNIT_COUNT, FIELD_WHOLE, AT(layers), NULL, NULL},
    {"share", FIELD_NUM, UNIT_SHARE, 0, AT(share), NULL, NULL},
    {"ecc", FIELD_BOOL, 0, 0, AT(ecc), NULL, NULL},
    {"kind", FIELD_ENUM, 0, 0, AT(kind), NULL, kinds},
    {"chip", FIELD_REF, 0, 0, AT(chip), NULL, to_chip},
    {"aliases", FIELD_STR_LIST, 0, 0, AT(aliases), NULL, NULL},
    {"notes", FIELD_TEXT_LIST, 0, 0, AT(notes), NULL, NULL},
    {"sizes", FIELD_NUM_LIST, UNIT_GIB, 0, AT(sizes), NULL, NULL},
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

struct world {
    struct arena *arena;
    struct capture *out;
    struct source src;
    struct thing thing;
    bool ok;
};

static void bind(struct world *w, const char *yaml)
{
    *w = (struct world){.arena = arena_new(), .out = capture_new(DIAG_TEXT, false), .src = {S("f"), str_from(yaml)}};
    struct yaml_node *root = yaml_parse(w->arena, &w->src, w->src.text, 1, w->out->diag);
    assert_non_null(root);
    w->ok = schema_bind(&schema, root, &w->thing, w->arena, w->out->diag);
}

static void end(struct world *w)
{
    arena_free(w->arena);
    capture_free(w->out);
}

/* ---- values */

static const char full[] =
    "id: nvidia-a10\n"
    "name: NVIDIA A10\n"
    "released: 2021-04\n"
    "url: https://example.com/a?b=c#d\n"
    "note: {en: A note, zh: \xe6\x98\xbe}\n"
    "memory: 24 GB\n"
    "nvlink: none\n"
    "layers: 32\n"
    "share: 1/6\n"
    "ecc: false\n"
    "kind: npu\n"
    "chip: x.y_z-1\n"
    "aliases: [A10, no]\n"
    "notes: [{en: one, zh: yi}, {zh: er, en: two}]\n"
    "sizes: [1 GiB, 512 MiB]\n"
    "kinds: [vgpu, gpu]\n"
    "chips: [a, b]\n"
    "sources:\n"
    "  record: [s1]\n"
    "  memory: [s2, {id: s3, date: 2024-02-29, what: {en: w, zh: v}}]\n"
    "part: {weight: 150 W}\n"
    "parts: [{weight: 1 W, count: 2}, {weight: 3 W}]\n"
    "when: {any: [1, 2]}\n";

static void test_every_kind_is_bound(void **state)
{
    (void)state;
    struct world w;
    bind(&w, full);
    const struct thing *t = &w.thing;
    expect_text("messages", capture_text(w.out), "");
    assert_true(w.ok);
    assert_true(str_eq_c(t->record.id, "nvidia-a10") && str_eq_c(t->name, "NVIDIA A10"));
    assert_true(str_eq_c(t->released, "2021-04") && str_eq_c(t->url, "https://example.com/a?b=c#d"));
    assert_true(str_eq_c(t->note.in[LANG_EN], "A note") && str_eq_c(t->note.in[LANG_ZH], "\xe6\x98\xbe"));
    assert_true(num_known(t->memory) && t->memory.value == 24);
    assert_int_equal(t->nvlink.state, NUM_NONE);
    assert_true(t->layers.value == 32 && t->share.value == 1.0 / 6);
    assert_int_equal(t->ecc, TRI_FALSE);
    assert_int_equal(t->kind, 2);
    assert_true(str_eq_c(t->chip.id, "x.y_z-1"));
    assert_int_equal(t->chip.at.line, 12);
    assert_int_equal(t->chip.at.col, 7);
    assert_null(t->chip.record);
    assert_int_equal(t->usable.state, NUM_ABSENT);
    end(&w);
}

static void test_every_list_is_bound(void **state)
{
    (void)state;
    struct world w;
    bind(&w, full);
    const struct thing *t = &w.thing;
    assert_int_equal(t->aliases.n, 2);
    assert_true(str_eq_c(t->aliases.at[1], "no"));
    assert_int_equal(t->notes.n, 2);
    assert_true(str_eq_c(t->notes.at[1].in[LANG_EN], "two") && str_eq_c(t->notes.at[1].in[LANG_ZH], "er"));
    assert_int_equal(t->sizes.n, 2);
    assert_true(t->sizes.at[1].value == 0.5);
    assert_int_equal(t->kinds.n, 2);
    assert_true(t->kinds.at[0].value == 3 && t->kinds.at[1].value == 1);
    assert_int_equal(t->chips.n, 2);
    assert_true(str_eq_c(t->chips.at[1].id, "b"));
    assert_int_equal(t->sources.n, 3);
    assert_true(str_eq_c(t->sources.at[0].source.id, "s1") && str_eq_c(t->sources.at[0].group, "record"));
    assert_true(str_eq_c(t->sources.at[2].source.id, "s3") && str_eq_c(t->sources.at[2].group, "memory"));
    assert_true(str_eq_c(t->sources.at[2].date, "2024-02-29") && str_eq_c(t->sources.at[2].what.in[LANG_EN], "w"));
    assert_true(t->part.weight.value == 150 && t->part.count.state == NUM_ABSENT);
    const struct part *parts = t->parts.at;
    assert_int_equal(t->parts.n, 2);
    assert_true(parts[0].count.value == 2 && parts[1].weight.value == 3 && parts[1].count.state == NUM_ABSENT);
    assert_int_equal(yaml_get(t->when, "any")->count, 2);
    end(&w);
}

/* A missing key means not published: nothing is 0, false or empty but present. */
static void test_absent_stays_absent(void **state)
{
    (void)state;
    struct world w;
    bind(&w, "id: x\n");
    assert_true(w.ok);
    assert_int_equal(w.thing.memory.state, NUM_ABSENT);
    assert_int_equal(w.thing.nvlink.state, NUM_ABSENT);
    assert_int_equal(w.thing.ecc, TRI_ABSENT);
    assert_int_equal(w.thing.kind, 0);
    assert_int_equal(w.thing.name.n, 0);
    assert_true(text_empty(w.thing.note));
    assert_int_equal(field_enum_name(schema_find(&schema, S("kind")), w.thing.kind).n, 0);
    assert_true(str_eq_c(field_enum_name(schema_find(&schema, S("kind")), 3), "vgpu"));
    assert_null(schema_find(&schema, S("kin")));
    end(&w);
}

static void test_record_place(void **state)
{
    (void)state;
    struct world w;
    bind(&w, "# c\nid: x\nmemory: 24 GB\n");
    assert_int_equal(record_place(&w.thing.record, "memory").line, 3);
    assert_int_equal(record_place(&w.thing.record, "memory").col, 9);
    assert_int_equal(record_place(&w.thing.record, "name").line, 2); /* of the record */
    assert_null(record_place(&(struct record){0}, "name").src);
    end(&w);
}

/* ---- refusals: each document has "id: x" in line 1, what is tried stands from line 2 on */

static const struct {
    const char *yaml, *messages; /* without excerpts */
} refusals[] = {
    /* keys */
    {"memry: 24 GB", "f:2:1: error: a thing has no key \"memry\"\nf:2:1: note: did you mean \"memory\"?\n"},
    {"zzz: 1", "f:2:1: error: a thing has no key \"zzz\"\n"},
    {"Memory: 24 GB", "f:2:1: error: a thing has no key \"Memory\"\nf:2:1: note: did you mean \"memory\"?\n"},
    {"usable: 1 MiB", "f:2:1: error: usable is derived by the generator; remove it\n"},
    {"part: {count: 1}", "f:2:7: error: this part has no weight, which is required\n"},
    {"part: {weight: 1 W, cuont: 1}", "f:2:21: error: a part has no key \"cuont\"\nf:2:21: note: did you mean \"count\"?\n"},
    /* wrong kinds of node */
    {"name: [a]", "f:2:7: error: name must be a value, not a list\n"},
    {"memory: {a: 1}", "f:2:9: error: memory must be a value, not a mapping\n"},
    {"aliases: A10", "f:2:10: error: aliases must be a list, not a value\n"},
    {"sizes: {a: 1 GiB}", "f:2:8: error: sizes must be a list, not a mapping\n"},
    {"part: x", "f:2:7: error: a part must be a mapping of keys, not a value\n"},
    {"parts: [x]", "f:2:9: error: a part must be a mapping of keys, not a value\n"},
    {"sources: s1", "f:2:10: error: sources must be a list, not a value\n"},
    {"sources: {memory: s1}", "f:2:19: error: memory must be a list, not a value\n"},
    {"kind: [gpu]", "f:2:7: error: kind must be a value, not a list\n"},
    {"name:", "f:2:6: error: name has no value; leave the key out when it is not published\n"},
    {"memory: ''", "f:2:9: error: memory has no value; leave the key out when it is not published\n"},
    /* numbers */
    {"memory: 24", "f:2:9: error: memory \"24\" has no unit; write 24 GiB or 24 GB\n"},
    {"memory: 24 GiB", "f:2:9: error: memory \"24 GiB\" is in GiB, but this field is in GB, which is something else\n"},
    {"memory: -1 GB", "f:2:9: error: memory \"-1 GB\" is negative\n"},
    {"memory: none", "f:2:9: error: memory \"none\" is not allowed here; leave the key out when it is not published\n"},
    {"nvlink: no", "f:2:9: error: nvlink \"no\" is not a number, a blank and a unit; write it like 24 GB/s\n"},
    {"layers: 1.5", "f:2:9: error: layers \"1.5\" is not a whole number\n"},
    {"layers: 10000000000000000000", "f:2:9: error: layers \"10000000000000000000\" is too large\n"},
    {"share: 1/0", "f:2:8: error: share \"1/0\" is not a plain number or fraction such as 1/6\n"},
    {"sizes: [1 GiB, 2]", "f:2:16: error: sizes \"2\" has no unit; write 2 GiB or 2 GB\n"},
    /* D28: a boolean is true or false */
    {"ecc: no", "f:2:6: error: ecc \"no\" is neither true nor false\n"},
    {"ecc: True", "f:2:6: error: ecc \"True\" is neither true nor false\n"},
    /* enums */
    {"kind: gup", "f:2:7: error: kind \"gup\" is not one of: gpu, npu, vgpu\nf:2:7: note: did you mean \"gpu\"?\n"},
    {"kinds: [gpu, tpus]", "f:2:14: error: kinds \"tpus\" is not one of: gpu, npu, vgpu\n"},
    /* ids and references */
    {"chip: NVIDIA", "f:2:7: error: chip \"NVIDIA\" is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80\n"},
    {"chip: a b", "f:2:7: error: chip \"a b\" is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80\n"},
    {"chip: -a", "f:2:7: error: chip \"-a\" is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80\n"},
    {"chip: ../a", "f:2:7: error: chip \"../a\" is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80\n"},
    {"chips: [a, B]", "f:2:12: error: chips \"B\" is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80\n"},
    {"sources: [a, B]", "f:2:14: error: sources \"B\" is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80\n"},
    {"sources: [{what: {en: a, zh: b}}]", "f:2:11: error: this citation has no id, which is required\n"},
    /* lines, dates, addresses */
    {"name: |\n  a\n  b", "f:2:7: error: name \"a\nb\n\" must be one line\n"},
    {"released: yesterday", "f:2:11: error: released \"yesterday\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 2024-13", "f:2:11: error: released \"2024-13\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 2024-00-10", "f:2:11: error: released \"2024-00-10\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 2024-01-32", "f:2:11: error: released \"2024-01-32\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 2023-02-29", "f:2:11: error: released \"2023-02-29\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 1900-02-29", "f:2:11: error: released \"1900-02-29\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 2024-04-31", "f:2:11: error: released \"2024-04-31\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"released: 2024/01", "f:2:11: error: released \"2024/01\" is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated\n"},
    {"url: ftp://x", "f:2:6: error: url \"ftp://x\" is not an http or https address\n"},
    {"url: javascript:alert(1)", "f:2:6: error: url \"javascript:alert(1)\" is not an http or https address\n"},
    /* texts */
    {"note: x", "f:2:7: error: note must be a mapping, not a value\nf:2:7: note: texts exist in both languages; write {en: …, zh: …}\n"},
    {"note: {en: x}", "f:2:7: error: note has no text in Chinese (zh)\n"},
    {"note: {zh: x}", "f:2:7: error: note has no text in English (en)\n"},
    {"note: {en: x, zh: y, de: z}", "f:2:22: error: \"de\" is no language of the site; a text has en and zh\n"},
    {"note: {en: x, zh: ''}", "f:2:19: error: zh has no value; leave the key out when it is not published\n"},
    {"notes: [{en: x}]", "f:2:9: error: notes has no text in Chinese (zh)\n"},
    /* each wrong key is reported */
    {"ecc: 1\nkind: 2\nmemory: 3",
     "f:2:6: error: ecc \"1\" is neither true nor false\nf:3:7: error: kind \"2\" is not one of: gpu, npu, vgpu\n"
     "f:4:9: error: memory \"3\" has no unit; write 3 GiB or 3 GB\n"},
};

/* Drops the two lines of each excerpt. */
static void keep_messages(struct buf *out, const char *text)
{
    struct str rest = str_from(text), line;
    buf_clear(out);
    while (str_next(&rest, '\n', &line))
        if (str_find(line, S(" | ")) == line.n)
            buf_printf(out, "%" STR_FMT "\n", STR_ARG(line));
}

static void test_refusals(void **state)
{
    (void)state;
    struct buf messages = {0};
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        struct world w;
        struct arena *a = arena_new();
        bind(&w, arena_printf(a, "id: x\n%s\n", refusals[i].yaml).p);
        keep_messages(&messages, capture_text(w.out));
        expect_text(refusals[i].yaml, messages.p ? messages.p : "", refusals[i].messages);
        if (w.ok)
            fail_msg("%s: reported, but bound", refusals[i].yaml);
        end(&w);
        arena_free(a);
    }
    buf_free(&messages);
}

static const char *const accepted[] = {
    "released: 2024", "released: 2024-02-29", "released: 2000-02-29", "released: undated", "released: 2024-12-31",
    "nvlink: 600 GB/s", "nvlink: 0 GB/s", "kinds: []", "aliases: []", "sources: [a, {id: b}]", "chip: 0x", "layers: 0",
};

static void test_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(accepted); i++) {
        struct world w;
        struct arena *a = arena_new();
        bind(&w, arena_printf(a, "id: x\n%s\n", accepted[i]).p);
        expect_text(accepted[i], capture_text(w.out), "");
        assert_true(w.ok);
        end(&w);
        arena_free(a);
    }
}

static void test_required(void **state)
{
    (void)state;
    static const struct {
        const char *yaml, *message;
    } cases[] = {
        {"name: x\n", "f:1:1: error: this thing has no id, which is required\n"},
        {"- a\n", "f:1:1: error: a thing must be a mapping of keys, not a list\n"},
        {"id: BIG\n", "f:1:5: error: id \"BIG\" is not an id"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct world w;
        bind(&w, cases[i].yaml);
        assert_false(w.ok);
        expect_part(cases[i].yaml, capture_text(w.out), cases[i].message);
        end(&w);
    }
}

/* An id of 80 characters is the longest. */
static void test_id_length(void **state)
{
    (void)state;
    for (size_t n = 79; n <= 81; n++) {
        char yaml[100] = "id: ";
        struct world w;
        memset(yaml + 4, 'a', n);
        bind(&w, yaml);
        assert_int_equal(w.ok, n <= 80);
        end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_is_bound), cmocka_unit_test(test_every_list_is_bound),
        cmocka_unit_test(test_absent_stays_absent), cmocka_unit_test(test_record_place), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_accepted), cmocka_unit_test(test_required), cmocka_unit_test(test_id_length),
    };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
