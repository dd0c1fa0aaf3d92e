/* What stopped a publication: a class for programs, a message for people. */
#ifndef PUBLISH_TROUBLE_H
#define PUBLISH_TROUBLE_H

#include <stdbool.h>

enum trouble_kind {
    TROUBLE_NONE,
    TROUBLE_USAGE,       /* options */
    TROUBLE_CONFIG,      /* the configuration file */
    TROUBLE_CREDENTIALS, /* none found, or not readable */
    TROUBLE_REFUSED,     /* a rail: the site or the bucket is not as it must be */
    TROUBLE_INPUT,       /* a file of the site cannot be read or changed meanwhile; no such generation */
    TROUBLE_DENIED,      /* the service refuses key, secret, token or right */
    TROUBLE_SERVICE,     /* network, TLS, the service itself */
    TROUBLE_LOCKED,      /* another publication is at work */
    TROUBLE_CHECK,       /* published, but the site's address does not show it */
    TROUBLE_INTERRUPTED, /* by a signal */
    TROUBLE_OUTPUT,      /* the report cannot be written */
};

enum { TROUBLE_SIZE = 4096 };

struct trouble {
    enum trouble_kind kind;
    char message[TROUBLE_SIZE];
};

/* Keeps the first trouble; later ones are its consequences. Always false, so that it ends a function. */
bool trouble_set(struct trouble *t, enum trouble_kind kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* The stable name that --json and the messages carry: "refused", "locked" … */
const char *trouble_name(enum trouble_kind kind);

/* 0 none, 1 the input is wrong, 2 the world is wrong. */
int trouble_exit_code(enum trouble_kind kind);

#endif
