/* Tests of the parts of publish/ that talk to nobody: configuration, classes and headers, reading a folder, XML,
 * requests, the lock, progress, credentials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/wait.h>

#include "helper.h"
#include "publish/credentials.h"
#include "publish/headers.h"
#include "publish/lock.h"
#include "publish/progress.h"
#include "publish/request.h"
#include "publish/scan.h"
#include "publish/xml.h"

/* ---- configuration */

static void read_config(struct arena *arena, const char *text, struct config *config)
{
    char *folder = folder_new();
    struct capture *c = capture_new(DIAG_TEXT, false);
    put_file(folder, "publish.conf", text);
    if (!config_read(arena, arena_printf(arena, "%s/publish.conf", folder).p, config, c->diag))
        fail_msg("%s", capture_text(c));
    capture_free(c);
    folder_remove(folder);
}

static void config_defaults(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct config c;
    read_config(arena, "bucket = kb-site\nregion=cn-hangzhou", &c);
    assert_true(str_eq_c(c.endpoint, "https://oss-cn-hangzhou.aliyuncs.com"));
    assert_true(str_eq_c(c.site, "site"));
    assert_int_equal(c.jobs, 16);
    assert_int_equal(c.keep_generations, 3);
    assert_int_equal(c.max_delete_percent, 20);
    assert_int_equal(c.credentials, CREDENTIALS_FOUND);
    assert_false(c.cname);
    arena_free(arena);
}

static void config_values(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct config c;
    read_config(arena,
                "# a comment\n\n  bucket = kb-site\r\nregion = cn-hangzhou\nendpoint = https://up.example.com//\ncname "
                "= yes\nsite_url = https://example.com/kb\n"
                "prefix = kb/\njobs = 128\ncredentials = ecs-role:publisher\ntype = BIN a/b\nheader = page "
                "X-OSS-Meta-A:  b: c \n",
                &c);
    assert_true(c.cname && str_eq_c(c.endpoint, "https://up.example.com"));
    assert_true(str_eq_c(c.bucket, "kb-site"));
    assert_true(str_eq_c(c.site_url, "https://example.com/kb/"));
    assert_int_equal(c.jobs, 128);
    assert_true(c.credentials == CREDENTIALS_ECS_ROLE && str_eq_c(c.role, "publisher"));
    assert_true(str_eq_c(c.types.at[0].what, "bin") && str_eq_c(c.types.at[0].value, "a/b"));
    assert_true(str_eq_c(c.headers.at[0].name, "x-oss-meta-a") && str_eq_c(c.headers.at[0].value, "b: c"));
    arena_free(arena);
}

/* ---- classes and headers */

static void kinds(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        enum item_kind kind;
    } cases[] = {
        {"index.html", ITEM_ROOT},
        {"404.html", ITEM_ROOT},
        {"en/index.html", ITEM_PAGE},
        {"robots.txt", ITEM_DATA},
        {"assets/style.a296ef63.css", ITEM_ASSET},
        {"assets/style.css", ITEM_DATA},
        {"a.a296ef6.css", ITEM_DATA},
        {"a.A296EF63.css", ITEM_DATA},
        {"a.a296ef63", ITEM_DATA},
        {"a296ef63.css", ITEM_DATA},
        {"en/p.a296ef63.html", ITEM_PAGE},
        {"a.min.0123456789abcdef.js", ITEM_ASSET},
        {"a.a296ef63.js.map", ITEM_ASSET},
        {"d.a296ef63/x.css", ITEM_DATA},
        {"fonts/x.woff2", ITEM_ASSET},
    };
    struct arena *arena = arena_new();
    struct config config;
    struct header_rules rules;
    read_config(arena, "bucket = kb-site\nregion = cn-hangzhou\nclass = asset fonts/*.woff2\n", &config);
    header_rules_init(&rules, &config, arena);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (headers_kind(&rules, str_from(cases[i].key)) != cases[i].kind)
            fail_msg("%s: %s", cases[i].key, item_kind_name(headers_kind(&rules, str_from(cases[i].key))));
    arena_free(arena);
}

static const char *headers_text(struct arena *arena, struct header_rules *rules, const char *key)
{
    const struct headers *h = headers_of(rules, str_from(key), headers_kind(rules, str_from(key)));
    struct buf b = {0};
    for (size_t i = 0; h && i < h->n; i++)
        buf_printf(&b, "%" STR_FMT ": %" STR_FMT "|", STR_ARG(h->at[i].name), STR_ARG(h->at[i].value));
    const char *copy = h ? arena_cstr(arena, buf_str(&b)) : "unknown";
    buf_free(&b);
    return copy;
}

static void headers(void **state)
{
    (void)state;
    static const struct {
        const char *key, *expected;
    } cases[] = {
        {"index.html", "cache-control: no-cache|content-type: text/html; charset=utf-8|"},
        {"en/p.html", "cache-control: max-age=60|content-language: en|content-type: text/html; charset=utf-8|"},
        {"zh/p.html", "cache-control: max-age=60|content-type: text/html; charset=utf-8|"},
        {"assets/a.a296ef63.js",
         "cache-control: public, max-age=31536000, immutable|content-type: application/javascript; charset=utf-8|"},
        {"assets/a.a296ef63.WOFF2", "cache-control: public, max-age=31536000, immutable|content-type: font/woff2|"},
        {"data/a.csv", "content-type: text/csv; charset=utf-8|"},
        {"a.css", "cache-control: no-cache|content-type: text/x-mine|"},
        {"LICENSE", "cache-control: no-cache|content-type: text/plain|"},
        {"a.parquet", "unknown"},
        {"README", "unknown"},
    };
    struct arena *arena = arena_new();
    struct config config;
    struct header_rules rules;
    read_config(arena,
                "bucket = kb-site\nregion = cn-hangzhou\nheader = page Cache-Control: max-age=60\nheader = en/* "
                "Content-Language: en\n"
                "header = *.csv Cache-Control:\ntype = css text/x-mine\ntype = LICENSE text/plain\n",
                &config);
    header_rules_init(&rules, &config, arena);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_text(cases[i].key, headers_text(arena, &rules, cases[i].key), cases[i].expected);
    const struct headers *a = headers_of(&rules, S("zh/p.html"), ITEM_PAGE),
                         *b = headers_of(&rules, S("zh/q.html"), ITEM_PAGE);
    assert_ptr_equal(a, b);
    assert_string_not_equal(a->id, headers_of(&rules, S("index.html"), ITEM_ROOT)->id);
    assert_int_equal(strlen(a->id), HEADERS_ID - 1);
    arena_free(arena);
}

/* ---- reading a folder */

static void scanning(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    char *folder = folder_new();
    struct config config;
    struct items items;
    struct trouble why = {0};
    put_file(folder, "index.html", "abc");
    put_file(folder, "b/c.txt", "");
    put_file(folder, "a.a296ef63.css", "x");
    put_file(folder, ".chipfirst", "index.html");
    read_config(arena, "bucket = kb-site\nregion = cn-hangzhou", &config);
    config.site = str_from(folder);
    if (!scan_site(arena, &config, &items, &why))
        fail_msg("%s", why.message);
    assert_int_equal(items.list.n, 3);
    const struct item *index = items_find(&items, S("index.html")), *empty = items_find(&items, S("b/c.txt"));
    assert_string_equal(index->md5, "900150983CD24FB0D6963F7D28E17F72");
    assert_true(index->bytes == 3 && index->kind == ITEM_ROOT && empty->bytes == 0 && empty->kind == ITEM_DATA);
    assert_true(str_eq_c(items.list.at[0].key, "a.a296ef63.css") && str_eq_c(items.list.at[1].key, "b/c.txt"));
    folder_remove(folder);
    arena_free(arena);
}

/* ---- XML */

static void xml(void **state)
{
    (void)state;
    static const struct {
        const char *xml, *expected;
    } cases[] = {
        {"<Key>a</Key>", "a"},
        {"<Keys>x</Keys><Key>a</Key>", "a"},
        {"<ETag>&quot;AB&quot;</ETag><Key>&lt;a&gt; &amp; &#39;b&apos;</Key>", "<a> & 'b'"},
        {"<Key>&amp;lt;</Key>", "&lt;"},
        {"<Key>&unknown; & ;</Key>", "&unknown; & ;"},
        {"<Key></Key>", ""},
        {"<Key>a", ""},
        {"</Key>a<Key>", ""},
        {"", ""},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_text(cases[i].xml, arena_cstr(arena, xml_text(arena, str_from(cases[i].xml), "Key")), cases[i].expected);
    struct str rest = S("<l><c>1</c><t>9</t><c>2</c></l>"), one;
    assert_true(xml_next(&rest, "c", &one) && str_eq_c(one, "1"));
    assert_true(xml_next(&rest, "c", &one) && str_eq_c(one, "2"));
    assert_false(xml_next(&rest, "c", &one));
    arena_free(arena);
}

static void url_decoding(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {{"", ""},       {"a%20b%2Bc", "a b+c"}, {"%e9%A1%b5", "\xe9\xa1\xb5"}, {"100%", "100%"}, {"%4", "%4"},
                 {"%zz", "%zz"}, {"a+b", "a b"}};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_text(cases[i].text, arena_cstr(arena, xml_url_decoded(arena, str_from(cases[i].text))),
                    cases[i].expected);
    arena_free(arena);
}

/* ---- requests */

static void refusals(void **state)
{
    (void)state;
    static const struct {
        long status;
        const char *answer;
        enum trouble_kind kind;
        const char *part;
    } cases[] = {
        {403,
         "<Error><Code>InvalidAccessKeyId</Code><Message>m</Message><RequestId>R1</RequestId><EC>0002-1</EC></Error>",
         TROUBLE_DENIED,
         "upload of /en/p.html: HTTP 403 InvalidAccessKeyId: m\n  the key id is not known; was it deleted or disabled, "
         "or mistyped? (EC 0002-1, request R1, 2 tries)"},
        {403, "", TROUBLE_DENIED, "HTTP 403 : "},
        {400, "<Code>PublicEndpointForbidden</Code>", TROUBLE_CONFIG, "cname = yes"},
        {400, "<Code>InvalidDigest</Code>", TROUBLE_INPUT, "changed while it was being published"},
        {404, "<Code>NoSuchBucket</Code>", TROUBLE_CONFIG, "there is no such bucket"},
        {503, "<Code>ServiceUnavailable</Code><Message>busy</Message>", TROUBLE_SERVICE,
         "HTTP 503 ServiceUnavailable: busy (EC -, request -, 2 tries)"},
        {200, "", TROUBLE_SERVICE, "HTTP 200"},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct request r = request_make("PUT", "upload", S("en/p.html"));
        struct trouble why = {0};
        r.status = cases[i].status;
        r.answer = str_from(cases[i].answer);
        r.tries = 2;
        assert_false(request_refused(&r, arena, &why));
        assert_int_equal(why.kind, cases[i].kind);
        expect_part(cases[i].answer, why.message, cases[i].part);
    }
    arena_free(arena);
}

static void answered_headers(void **state)
{
    (void)state;
    struct request r = {.answer_headers = S("HTTP/1.1 200 OK\r\nETag: \"AB\"\r\ndate:now \r\nX-Empty:\r\n\r\n")};
    assert_true(str_eq_c(request_answered(&r, "etag"), "\"AB\""));
    assert_true(str_eq_c(request_answered(&r, "Date"), "now"));
    assert_int_equal(request_answered(&r, "x-empty").n, 0);
    assert_int_equal(request_answered(&r, "tag").n, 0);
}

static void query_is_sorted(void **state)
{
    (void)state;
    struct request r = request_make("GET", "listing", (struct str){NULL, 0});
    struct buf b = {0};
    request_query(&r, S("list-type"), S("2"));
    request_query(&r, S("encoding-type"), S("url"));
    request_query(&r, S("prefix"), S("a b/"));
    request_query(&r, S("delete"), (struct str){NULL, 0});
    sign_query(&b, r.query, r.query_count);
    expect_text("query", b.p, "delete&encoding-type=url&list-type=2&prefix=a%20b%2F");
    buf_free(&b);
}

/* ---- troubles */

static void first_trouble_stays(void **state)
{
    (void)state;
    struct trouble why = {0};
    assert_false(trouble_set(&why, TROUBLE_LOCKED, "held by %d", 7));
    assert_false(trouble_set(&why, TROUBLE_SERVICE, "later"));
    assert_string_equal(why.message, "held by 7");
    assert_string_equal(trouble_name(why.kind), "locked");
    assert_int_equal(trouble_exit_code(why.kind), 2);
    assert_int_equal(trouble_exit_code(TROUBLE_REFUSED), 1);
    assert_int_equal(trouble_exit_code(TROUBLE_NONE), 0);
}

/* ---- the lock */

static pid_t ended_process(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    assert_true(pid > 0 && waitpid(pid, NULL, 0) == pid);
    return pid;
}

static void dead_locks(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    long dead = (long)ended_process();
    assert_true(lock_is_dead(arena_printf(arena, "here pid %ld since 1700000000.5\n", dead), "here"));
    assert_false(lock_is_dead(arena_printf(arena, "there pid %ld since 1700000000.5\n", dead), "here"));
    assert_false(lock_is_dead(arena_printf(arena, "here pid %ld since 1700000000.5\n", (long)getpid()), "here"));
    assert_false(lock_is_dead(S("here pid 1 since 1700000000.5\n"), "here"));
    assert_false(lock_is_dead(S("here pid -1 since 1700000000.5\n"), "here"));
    assert_false(lock_is_dead(S("rubbish"), "here"));
    assert_false(lock_is_dead(S(""), "here"));
    arena_free(arena);
}

/* ---- progress */

static void progress(void **state)
{
    (void)state;
    static const struct {
        size_t done;
        long long bytes; /* each */
        double now;
        const char *expected;
    } cases[] = {
        {0, 0, 0, "upload 0 of 8, 0.0 of 8.0 MB"},
        {2, 1000000, 0.1, "upload 2 of 8, 2.0 of 8.0 MB"},
        {2, 1000000, 4, "upload 2 of 8, 2.0 of 8.0 MB, 0.5 MB/s, 12 s left"},
        {8, 1000000, 4, "upload 8 of 8, 8.0 of 8.0 MB, 2.0 MB/s, 0 s left"},
    };
    char line[200];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct progress p = {0};
        progress_begin(&p, "upload", 8, 8000000, 0);
        for (size_t k = 0; k < cases[i].done; k++)
            progress_add(&p, cases[i].bytes);
        progress_line(&p, cases[i].now, line, sizeof line);
        expect_text("progress", line, cases[i].expected);
    }
    struct progress p = {0};
    progress_begin(&p, "switch pages", 100, 0, 10);
    for (size_t k = 0; k < 25; k++)
        progress_add(&p, 0);
    progress_line(&p, 15, line, sizeof line);
    expect_text("without bytes", line, "switch pages 25 of 100, 5/s, 15 s left");
}

static void progress_in_a_file(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct progress p = {.out = out};
    progress_begin(&p, "upload", 10, 0, 0);
    for (int second = 1; second <= 11; second++) {
        progress_add(&p, 0);
        progress_show(&p, second);
    }
    progress_end(&p);
    fclose(out);
    expect_text("a line every five seconds", text, "upload 5 of 10, 1/s, 5 s left\nupload 10 of 10, 1/s, 0 s left\n");
    free(text);
}

/* ---- credentials */

static void json_members(void **state)
{
    (void)state;
    static const char json[] =
        "{\n  \"AccessKeyId\" : \"STS.abc\",\n  \"SecurityToken\":\"a\\/b+c==\", \"Expiration\": 5, \"Open\": \"x";
    static const struct {
        const char *name, *expected;
    } cases[] = {{"AccessKeyId", "STS.abc"},
                 {"SecurityToken", "a/b+c=="},
                 {"Expiration", ""},
                 {"Code", ""},
                 {"STS.abc", ""},
                 {"Open", "x"}};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_text(cases[i].name, arena_cstr(arena, credentials_member(arena, str_from(json), cases[i].name)),
                    cases[i].expected);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_defaults),
        cmocka_unit_test(config_values),
        cmocka_unit_test(kinds),
        cmocka_unit_test(headers),
        cmocka_unit_test(scanning),
        cmocka_unit_test(xml),
        cmocka_unit_test(url_decoding),
        cmocka_unit_test(refusals),
        cmocka_unit_test(answered_headers),
        cmocka_unit_test(query_is_sorted),
        cmocka_unit_test(first_trouble_stays),
        cmocka_unit_test(dead_locks),
        cmocka_unit_test(progress),
        cmocka_unit_test(progress_in_a_file),
        cmocka_unit_test(json_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
