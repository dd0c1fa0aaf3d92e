/* The configuration of a publication: publish.conf, lines of `key = value`. It holds no secret. */
#ifndef PUBLISH_CONFIG_H
#define PUBLISH_CONFIG_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/list.h"
#include "base/str.h"

/* In the order in which they go live. */
enum item_kind { ITEM_ASSET, ITEM_DATA, ITEM_PAGE, ITEM_ROOT };
enum { ITEM_KINDS = 4 };

/* asset, data, page or root. */
const char *item_kind_name(enum item_kind kind);
bool item_kind_parse(struct str name, enum item_kind *kind);

/* type = EXTENSION CONTENT-TYPE, class = CLASS PATTERN, header = CLASS-OR-PATTERN NAME: VALUE */
struct config_rule {
    struct str what;  /* extension, pattern or class, NUL-terminated */
    struct str name;  /* of a header, lower case */
    struct str value; /* content type, or value of a header; empty takes the header away */
    enum item_kind kind;
};

enum credential_source { CREDENTIALS_FOUND, CREDENTIALS_ENVIRONMENT, CREDENTIALS_FILE, CREDENTIALS_ECS_ROLE };

struct config {
    struct str path; /* of the file itself */
    struct str site; /* the folder */
    struct str bucket, region;
    struct str endpoint;   /* scheme://host[:port], without '/' at the end */
    struct str site_url;   /* as the readers write it, ending in '/'; empty: no check after publishing */
    struct str prefix;     /* of all keys: empty, or ending in '/' */
    struct str ca;         /* file of certificate authorities; empty: the system's */
    struct str connect_to; /* HOST:PORT that every connection goes to instead; empty: where the names say */
    struct str role;       /* of the ECS instance */
    enum credential_source credentials;
    bool cname;    /* the endpoint is a domain bound to the bucket */
    unsigned jobs; /* connections at once */
    unsigned keep_generations, max_delete_percent;
    unsigned timeout_s, retries, retry_ms, check_s;
    LIST(struct config_rule) types, kinds, headers;
};

/* Reads the file; everything in *config lives in the arena. What is wrong is reported with its place; values that look
 * like credentials are reported without being shown. */
bool config_read(struct arena *arena, const char *path, struct config *config, struct diag *diag);

#endif
