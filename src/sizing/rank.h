/* One workload against every instance type: what fits in which layout, how fast, for how much, and in which order to consider
   them. The command, the decision pages and the calculator ask here and nowhere else. */
#ifndef SIZING_RANK_H
#define SIZING_RANK_H

#include "cost.h"
#include "fit_type.h"
#include "speed.h"

/* What the catalogue knows of an instance type; doubles only, so that the calculator's tables are arrays of them. */
struct rank_candidate {
    struct sizing_gpu gpu;          /* one GPU, or the share of one; of no meaning without has_memory */
    double gpus;                    /* as in struct sizing_host; 0 = not published: one GPU alone is judged, and has no rate */
    double interconnect;
    double has_memory;              /* 0: no memory size is published, so that nothing can be judged */
    double has_erdma;               /* 1: published as there */
    double is_gpu;                  /* 0: another accelerator, of whose speed we know nothing */
    double status;                  /* the smaller, the rather: 1 = sold; see enum status of catalog/records.h */
    double memory_total;            /* of all GPUs, as sold, in any one unit; 0 = not published */
    double order;                   /* decides between equals: the place of the id in the sorted list of ids */
    struct sizing_machine machine;
};

/* What is asked. model NULL: requirements only. */
struct rank_question {
    const struct sizing_model *model;
    struct sizing_workload workload; /* gpus above 1: that layout is judged, else the best one is looked for */
    struct sizing_run run;
    struct sizing_demand demand;     /* own_layout and has_erdma are filled in here; min_gpus are those of one machine */
    double machines;                 /* most machines of a type that may work together; 0 = 1. A share of a GPU works alone */
    bool with_changes;               /* look for the smallest change where it does not fit: ten times the time */
    bool by_weights;                 /* terms that are not modelled count against no type: what is known of the model has to fit, in the
                                        workload's own layout */
    bool without_speed;              /* leave speed and cost out */
};

/* The verdict on one type. */
struct rank_answer {
    struct sizing_type_fit fit;     /* all 0 where there is no model or no memory size; fit.limit is that of the demand then. A
                                       type with fewer GPUs than demanded gets no change: none would do */
    bool fits;                      /* the likely need does, and everything demanded is there */
    struct sizing_workload layout;  /* what speed speaks of: all GPUs of the machines that the fit, the fewest GPUs, occupies; in
                                       inference replicas of the next number that divides them */
    struct speed_estimate speed;    /* has_rate false: none; without advice, which rank_advise adds */
    double machines;                /* that the layout occupies; 0 without a rate */
    double machine_hours;           /* for run.token_budget, else for a million tokens; 0 without a rate */
    double gpu_hours;               /* the same times the GPUs, or the share of one */
    double service_machines;        /* inference: machines that serve run.request_rate at the likely rate, whole layouts; else 0 */
    double service_hour;            /* their price an hour, pay-as-you-go; 0 without that price */
    struct cost_estimate cost;      /* of run.token_budget; all 0 without one, without prices or without a rate */
    double money;                   /* what the order compares: the cheapest way for the budget, else a million tokens at the
                                       hourly price and extra_hour; 0 = no price is given or no rate is known; infinite where
                                       spot is the only way given and never gets through */
};

/* Judges candidates[0..n). prices NULL: none, else one for each candidate, of one machine, all of one currency and all covering
   the same. Candidates that are the same case of GPU, number and links are judged once.
   Errors: those of fit_type that hold for every type; speed and cost that cannot be computed are left out instead. */
struct sizing_error rank_judge(const struct rank_question *question, const struct rank_candidate *candidates, int n,
                               const struct sizing_prices *prices, struct rank_answer *answers);

/* Tokens that hours and money speak of: the budget, or a million. */
double rank_tokens(const struct sizing_run *run);

/* Speed, machines and hours of answer->layout, whatever the fit; what rank_judge does for types that fit. */
void rank_rate(const struct rank_question *question, const struct rank_candidate *candidate, struct rank_answer *answer);

/* Why the type does not do: as fit_limit_name, or "memory_not_published"; NULL when it does. */
const char *rank_reason(const struct rank_question *question, const struct rank_candidate *candidate, const struct rank_answer *answer);

/* Why there is no rate, of an answer that was asked for one: "other_chip", "no_share", "not_modelled", "no_peak", "no_bandwidth", of
   the strings speed.<id>; NULL when there is. */
const char *rank_no_rate(const struct rank_candidate *candidate, const struct speed_estimate *speed);

/* What to change first on this type, in answer->speed; only for an answer with a rate. */
void rank_advise(const struct rank_question *question, const struct rank_candidate *candidate, struct rank_answer *answer);

/* The change of speed_advise when the likely need still fits the GPU with it, else the best of all that do. */
void rank_advise_job(const struct sizing_model *model, const struct speed_job *job, const struct sizing_machine *machine,
                     const struct sizing_gpu *gpu, struct speed_estimate *estimate);

/* order[0..n) becomes the numbers of the candidates, the best first: fits, tight, does not fit, cannot be judged; then status,
   money where it is known, one machine before several, of several GPU-hours where they are known, GPUs of a machine, total GPU
   memory, vCPUs, order. What is not published comes last. */
void rank_order(const struct rank_candidate *candidates, const struct rank_answer *answers, int n, int *order);

/* As good as the other in all that rank_order compares but vCPUs and order. */
bool rank_is_equal(const struct rank_candidate *a, const struct rank_answer *answer_a, const struct rank_candidate *b,
                   const struct rank_answer *answer_b);

#endif
