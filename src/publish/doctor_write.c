/* The doctor's writing tests: what the documentation of OSS leaves open. */
#include <string.h>

#include "publish/check.h"
#include "publish/digest.h"
#include "publish/doctor.h"

#define FOLDER CONTROL "doctor/"
#define PLAIN FOLDER "plain.txt"
#define COPY FOLDER "copy.txt"
#define ODD FOLDER "a b+c%d&e=\xe9\xa1\xb5'(1)!*.txt"

#define TEXT "written by chipfirst publish doctor\n"

static bool put_plain(struct doctor *d)
{
    struct bucket *b = &d->session.bucket;
    bool exists = false;
    if (!bucket_put_private(b, S(PLAIN), S(TEXT), false, NULL) ||
        !bucket_put_private(b, S(PLAIN), S(TEXT), true, &exists))
        return false;
    findings_add(&d->findings, VERDICT_OK, "write", "",
                 "an object with a private access list (oss:PutObject, oss:PutObjectAcl)");
    if (exists)
        findings_add(&d->findings, VERDICT_OK, "exclusive write", "", "refused with 409, so that the lock works");
    else
        findings_add(&d->findings, VERDICT_BAD, "exclusive write",
                     "switch versioning off, or never publish from two places at once",
                     "OSS let a second write through, so that the lock is weaker");
    return true;
}

static bool copy_plain(struct doctor *d)
{
    struct bucket *b = &d->session.bucket;
    struct request r = bucket_copy(b, d->session.arena, S(PLAIN), S(COPY));
    char md5[MD5_HEX];
    if (!transfer_one(b->transfer, &r, d->session.arena, b->why))
        return false;
    md5_text(S(TEXT), md5);
    findings_add(&d->findings, VERDICT_OK, "copy", "", "the ETag of a copy %s the MD5 of its contents; either is fine",
                 str_eq_c(r.etag, md5) ? "is" : "is not");
    return true;
}

static bool write_odd(struct doctor *d)
{
    struct bucket *b = &d->session.bucket;
    struct objects objects;
    struct str back;
    bool found;
    if (!bucket_put_private(b, S(ODD), S(TEXT), false, NULL) || !bucket_get(b, S(ODD), &back, &found) ||
        !bucket_list(b, &objects))
        return false;
    if (found && str_eq(back, S(TEXT)) && objects_find(&objects, S(ODD)))
        findings_add(&d->findings, VERDICT_OK, "odd names", "", "blank, +, %%, & and Chinese come back as they were");
    else
        findings_add(&d->findings, VERDICT_BAD, "odd names", "keep to letters, digits, '-', '_', '.' in file names",
                     "an object with an odd name was not found again");
    return true;
}

static bool look_from_outside(struct doctor *d)
{
    struct session *s = &d->session;
    struct request r = request_make("GET", "check", S(PLAIN));
    if (!d->site_answers)
        return true;
    r.url = check_address(s->arena, &s->config, r.key);
    r.accepts = -1;
    if (!transfer_one(s->bucket.transfer, &r, s->arena, &s->why))
        return false;
    if (r.status == 200 && str_eq(r.answer, S(TEXT)))
        findings_add(&d->findings, VERDICT_BAD, "private object",
                     "exclude " CONTROL "* in the bucket policy that lets readers in",
                     "readers can read it at the site's address");
    else
        findings_add(&d->findings, VERDICT_OK, "private object", "", "hidden at the site's address (HTTP %ld)",
                     r.status);
    return true;
}

bool doctor_write(struct doctor *d)
{
    const struct str keys[] = {S(PLAIN), S(COPY), S(ODD)};
    bool ok = put_plain(d) && copy_plain(d) && write_odd(d) && look_from_outside(d);
    struct trouble ignored = {0}, *kept = d->session.bucket.why;
    if (!ok)
        d->session.bucket.why = &ignored; /* what was written is removed all the same */
    bool removed = bucket_delete(&d->session.bucket, keys, sizeof keys / sizeof *keys);
    d->session.bucket.why = kept;
    if (ok && removed)
        findings_add(&d->findings, VERDICT_OK, "delete", "", "the objects of these tests are gone (oss:DeleteObject)");
    return ok && removed;
}
