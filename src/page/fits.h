/* What fits: results of the sizing core as table cells and sentences. */
#ifndef PAGE_FITS_H
#define PAGE_FITS_H

#include "catalog/workload.h"
#include "page/page.h"
#include "sizing/needs.h"

enum { FIT_METHODS = 4, FIT_MAX_GPUS = 8 };

/* The four workloads of every overview: inference, LoRA, QLoRA, full fine-tuning. */
struct fit_method {
    const char *id;  /* key of its texts: method.<id>, method_note.<id> */
    enum sizing_method method;
    double seq;
};
extern const struct fit_method fit_methods[FIT_METHODS];

/* Models of the overview tables (reference: true), smallest first. */
struct model_list {
    const struct model **at;
    size_t n;
};
struct model_list reference_models(const struct page *p);
/* All models that are modelled, smallest first. */
struct model_list modelled_models(const struct page *p);
/* Is there a memory model of its architecture? Convolutional, diffusion and encoder-decoder models have weights only. */
bool fit_is_modelled(const struct model *m);

/* The workload of an overview method: not longer than the model's context, and mixed precision when a model that was released in
 * 32 bits is trained. model NULL: of any model. */
struct sizing_workload fit_workload(const struct fit_method *method, const struct model *model);

/* What an overview method assumes, in words; `model` NULL: of all models. */
struct str fit_note(const struct page *p, const struct fit_method *method, const struct model *model, double seq);
/* The same words with those of the KV cache, which decoders have. */
struct str fit_note_with_cache(const struct page *p, const struct model *model, struct str note);

/* Needs of the overview workloads, worked out once for all pages. In the arena. */
struct fit_cache;
struct fit_cache *fit_cache_new(struct arena *arena, const struct catalog *c);
struct sizing_needs *fit_needs(const struct page *p, const struct model *model, const struct fit_method *method);

/* A cell with the verdict: symbol, the smallest number of GPUs up to max_gpus, and in a table that is sorted the GiB on each. Where
 * that is tight, the smallest number that fits with its high end stands below. */
enum fit_show { FIT_SHOW_GPUS, FIT_SHOW_BYTES };
void fit_cell(struct page *p, struct tdict *row, struct sizing_needs *needs, const struct sizing_gpu *gpu, double max_gpus,
              enum fit_show show);
/* Its name, with a mark where it has no BF16. */
struct str fit_chip_name(const struct page *p, const struct chip *c);
/* Does the chip stand in the tables: it can be ordered and its memory is known. */
bool fit_is_listed(const struct chip *c);

/* Explains the symbols and what the numbers leave out. */
void fit_legend(struct page *p);

/* Table of models against the four methods on one kind of GPU. */
void fit_table(struct page *p, const char *id, struct str caption, const struct sizing_gpu *gpu, double max_gpus);

/* A term's formula with its numbers filled in. */
struct str fit_formula(const struct page *p, const struct sizing_term *term);

/* The likely peak of a model's workload on the fullest GPU; false when there is no total. */
bool fit_need(const struct model *model, const struct sizing_workload *w, double *bytes);

/* "14.2 GiB" worked out: a table of the terms with the formula of each, numbers filled in, the peak with its phase and range. */
void fit_terms_table(struct page *p, const char *id, struct str caption, const struct model *model,
                     const struct sizing_workload *w);

#endif
