/* The start page: three doors, six steps; and the page for addresses that lead nowhere. */
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
    struct str s = arena_str(p->arena, buf_str(&b));
    buf_free(&b);
    return s;
}

void page_start(struct page *p, const void *subject)
{
    (void)subject;
    const struct catalog *c = p->w->catalog;
    p->template_name = "start.tpl";
    p->title = page_string(p, "title.start");
    p->lead = page_string(p, "lead.start");
    struct tdict *door = add_door(p, "workload", "scenarios/index");
    for (size_t i = 0; i < c->scenarios.n; i++)
        add_entry(door, page_link(p, RECORD_scenario, c->scenarios.at[i].record.id), page_text(p, c->scenarios.at[i].question),
                  page_text(p, c->scenarios.at[i].answer_line));
    door = add_door(p, "chip", "chips/index");
    for (size_t i = 0; i < c->chips.n; i++)
        if (chip_is_offered(&c->chips.at[i]))
            add_entry(door, page_link(p, RECORD_chip, c->chips.at[i].record.id), c->chips.at[i].name, memory_note(p, &c->chips.at[i]));
    door = add_door(p, "model", "models/index");
    for (size_t i = 0; i < c->models.n; i++)
        if (c->models.at[i].reference == TRI_TRUE)
            add_entry(door, page_link(p, RECORD_model, c->models.at[i].record.id), c->models.at[i].name, params_text(p, c->models.at[i].sizing.params_total));
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
}
