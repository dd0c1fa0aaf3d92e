/* Tests of publish/sign against the vendor's published vectors, of base/sha256 against RFC 4231, and of what is written
 * by hand around them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/sha256.h"
#include "helper.h"
#include "publish/digest.h"
#include "publish/sign.h"

/* ---- the vendor's vectors
 *
 * The first two are those of the tests of Alibaba's SDKs of the second generation (for Python
 * tests/unit/test_signer_v4.py, the same numbers stand in those for Go, Kotlin, Swift and PHP), the third is of the C
 * SDK's. Headers that do not count are left in. */

static const struct pair sdk_headers[] = {
    {S("x-oss-head1"), S("value")},
    {S("abc"), S("value")},
    {S("zabc"), S("value")},
    {S("xyz"), S("value")},
    {S("content-type"), S("text/plain")},
    {S("x-oss-content-sha256"), S("UNSIGNED-PAYLOAD")},
    {S("x-oss-date"), S("20231216T162057Z")},
};
static const struct pair sdk_token_headers[] = {
    {S("x-oss-security-token"), S("token")},
    {S("x-oss-head1"), S("value")},
    {S("abc"), S("value")},
    {S("zabc"), S("value")},
    {S("xyz"), S("value")},
    {S("content-type"), S("text/plain")},
    {S("x-oss-content-sha256"), S("UNSIGNED-PAYLOAD")},
    {S("x-oss-date"), S("20231217T034736Z")},
};
static const struct pair c_sdk_headers[] = {
    {S("content-type"), S("application/octet-stream")},
    {S("x-oss-head1"), S("value")},
    {S("x-oss-date"), S("20221016T091431Z")},
    {S("x-oss-content-sha256"), S("UNSIGNED-PAYLOAD")},
};
static const struct pair sdk_query[] = {
    {S("+param1"), S("value3")}, {S("+param2"), {NULL, 0}},  {S("|param1"), S("value4")},
    {S("|param2"), {NULL, 0}},   {S("param1"), S("value1")}, {S("param2"), {NULL, 0}},
};

static const struct vector {
    const char *name;
    time_t when;
    const char *bucket, *key;
    const struct pair *query, *headers;
    size_t query_count, header_count;
    const char *expected;
} vectors[] = {
    {"SDKs, permanent key", 1702743657, "bucket", "1234+-/123/1.txt", sdk_query, sdk_headers, COUNT_OF(sdk_query),
     COUNT_OF(sdk_headers),
     "OSS4-HMAC-SHA256 "
     "Credential=ak/20231216/cn-hangzhou/oss/"
     "aliyun_v4_request,Signature=e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"},
    {"SDKs, STS token", 1702784856, "bucket", "1234+-/123/1.txt", sdk_query, sdk_token_headers, COUNT_OF(sdk_query),
     COUNT_OF(sdk_token_headers),
     "OSS4-HMAC-SHA256 "
     "Credential=ak/20231217/cn-hangzhou/oss/"
     "aliyun_v4_request,Signature=b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea"},
    {"C SDK", 1665911671, "oss-bucket-test", "test-sign-V4/-!@#$%^&*()/abcdefjhijklmnoqprstuvwxyz/123456789", NULL,
     c_sdk_headers, 0, COUNT_OF(c_sdk_headers),
     "OSS4-HMAC-SHA256 "
     "Credential=ak/20221016/cn-hangzhou/oss/"
     "aliyun_v4_request,Signature=5028172a0a3806285979896982bee6e36e915cbf428ee7100a809e1f0ff43b64"},
};

static struct signed_request request_of(const struct vector *v, const char *when)
{
    return (struct signed_request){"PUT",      str_from(v->key), v->query, v->query_count,
                                   v->headers, v->header_count,  when};
}

static struct signer signer_of(const struct vector *v)
{
    return (struct signer){
        .key_id = S("ak"), .secret = S("sk"), .region = S("cn-hangzhou"), .bucket = str_from(v->bucket)};
}

static void vendor_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        struct signer signer = signer_of(&vectors[i]);
        char when[SIGN_TIME];
        struct buf b = {0};
        sign_time(vectors[i].when, when);
        struct signed_request r = request_of(&vectors[i], when);
        sign_authorization(&b, &signer, &r);
        expect_text(vectors[i].name, b.p, vectors[i].expected);
        buf_free(&b);
    }
}

/* The digest of the canonical request, as the SDK for JavaScript has it in its test of the string to sign. */
static void canonical_request(void **state)
{
    (void)state;
    struct signer signer = signer_of(&vectors[0]);
    struct signed_request r = request_of(&vectors[0], "20231216T162057Z");
    struct buf b = {0};
    char hash[65];
    sign_canonical(&b, &signer, &r);
    sha256_hex(buf_str(&b), hash, 64);
    expect_text(b.p, hash, "f4613657f1b108998e8dbd10a1aa5da621dc2c6e02c9ddec0f163664848704c4");
    buf_free(&b);
}

/* One signer over midnight and back: the derived key is that of the day. */
static void day_changes(void **state)
{
    (void)state;
    struct signer signer = signer_of(&vectors[0]);
    for (size_t i = 0; i < 4; i++) {
        const struct vector *v = &vectors[i % 2];
        char when[SIGN_TIME];
        struct buf b = {0};
        sign_time(v->when, when);
        struct signed_request r = request_of(v, when);
        sign_authorization(&b, &signer, &r);
        expect_text(v->name, b.p, v->expected);
        buf_free(&b);
    }
}

/* Whatever is signed changes the signature; whatever is not, does not. */
static void what_counts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *header;
        bool counts;
    } cases[] = {{"content type", "content-type", true},
                 {"digest", "content-md5", true},
                 {"access list", "x-oss-object-acl", true},
                 {"cache control", "cache-control", false},
                 {"host", "host", false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf b[2] = {{0}, {0}};
        for (int k = 0; k < 2; k++) {
            struct signer signer = signer_of(&vectors[0]);
            struct pair header = {str_from(cases[i].header), k ? S("one") : S("other")};
            struct signed_request r = {"PUT", S("key"), NULL, 0, &header, 1, "20231216T162057Z"};
            sign_authorization(&b[k], &signer, &r);
        }
        if (str_eq(buf_str(&b[0]), buf_str(&b[1])) == cases[i].counts)
            fail_msg("%s: %s and %s", cases[i].name, b[0].p, b[1].p);
        buf_free(&b[0]);
        buf_free(&b[1]);
    }
}

static void paths(void **state)
{
    (void)state;
    static const struct {
        const char *key, *expected;
    } cases[] = {{"", ""},
                 {"a", "a"},
                 {"a/b.html", "a/b.html"},
                 {"a/", "a/"},
                 {"/", "/"},
                 {"a//b", "a//b"},
                 {"a b+c%d&e", "a%20b%2Bc%25d%26e"},
                 {"\xe9\xa1\xb5/~-_.", "%E9%A1%B5/~-_."},
                 {"'(1)!*", "%27%281%29%21%2A"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf b = {0};
        sign_path(&b, str_from(cases[i].key));
        expect_text(cases[i].key, b.p ? b.p : "", cases[i].expected);
        buf_free(&b);
    }
}

/* ---- RFC 4231, test cases 1, 2, 3 and 6 */

static void hmac(void **state)
{
    (void)state;
    char b20[20], baa[20], data[50], long_key[131], hex[65];
    memset(b20, 0x0b, sizeof b20);
    memset(baa, (char)0xaa, sizeof baa);
    memset(data, (char)0xdd, sizeof data);
    memset(long_key, (char)0xaa, sizeof long_key);
    const struct {
        struct str key, text;
        const char *expected;
    } cases[] = {
        {{b20, 20}, S("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {S("Jefe"), S("what do ya want for nothing?"),
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {{baa, 20}, {data, 50}, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {{long_key, 131},
         S("Test Using Larger Than Block-Size Key - Hash Key First"),
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        unsigned char mac[SHA256_BYTES];
        sha256_hmac(cases[i].key, cases[i].text, mac);
        sha256_mac_hex(mac, hex);
        expect_text("RFC 4231", hex, cases[i].expected);
    }
}

/* ---- RFC 1321, appendix A.5, and base64 of the same */

static void md5(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hex, *base64;
    } cases[] = {
        {"", "D41D8CD98F00B204E9800998ECF8427E", "1B2M2Y8AsgTpgAmY7PhCfg=="},
        {"abc", "900150983CD24FB0D6963F7D28E17F72", "kAFQmDzST7DWlj99KOF/cg=="},
        {"message digest", "F96B697D7CB7938D525A2F31AAF161D0", "+WtpfXy3k41SWi8xqvFh0A=="},
    };
    char *folder = folder_new(), hex[MD5_HEX], base64[25], path[FILE_ERROR_SIZE];
    snprintf(path, sizeof path, "%s/file", folder);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        long long bytes;
        struct file_error err;
        md5_text(str_from(cases[i].text), hex);
        expect_text(cases[i].text, hex, cases[i].hex);
        md5_base64(hex, base64);
        expect_text(cases[i].text, base64, cases[i].base64);
        put_file(folder, "file", cases[i].text);
        assert_true(md5_file(path, hex, &bytes, &err));
        expect_text(cases[i].text, hex, cases[i].hex);
        assert_int_equal(bytes, strlen(cases[i].text));
    }
    folder_remove(folder);
}

static void md5_of_a_link(void **state)
{
    (void)state;
    char *folder = folder_new(), hex[MD5_HEX], path[FILE_ERROR_SIZE];
    long long bytes;
    struct file_error err;
    put_file(folder, "file", "abc");
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink("file", path), 0);
    assert_false(md5_file(path, hex, &bytes, &err));
    expect_part("link", err.message, "/link: ");
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vendor_vectors),
        cmocka_unit_test(canonical_request),
        cmocka_unit_test(day_changes),
        cmocka_unit_test(what_counts),
        cmocka_unit_test(paths),
        cmocka_unit_test(hmac),
        cmocka_unit_test(md5),
        cmocka_unit_test(md5_of_a_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
