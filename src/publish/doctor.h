/* The parts of the doctor. Each adds findings; false only when the service cannot be asked any further. */
#ifndef PUBLISH_DOCTOR_H
#define PUBLISH_DOCTOR_H

#include "publish/findings.h"
#include "publish/session.h"

struct doctor {
    struct session session;
    struct findings findings;
    bool published;    /* a generation is live */
    bool site_answers; /* readers get index.html at the site's address */
};

/* Settings of the bucket: region, access, versioning, website, domains. */
bool doctor_bucket(struct doctor *d);
/* The address that readers use. */
bool doctor_site(struct doctor *d);
/* What only writing shows: objects under .publish/doctor/, removed afterwards. */
bool doctor_write(struct doctor *d);

/* A request that may be refused: *r has the answer. False, with a finding, when it was. */
bool doctor_ask(struct doctor *d, struct request *r, const char *what, const char *right);

#endif
