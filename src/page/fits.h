/* What fits: results of the sizing core as table cells and sentences. */
#ifndef PAGE_FITS_H
#define PAGE_FITS_H

#include "catalog/workload.h"
#include "page/page.h"

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

/* The workload of an overview method. */
struct sizing_workload fit_workload(const struct fit_method *m);

/* A cell with the verdict: symbol, number of GPUs, GiB on each. `gpu` NULL: memory not published. */
void fit_cell(struct page *p, struct tdict *row, const struct model *model, const struct fit_method *method,
              const struct sizing_gpu *gpu, double max_gpus);
/* Explains the symbols and what the numbers leave out. */
void fit_legend(struct page *p);

/* Table of models against the four methods on one kind of GPU. */
void fit_table(struct page *p, const char *id, struct str caption, const struct sizing_gpu *gpu, double max_gpus);

/* The likely peak of a model's workload on the fullest GPU; false when there is no total. */
bool fit_need(const struct model *model, const struct sizing_workload *w, double *bytes);

/* "14.2 GiB" worked out: a table of the terms with the formula of each, numbers filled in, the peak with its phase and range. */
void fit_terms_table(struct page *p, const char *id, struct str caption, const struct model *model,
                     const struct sizing_workload *w);

#endif
