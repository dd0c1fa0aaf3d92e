/* Steps of import_run, a file each: reading responses, comparing, planning what is new, texts, writing. */
#ifndef CATALOG_IMPORT_INTERNAL_H
#define CATALOG_IMPORT_INTERNAL_H

#include "base/list.h"
#include "base/map.h"
#include "catalog/catalog.h"
#include "catalog/import.h"
#include "data/json.h"

/* One instance type with GPUs, as a response has it. Texts are one clean line; absent numbers were not given, or given
 * as 0, which is how the API says so. */
struct import_entry {
    struct json at;
    struct str file; /* that it stands in */
    struct str id, family;
    struct str spec; /* GPUSpec: the API's name of the card; may be empty */
    struct str cpu;  /* PhysicalProcessorModel; may be empty */
    struct num vcpus, memory, gpus;
    struct num gpu_memory;  /* GiB of one GPU, or of the share */
    struct num network;     /* Gbit/s; absent when the two directions differ */
    bool directions_differ; /* the reason for that */
};

enum import_outcome { IMPORT_SKIPPED, IMPORT_UNCHANGED, IMPORT_NEW, IMPORT_CONFLICTING, IMPORT_OUTCOME_COUNT };

struct import_line {
    enum import_outcome outcome;
    struct str text; /* the id and what is to say about it */
};

/* A chip that only the API names. */
struct import_chip {
    struct str id, name, spec;
    struct num memory; /* GB as sold; absent when the API gives none, or only that of a share */
};

/* A family with new types. */
struct import_family {
    struct str id;
    const struct family *old; /* NULL: a new family */
    int kind;                 /* enum family_kind */
    struct str chip;          /* id; empty: not clear which, possible for vGPU families only */
    bool chip_by_alias;       /* a new family's chip was told by an alias, which the record says */
    LIST(struct str) specs;
    LIST(const struct import_entry *) entries;
};

/* A catalogue file, old and new. */
struct import_file {
    struct str name; /* relative to the folder, NUL-terminated */
    bool existed;
    struct str before, after;
};

struct import {
    const struct import_request *request;
    struct arena *arena;
    struct diag *diag;
    struct catalog *c;
    LIST(struct json_file *) documents;
    LIST(struct import_entry *) entries; /* pointers: by_id points at them too */
    struct map by_id;                    /* of entries */
    LIST(struct import_line) lines;
    LIST(struct str) notes;
    LIST(struct import_family *) families;
    LIST(struct import_chip) chips;
    LIST(struct import_file) files; /* in the order of writing */
    struct str source;              /* id of the source of all that is new */
    size_t added;
    bool has_packet_rates;
};

void import_line(struct import *im, enum import_outcome outcome, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void import_note(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The place of a key of the entry, or of the entry; no place once so many errors were reported that none is shown. */
struct place import_place(const struct import *im, const struct import_entry *e, const char *json_key);

/* Reads a response into entries; those without a GPU become lines. Errors are reported. */
void import_read(struct import *im, const char *path);

/* True when `spec` is the family's or its chip's name in the API. */
bool import_spec_fits(const struct family *f, struct str spec);
/* Adds the entry, which the catalogue does not have, to the plan; reports why not. */
void import_plan(struct import *im, const struct import_entry *e);

/* Texts of the records in the format of the catalogue's files, as items of a block list with the dash in column 1. */
void import_put_type(struct buf *out, const struct import_entry *e, int kind, struct str source);
void import_put_chip(struct buf *out, const struct import_chip *chip, struct str source);
void import_put_source(struct buf *out, struct str id, struct str date);
/* All keys of a new family but `types`. */
void import_put_family(struct buf *out, const struct import_family *f, struct str source, struct str date);
/* The text of `src` with `items` at the end of the list under the top-level `key`, all other bytes unchanged. Reports a
 * list that is not written an item a line. */
bool import_append(struct arena *arena, const struct source *src, const char *key, struct str items, struct str *out,
                   struct diag *diag);

/* Fills im->files from the plan. */
bool import_make_files(struct import *im);
/* Loads a temporary copy of the folder with the new texts; reports what is wrong with it. */
bool import_check_files(struct import *im);
/* Writes im->files; after a failure the old texts are put back. */
bool import_write_files(struct import *im);

#endif
