/* The calculator's engine: the sizing core behind arrays of doubles. Compiled to WebAssembly for the browser, where the script
   writes calc_in, calc_types and calc_prices, calls calc_run and reads calc_out; compiled natively for the tests.

   Freestanding like sizing/: no libc, no allocation, static memory only, so not for threads. */
#ifndef CALC_MODULE_H
#define CALC_MODULE_H

#include "base/digits.h"
#include "sizing/rank.h"

/* Candidates that there is room for. */
#define CALC_CANDIDATES 512

enum calc_op {
#define OP(id) CALC_OP_##id,
#include "calc/layout.def"
    CALC_OPS
};

enum calc_style {
#define STYLE(id) CALC_STYLE_##id,
#include "calc/layout.def"
    CALC_STYLES
};

struct calc_question {
#define QUESTION(id) double id;
#include "calc/layout.def"
};

/* What is asked; unused parts are ignored. */
struct calc_input {
    struct sizing_model model;
    struct sizing_workload workload;
    struct sizing_run run;
    struct calc_question question;
};

/* struct sizing_error. reason above 0: nothing else of the output is set. */
struct calc_error {
    double reason, group, slot;
};

struct calc_term {
#define TERM_VALUE(id, value) double id;
#include "calc/layout.def"
    double operands[SIZING_OPERANDS_MAX];
};

struct calc_estimate {
    struct calc_error error;
#define ESTIMATE(id, value) double id;
#include "calc/layout.def"
    double warnings[SIZING_WARNINGS];
    struct calc_term terms[SIZING_TERMS];
};

struct calc_use {
#define USE(id, value) double id;
#include "calc/layout.def"
};

struct calc_answer {
#define ANSWER(id, value) double id;
#include "calc/layout.def"
    struct calc_use uses[SIZING_RESOURCES];
};

struct calc_ranking {
    struct calc_error error;
    double order[CALC_CANDIDATES];     /* numbers counted from question.first, the best first */
    struct calc_answer answers[CALC_CANDIDATES];
};

struct calc_offer {
#define OFFER(id, value) double id;
#include "calc/layout.def"
};

struct calc_advice {
    struct calc_error error;
    struct calc_answer answer;
#define ADVISED(id, value) double id;
#include "calc/layout.def"
    struct calc_cost {
#define COST(id, value) double id;
#include "calc/layout.def"
        struct calc_offer ways[SIZING_WAYS];
    } cost;
};

/* The member of the op that was run last. */
union calc_output {
    struct calc_estimate estimate;
    struct calc_ranking ranking;
    struct calc_advice advice;
    double length;                     /* digits: characters in calc_text */
};

/* The arrays; they stay where they are. */
struct calc_input *calc_in(void);
struct rank_candidate *calc_types(void);   /* CALC_CANDIDATES of them, and as many prices */
struct sizing_prices *calc_prices(void);
union calc_output *calc_out(void);
char *calc_text(void);                     /* DIGITS_MAX characters */

/* Runs one op. An unknown op, a range of candidates that is not there, and digits of a value that digits.h does not take (then
   the length is 0) change nothing else. */
void calc_run(int op);

#endif
