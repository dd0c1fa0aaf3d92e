/* Where key, secret and token come from. They are never printed and never on a command line. */
#ifndef PUBLISH_CREDENTIALS_H
#define PUBLISH_CREDENTIALS_H

#include <stdbool.h>
#include <time.h>

#include "base/arena.h"
#include "base/str.h"
#include "publish/config.h"
#include "publish/trouble.h"

struct credentials {
    struct str key_id, secret;
    struct str token;   /* of STS; empty: a permanent key */
    struct str from;    /* in words, for messages */
    struct str warning; /* empty, or what should be mended */
    time_t expires;     /* 0: never */
};

/* By the setting `credentials`; without it the first of these that is complete: OSS_ACCESS_KEY_ID,
 * OSS_ACCESS_KEY_SECRET and OSS_SESSION_TOKEN, then the ALIBABA_CLOUD_ names, then the file of ossutil
 * (OSSUTIL_CONFIG_FILE or ~/.ossutilconfig). The metadata service of an ECS instance is asked only when the setting
 * says so. */
bool credentials_find(struct arena *arena, const struct config *config, struct credentials *found, struct trouble *why);

/* Of the role that the ECS instance has; asks its metadata service. */
bool credentials_of_role(struct arena *arena, const struct config *config, struct credentials *found,
                         struct trouble *why);

/* The value of a string member "NAME": "VALUE" in the metadata service's answer; empty when there is none. In the
 * arena. */
struct str credentials_member(struct arena *arena, struct str json, const char *name);

#endif
