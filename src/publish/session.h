/* What all commands of publishing begin with: configuration, credentials, a bucket to talk to. */
#ifndef PUBLISH_SESSION_H
#define PUBLISH_SESSION_H

#include "publish/bucket.h"
#include "publish/credentials.h"
#include "publish/publish.h"

struct session {
    const struct publish_options *options;
    struct arena *arena;
    struct config config;
    struct credentials credentials;
    struct bucket bucket;
    struct trouble why;
};

/* Reads configuration and credentials. After false the session has its trouble; either way it has to be closed. */
bool session_open(struct session *s, const struct publish_options *options);

/* Prints the trouble, if there is one, as a message and, with --json, as an object on stdout. Returns the exit code. */
int session_close(struct session *s);

/* A line among the messages. */
void session_warn(const struct session *s, struct str text);

#endif
