/* One request to the bucket, and its answer. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "publish/digest.h"
#include "publish/request.h"
#include "publish/xml.h"

struct request request_make(const char *method, const char *what, struct str key)
{
    return (struct request){.method = method, .what = what, .key = key};
}

void request_query(struct request *r, struct str name, struct str value)
{
    assert(r->query_count < REQUEST_PAIRS);
    size_t i = r->query_count++;
    for (; i > 0 && str_cmp(r->query[i - 1].name, name) > 0; i--)
        r->query[i] = r->query[i - 1];
    r->query[i] = (struct pair){name, value};
}

void request_header(struct request *r, struct str name, struct str value)
{
    assert(r->header_count < REQUEST_PAIRS);
    r->headers[r->header_count++] = (struct pair){name, value};
}

void request_body(struct request *r, struct arena *arena, struct str body)
{
    char hex[MD5_HEX], *base64 = arena_alloc(arena, 25);
    md5_text(body, hex);
    md5_base64(hex, base64);
    request_header(r, S("content-md5"), str_from(base64));
    r->body = body;
    r->body_bytes = (long long)body.n;
}

static bool same_name(struct str name, const char *wanted)
{
    if (name.n != strlen(wanted))
        return false;
    for (size_t i = 0; i < name.n; i++)
        if (tolower((unsigned char)name.p[i]) != tolower((unsigned char)wanted[i]))
            return false;
    return true;
}

struct str request_answered(const struct request *r, const char *name)
{
    struct str rest = r->answer_headers, line;
    while (str_next(&rest, '\n', &line)) {
        size_t colon = str_find_char(line, ':');
        if (colon < line.n && same_name(str_sub(line, 0, colon), name))
            return str_trim(str_sub(line, colon + 1, line.n));
    }
    return (struct str){NULL, 0};
}

/* What the codes mean for somebody who publishes. https://help.aliyun.com/zh/oss/developer-reference/error-codes */
static const struct {
    const char *code;
    enum trouble_kind kind;
    const char *advice;
} known[] = {
    {"InvalidAccessKeyId", TROUBLE_DENIED, "the key id is not known; was it deleted or disabled, or mistyped?"},
    {"SignatureDoesNotMatch", TROUBLE_DENIED,
     "the secret does not belong to the key id, or the region is not that of the bucket"},
    {"InvalidSecurityToken", TROUBLE_DENIED, "the STS token is wrong or has expired; fetch new credentials"},
    {"SecurityTokenExpired", TROUBLE_DENIED, "the STS token has expired; fetch new credentials"},
    {"RequestTimeTooSkewed", TROUBLE_DENIED, "the clock of this machine is wrong"},
    {"AccessDenied", TROUBLE_DENIED,
     "the key lacks a right, or the endpoint is that of another region; docs/publishing.md has the policy"},
    {"UserDisable", TROUBLE_DENIED, "the account is disabled or in arrears"},
    {"NoSuchBucket", TROUBLE_CONFIG, "there is no such bucket; is the name right?"},
    {"PublicEndpointForbidden", TROUBLE_CONFIG,
     "this account may not use the public endpoint; set endpoint to a domain bound to the bucket, and cname = yes"},
    {"SecondLevelDomainForbidden", TROUBLE_CONFIG, "the endpoint must not hold the bucket's name as a path"},
    {"InvalidDigest", TROUBLE_INPUT, "the file changed while it was being published; run it again"},
    {"EntityTooLarge", TROUBLE_INPUT, "the file is too large"},
};

static size_t find_known(struct str code)
{
    size_t i = 0;
    while (i < sizeof known / sizeof *known && !str_eq_c(code, known[i].code))
        i++;
    return i;
}

bool request_refused(const struct request *r, struct arena *arena, struct trouble *why)
{
    struct str code = xml_text(arena, r->answer, "Code"), message = xml_text(arena, r->answer, "Message"),
               ec = xml_text(arena, r->answer, "EC");
    struct str id = xml_text(arena, r->answer, "RequestId");
    size_t i = find_known(code);
    bool is_known = i < sizeof known / sizeof *known;
    enum trouble_kind kind = is_known ? known[i].kind : r->status == 403 ? TROUBLE_DENIED : TROUBLE_SERVICE;
    return trouble_set(why, kind,
                       "%s of /%" STR_FMT ": HTTP %ld %" STR_FMT ": %" STR_FMT "%s%s (EC %" STR_FMT
                       ", request %" STR_FMT ", %d tr%s)",
                       r->what, STR_ARG(r->key), r->status, STR_ARG(code), STR_ARG(message), is_known ? "\n  " : "",
                       is_known ? known[i].advice : "", STR_ARG(ec.n ? ec : S("-")), STR_ARG(id.n ? id : S("-")),
                       r->tries, r->tries == 1 ? "y" : "ies");
}
