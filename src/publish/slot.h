/* One try of one request on libcurl. Internal to transfer. */
#ifndef PUBLISH_SLOT_H
#define PUBLISH_SLOT_H

#include <curl/curl.h>

#include "publish/transfer.h"

enum slot_state { SLOT_FREE, SLOT_WAITING, SLOT_RUNNING };

/* A place for one request at a time; its curl handle keeps what it can reuse. */
struct slot {
    enum slot_state state;
    struct request request;
    struct arena *arena;
    struct transfer *transfer;
    CURL *easy;
    struct curl_slist *lines;
    struct buf answer, answer_headers;
    int file; /* open while it is sent, else -1 */
    long long sent;
    double not_before; /* of a try that waits */
    char error[CURL_ERROR_SIZE];
};

struct transfer {
    const struct config *config;
    struct credentials *credentials;
    struct arena *arena;
    struct signer signer;
    CURLM *multi;
    struct slot *slots;
    struct curl_slist *connect_to;
    const volatile sig_atomic_t *stop;
    unsigned retries, seed;
    long clock_offset;
    struct transfer_counts counts;
};

/* Begins a try: headers, signature, body. False when the file cannot be read or new credentials cannot be had. */
bool slot_start(struct slot *s, struct trouble *why);

/* Closes and frees what the try needed. */
void slot_end(struct slot *s);

/* Fills in the answer of the request after libcurl is done with it. */
void slot_read_answer(struct slot *s);

/* To be called after the credentials of the transfer changed. */
void slot_take_credentials(struct transfer *t);

#endif
