/* The catalogue as the calculator's engine needs it. */
#include "site/calc_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "calc/layout.h"
#include "calc/module.h"
#include "catalog/candidate.h"
#include "sizing/check.h"
#include "sizing/names.h"

struct writer {
    struct buf *out;
    const struct catalog *c;
    const struct rank_candidate *candidates; /* in the order of the types */
};

/* ---- JavaScript literals; a list starts without a comma, and each further item with one */

static void put_comma(struct buf *b)
{
    char last = b->p[b->n - 1];
    if (last != '[' && last != '{' && last != ':')
        buf_putc(b, ',');
}

/* The fewest digits that read back as the same double: 10 and not 1e+01, .5 and not 0.5. */
static void put_number(struct buf *b, double value)
{
    char text[32], *start = text;
    int digits = 1;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (strtod(text, NULL) != value && digits++ < 17);
    if (strchr(text, 'e') && value == (double)(long long)value && value < 1e15)
        snprintf(text, sizeof text, "%lld", (long long)value);
    if (str_starts(str_from(text), S("0.")))
        start++;
    put_comma(b);
    buf_puts(b, start);
}

static void put_num(struct buf *b, struct num n)
{
    if (num_known(n)) {
        put_number(b, n.value);
    } else {
        put_comma(b);
        buf_puts(b, "null");
    }
}

static void put_text(struct buf *b, struct str s)
{
    put_comma(b);
    escape_json_string(b, s);
}

static void put_word(struct buf *b, const char *word)
{
    put_text(b, str_from(word));
}

static void open_list(struct buf *b)
{
    put_comma(b);
    buf_putc(b, '[');
}

static void close_list(struct buf *b)
{
    buf_putc(b, ']');
}

/* A member of the object that is being written; its value follows. */
static void put_key(struct buf *b, const char *key)
{
    put_comma(b);
    buf_printf(b, "%s:", key);
}

/* Where `values` differs from `from`: slot, value, slot, value … */
static void put_difference(struct buf *b, const double *values, const double *from, int n)
{
    open_list(b);
    for (int slot = 0; slot < n; slot++)
        if (values[slot] != from[slot]) {
            put_number(b, slot);
            put_number(b, values[slot]);
        }
    close_list(b);
}

/* ---- vocabulary */

/* "id kind unit initial" of each field; a unit or an initial value that there is not is left out at the end. */
static void put_fields(struct buf *b, enum sizing_group group, const char *key)
{
    struct buf text = {0};
    put_key(b, key);
    open_list(b);
    for (int slot = 0; slot < names_field_count(group); slot++) {
        const struct sizing_field *f = names_field(group, slot);
        buf_clear(&text);
        buf_printf(&text, "%s %s", f->id, names_kind(f->kind));
        if (f->unit[0] || f->initial != 0)
            buf_printf(&text, " %s", f->unit);
        if (f->initial != 0)
            buf_printf(&text, " %g", f->initial);
        put_text(b, buf_str(&text));
    }
    close_list(b);
    buf_free(&text);
}

/* Words without blanks become one text. */
static void add_word(struct buf *sentence, const char *word)
{
    if (sentence->n)
        buf_putc(sentence, ' ');
    buf_puts(sentence, word);
}

static void put_sentence(struct buf *b, const char *key, struct buf *sentence)
{
    put_key(b, key);
    put_text(b, buf_str(sentence));
    buf_clear(sentence);
}

static void put_names(struct buf *b, const char *key, const char *const *names)
{
    struct buf sentence = {0};
    for (; *names; names++)
        add_word(&sentence, *names);
    put_sentence(b, key, &sentence);
    buf_free(&sentence);
}

static const char *const *enum_of(enum record_kind kind, const char *field)
{
    return schema_find(record_schema(kind), str_from(field))->names;
}

static void put_enums(struct buf *b)
{
    struct buf values = {0};
    put_key(b, "enums");
    buf_putc(b, '{');
    for (int kind = 0; kind < SIZING_KINDS; kind++) {
        for (int i = 1; i <= names_value_count((enum sizing_kind)kind); i++)
            add_word(&values, names_value((enum sizing_kind)kind, i));
        if (values.n)
            put_sentence(b, names_kind((enum sizing_kind)kind), &values);
    }
    put_names(b, "interconnect", enum_of(RECORD_family, "interconnect"));
    put_names(b, "status", enum_of(RECORD_family, "status"));
    buf_putc(b, '}');
    buf_free(&values);
}

/* Values whose strings are not called as they are spelled: [spelling, id] of each. */
static void put_value_ids(struct buf *b)
{
    put_key(b, "value_ids");
    buf_putc(b, '{');
    for (int kind = 0; kind < SIZING_KINDS; kind++)
        for (int i = 1, open = 0; i <= names_value_count((enum sizing_kind)kind) + 1; i++) {
            const char *word = names_value((enum sizing_kind)kind, i), *id = names_value_id((enum sizing_kind)kind, i);
            if (word && !str_eq(str_from(word), str_from(id))) {
                if (!open++) {
                    put_key(b, names_kind((enum sizing_kind)kind));
                    buf_putc(b, '{');
                }
                put_text(b, str_from(word));
                buf_putc(b, ':');
                put_text(b, str_from(id));
            } else if (!word && open) {
                buf_putc(b, '}');
            }
        }
    buf_putc(b, '}');
}

/* Ids in the order of their numbers; those of a list whose first number means "none" start with number 1. */
#define PUT_IDS(b, key, function, type, first)                                                                         \
    do {                                                                                                               \
        struct buf ids = {0};                                                                                          \
        for (int i = (first); function((type)i); i++)                                                                  \
            add_word(&ids, function((type)i));                                                                         \
        put_sentence(b, key, &ids);                                                                                    \
        buf_free(&ids);                                                                                                \
    } while (0)

static void put_ids(struct buf *b)
{
    put_key(b, "ids");
    buf_putc(b, '{');
    PUT_IDS(b, "terms", names_term, enum sizing_term_id, 0);
    PUT_IDS(b, "formulas", names_formula, enum sizing_formula, 1);
    PUT_IDS(b, "phases", names_phase, enum sizing_phase, 0);
    PUT_IDS(b, "warnings", names_warning, enum sizing_warning, 0);
    PUT_IDS(b, "reasons", names_reason, enum sizing_reason, 1);
    PUT_IDS(b, "limits", fit_limit_name, enum sizing_limit, 1);
    PUT_IDS(b, "resources", names_resource, enum sizing_resource, 0);
    PUT_IDS(b, "advices", names_advice, enum sizing_advice, 1);
    PUT_IDS(b, "ways", names_way, enum sizing_way, 0);
    buf_putc(b, '}');
    put_key(b, "operands");
    open_list(b);
    for (int i = 1; names_formula((enum sizing_formula)i); i++)
        put_number(b, names_formula_operands((enum sizing_formula)i));
    close_list(b);
}

static void put_layout(struct buf *b)
{
    put_key(b, "layout");
    buf_putc(b, '{');
    for (const struct calc_names *l = calc_names; l->list; l++) {
        struct buf names = {0};
        for (int i = 0; i < l->n; i++)
            add_word(&names, l->names[i]);
        put_sentence(b, l->list, &names);
        buf_free(&names);
    }
    for (const struct calc_place *p = calc_places; p->name; p++) {
        put_key(b, p->name);
        put_number(b, (double)p->doubles);
    }
    buf_putc(b, '}');
}

static void put_vocabulary(struct buf *b)
{
    put_key(b, "fields");
    buf_putc(b, '{');
    put_fields(b, SIZING_GROUP_model, "model");
    put_fields(b, SIZING_GROUP_workload, "workload");
    put_fields(b, SIZING_GROUP_gpu, "gpu");
    put_fields(b, SIZING_GROUP_machine, "machine");
    put_fields(b, SIZING_GROUP_run, "run");
    put_fields(b, SIZING_GROUP_prices, "prices");
    buf_putc(b, '}');
    put_enums(b);
    put_value_ids(b);
    put_ids(b);
    put_layout(b);
}

/* ---- records; each is a list in the order that engine.js names */

/* The slots as their difference to the model before: those of a family are much alike. */
static void put_model(const struct writer *w, size_t i)
{
    const struct model *m = &w->c->models.at[i];
    struct sizing_model before;
    sizing_model_init(&before);
    if (i > 0)
        before = m[-1].sizing;
    put_text(w->out, m->record.id);
    put_text(w->out, m->name);
    put_text(w->out, i > 0 && str_eq(m->family, m[-1].family) ? S("") : m->family);
    put_number(w->out, check_layout(&m->sizing) != SIZING_LAYOUT_none);
    put_difference(w->out, (const double *)&m->sizing, (const double *)&before, SIZING_MODEL_SLOTS);
}

static struct sizing_workload stack_workload(const struct stack *stack)
{
    struct sizing_workload w;
    sizing_workload_init(&w);
    if (stack)
        workload_overlay(&stack->switches.fields, &w);
    return w;
}

static void put_stack(const struct writer *w, size_t i)
{
    const struct stack *stack = &w->c->stacks.at[i];
    struct sizing_workload plain = stack_workload(NULL), own = stack_workload(stack);
    put_text(w->out, stack->record.id);
    put_text(w->out, stack->name);
    put_difference(w->out, (const double *)&own, (const double *)&plain, SIZING_WORKLOAD_SLOTS);
}

static void put_family(const struct writer *w, size_t i)
{
    const struct family *f = &w->c->families.at[i];
    struct buf *b = w->out;
    put_text(b, f->record.id);
    put_text(b, f->chip.id);
    put_number(b, f->status);
    put_number(b, f->interconnect);
    put_number(b, f->erdma == TRI_TRUE);
}

/* The candidate as its difference to the one before it: types of a family are much alike. Its place in the order of ids is left
 * to the script. What the candidate does not tell: memory, network of the machine, and last a 0 if no number of GPUs is published. */
static void put_type(const struct writer *w, size_t i)
{
    const struct type *t = &w->c->types.at[i];
    struct str id = t->record.id, family = t->family->record.id;
    struct rank_candidate own = w->candidates[i], before = {.order = 0};
    if (i > 0)
        before = w->candidates[i - 1];
    own.order = before.order = 0;
    put_text(w->out, str_starts(id, family) ? str_sub(id, family.n, id.n) : id);
    put_number(w->out, (double)(t->family - w->c->families.at));
    put_num(w->out, t->memory);
    put_num(w->out, t->network);
    put_difference(w->out, (const double *)&own, (const double *)&before, (int)(sizeof own / sizeof(double)));
    if (!num_known(t->gpus))
        put_number(w->out, 0);
}

/* The type with most of the chip's GPUs: the first of the rather sold ones. */
static size_t largest_type(const struct writer *w, const struct chip *chip)
{
    size_t best = w->c->types.n;
    for (size_t i = 0; i < w->c->types.n; i++) {
        const struct rank_candidate *c = &w->candidates[i], *b = &w->candidates[best < w->c->types.n ? best : i];
        bool is_larger = c->gpus > b->gpus || (c->gpus == b->gpus && c->status < b->status);
        if (type_chip(&w->c->types.at[i]) == chip && (best == w->c->types.n || is_larger))
            best = i;
    }
    return best;
}

static void put_chips(const struct writer *w)
{
    put_key(w->out, "chips");
    open_list(w->out);
    for (size_t i = 0; i < w->c->chips.n; i++) {
        const struct chip *chip = &w->c->chips.at[i];
        size_t largest = largest_type(w, chip);
        if (largest == w->c->types.n)
            continue;
        open_list(w->out);
        put_text(w->out, chip->record.id);
        put_text(w->out, chip->name);
        put_number(w->out, (double)largest);
        close_list(w->out);
    }
    close_list(w->out);
}

static void put_records(const struct writer *w, const char *key, size_t n, void (*put)(const struct writer *w, size_t i))
{
    put_key(w->out, key);
    open_list(w->out);
    for (size_t i = 0; i < n; i++) {
        open_list(w->out);
        put(w, i);
        close_list(w->out);
    }
    close_list(w->out);
}

void calc_data_script(struct buf *out, const struct catalog *c, const struct speed_tables *tables)
{
    struct writer w = {out, c, candidates_of(c, tables, c->arena)};
    buf_puts(out, "(self.CHIPFIRST=self.CHIPFIRST||{}).packed={");
    put_key(out, "digest");
    put_word(out, c->digest);
    put_vocabulary(out);
    put_records(&w, "models", c->models.n, put_model);
    put_records(&w, "stacks", c->stacks.n, put_stack);
    put_records(&w, "families", c->families.n, put_family);
    put_records(&w, "types", c->types.n, put_type);
    put_chips(&w);
    buf_puts(out, "};\n");
}
