/* Publishing a folder of files as a site on OSS, so that no reader meets a page whose assets are missing.
 *
 * The steps are barriers, each complete before the next begins: lock; list of what is coming; assets to their place and
 * the bodies of all other files to where nobody looks; data goes live by copies, then pages, then those at the root;
 * the list of the generation and the pointer to it; deletes; unlock. Every step can be done twice, so that a killed run
 * is mended by the next one. */
#ifndef PUBLISH_PUBLISH_H
#define PUBLISH_PUBLISH_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "publish/trouble.h"

struct publish_options {
    const char *config;   /* path of the configuration file */
    const char *site;     /* another folder than it says; NULL */
    const char *rollback; /* a generation to go back to; NULL */
    bool dry_run, adopt, force_delete, break_lock, no_check, json;
    bool write_tests;                  /* doctor only: objects of its own are written and removed again */
    FILE *out;                         /* report or JSON */
    FILE *messages;                    /* errors and warnings */
    FILE *progress;                    /* NULL: none */
    const volatile sig_atomic_t *stop; /* not 0: end as soon as possible; may be NULL */
};

/* Each returns the exit code: 0 done, 1 the input is wrong, 2 the world is wrong. The finer class stands in the message
 * and the JSON. */
int publish_run(const struct publish_options *options);
int publish_list(const struct publish_options *options);
int publish_doctor(const struct publish_options *options);

#endif
