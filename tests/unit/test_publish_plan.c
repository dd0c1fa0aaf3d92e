/* Tests of publish/plan and publish/generations: what is sent, switched, deleted and collected, in small made-up
 * worlds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "helper.h"
#include "publish/generations.h"
#include "publish/plan.h"

/* ---- small worlds: an item is written "key=content"; its kind comes from the key, its ETag is "E" and the content */

static enum item_kind kind_of(const char *key)
{
    return strstr(key, ".css")   ? ITEM_ASSET
           : strstr(key, ".csv") ? ITEM_DATA
           : strchr(key, '/')    ? ITEM_PAGE
                                 : ITEM_ROOT;
}

static void add_item(struct items *items, struct arena *arena, const char *text, const char *headers, bool stored)
{
    const char *eq = strchr(text, '=');
    struct item *it = LIST_ADD(&items->list, arena);
    it->key = arena_printf(arena, "%.*s", (int)(eq - text), text);
    it->kind = kind_of(it->key.p);
    it->bytes = (long long)strlen(eq + 1);
    md5_text(str_from(eq + 1), it->md5);
    snprintf(it->headers_id, sizeof it->headers_id, "%s", headers);
    if (stored)
        it->etag = arena_printf(arena, "E%s", eq + 1);
}

/* Words parted by blanks. */
static void add_items(struct items *items, struct arena *arena, const char *words, bool stored)
{
    struct str rest = str_from(words), word;
    while (str_next(&rest, ' ', &word))
        if (word.n)
            add_item(items, arena, arena_cstr(arena, word), "00000000", stored);
    items_finish(items, arena);
}

static void add_objects(struct objects *objects, struct arena *arena, const char *words)
{
    struct str rest = str_from(words), word;
    while (str_next(&rest, ' ', &word)) {
        size_t eq = str_find_char(word, '=');
        if (word.n == 0)
            continue;
        struct object *o = LIST_ADD(&objects->list, arena);
        o->key = str_sub(word, 0, eq);
        o->etag = arena_printf(arena, "E%" STR_FMT, STR_ARG(str_sub(word, eq + 1, word.n)));
        o->bytes = (long long)(word.n - eq - 1);
    }
    map_init(&objects->by_key, arena);
    for (size_t i = 0; i < objects->list.n; i++)
        map_add(&objects->by_key, objects->list.at[i].key, &objects->list.at[i]);
}

struct world {
    struct arena *arena;
    struct items wanted;
    struct objects objects;
    struct generations generations;
    struct plan plan;
    struct trouble why;
};

/* The body of a page or data file, as it waits in the bucket. */
static void add_body(struct world *w, const char *content)
{
    struct item it = {.bytes = (long long)strlen(content)};
    md5_text(str_from(content), it.md5);
    snprintf(it.headers_id, sizeof it.headers_id, "00000000");
    struct object *o = LIST_ADD(&w->objects.list, w->arena);
    *o = (struct object){.key = generation_body_key(w->arena, &it), .etag = S("E"), .bytes = it.bytes};
    map_init(&w->objects.by_key, w->arena);
    for (size_t i = 0; i < w->objects.list.n; i++)
        map_add(&w->objects.by_key, w->objects.list.at[i].key, &w->objects.list.at[i]);
}

/* `generations`: lists parted by '|', the oldest first, the last one live; `bodies`: contents that wait. */
static bool make_world(struct world *w, const char *wanted, const char *objects, const char *generations,
                       const char *bodies, const char *pending, bool rollback)
{
    struct str rest = str_from(generations), one;
    *w = (struct world){.arena = arena_new()};
    add_items(&w->wanted, w->arena, wanted, false);
    add_objects(&w->objects, w->arena, objects);
    for (int i = 1; str_next(&rest, '|', &one); i++) {
        struct generation *g = LIST_ADD(&w->generations.list, w->arena);
        g->name = arena_printf(w->arena, "2026010%dT000000Z", i);
        add_items(&g->items, w->arena, arena_cstr(w->arena, one), true);
    }
    w->generations.current = w->generations.list.n ? &w->generations.list.at[w->generations.list.n - 1] : NULL;
    add_items(&w->generations.pending.items, w->arena, pending, false);
    for (struct str body, left = str_from(bodies); str_next(&left, ' ', &body);)
        add_body(w, arena_cstr(w->arena, body));
    struct plan_input in = {
        .wanted = &w->wanted, .objects = &w->objects, .generations = &w->generations, .rollback = rollback, .keep = 3};
    return plan_make(&in, w->arena, &w->plan, &w->why);
}

/* "U" uploads, "S" switches, "-" neither; the reason's first letter; the key. Then "D key" for deletes. */
static const char *plan_text(struct world *w)
{
    struct buf b = {0};
    for (size_t i = 0; i < w->plan.steps.n; i++) {
        const struct step *s = &w->plan.steps.at[i];
        if (s->reason != REASON_UNCHANGED)
            buf_printf(&b, "%s%s%c %" STR_FMT ";", s->uploads ? "U" : "", s->switches ? "S" : "", "-nchd"[s->reason],
                       STR_ARG(s->item->key));
    }
    for (size_t i = 0; i < w->plan.deletes.list.n; i++)
        buf_printf(&b, "D %" STR_FMT ";", STR_ARG(w->plan.deletes.list.at[i]));
    const char *copy = arena_printf(w->arena, "%" STR_FMT, STR_ARG(buf_str(&b))).p;
    buf_free(&b);
    return copy;
}

/* ---- the plan */

static void plans(void **state)
{
    (void)state;
    static const struct {
        const char *name, *wanted, *objects, *generations, *bodies, *pending, *expected;
        size_t superseded, foreign;
    } cases[] = {
        {"first", "index.html=a en/p.html=b s.css=c", "", "", "", "", "USn en/p.html;USn index.html;Un s.css;", 0, 0},
        {"nothing to do", "index.html=a s.css=c", "index.html=a s.css=c", "index.html=a s.css=c", "a", "", "", 0, 0},
        {"changed page", "index.html=b", "index.html=a", "index.html=a", "a", "", "USc index.html;", 0, 0},
        {"a body that waits already is not sent again", "index.html=b", "index.html=a", "index.html=a", "b", "",
         "Sc index.html;", 0, 0},
        {"touched by somebody", "index.html=a", "index.html=x", "index.html=a", "a", "", "Sd index.html;", 0, 0},
        {"removed by somebody", "index.html=a s.css=c", "", "index.html=a s.css=c", "", "", "USn index.html;Un s.css;",
         0, 0},
        {"the right bytes, but not by us", "index.html=a", "index.html=a", "", "", "", "USc index.html;", 0, 0},
        {"vanished page and data, in one go", "index.html=a", "index.html=a en/p.html=b d.csv=c",
         "index.html=a en/p.html=b d.csv=c", "", "", "D d.csv;D en/p.html;", 0, 0},
        {"a vanished page that is gone", "index.html=a", "index.html=a", "index.html=a en/p.html=b", "", "", "", 0, 0},
        {"a vanished asset stays", "index.html=a", "index.html=a s.css=c", "index.html=a s.css=c", "", "", "", 1, 0},
        {"an old asset comes back", "index.html=a s.css=c", "index.html=a s.css=c", "s.css=c|index.html=a", "a", "", "",
         0, 0},
        {"an old asset came back changed", "index.html=a s.css=d", "index.html=a s.css=c", "s.css=c|index.html=a", "a",
         "", "Uc s.css;", 0, 0},
        {"left over of a killed run, from an older list", "index.html=a", "index.html=a en/p.html=b",
         "index.html=a en/p.html=b|index.html=a", "", "", "D en/p.html;", 0, 0},
        {"under an old name, but somebody else's", "index.html=a", "index.html=a en/p.html=x",
         "index.html=a en/p.html=b|index.html=a", "", "", "", 0, 1},
        {"left over of a run that did not end", "index.html=a", "index.html=a en/new.html=b", "index.html=a", "",
         "index.html=a en/new.html=b", "D en/new.html;", 0, 0},
        {"foreign", "index.html=a", "index.html=a uploads/p.png=x en/=", "index.html=a", "", "", "", 0, 2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct world w;
        assert_true(make_world(&w, cases[i].wanted, cases[i].objects, cases[i].generations, cases[i].bodies,
                               cases[i].pending, false));
        expect_text(cases[i].name, plan_text(&w), cases[i].expected);
        if (w.plan.superseded != cases[i].superseded || w.plan.foreign != cases[i].foreign)
            fail_msg("%s: %zu superseded, %zu foreign", cases[i].name, w.plan.superseded, w.plan.foreign);
        arena_free(w.arena);
    }
}

static void plan_counts(void **state)
{
    (void)state;
    struct world w;
    assert_true(make_world(&w, "index.html=aaaa en/p.html=bb", "index.html=a en/p.html=bb en/q.html=c en/=",
                           "index.html=a en/p.html=bb en/q.html=c", "", "", false));
    assert_int_equal(w.plan.unchanged, 1);
    assert_int_equal(w.plan.uploads, 1);
    assert_int_equal(w.plan.upload_bytes, 4);
    assert_int_equal(w.plan.live, 3);
    assert_true(plan_delete_percent(&w.plan) > 33.3 && plan_delete_percent(&w.plan) < 33.4);
    assert_true(str_eq_c(w.plan.folder_object, "en/"));
    assert_false(plan_is_empty(&w.plan));
    assert_true(str_eq_c(items_find(&w.wanted, S("en/p.html"))->etag, "Ebb")); /* the new list will know it */
    arena_free(w.arena);
}

static void headers_alone(void **state)
{
    (void)state;
    struct world w;
    assert_true(make_world(&w, "index.html=a", "index.html=a", "index.html=a", "a", "", false));
    snprintf(w.wanted.list.at[0].headers_id, HEADERS_ID, "11111111");
    struct plan_input in = {.wanted = &w.wanted, .objects = &w.objects, .generations = &w.generations, .keep = 3};
    assert_true(plan_make(&in, w.arena, &w.plan, &w.why));
    expect_text("headers", plan_text(&w), "USh index.html;"); /* the body that waits has the old headers */
    assert_int_equal(w.plan.headers_only, 1);
    arena_free(w.arena);
}

static void rollbacks(void **state)
{
    (void)state;
    struct world w;
    const char *now = "index.html=b s2.css=d", *both = "index.html=b s1.css=c s2.css=d";
    assert_true(
        make_world(&w, "index.html=a s1.css=c", both, "index.html=a s1.css=c|index.html=b s2.css=d", "a b", "", true));
    expect_text("back", plan_text(&w), "Sc index.html;");
    arena_free(w.arena);
    assert_false(
        make_world(&w, "index.html=a s1.css=c", both, "index.html=a s1.css=c|index.html=b s2.css=d", "b", "", true));
    expect_part("body gone", w.why.message, "the stored copy of index.html is no longer in the bucket");
    arena_free(w.arena);
    assert_false(
        make_world(&w, "index.html=a s1.css=c", now, "index.html=a s1.css=c|index.html=b s2.css=d", "a b", "", true));
    expect_part("asset gone", w.why.message, "the stored copy of s1.css is no longer in the bucket");
    arena_free(w.arena);
}

/* ---- what generations no longer need; keep is 3 */

/* "body CONTENT" for the body of one of the contents, else the key itself. */
static struct str readable(struct world *w, struct str key, const char *contents)
{
    struct str rest = str_from(contents), content;
    while (str_next(&rest, ' ', &content)) {
        struct item it = {.headers_id = "00000000"};
        md5_text(content, it.md5);
        if (str_eq(key, generation_body_key(w->arena, &it)))
            return arena_printf(w->arena, "body %" STR_FMT, STR_ARG(content));
    }
    return key;
}

static int by_text(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static const char *collected_text(struct world *w, const char *contents)
{
    struct buf b = {0};
    struct str *at = w->plan.collected.list.at;
    size_t n = w->plan.collected.list.n;
    for (size_t i = 0; i < n; i++)
        at[i] = readable(w, at[i], contents);
    if (n)
        qsort(at, n, sizeof *at, by_text);
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, "%" STR_FMT ";", STR_ARG(at[i]));
    const char *copy = arena_printf(w->arena, "%" STR_FMT, STR_ARG(buf_str(&b))).p;
    buf_free(&b);
    return copy;
}

static void collections(void **state)
{
    (void)state;
    static const char first[] = ".publish/gen/20260101T000000Z;";
    static const struct {
        const char *name, *wanted, *objects, *generations, *bodies, *pending, *expected;
        bool drops_first;
    } cases[] = {
        {"few generations", "index.html=c s3.css=z", "s1.css=x s2.css=y", "index.html=a s1.css=x|index.html=b s2.css=y",
         "a b", "", "", false},
        {"one drops", "index.html=d s4.css=w", "s1.css=x s2.css=y s3.css=z",
         "index.html=a s1.css=x|index.html=b s2.css=y|index.html=c s3.css=z", "a b c", "", "body a;s1.css;", true},
        {"its asset is still needed", "index.html=d s1.css=x", "s1.css=x",
         "index.html=a s1.css=x|index.html=b|index.html=c", "a b c", "", "body a;", true},
        {"its asset is needed by a kept one", "index.html=d", "s1.css=x",
         "index.html=a s1.css=x|index.html=b s1.css=x|index.html=c", "a b c", "", "body a;", true},
        {"its body is still needed", "index.html=a", "", "index.html=a|index.html=b|index.html=c", "a b c", "", "",
         true},
        {"an asset that is gone", "index.html=d", "", "index.html=a s1.css=x|index.html=b|index.html=c", "", "", "",
         true},
        {"a body nobody names", "index.html=b", "", "index.html=a", "a b left", "", "body left;", false},
        {"an asset of a run that did not end", "index.html=b", "s9.css=q", "index.html=a", "", "index.html=c s9.css=q",
         "s9.css;", false},
        {"and one that is wanted after all", "index.html=b s9.css=q", "s9.css=q", "index.html=a", "",
         "index.html=c s9.css=q", "", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct world w;
        assert_true(make_world(&w, cases[i].wanted, cases[i].objects, cases[i].generations, cases[i].bodies,
                               cases[i].pending, false));
        const char *expected = arena_printf(w.arena, "%s%s", cases[i].drops_first ? first : "", cases[i].expected).p;
        expect_text(cases[i].name, collected_text(&w, cases[i].bodies), expected);
        arena_free(w.arena);
    }
}

/* ---- lists as text */

static void lists_round_trip(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct items items = {0}, back;
    struct buf one = {0}, two = {0};
    struct trouble why = {0};
    add_items(&items, arena, "index.html=a odd/b'c&d.html=x s.css=body", true);
    items.list.at[1].etag = (struct str){NULL, 0}; /* not known, as in the list of what is coming */
    generation_write(&one, &items);
    assert_true(generation_parse(arena, buf_str(&one), &back, &why));
    generation_write(&two, &back);
    expect_text("again", two.p, one.p);
    assert_int_equal(back.list.n, 3);
    assert_int_equal(items_find(&back, S("s.css"))->bytes, 4);
    assert_int_equal(items_find(&back, S("s.css"))->kind, ITEM_ASSET);
    assert_true(str_eq_c(items_find(&back, S("s.css"))->etag, "Ebody"));
    buf_free(&one);
    buf_free(&two);
    arena_free(arena);
}

static void damaged_lists(void **state)
{
    (void)state;
#define GOOD "0CC175B9C0F1B6A831C399E269772661\t00000000\t1\tpage\tE\ten/p.html\n"
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "line 1 is not"},
        {"chipfirst generation 2\n" GOOD, "line 1 is not"},
        {"chipfirst generation 1\n" GOOD "x\n", "line 3 is damaged"},
        {"chipfirst generation 1\n" GOOD "\n", "line 3 is damaged"},
        {"chipfirst generation 1\n0CC1\t00000000\t1\tpage\tE\ten/p.html\n", "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t0000000g\t1\tpage\tE\ta\n", "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t00000000\t-1\tpage\tE\ta\n", "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t00000000\t\tpage\tE\ta\n", "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t00000000\t9999999999999999999\tpage\tE\ta\n",
         "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t00000000\t1\tpages\tE\ta\n", "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t00000000\t1\tpage\tE\t\n", "line 2 is damaged"},
        {"chipfirst generation 1\n0CC175B9C0F1B6A831C399E269772661\t00000000\t1\tpage\tE\n", "line 2 is damaged"},
    };
    struct arena *arena = arena_new();
    struct items items;
    struct trouble none = {0};
    assert_true(generation_parse(arena, S("chipfirst generation 1\n" GOOD), &items, &none));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct trouble why = {0};
        if (generation_parse(arena, str_from(cases[i].text), &items, &why))
            fail_msg("taken: %s", cases[i].text);
        expect_part(cases[i].text, why.message, cases[i].message);
    }
    arena_free(arena);
}

static void pending_keeps_older_names(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct items wanted = {0}, back;
    struct generation pending = {0};
    struct trouble why = {0};
    struct buf b = {0};
    add_items(&wanted, arena, "index.html=a s2.css=y", false);
    add_items(&pending.items, arena, "index.html=old s1.css=x", false);
    generation_write_pending(&b, &wanted, &pending, arena);
    assert_true(generation_parse(arena, buf_str(&b), &back, &why));
    assert_int_equal(back.list.n, 3);
    assert_non_null(items_find(&back, S("s1.css")));
    assert_string_equal(items_find(&back, S("index.html"))->md5, items_find(&wanted, S("index.html"))->md5);
    buf_free(&b);
    arena_free(arena);
}

static void names_are_new(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct objects objects = {0};
    add_objects(&objects, arena, ".publish/gen/20231216T162057Z=x .publish/gen/20231216T162058Z=x");
    assert_true(str_eq_c(generation_name(arena, 1702743656, &objects), "20231216T162056Z"));
    assert_true(str_eq_c(generation_name(arena, 1702743657, &objects), "20231216T162059Z"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans),         cmocka_unit_test(plan_counts),
        cmocka_unit_test(headers_alone), cmocka_unit_test(rollbacks),
        cmocka_unit_test(collections),   cmocka_unit_test(lists_round_trip),
        cmocka_unit_test(damaged_lists), cmocka_unit_test(pending_keeps_older_names),
        cmocka_unit_test(names_are_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
