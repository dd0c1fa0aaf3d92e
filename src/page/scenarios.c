/* Decision pages: the answer first, then the reasons. */
#include <stdlib.h>

#include "page/calculator_links.h"
#include "page/cites.h"
#include "page/decisions.h"
#include "page/fits.h"
#include "page/guides.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/pitfalls.h"
#include "page/value.h"

enum { WORKED = 3 }; /* workloads whose arithmetic is shown term by term */

static const struct str no_text = {NULL, 0};

static int by_order(const void *a, const void *b)
{
    const struct scenario *x = *(const struct scenario *const *)a, *y = *(const struct scenario *const *)b;
    if (x->order.value != y->order.value)
        return x->order.value < y->order.value ? -1 : 1;
    return str_cmp(x->record.id, y->record.id);
}

static const struct scenario **in_order(const struct page *p)
{
    const struct catalog *c = p->w->catalog;
    const struct scenario **list = ARENA_ARRAY(p->arena, c->scenarios.n + 1, const struct scenario *);
    for (size_t i = 0; i < c->scenarios.n; i++)
        list[i] = &c->scenarios.at[i];
    if (c->scenarios.n)
        qsort(list, c->scenarios.n, sizeof *list, by_order);
    return list;
}

void page_scenario_index(struct page *p, const void *subject)
{
    (void)subject;
    const struct scenario **list = in_order(p);
    p->title = page_string(p, "title.scenarios");
    p->lead = page_string(p, "lead.scenarios");
    struct tdict *t = page_table(p, "scenarios", page_string(p, "caption.scenarios"), 0);
    table_column_named(p, t, "scenario", page_string(p, "field.scenario"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "question", page_string(p, "field.question"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "answer", page_string(p, "field.answer"), no_text, COLUMN_TEXT);
    for (size_t i = 0; list[i]; i++) {
        struct tdict *row = table_row(t, no_text);
        html_link(&p->scratch, page_link(p, RECORD_scenario, list[i]->record.id), page_text(p, list[i]->title));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        html_text(&p->scratch, page_text(p, list[i]->question));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        html_text(&p->scratch, page_text(p, list[i]->answer_line));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}

static void put_label(struct buf *b, const char *css_class, struct str text)
{
    buf_printf(b, "<li class=\"%s\">", css_class);
    html_text(b, text);
    buf_puts(b, "</li>");
}

/* Need against memory: the bar starts at zero and ends at the larger of the two. The numbers stand below it, so the
 * drawing itself is hidden from screen readers. */
static void need_bar(struct page *p, struct buf *b, double need, double have)
{
    double full = need > have ? need : have, rest = have - need;
    buf_puts(b, "<svg class=\"bar\" aria-hidden=\"true\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\">");
    buf_printf(b, "<rect class=\"bar-have\" width=\"%.2f\" height=\"10\"/>", have / full * 100);
    buf_printf(b, "<rect class=\"%s\" width=\"%.2f\" height=\"10\"/></svg>", rest < 0 ? "bar-over" : "bar-need", need / full * 100);
    buf_puts(b, "<ul class=\"bar-text\">");
    put_label(b, "bar-need", PAGE_FORMAT(p, "scenario.counted", bytes_text(p, need)));
    put_label(b, "bar-rest", PAGE_FORMAT(p, rest < 0 ? "scenario.over" : "scenario.rest", bytes_text(p, rest < 0 ? -rest : rest)));
    buf_puts(b, "</ul>");
}

static void put_need(struct page *p, struct buf *b, const struct scenario *s)
{
    const struct workload *w = s->workloads.at;
    struct sizing_gpu gpu;
    double need;
    if (s->workloads.n == 0)
        return;
    const struct model *m = w[0].model.record;
    page_uses(p, RECORD_model, m);
    if (!type_to_gpu(s->answer.type.record, &gpu) || !fit_need(m, &w[0].sizing, &need))
        return;
    buf_puts(b, "<p class=\"answer-case\">");
    html_span(b, "answer-model", page_text(p, w[0].title));
    buf_putc(b, ' ');
    html_span(b, "answer-have", PAGE_FORMAT(p, "scenario.usable", bytes_text(p, gpu.memory_bytes)));
    buf_puts(b, "</p>");
    need_bar(p, b, need, gpu.memory_bytes);
}

static void answer_step(struct page *p, struct buf *b, const char *label, struct str address, struct str text)
{
    buf_puts(b, "<li>");
    html_span(b, "answer-label", page_string(p, label));
    buf_putc(b, ' ');
    html_link(b, address, text);
    buf_puts(b, "</li>");
}

static void answer_box(struct page *p, const struct scenario *s)
{
    struct buf *b = &p->scratch;
    const struct chip *chip = s->answer.chip.record;
    buf_puts(b, "<p class=\"answer-question\">");
    html_text(b, page_text(p, s->question));
    buf_puts(b, "</p><ol class=\"answer-path\">");
    answer_step(p, b, "field.chip", page_link(p, RECORD_chip, chip->record.id), chip_name(chip, p->lang));
    answer_step(p, b, "field.family", page_link(p, RECORD_family, s->answer.family.id), s->answer.family.id);
    answer_step(p, b, "field.type", page_link(p, RECORD_type, s->answer.type.id), s->answer.type.id);
    buf_puts(b, "</ol>");
    put_need(p, b, s);
    buf_puts(b, "<ul class=\"answer-reasons\">");
    for (size_t i = 0; i < s->reasons.n; i++) {
        buf_puts(b, "<li>");
        html_text(b, page_text(p, s->reasons.at[i]));
        buf_puts(b, "</li>");
    }
    buf_puts(b, "</ul>");
    const struct second_choice *second = s->second_choices.at;
    if (s->second_choices.n) {
        buf_puts(b, "<p class=\"answer-second\">");
        html_text(b, page_string(p, "scenario.second"));
        buf_puts(b, p->lang == LANG_ZH ? "" : " ");
        html_link(b, page_link(p, RECORD_type, second[0].type.id), second[0].type.id);
        buf_puts(b, p->lang == LANG_ZH ? "——" : ": ");
        html_text(b, page_text(p, second[0].when));
        buf_puts(b, "</p>");
    }
    page_callout(p, CALLOUT_ANSWER, html_take(p->arena, b));
}

static void workloads_section(struct page *p, const struct scenario *s)
{
    const struct workload *w = s->workloads.at;
    if (s->workloads.n == 0) {
        calculator_line(p, &(struct calculator_state){.requirements = &s->requirements, .type = s->answer.type.record});
        return;
    }
    page_heading(p, "arithmetic", page_string(p, "heading.arithmetic"));
    for (size_t i = 0; i < s->workloads.n && i < WORKED; i++) {
        const struct model *m = w[i].model.record;
        page_uses(p, RECORD_model, m);
        fit_terms_table(p, arena_printf(p->arena, "terms-%zu", i + 1).p, page_text(p, w[i].title), m, &w[i].sizing);
        calculator_line(p, &(struct calculator_state){.model = m, .stack = w[i].stack.record, .workload = &w[i].sizing,
                                                      .requirements = &s->requirements, .type = i ? NULL : s->answer.type.record});
    }
}

static void checklist_section(struct page *p, const struct scenario *s)
{
    if (s->checklist.n == 0)
        return;
    page_heading(p, "checklist", page_string(p, "heading.checklist"));
    struct tdict *list = page_list(p);
    for (size_t i = 0; i < s->checklist.n; i++) {
        html_text(&p->scratch, page_text(p, s->checklist.at[i]));
        list_item(list, html_take(p->arena, &p->scratch));
    }
}

/* What holds for the answer, on its own or with one of the workloads. */
static void pitfalls_section(struct page *p, const struct scenario *s)
{
    const struct workload *w = s->workloads.at;
    size_t n = s->workloads.n + 1;
    struct pitfall_subject *subjects = ARENA_ARRAY(p->arena, n, struct pitfall_subject);
    for (size_t i = 0; i < n; i++)
        subjects[i] = (struct pitfall_subject){s->answer.type.record, s->answer.chip.record, i ? &w[i - 1] : NULL};
    page_pitfall_section(p, subjects, n);
}

/* ---- the order of the page: what is computed stands behind the section of prose that speaks of it */

static void after_reasoning(struct page *p, const struct decision *d)
{
    workloads_section(p, d->scenario);
    page_candidates_section(p, d);
}

static void after_pitfalls(struct page *p, const struct decision *d)
{
    pitfalls_section(p, d->scenario);
    checklist_section(p, d->scenario);
}

static const struct part {
    const char *section; /* of the prose */
    void (*add)(struct page *p, const struct decision *d);
} parts[] = {
    {"reasoning", after_reasoning},      {"second-choice", page_choices_table}, {"bottlenecks", page_bottleneck_table},
    {"cost", page_cost_blocks},          {"pitfalls", after_pitfalls},
};
enum { PARTS = sizeof parts / sizeof *parts };

struct progress {
    const struct decision *decision;
    bool is_added[PARTS];
};

static void add_part(struct page *p, struct str section, void *context)
{
    struct progress *progress = context;
    for (size_t i = 0; i < PARTS; i++) {
        if (!str_eq_c(section, parts[i].section))
            continue;
        parts[i].add(p, progress->decision);
        progress->is_added[i] = true;
    }
}

void page_scenario(struct page *p, const void *subject)
{
    const struct scenario *s = subject;
    struct str name = arena_printf(p->arena, "scenarios/%" STR_FMT, STR_ARG(s->record.id));
    const struct guide_pair *pair = guide_book_find(p->w->book, name);
    struct progress progress = {.decision = &p->w->decisions[s - p->w->catalog->scenarios.at]};
    p->title = page_text(p, s->title);
    p->lead = pair->in[p->lang].summary;
    page_neighbours(p, RECORD_scenario, s);
    page_uses(p, RECORD_scenario, s);
    answer_box(p, s);
    guide_sections(p, pair, add_part, &progress);
    for (size_t i = 0; i < PARTS; i++)
        if (!progress.is_added[i])
            parts[i].add(p, progress.decision);
    guide_related(p, &pair->in[p->lang]);
    page_cites(p, s->sources);
}
