/* Is everything set up for publishing? What is wrong, and the exact fix. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <curl/curl.h>

#include "publish/doctor.h"
#include "publish/xml.h"

enum { CLOCK_NOTE_S = 60 };

/* ---- can we talk to it at all */

static void look_at_clock(struct doctor *d, const struct request *r)
{
    struct str date = request_answered(r, "date");
    time_t theirs = date.n ? curl_getdate(arena_cstr(d->session.arena, date), NULL) : -1;
    long off = theirs < 0 ? 0 : (long)(theirs - time(NULL));
    if (theirs < 0)
        findings_add(&d->findings, VERDICT_UNKNOWN, "clock", "", "the answer has no date");
    else if (labs(off) >= CLOCK_NOTE_S)
        findings_add(&d->findings, VERDICT_BAD, "clock",
                     "set the time of this machine (NTP); OSS refuses what is more than 15 minutes off", "%ld s %s",
                     labs(off), off < 0 ? "fast" : "slow");
    else
        findings_add(&d->findings, VERDICT_OK, "clock", "", "%ld s off", labs(off));
}

static bool look_at_access(struct doctor *d)
{
    struct session *s = &d->session;
    struct request r = request_make("GET", "listing", (struct str){NULL, 0});
    request_query(&r, S("list-type"), S("2"));
    request_query(&r, S("max-keys"), S("1"));
    if (!transfer_one(s->bucket.transfer, &r, s->arena, &s->why))
        return false;
    findings_add(&d->findings, VERDICT_OK, "credentials", "", "from %" STR_FMT "%s", STR_ARG(s->credentials.from),
                 s->credentials.token.n ? ", with an STS token" : "");
    findings_add(&d->findings, VERDICT_OK, "bucket", "", "%" STR_FMT " answers at %" STR_FMT, STR_ARG(s->config.bucket),
                 STR_ARG(s->config.endpoint));
    look_at_clock(d, &r);
    return true;
}

static bool look_at_current(struct doctor *d)
{
    struct str name;
    if (!bucket_get(&d->session.bucket, S(CONTROL_CURRENT), &name, &d->published))
        return false;
    name = str_trim(name);
    if (d->published)
        findings_add(&d->findings, VERDICT_OK, "generation", "", "%" STR_FMT " is live", STR_ARG(name));
    else
        findings_add(&d->findings, VERDICT_NOTE, "generation", "", "nothing was published here yet");
    return true;
}

static void look_at_endpoint(struct doctor *d)
{
    struct str e = d->session.config.endpoint;
    bool default_domain = str_find(e, S(".aliyuncs.com")) < e.n, internal = str_find(e, S("-internal.")) < e.n;
    if (!str_starts(e, S("https://")))
        findings_add(&d->findings, VERDICT_NOTE, "endpoint", "",
                     "without TLS: what is sent can be read on the way (keys are not sent)");
    if (default_domain && d->session.config.cname)
        findings_add(&d->findings, VERDICT_BAD, "endpoint", "cname = no",
                     "an aliyuncs.com endpoint is no domain bound to the bucket");
    else if (default_domain && !internal && str_starts(d->session.config.region, S("cn-")) &&
             !str_eq_c(d->session.config.region, "cn-hongkong"))
        findings_add(
            &d->findings, VERDICT_NOTE, "endpoint", "",
            "accounts opened since March 2025 cannot use the public endpoints of mainland regions; if it stops, "
            "bind a domain and set cname = yes");
}

/* ---- settings */

bool doctor_ask(struct doctor *d, struct request *r, const char *what, const char *right)
{
    struct session *s = &d->session;
    r->accepts = -1;
    if (!transfer_one(s->bucket.transfer, r, s->arena, &s->why))
        return false;
    if (r->status == 403)
        findings_add(&d->findings, VERDICT_UNKNOWN, what, "",
                     "the key may not look (%s); publishing does not need that right", right);
    return true;
}

static void look_at_region(struct doctor *d, struct str info)
{
    struct str location = xml_text(d->session.arena, info, "Location");
    if (str_starts(location, S("oss-")))
        location = str_sub(location, 4, location.n);
    if (str_eq(location, d->session.config.region))
        findings_add(&d->findings, VERDICT_OK, "region", "", "%" STR_FMT, STR_ARG(location));
    else
        findings_add(&d->findings, VERDICT_BAD, "region",
                     arena_printf(d->session.arena, "region = %" STR_FMT, STR_ARG(location)).p,
                     "the bucket is in %" STR_FMT ", the configuration says %" STR_FMT, STR_ARG(location),
                     STR_ARG(d->session.config.region));
}

/* Access counts only when readers use the bucket directly: with site_url, and not yet served by something else. */
static void look_at_public(struct doctor *d, struct str info)
{
    struct str acl = xml_text(d->session.arena, info, "Grant"),
               block = xml_text(d->session.arena, info, "BlockPublicAccess");
    bool direct = d->session.config.site_url.n && !d->site_answers, blocked = str_eq_c(block, "true");
    if (blocked)
        findings_add(&d->findings, direct ? VERDICT_BAD : VERDICT_NOTE, "public access block",
                     direct ? "console: bucket > Permission Control > Block Public Access > off (for a public site)"
                            : "",
                     "Block Public Access is on: public access lists and policies have no effect");
    else
        findings_add(&d->findings, VERDICT_OK, "public access block", "", "off");
    if (str_eq_c(acl, "public-read-write"))
        findings_add(&d->findings, VERDICT_BAD, "access list",
                     "console: bucket > Permission Control > Bucket ACL > Public Read", "everybody may write");
    else if (str_eq_c(acl, "private") && direct)
        findings_add(
            &d->findings, VERDICT_BAD, "access list",
            "console: bucket > Permission Control > Bucket ACL > Public Read, or a bucket policy that lets readers in",
            "private, and the site's address does not answer");
    else
        findings_add(&d->findings, VERDICT_OK, "access list", "", "%" STR_FMT, STR_ARG(acl));
}

static void look_at_versioning(struct doctor *d, struct str info)
{
    struct str versioning = xml_text(d->session.arena, info, "Versioning");
    if (versioning.n && !str_eq_c(versioning, "Disabled"))
        findings_add(&d->findings, VERDICT_NOTE, "versioning",
                     "a lifecycle rule that removes old versions, and no two publications at once",
                     "%" STR_FMT
                     ": every replaced page is kept and billed, and OSS ignores the exclusive write of the lock",
                     STR_ARG(versioning));
    else
        findings_add(&d->findings, VERDICT_OK, "versioning", "", "off");
}

static bool look_at_info(struct doctor *d)
{
    struct request r = request_make("GET", "asking", (struct str){NULL, 0});
    request_query(&r, S("bucketInfo"), (struct str){NULL, 0});
    if (!doctor_ask(d, &r, "bucket settings", "oss:GetBucketInfo"))
        return false;
    if (r.status != 200)
        return true;
    look_at_region(d, r.answer);
    look_at_public(d, r.answer);
    look_at_versioning(d, r.answer);
    return true;
}

/* ---- the website */

static const char website_fix[] =
    "console: bucket > Data Management > Static Pages: default homepage index.html, subfolder homepage on, "
    "subfolder 404 rule Redirect, default 404 page 404.html, error code 404";

/* Without an address for readers something else may serve the bucket, and know its own index pages. */
static enum verdict website_verdict(const struct doctor *d)
{
    return d->session.config.site_url.n ? VERDICT_BAD : VERDICT_NOTE;
}

static void judge_website(struct doctor *d, struct str xml)
{
    enum verdict wrong = website_verdict(d);
    struct arena *a = d->session.arena;
    struct str suffix = xml_text(a, xml, "Suffix"), subdir = xml_text(a, xml, "SupportSubDir"),
               type = xml_text(a, xml, "Type");
    struct str error = xml_text(a, xml_inner(xml, "ErrorDocument"), "Key");
    if (!str_eq_c(suffix, "index.html"))
        findings_add(&d->findings, wrong, "website", website_fix, "the index document is \"%" STR_FMT "\"",
                     STR_ARG(suffix));
    else if (!str_eq_c(subdir, "true"))
        findings_add(&d->findings, wrong, "website", website_fix,
                     "SupportSubDir is off: an address that ends in '/' shows the start page of the whole site");
    else if (type.n && !str_eq_c(type, "0"))
        findings_add(&d->findings, wrong, "website", website_fix,
                     "Type is %" STR_FMT ": a folder without its '/' is no redirect, and relative links break",
                     STR_ARG(type));
    else if (!str_eq_c(error, "404.html"))
        findings_add(&d->findings, wrong, "website", website_fix, "the error page is \"%" STR_FMT "\"", STR_ARG(error));
    else
        findings_add(&d->findings, VERDICT_OK, "website", "", "index.html, sub-folders, 404.html");
}

static bool look_at_website(struct doctor *d)
{
    struct request r = request_make("GET", "asking", (struct str){NULL, 0});
    request_query(&r, S("website"), (struct str){NULL, 0});
    if (!doctor_ask(d, &r, "website", "oss:GetBucketWebsite"))
        return false;
    if (r.status == 404)
        findings_add(&d->findings, website_verdict(d), "website", website_fix, "static pages are not set up");
    else if (r.status == 200)
        judge_website(d, r.answer);
    return true;
}

/* ---- domains */

static struct str host_of(struct str url)
{
    size_t scheme = str_find(url, S("://"));
    struct str host = scheme < url.n ? str_sub(url, scheme + 3, url.n) : url;
    host = str_sub(host, 0, str_find_char(host, '/'));
    return str_sub(host, 0, str_find_char(host, ':'));
}

static void judge_domain(struct doctor *d, struct str list, struct str host)
{
    struct str one;
    struct arena *a = d->session.arena;
    while (xml_next(&list, "Cname", &one)) {
        struct str certificate = xml_inner(one, "Certificate");
        if (!str_eq(xml_text(a, one, "Domain"), host))
            continue;
        if (str_eq_c(xml_text(a, one, "Status"), "Disabled"))
            findings_add(&d->findings, VERDICT_BAD, "domain",
                         "console: bucket > Bucket Settings > Domain Names: enable it", "%" STR_FMT " is disabled",
                         STR_ARG(host));
        else if (certificate.n == 0)
            findings_add(&d->findings, VERDICT_NOTE, "domain", "",
                         "%" STR_FMT " is bound, without a certificate here (right when a CDN holds it)",
                         STR_ARG(host));
        else
            findings_add(&d->findings, VERDICT_OK, "domain", "", "%" STR_FMT " is bound, certificate until %" STR_FMT,
                         STR_ARG(host), STR_ARG(xml_text(a, certificate, "ValidEndDate")));
        return;
    }
    findings_add(&d->findings, VERDICT_BAD, "domain",
                 "console: bucket > Bucket Settings > Domain Names > Map Custom Domain Name",
                 "%" STR_FMT " is not bound to the bucket", STR_ARG(host));
}

static bool look_at_domains(struct doctor *d)
{
    struct str host = host_of(d->session.config.endpoint);
    struct request r = request_make("GET", "asking", (struct str){NULL, 0});
    if (!d->session.config.cname)
        return true;
    request_query(&r, S("cname"), (struct str){NULL, 0});
    if (!doctor_ask(d, &r, "domain", "oss:ListCname"))
        return false;
    if (r.status == 200)
        judge_domain(d, r.answer, host);
    return true;
}

bool doctor_bucket(struct doctor *d)
{
    return look_at_info(d) && look_at_website(d) && look_at_domains(d);
}

int publish_doctor(const struct publish_options *options)
{
    struct doctor d = {0};
    if (session_open(&d.session, options)) {
        d.findings.arena = d.session.arena;
        findings_add(&d.findings, VERDICT_OK, "configuration", "", "%s", options->config);
        bool ok = look_at_access(&d) && look_at_current(&d);
        if (ok) {
            look_at_endpoint(&d);
            ok = doctor_site(&d) && doctor_bucket(&d) && (!options->write_tests || doctor_write(&d));
        }
        if (ok)
            findings_print(options->out, &d.findings, options->json);
        else if (!options->json)
            findings_print(options->out, &d.findings, false);
    }
    bool bad = d.findings.bad > 0;
    int code = session_close(&d.session);
    return code ? code : bad;
}
