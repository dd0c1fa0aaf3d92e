/* LoRA or QLoRA: the base shrinks to 4 bits, activations and logits do not; which needs less turns at a length. */
#include "catalog/workload.h"
#include "page/cells.h"
#include "page/chart.h"
#include "page/computed.h"
#include "page/fits.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};

/* The model of a reader's question about this (LLaMA-Factory issue 4772), and what a trainer around it does today. */
#define MODEL "glm-4-9b"
#define STACK "transformers-peft"
#define LONGEST 65536.0 /* where the search for a crossing ends */

static const struct variant {
    enum sizing_method method;
    enum sizing_ckpt checkpointing;
    const char *label;
} variants[] = {
    {SIZING_METHOD_lora, SIZING_CKPT_none, "lora_or_qlora.lora"},
    {SIZING_METHOD_qlora, SIZING_CKPT_none, "lora_or_qlora.qlora"},
    {SIZING_METHOD_lora, SIZING_CKPT_full, "lora_or_qlora.lora_checkpointed"},
    {SIZING_METHOD_qlora, SIZING_CKPT_full, "lora_or_qlora.qlora_checkpointed"},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static const double lengths[] = {512, 1024, 2048, 4096, 8192, 16384, 32768};
enum { LENGTHS = sizeof lengths / sizeof *lengths, DRAWN = 5 };

struct subject {
    const struct model *model;
    const struct stack *stack;
};

static struct sizing_workload workload_of(const struct subject *s, const struct variant *v, double seq)
{
    struct sizing_workload w;
    sizing_workload_init(&w);
    workload_overlay(&s->stack->switches.fields, &w);
    w.method = v->method;
    w.checkpointing = v->checkpointing;
    w.seq = seq;
    return w;
}

static double need_of(const struct subject *s, const struct variant *v, double seq)
{
    struct sizing_workload w = workload_of(s, v, seq);
    double bytes = 0;
    fit_need(s->model, &w, &bytes);
    return bytes;
}

/* The shortest length at which the second needs more than the first, which needs more at a token; 0 when there is none. */
static double crossing(const struct subject *s, const struct variant *first, const struct variant *second)
{
    double below = 1, above = LONGEST;
    if (need_of(s, second, above) <= need_of(s, first, above))
        return 0;
    while (above - below > 1) {
        double middle = (double)(long long)((below + above) / 2);
        *(need_of(s, second, middle) > need_of(s, first, middle) ? &above : &below) = middle;
    }
    return above;
}

static struct str term_bytes(struct page *p, const struct subject *s, const struct variant *v, double seq, enum sizing_term_id term)
{
    struct sizing_workload w = workload_of(s, v, seq);
    struct sizing_estimate e;
    if (memory_estimate(&s->model->sizing, &w, &e).reason != SIZING_OK)
        return S("–");
    return bytes_number(p, e.terms[term].bytes);
}

static void sentences(struct page *p, const struct subject *s)
{
    static const double seq = 8192;
    const struct variant *lora = &variants[0], *qlora = &variants[1];
    struct tdict *list = page_list(p);
    list_item(list, PAGE_FORMAT(p, "lora_or_qlora.none", number_text(p, crossing(s, lora, qlora), 0)));
    list_item(list, PAGE_FORMAT(p, "lora_or_qlora.full", number_text(p, crossing(s, &variants[2], &variants[3]), 0)));
    list_item(list, PAGE_FORMAT(p, "lora_or_qlora.terms", number_text(p, seq, 0), term_bytes(p, s, lora, seq, SIZING_TERM_weights),
                                term_bytes(p, s, qlora, seq, SIZING_TERM_weights), term_bytes(p, s, lora, seq, SIZING_TERM_activations),
                                term_bytes(p, s, qlora, seq, SIZING_TERM_activations), term_bytes(p, s, qlora, seq, SIZING_TERM_logits)));
}

static void draw(struct page *p, const struct subject *s)
{
    struct chart_line lines[VARIANTS];
    struct chart_point points[VARIANTS][DRAWN];
    double seq = crossing(s, &variants[0], &variants[1]);
    for (size_t v = 0; v < VARIANTS; v++) {
        for (size_t i = 0; i < DRAWN; i++)
            points[v][i] = (struct chart_point){lengths[i], need_of(s, &variants[v], lengths[i]) / 1073741824.0};
        lines[v] = (struct chart_line){page_string(p, variants[v].label), points[v], DRAWN};
    }
    struct chart_mark mark = {{seq, need_of(s, &variants[0], seq) / 1073741824.0}, PAGE_FORMAT(p, "kv.tokens", number_text(p, seq, 0))};
    struct chart chart = {.caption = page_string(p, "lora_or_qlora.chart"), .lines = lines, .n_lines = VARIANTS, .marks = &mark, .n_marks = 1};
    chart.x = (struct chart_axis){page_string(p, "vram.tokens"), 8192, 2048};
    chart.y = (struct chart_axis){S("GiB"), 160, 40};
    page_chart(p, &chart);
}

static void need_table(struct page *p, const struct subject *s)
{
    struct tdict *t = page_table(p, "lora-or-qlora", PAGE_FORMAT(p, "caption.lora_or_qlora", s->model->name), 0);
    computed_column(p, t, "seq", "vram.tokens", "");
    for (size_t v = 0; v < VARIANTS; v++)
        table_column(p, t, page_string(p, variants[v].label), S("GiB"), COLUMN_NUMBER);
    for (size_t i = 0; i < LENGTHS; i++) {
        struct tdict *row = table_row(t, no_text);
        cell_number(p, row, lengths[i], 0);
        for (size_t v = 0; v < VARIANTS; v++)
            cell_number(p, row, need_of(s, &variants[v], lengths[i]) / 1073741824.0, 1);
    }
}

static void formulas(struct page *p, const struct subject *s)
{
    struct sizing_workload w = workload_of(s, &variants[1], 8192);
    struct sizing_estimate e;
    if (memory_estimate(&s->model->sizing, &w, &e).reason != SIZING_OK)
        return;
    formulas_open(p);
    formulas_add(p, fit_formula(p, &e.terms[SIZING_TERM_weights]), page_string(p, "term.weights"));
    formulas_add(p, fit_formula(p, &e.terms[SIZING_TERM_activations]), page_string(p, "term.activations"));
    formulas_add(p, fit_formula(p, &e.terms[SIZING_TERM_logits]), page_string(p, "term.logits"));
    formulas_cite(p, s->model->name, RECORD_model, MODEL);
    formulas_close(p);
}

void computed_lora_or_qlora(struct page *p)
{
    const struct catalog *c = p->w->catalog;
    struct subject s = {catalog_find(c, RECORD_model, S(MODEL)), catalog_find(c, RECORD_stack, S(STACK))};
    if (!s.model || !s.stack)
        return;
    page_uses(p, RECORD_model, s.model);
    page_uses(p, RECORD_stack, s.stack);
    page_paragraph(p, PAGE_FORMAT(p, "lora_or_qlora.inputs", s.model->name, s.stack->name));
    sentences(p, &s);
    draw(p, &s);
    need_table(p, &s);
    formulas(p, &s);
}
