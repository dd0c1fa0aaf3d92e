/* Credentials of the role of an ECS instance, from its metadata service.
 *
 * The service: https://help.aliyun.com/zh/ecs/user-guide/view-instance-metadata (hardened mode: a token first). */
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "base/buf.h"
#include "base/escape.h"
#include "publish/credentials.h"

#define METADATA "http://100.100.100.200/latest/"

enum { METADATA_TIMEOUT_S = 5, ANSWER_MAX = 64 * 1024, TOKEN_HEADER_MAX = 1024 };

struct question {
    const char *method, *url, *header;
    long status;
    struct buf answer;
};

static size_t take_answer(char *data, size_t size, size_t count, void *of)
{
    struct question *q = of;
    if (q->answer.n + size * count > ANSWER_MAX)
        return 0;
    buf_put(&q->answer, (struct str){data, size * count});
    return size * count;
}

static void set_options(CURL *easy, struct question *q, struct curl_slist *headers, struct curl_slist *connect_to)
{
    curl_easy_setopt(easy, CURLOPT_URL, q->url);
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, q->method);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_CONNECT_TO, connect_to);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, q);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)METADATA_TIMEOUT_S);
    curl_easy_setopt(easy, CURLOPT_NOPROXY,
                     "*"); /* a link-local address: a proxy would hand the secret to somebody else */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
}

static CURLcode ask(const struct config *config, struct question *q)
{
    CURL *easy = curl_easy_init();
    if (!easy)
        abort();
    char to[256];
    struct curl_slist *headers = q->header ? curl_slist_append(NULL, q->header) : NULL, *connect_to = NULL;
    if (config->connect_to.n && config->connect_to.n < sizeof to - 3) {
        to[0] = to[1] = ':';
        memcpy(to + 2, config->connect_to.p, config->connect_to.n);
        to[2 + config->connect_to.n] = '\0';
        connect_to = curl_slist_append(NULL, to);
    }
    set_options(easy, q, headers, connect_to);
    CURLcode code = curl_easy_perform(easy);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &q->status);
    curl_easy_cleanup(easy);
    curl_slist_free_all(headers);
    curl_slist_free_all(connect_to);
    return code;
}

/* In normal mode the service may not know tokens; then it is asked without one, unless that is forbidden. */
static bool get_token(const struct config *config, char header[TOKEN_HEADER_MAX], struct trouble *why)
{
    struct question q = {
        .method = "PUT", .url = METADATA "api/token", .header = "X-aliyun-ecs-metadata-token-ttl-seconds: 21600"};
    const char *strict = getenv("ALIBABA_CLOUD_IMDSV1_DISABLED");
    CURLcode code = ask(config, &q);
    bool got = code == CURLE_OK && q.status == 200 && q.answer.n > 0 && q.answer.n < TOKEN_HEADER_MAX - 64;
    if (got)
        snprintf(header, TOKEN_HEADER_MAX, "X-aliyun-ecs-metadata-token: %" STR_FMT,
                 STR_ARG(str_trim(buf_str(&q.answer))));
    else
        header[0] = '\0';
    buf_free(&q.answer);
    if (code != CURLE_OK)
        return trouble_set(
            why, TROUBLE_CREDENTIALS,
            "the metadata service of ECS does not answer (%s); credentials = ecs-role:… works only on an ECS "
            "instance that has the role",
            curl_easy_strerror(code));
    if (!got && strict && strcmp(strict, "true") == 0)
        return trouble_set(why, TROUBLE_CREDENTIALS, "the metadata service of ECS gives no token (HTTP %ld)", q.status);
    return true;
}

/* "2026-01-31T12:00:00Z", which libcurl reads only without the hyphens. 0: no date. */
static time_t parse_time(struct arena *arena, struct str text)
{
    if (text.n != 20 || text.p[10] != 'T')
        return 0;
    time_t t =
        curl_getdate(arena_printf(arena, "%.4s%.2s%.2s %.8s GMT", text.p, text.p + 5, text.p + 8, text.p + 11).p, NULL);
    return t < 0 ? 0 : t;
}

static bool take_credentials(struct arena *arena, const struct config *config, struct question *q,
                             struct credentials *c, struct trouble *why)
{
    struct str json = buf_str(&q->answer);
    *c = (struct credentials){.key_id = credentials_member(arena, json, "AccessKeyId"),
                              .secret = credentials_member(arena, json, "AccessKeySecret"),
                              .token = credentials_member(arena, json, "SecurityToken"),
                              .expires = parse_time(arena, credentials_member(arena, json, "Expiration")),
                              .from = arena_printf(arena, "the ECS role %" STR_FMT, STR_ARG(config->role))};
    if (q->status == 200 && c->key_id.n && c->secret.n && c->token.n)
        return true;
    return trouble_set(why, TROUBLE_CREDENTIALS,
                       "the metadata service of ECS has no credentials for the role \"%" STR_FMT
                       "\" (HTTP %ld); is the role "
                       "attached to this instance?",
                       STR_ARG(config->role), q->status);
}

bool credentials_of_role(struct arena *arena, const struct config *config, struct credentials *found,
                         struct trouble *why)
{
    char token[TOKEN_HEADER_MAX];
    if (!get_token(config, token, why))
        return false;
    struct buf url = {0};
    buf_puts(&url, METADATA "meta-data/ram/security-credentials/");
    escape_url_part(&url, config->role);
    struct question q = {.method = "GET", .url = url.p, .header = token[0] ? token : NULL};
    CURLcode code = ask(config, &q);
    bool ok = code == CURLE_OK
                  ? take_credentials(arena, config, &q, found, why)
                  : trouble_set(why, TROUBLE_CREDENTIALS, "the metadata service of ECS does not answer: %s",
                                curl_easy_strerror(code));
    buf_free(&q.answer);
    buf_free(&url);
    return ok;
}
