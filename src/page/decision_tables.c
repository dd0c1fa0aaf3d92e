/* The ranking and the choices of a scenario as tables. */
#include "page/decisions.h"

#include "guide/book.h"
#include "page/cells.h"
#include "page/html.h"
#include "page/prices.h"
#include "page/value.h"
#include "sizing/names.h"

static const struct str no_text = {NULL, 0};

static void use_type(struct page *p, const struct type *t)
{
    page_uses(p, RECORD_type, t);
    page_uses(p, RECORD_family, t->family);
    if (type_chip(t))
        page_uses(p, RECORD_chip, type_chip(t));
}

void decision_type_cell(struct page *p, struct tdict *row, const struct type *t)
{
    use_type(p, t);
    html_link(&p->scratch, page_link(p, RECORD_type, t->record.id), t->record.id);
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

static struct str interconnect_name(const struct page *p, int value)
{
    const struct field *names = schema_find(record_schema(RECORD_family), S("interconnect"));
    return page_string_of(p, "value.interconnect.", field_enum_name(names, value));
}

/* The type, and below it the chip and what joins its GPUs. */
static void machine_cell(struct page *p, struct tdict *row, const struct type *t)
{
    struct buf *b = &p->scratch;
    const struct chip *chip = type_chip(t);
    use_type(p, t);
    html_link(b, page_link(p, RECORD_type, t->record.id), t->record.id);
    buf_puts(b, HTML_BELOW);
    if (chip)
        html_link(b, page_link(p, RECORD_chip, chip->record.id), chip_name(chip, p->lang));
    else
        html_text(b, page_string(p, "scenario.no_chip"));
    if (t->family->interconnect) {
        html_text(b, page_string(p, "list.joint"));
        html_text(b, interconnect_name(p, (int)t->family->interconnect));
    }
    buf_puts(b, "</span>");
    table_cell(row, html_take(p->arena, b), t->record.id, COLUMN_TEXT);
}

/* ---- the verdict on a type */

static void put_verdict(struct page *p, const struct rank_question *q, const struct rank_candidate *c, const struct rank_answer *a)
{
    const char *reason = rank_reason(q, c, a);
    bool is_tight = q->model && a->fit.fit.verdict == SIZING_VERDICT_tight;
    const char *id = reason ? "exceeds" : is_tight ? "tight" : "fits";
    struct str word = page_string_of(p, reason ? "limit." : q->model ? "verdict." : "scenario.", str_from(reason ? reason : id));
    buf_printf(&p->scratch, "<span class=\"v %s\" aria-hidden=\"true\">%s</span> ", id, reason ? "○" : is_tight ? "◐" : "●");
    html_text(&p->scratch, reason ? PAGE_FORMAT(p, "scenario.fails", word) : word);
}

static void verdict_cell(struct page *p, struct tdict *row, const struct rank_question *q, const struct rank_candidate *c,
                         const struct rank_answer *a)
{
    put_verdict(p, q, c, a);
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

/* Words that break into lines where the table is wide. */
static void wrapped_cell(struct page *p, struct tdict *row, struct str text)
{
    html_span(&p->scratch, "wraps", text);
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

/* A cell that nobody sorts by. */
static void plain_cell(struct page *p, struct tdict *row, struct str text)
{
    html_text(&p->scratch, text);
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

static void gib_cell(struct page *p, struct tdict *row, double bytes)
{
    struct str number = bytes_number(p, bytes < 0 ? -bytes : bytes);
    if (bytes < 0)
        number = arena_printf(p->arena, "−%" STR_FMT, STR_ARG(number));
    table_cell(row, number, no_text, COLUMN_FIGURE);
}

static void memory_cells(struct page *p, struct tdict *row, const struct rank_candidate *c, const struct sizing_fit *fit)
{
    if (c->has_memory == 0) {
        cell_missing(p, row, "value.not_published_short");
        cell_missing(p, row, "value.not_published_short");
        return;
    }
    gib_cell(p, row, fit->need_bytes);
    gib_cell(p, row, fit->headroom_bytes);
}

/* The need, and below it what is left or too much. */
static void need_cell(struct page *p, struct tdict *row, const struct rank_candidate *c, const struct sizing_fit *fit)
{
    struct buf *b = &p->scratch;
    double rest = fit->headroom_bytes;
    if (c->has_memory == 0) {
        cell_missing(p, row, "value.not_published_short");
        return;
    }
    html_text(b, bytes_number(p, fit->need_bytes));
    buf_puts(b, HTML_BELOW);
    html_text(b, PAGE_FORMAT(p, rest < 0 ? "scenario.over" : "scenario.rest", bytes_number(p, rest < 0 ? -rest : rest)));
    buf_puts(b, "</span>");
    table_cell(row, html_take(p->arena, b), arena_printf(p->arena, "%.0f", fit->need_bytes), COLUMN_NUMBER);
}

static struct str layout_text(struct page *p, const struct sizing_fit *fit)
{
    struct str gpus = number_text(p, fit->gpus, 0);
    if (fit->gpus == 1)
        return page_string(p, "scenario.layout_one");
    if (fit->tensor_parallel > 1)
        return PAGE_FORMAT(p, "scenario.layout_tensor", gpus, number_text(p, fit->tensor_parallel, 0));
    if (fit->zero_stage > 0)
        return PAGE_FORMAT(p, "scenario.layout_zero", gpus, number_text(p, fit->zero_stage, 0));
    return PAGE_FORMAT(p, "scenario.layout_data", gpus);
}

/* The fewest GPUs that hold it, and how the others of the machine take part: the rate is that of all. */
static struct str layouts_text(struct page *p, const struct rank_answer *a)
{
    const struct sizing_fit *fit = &a->fit.fit;
    struct str one = layout_text(p, fit);
    double replicas = a->speed.has_rate ? a->layout.gpus / fit->gpus : 1;
    bool is_copied = a->layout.tensor_parallel == fit->tensor_parallel && (fit->gpus == 1 || fit->zero_stage == 0);
    if (replicas > 1 && !is_copied)
        return PAGE_FORMAT(p, "scenario.rate_on", number_text(p, a->layout.gpus, 0), one);
    return replicas > 1 ? PAGE_FORMAT(p, "scenario.replicas", number_text(p, replicas, 0), one) : one;
}

/* ---- candidates */

static const struct decision_choice *choice_of(const struct decision *d, const struct type *t)
{
    for (size_t i = 0; i < d->choice_count; i++)
        if (d->choices[i].type->record == t)
            return &d->choices[i];
    return NULL;
}

static struct str role_of(struct page *p, const struct decision *d, const struct type *t)
{
    const struct decision_choice *choice = choice_of(d, t);
    if (choice)
        return page_string(p, choice->second ? "scenario.role_second" : "scenario.role_answer");
    for (size_t i = 0; i < d->scenario->counter_examples.n; i++)
        if (d->scenario->counter_examples.at[i].record == t)
            return page_string(p, "scenario.role_counter_example");
    return S("");
}

static void place_cell(struct page *p, struct tdict *row, const struct decision *d, const struct decision_row *r)
{
    struct str role = role_of(p, d, r->type);
    struct str place = number_text(p, (double)r->place, 0);
    html_text(&p->scratch, place);
    if (role.n) {
        buf_puts(&p->scratch, HTML_BELOW);
        html_text(&p->scratch, role);
        buf_puts(&p->scratch, "</span>");
    }
    table_cell(row, html_take(p->arena, &p->scratch), place, COLUMN_TEXT);
}

static double answer_hours(const struct decision *d)
{
    return d->choices[0].cases[0].answer.machine_hours; /* 0: no rate is known */
}

static void rate_cells(struct page *p, struct tdict *row, const struct decision *d, const struct rank_answer *a)
{
    if (!a->speed.has_rate) {
        for (int i = 0; i < (answer_hours(d) > 0 ? 3 : 2); i++)
            table_cell(row, S("–"), no_text, COLUMN_NUMBER);
        table_cell(row, S("–"), no_text, COLUMN_TEXT);
        return;
    }
    cell_rounded(p, row, a->speed.likely);
    cell_rounded(p, row, a->gpu_hours);
    if (answer_hours(d) > 0)
        cell_rounded(p, row, answer_hours(d) / a->machine_hours);
    wrapped_cell(p, row, page_string_of(p, "resource.", str_from(names_resource(a->speed.binding))));
}

static bool has_rates(const struct decision *d)
{
    for (size_t i = 0; i < d->row_count; i++)
        if (d->rows[i].answer.speed.has_rate)
            return true;
    return false;
}

/* Is the rate one of generated tokens? */
static bool is_served(const struct decision *d)
{
    return d->choices[0].cases[0].answer.speed.first_token > 0;
}

static const char *const type_keys[] = {"gpus", "usable", "vcpus", "memory"};

static void column(struct page *p, struct tdict *t, const char *name, const char *key, const char *unit, enum column_kind kind)
{
    table_column_named(p, t, name, page_string(p, key), str_from(unit), kind);
}

static void rate_columns(struct page *p, struct tdict *t, const struct decision *d)
{
    table_column_named(p, t, "rate", page_string(p, "scenario.rate_all"), page_string(p, "speed.tokens_unit"), COLUMN_NUMBER);
    table_column_named(p, t, "gpu_hours", page_string(p, "scenario.gpu_hours"), page_string(p, "scenario.per_million"), COLUMN_NUMBER);
    if (answer_hours(d) > 0) /* at how many times the answer's hourly price the type costs as much for a token */
        column(p, t, "even", "cost.even_price", "×", COLUMN_NUMBER);
    column(p, t, "binds", "scenario.binds", "", COLUMN_TEXT);
}

static void type_columns(struct page *p, struct tdict *t)
{
    for (size_t i = 0; i < sizeof type_keys / sizeof *type_keys; i++)
        value_column(p, t, &type_schema, type_keys[i]);
}

static void candidate_columns(struct page *p, struct tdict *t, const struct decision *d)
{
    column(p, t, "type", "field.type", "", COLUMN_TEXT);
    column(p, t, "place", "scenario.place", "", COLUMN_TEXT);
    column(p, t, "verdict", "scenario.verdict", "", COLUMN_TEXT);
    if (d->question.model) {
        column(p, t, "need", "fit.need", "GiB", COLUMN_NUMBER);
        column(p, t, "layout", "scenario.layout", "", COLUMN_TEXT);
    }
    if (has_rates(d))
        rate_columns(p, t, d);
    else
        type_columns(p, t);
    price_columns(p, t);
    column(p, t, "network", "field.network", unit_name(UNIT_GBIT_S), COLUMN_NUMBER);
}

/* The verdict; below it the status, and what a second choice for another workload makes of that one. */
static void candidate_verdict_cell(struct page *p, struct tdict *row, const struct decision *d, const struct decision_row *r)
{
    struct buf *b = &p->scratch;
    const struct decision_choice *choice = choice_of(d, r->type);
    const struct decision_case *one = choice ? &choice->cases[0] : NULL;
    put_verdict(p, &d->question, r->candidate, &r->answer);
    buf_puts(b, HTML_BELOW);
    value_html(p, b, schema_find(record_schema(RECORD_family), S("status")), r->type->family, false);
    buf_puts(b, "</span>");
    if (one && one->workload && one->workload != d->choices[0].cases[0].workload) {
        buf_puts(b, HTML_BELOW);
        put_verdict(p, &one->question, choice->candidate, &one->answer);
        html_text(b, PAGE_FORMAT(p, "scenario.verdict_for", page_text(p, one->workload->title)));
        buf_puts(b, "</span>");
    }
    table_cell(row, html_take(p->arena, b), no_text, COLUMN_TEXT);
}

/* The network of the VPC, and below it RoCE where machines have that as well: it is what joins them. */
static void network_cell(struct page *p, struct tdict *row, const struct decision_row *r)
{
    struct buf *b = &p->scratch;
    double widest = r->candidate->machine.network_bandwidth;
    if (!num_known(r->type->network)) {
        cell_missing(p, row, "value.not_published_short");
        return;
    }
    quantity_number(b, r->type->network.value, UNIT_GBIT_S);
    if (num_known(r->type->roce)) {
        buf_puts(b, HTML_BELOW);
        html_text(b, PAGE_FORMAT(p, "scenario.and_roce", trimmed_text(p, r->type->roce.value, 1)));
        buf_puts(b, "</span>");
    } else if (r->type->family->erdma == TRI_TRUE) {
        buf_puts(b, HTML_BELOW "eRDMA</span>");
    }
    table_cell(row, html_take(p->arena, b), arena_printf(p->arena, "%.6g", widest), COLUMN_NUMBER);
}

static void type_cells(struct page *p, struct tdict *row, const struct type *t)
{
    for (size_t i = 0; i < sizeof type_keys / sizeof *type_keys; i++)
        value_cell(p, row, &type_schema, t, type_keys[i]);
}

static void candidate_row(struct page *p, struct tdict *t, const struct decision *d, const struct decision_row *r)
{
    /* Only choices and counter-examples have an address: the other rows change with the catalogue. */
    struct tdict *row = table_row(t, role_of(p, d, r->type).n ? r->type->record.id : no_text);
    machine_cell(p, row, r->type);
    place_cell(p, row, d, r);
    candidate_verdict_cell(p, row, d, r);
    if (d->question.model) {
        need_cell(p, row, r->candidate, &r->answer.fit.fit);
        wrapped_cell(p, row, r->candidate->has_memory == 0 ? S("–") : layouts_text(p, &r->answer));
    }
    if (has_rates(d))
        rate_cells(p, row, d, &r->answer);
    else
        type_cells(p, row, r->type);
    price_cells(p, row, r->type);
    network_cell(p, row, r);
}

static void put_item(struct page *p, struct buf *items, struct str item)
{
    buf_put(items, items->n ? page_string(p, "list.joint") : no_text);
    buf_put(items, item);
}

static struct str links_text(struct page *p, const struct requirements *q)
{
    struct str text = no_text;
    for (size_t i = 0; i < q->interconnect.n; i++) {
        struct str name = interconnect_name(p, (int)q->interconnect.at[i].value);
        text = i ? PAGE_FORMAT(p, "list.or", text, name) : name;
    }
    return text;
}

/* What is asked besides memory. */
static void put_requirements(struct page *p, const struct requirements *q)
{
    struct buf items = {0};
    if (q->bf16 == TRI_TRUE)
        put_item(p, &items, S("BF16"));
    if (q->fp8 == TRI_TRUE)
        put_item(p, &items, S("FP8"));
    if (q->erdma == TRI_TRUE)
        put_item(p, &items, S("eRDMA"));
    if (q->interconnect.n)
        put_item(p, &items, links_text(p, q));
    if (num_known(q->min_gpus))
        put_item(p, &items, PAGE_FORMAT(p, q->min_gpus.value == 1 ? "scenario.whole_gpu" : "scenario.min_gpus", number_text(p, q->min_gpus.value, 0)));
    if (items.n)
        page_paragraph(p, PAGE_FORMAT(p, "scenario.required", buf_str(&items)));
    buf_free(&items);
}

/* Why the answer is not what the ranking puts first. */
static void put_preference(struct page *p, const struct decision *d)
{
    const struct answer *answer = &d->scenario->answer;
    if (text_empty(answer->because))
        return;
    struct buf *b = &p->scratch;
    buf_puts(b, "<p>");
    html_text(b, page_string(p, "scenario.over_before"));
    html_link(b, page_link(p, RECORD_type, d->rows[0].type->record.id), d->rows[0].type->record.id);
    html_text(b, page_string(p, "scenario.over_between"));
    html_link(b, page_link(p, RECORD_type, answer->type.id), answer->type.id);
    html_text(b, page_string(p, "scenario.over_after"));
    html_text(b, page_text(p, answer->because));
    buf_puts(b, "</p>");
    page_html(p, html_take(p->arena, b));
}

static struct str candidates_intro(struct page *p, const struct decision *d)
{
    struct str types = number_text(p, (double)p->w->catalog->types.n, 0);
    if (!d->question.model)
        return PAGE_FORMAT(p, "scenario.ranked_demands", types);
    struct str title = page_text(p, ((const struct workload *)d->scenario->workloads.at)->title);
    return PAGE_FORMAT(p, d->question.by_weights ? "scenario.ranked_weights" : "scenario.ranked", types, title);
}

/* Where the numbers come from. */
static void put_how(struct page *p)
{
    const struct guide_pair *memory = guide_book_find(p->w->book, S("guide/memory"));
    struct buf *b = &p->scratch;
    buf_puts(b, "<p>");
    html_text(b, page_string(p, "scenario.how"));
    if (memory) {
        html_link(b, page_to(p, "guide/memory"), memory->in[p->lang].title);
        html_text(b, page_string(p, "list.joint"));
    }
    html_link(b, page_to(p, "accuracy"), page_string(p, "title.accuracy"));
    html_text(b, page_string(p, "list.end"));
    buf_puts(b, "</p>");
    page_html(p, html_take(p->arena, b));
}

void page_candidates_section(struct page *p, const struct decision *d)
{
    page_heading(p, "candidates", page_string(p, "heading.candidates"));
    page_paragraph(p, candidates_intro(p, d));
    put_requirements(p, &d->scenario->requirements);
    put_preference(p, d);
    struct tdict *t = page_table(p, "candidates-table", page_string(p, "caption.candidates"), TABLE_SORTABLE);
    candidate_columns(p, t, d);
    for (size_t i = 0; i < d->row_count; i++)
        candidate_row(p, t, d, &d->rows[i]);
    if (d->question.model && !d->question.by_weights)
        page_paragraph(p, page_string(p, "legend.on_top"));
    if (answer_hours(d) > 0)
        page_paragraph(p, PAGE_FORMAT(p, "scenario.legend_even", page_string(p, "cost.even_price")));
    if (is_served(d))
        page_paragraph(p, PAGE_FORMAT(p, "scenario.legend_serving", readable_text(p, d->question.run.output_tokens, 0), readable_text(p, d->question.workload.seq, 0)));
    price_legend(p);
    put_how(p);
}

/* ---- choices */

static void choice_row(struct page *p, struct tdict *t, const struct decision_choice *choice, size_t which)
{
    const struct decision_case *one = &choice->cases[which];
    struct tdict *row = table_row(t, no_text);
    decision_type_cell(p, row, choice->type->record);
    plain_cell(p, row, one->workload ? page_text(p, one->workload->title) : page_string(p, "scenario.demands"));
    verdict_cell(p, row, &one->question, choice->candidate, &one->answer);
    if (one->question.model)
        memory_cells(p, row, choice->candidate, &one->answer.fit.fit);
    for (int i = 0; !one->question.model && i < 2; i++)
        table_cell(row, S("–"), no_text, COLUMN_FIGURE);
    plain_cell(p, row, which ? S("") : choice->second ? page_text(p, choice->second->when) : page_string(p, "scenario.first_choice"));
}

void page_choices_table(struct page *p, const struct decision *d)
{
    struct tdict *t = page_table(p, "choices-table", page_string(p, "caption.choices"), 0);
    column(p, t, "type", "field.type", "", COLUMN_TEXT);
    column(p, t, "for", "scenario.judged_for", "", COLUMN_TEXT);
    column(p, t, "verdict", "scenario.verdict", "", COLUMN_TEXT);
    column(p, t, "need", "fit.need", "GiB", COLUMN_FIGURE);
    column(p, t, "left", "scenario.margin", "GiB", COLUMN_FIGURE);
    column(p, t, "when", "scenario.when", "", COLUMN_TEXT);
    for (size_t i = 0; i < d->choice_count; i++)
        for (size_t j = 0; j < d->choices[i].case_count; j++)
            choice_row(p, t, &d->choices[i], j);
}

const struct decision_case *decision_case_for(const struct decision *d, const struct workload *w, const struct decision_choice **choice)
{
    for (size_t i = 0; i < d->choice_count; i++)
        for (size_t j = 0; j < d->choices[i].case_count; j++)
            if (d->choices[i].cases[j].workload == w) {
                if (choice)
                    *choice = &d->choices[i];
                return &d->choices[i].cases[j];
            }
    return NULL;
}
