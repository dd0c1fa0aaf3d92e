/* How fast a machine type runs a workload: seconds by resource, the one that binds, tokens/s with a range, and what to change
   first. The formulas are in speed_training.h, speed_engine.h, speed_llama.h and speed_server.h. */
#ifndef SIZING_SPEED_H
#define SIZING_SPEED_H

#include "sizing.h"
#include "speed_shape.h"
#include "speed_training.h"

#define SPEED_LEAST_GAIN 1.03 /* below it no change is worth naming */

/* A checked workload with what does not depend on the machine. Fill it with speed_prepare. */
struct speed_job {
    struct sizing_workload workload;
    struct sizing_run run;
    struct speed_shape shape;
    double prompt, output;     /* inference: tokens of a request: seq, and new_tokens or else output_tokens */
    double weight_bits;        /* of the quantised weights, 16 or 32 for none */
    enum speed_format format;  /* that the weights would multiply in */
    bool is_encoder;
    bool is_modelled;          /* false: not a transformer that we count; nothing is estimated */
};

enum speed_state {
    SPEED_STATE_none,          /* the job has no such work */
    SPEED_STATE_known,
    SPEED_STATE_not_published  /* it has, but the rate is not published: left out of the sum and of the verdict */
};

/* One resource over one period. */
struct speed_use {
    double seconds;
    enum speed_state state;
    bool is_beside;            /* works beside the GPUs: it lengthens the period only where it takes longer than they do */
};

/* What a period is: one optimizer step, or the time in which `batch` requests of a replica are served. */
struct speed_estimate {
    struct speed_use use[SIZING_RESOURCES];
    double seconds;            /* of a period; the sum of what is not beside, or the longest of what is */
    double tokens;             /* of a period, all GPUs: trained or, for inference, generated (an encoder: read) */
    double low, likely, high;  /* tokens/s of all GPUs; 90 % of measured runs are inside */
    double mfu;                /* model FLOPs over the peak of the format; 0 when no peak is published */
    double hours, hours_low, hours_high; /* for token_budget; 0 without one */
    double first_token, between_tokens, request; /* inference: seconds, mean; 0 for training */
    double first_token_low, first_token_high;    /* as low and high, at a steady rate of requests */
    double batch;              /* sequences that run together in one replica */
    enum sizing_resource binding;
    enum sizing_advice advice; /* the change of those against `binding` that gains most; none when none gains 3 % */
    double gain;               /* tokens/s with that change over tokens/s without */
    bool has_rate;             /* false: no peak or memory bandwidth is published, or the model is not modelled: no verdict */
    bool is_complete;          /* no resource is SPEED_STATE_not_published; else the rate is an upper bound */
};

/* Checks the inputs and derives what all machines share. Errors: check_pair of the two, slots of `run` out of their kind, 0 in
   output_tokens or pipeline_chunks, batch 0; *out is not to be used then. With vLLM `batch` is the mean number of requests in a
   replica, waiting ones included; llama.cpp has one user and splits layers over the GPUs of a replica. */
struct sizing_error speed_prepare(const struct sizing_model *model, const struct sizing_workload *workload,
                                  const struct sizing_run *run, struct speed_job *out);

/* The job on machines of one type; as many machines as its GPUs need. Whether it fits is not asked here. Errors: slots of
   `machine` out of their kind, node_gpus 0, gpu_share 0 or above 1; *out is all 0 then. */
struct sizing_error speed_estimate(const struct speed_job *job, const struct sizing_machine *machine,
                                   const struct sizing_gpu *gpu, struct speed_estimate *out);

/* As speed_estimate without advice and gain, for rankings; the inputs are checked. */
void speed_evaluate(const struct speed_job *job, const struct sizing_machine *machine, const struct sizing_gpu *gpu,
                    struct speed_estimate *out);

/* How a training job runs on machines of one type, for speed_training_step. */
void speed_training_of(const struct speed_job *job, const struct sizing_machine *machine, struct speed_training *run);

/* Bytes of a training checkpoint: weights in 16 bits, master copy and Adam's two states in 32, 14 a trained parameter; an adapter
   has about 1 % of the model's. */
double speed_checkpoint_bytes(const struct speed_job *job);

/* Machines that the job occupies. */
double speed_machines(const struct speed_job *job, const struct sizing_machine *machine);

/* The job with one change, for speed_advise: what `advice` names, done to the copies of job and machine. False when the change
   does not apply (16-bit products where they are 16-bit already, NVLink for one GPU). */
bool speed_change(enum sizing_advice advice, struct speed_job *job, struct sizing_machine *machine);

/* Tries the changes against the resource that binds and names the best. */
void speed_advise(const struct speed_job *job, const struct sizing_machine *machine, const struct sizing_gpu *gpu,
                  struct speed_estimate *estimate);

#endif
