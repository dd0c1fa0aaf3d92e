/* The start page: three doors, six steps; and the page for addresses that lead nowhere. */
#include <math.h>
#include <stdlib.h>

#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/value.h"

static struct tdict *add_door(struct page *p, const char *id, const char *to)
{
    struct tdict *d = tdict_show(p->dict, "DOOR");
    tdict_text(d, "DOOR_ID", str_from(id));
    tdict_text(d, "HEADING", page_string_of(p, "door.", str_from(id)));
    tdict_text(d, "INTRO", page_string_of(p, "door_intro.", str_from(id)));
    tdict_text(d, "MORE", page_string_of(p, "door_more.", str_from(id)));
    tdict_address(d, "MORE_URL", page_to(p, to));
    return d;
}

static void add_entry(struct tdict *door, struct str address, struct str label, struct str note)
{
    struct tdict *d = tdict_show(door, "ENTRY");
    tdict_address(d, "ENTRY_URL", address);
    tdict_text(d, "LABEL", label);
    tdict_text(d, "NOTE", note);
}

static struct str memory_note(struct page *p, const struct chip *c)
{
    struct buf b = {0};
    if (num_known(c->memory))
        quantity_text(&b, c->memory.value, UNIT_GB);
    if (num_known(c->bandwidth)) {
        buf_puts(&b, ", ");
        quantity_text(&b, c->bandwidth.value, UNIT_GB_S);
    }
    return arena_take(p->arena, &b);
}

static int by_memory(const void *a, const void *b)
{
    const struct chip *x = *(const struct chip *const *)a, *y = *(const struct chip *const *)b;
    double mx = num_known(x->memory) ? x->memory.value : HUGE_VAL, my = num_known(y->memory) ? y->memory.value : HUGE_VAL;
    return mx < my ? -1 : mx > my ? 1 : str_cmp(x->record.id, y->record.id);
}

/* Smallest memory first: that is the order in which a reader rules chips out. */
static void chip_entries(struct page *p, struct tdict *door)
{
    const struct catalog *c = p->w->catalog;
    const struct chip **list = ARENA_ARRAY(p->arena, c->chips.n + 1, const struct chip *);
    size_t n = 0;
    for (size_t i = 0; i < c->chips.n; i++)
        if (chip_is_offered(&c->chips.at[i]))
            list[n++] = &c->chips.at[i];
    qsort(list, n, sizeof *list, by_memory);
    for (size_t i = 0; i < n; i++)
        add_entry(door, page_link(p, RECORD_chip, list[i]->record.id), list[i]->name, memory_note(p, list[i]));
}

static int by_order(const void *a, const void *b)
{
    const struct scenario *x = *(const struct scenario *const *)a, *y = *(const struct scenario *const *)b;
    double ox = x->order.value, oy = y->order.value;
    return ox < oy ? -1 : ox > oy ? 1 : str_cmp(x->record.id, y->record.id);
}

static void scenario_entries(struct page *p, struct tdict *door)
{
    const struct catalog *c = p->w->catalog;
    const struct scenario **list = ARENA_ARRAY(p->arena, c->scenarios.n + 1, const struct scenario *);
    for (size_t i = 0; i < c->scenarios.n; i++)
        list[i] = &c->scenarios.at[i];
    qsort(list, c->scenarios.n, sizeof *list, by_order);
    for (size_t i = 0; i < c->scenarios.n; i++)
        add_entry(door, page_link(p, RECORD_scenario, list[i]->record.id), page_text(p, list[i]->question), page_text(p, list[i]->answer_line));
}

static void model_entries(struct page *p, struct tdict *door)
{
    struct model_list models = reference_models(p);
    for (size_t i = 0; i < models.n; i++)
        add_entry(door, page_link(p, RECORD_model, models.at[i]->record.id), models.at[i]->name, params_text(p, models.at[i]->sizing.params_total));
}

void page_start(struct page *p, const void *subject)
{
    (void)subject;
    const struct catalog *c = p->w->catalog;
    p->template_name = "start.tpl";
    p->title = page_string(p, "title.start");
    p->lead = page_string(p, "lead.start");
    scenario_entries(p, add_door(p, "workload", "scenarios/index"));
    chip_entries(p, add_door(p, "chip", "chips/index"));
    model_entries(p, add_door(p, "model", "models/index"));
    tdict_text(p->dict, "STEPS_HEADING", page_string(p, "steps.heading"));
    static const char *const steps[] = {"needs", "memory", "candidates", "small", "scale", "watch"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct tdict *d = tdict_show(p->dict, "STEP");
        tdict_text(d, "HEADING", page_string_of(p, "step.", str_from(steps[i])));
        tdict_text(d, "TEXT", page_string_of(p, "step_text.", str_from(steps[i])));
    }
    struct str counts[] = {arena_printf(p->arena, "%zu", c->chips.n), arena_printf(p->arena, "%zu", c->families.n),
                           arena_printf(p->arena, "%zu", c->types.n), arena_printf(p->arena, "%zu", c->models.n),
                           arena_printf(p->arena, "%zu", c->sources.n), str_from(c->digest)};
    tdict_text(p->dict, "COUNTS", page_format(p, "start.counts", counts, 6));
    tdict_text(p->dict, "PATH_HEADING", page_string(p, "start.path_heading"));
    tdict_text(p->dict, "PATH", page_string(p, "start.path"));
    tdict_address(p->dict, "PATH_URL", page_to(p, "guide/selection"));
    tdict_text(p->dict, "PATH_LABEL", page_string(p, "start.path_label"));
    tdict_text(p->dict, "CALCULATOR", page_string(p, "start.calculator"));
    tdict_address(p->dict, "CALCULATOR_URL", page_to(p, "calculator"));
    tdict_text(p->dict, "CALCULATOR_LABEL", page_string(p, "start.calculator_label"));
}
