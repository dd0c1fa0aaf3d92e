/* The doctor at the site's address: what readers get. */
#include <string.h>

#include "publish/check.h"
#include "publish/doctor.h"

static bool fetch(struct doctor *d, struct request *r, struct str key, bool gzip)
{
    struct session *s = &d->session;
    *r = request_make("GET", "check", key);
    r->url = check_address(s->arena, &s->config, key);
    r->accepts = -1;
    if (gzip)
        request_header(r, S("accept-encoding"), S("gzip"));
    return transfer_one(s->bucket.transfer, r, s->arena, &s->why);
}

static void judge_index(struct doctor *d, const struct request *r)
{
    struct str disposition = request_answered(r, "content-disposition");
    if (r->status == 403)
        findings_add(&d->findings, VERDICT_BAD, "site address", "let readers in: see the next lines",
                     "%" STR_FMT " answers 403", STR_ARG(r->url));
    else if (r->status != 200)
        findings_add(&d->findings, d->published ? VERDICT_BAD : VERDICT_NOTE, "site address",
                     d->published ? "does site_url lead to this bucket and prefix?" : "", "%" STR_FMT " answers %ld",
                     STR_ARG(r->url), r->status);
    else if (str_starts(disposition, S("attachment")))
        findings_add(&d->findings, VERDICT_BAD, "site address",
                     "bind a custom domain and make it site_url; the bucket's own domain always does this",
                     "pages are downloaded instead of shown");
    else {
        d->site_answers = true;
        findings_add(&d->findings, VERDICT_OK, "site address", "", "%" STR_FMT " answers", STR_ARG(r->url));
    }
}

static bool look_at_hidden(struct doctor *d)
{
    struct request r;
    if (!fetch(d, &r, S(CONTROL_CURRENT), false))
        return false;
    if (r.status == 200 && strncmp(r.answer.n ? r.answer.p : "", "20", 2) == 0)
        findings_add(&d->findings, VERDICT_BAD, "private objects",
                     "exclude " CONTROL "* in the bucket policy that lets readers in",
                     CONTROL "current can be read by everybody: the policy overrides the object's own access list");
    else
        findings_add(&d->findings, VERDICT_OK, "private objects", "", "hidden (HTTP %ld)", r.status);
    return true;
}

static bool look_at_missing(struct doctor *d)
{
    struct request r;
    if (!fetch(d, &r, S("there-is-no-such-page.html"), false))
        return false;
    if (r.status == 404 && str_starts(request_answered(&r, "content-type"), S("text/html")))
        findings_add(&d->findings, VERDICT_OK, "missing pages", "", "404 with the error page");
    else
        findings_add(
            &d->findings, VERDICT_BAD, "missing pages", "static pages: default 404 page 404.html, error code 404",
            "a missing page answers %ld, type %" STR_FMT, r.status, STR_ARG(request_answered(&r, "content-type")));
    return true;
}

static bool look_at_compression(struct doctor *d)
{
    struct request r;
    if (!fetch(d, &r, S("index.html"), true))
        return false;
    if (str_eq_c(request_answered(&r, "content-encoding"), "gzip"))
        findings_add(&d->findings, VERDICT_OK, "compression", "", "pages come with gzip");
    else
        findings_add(&d->findings, VERDICT_NOTE, "compression", "",
                     "index.html came without gzip (OSS compresses from 1 KB on; a CDN needs it switched on)");
    return true;
}

/* Answers only when the site has a page in a folder; the languages of this site are folders. */
static bool look_at_folders(struct doctor *d)
{
    struct request with, without;
    if (!fetch(d, &with, S("en/"), false) || !fetch(d, &without, S("en"), false))
        return false;
    if (with.status != 200)
        findings_add(&d->findings, VERDICT_NOTE, "sub-folders", "",
                     "en/ answers %ld (no matter when the site has no such folder)", with.status);
    else if (without.status / 100 != 3)
        findings_add(
            &d->findings, VERDICT_NOTE, "sub-folders", "",
            "en/ is served, and en is not redirected there (HTTP %ld); links of the site name the files, so that "
            "nothing breaks",
            without.status);
    else
        findings_add(&d->findings, VERDICT_OK, "sub-folders", "", "en/ is served, en redirects there");
    return true;
}

bool doctor_site(struct doctor *d)
{
    struct request r;
    if (d->session.config.site_url.n == 0) {
        findings_add(&d->findings, VERDICT_NOTE, "site address", "",
                     "site_url is not set: nothing is checked after publishing");
        return true;
    }
    if (!fetch(d, &r, S("index.html"), false))
        return false;
    judge_index(d, &r);
    return !d->site_answers ||
           (look_at_hidden(d) && look_at_missing(d) && look_at_compression(d) && look_at_folders(d));
}
