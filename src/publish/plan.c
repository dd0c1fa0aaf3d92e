/* What a publication has to do. */
#include <string.h>

#include "publish/plan.h"

struct planner {
    const struct plan_input *in;
    struct arena *arena;
    struct plan *plan;
    struct trouble *why;
};

static bool same_content(const struct item *a, const struct item *b)
{
    return a->bytes == b->bytes && strcmp(a->md5, b->md5) == 0;
}

/* The object is as OSS stored it for this item of a generation. */
static bool is_as_stored(const struct object *o, const struct item *stored)
{
    return o && o->bytes == stored->bytes && stored->etag.n && str_eq(o->etag, stored->etag);
}

/* Assets stay in the bucket after the live generation stopped naming them: an older list may know one. */
static const struct item *find_known(const struct planner *p, const struct item *wanted)
{
    const struct generations *g = p->in->generations;
    const struct item *known = g->current ? items_find(&g->current->items, wanted->key) : NULL;
    for (size_t i = g->list.n; !known && wanted->kind == ITEM_ASSET && i-- > 0;)
        known = items_find(&g->list.at[i].items, wanted->key);
    return known;
}

static enum step_reason reason_of(const struct planner *p, const struct item *wanted, const struct item *known)
{
    const struct object *o = objects_find(p->in->objects, wanted->key);
    if (!o)
        return REASON_NEW;
    if (!known)
        return REASON_CONTENT;
    if (!same_content(wanted, known))
        return REASON_CONTENT;
    if (!is_as_stored(o, known))
        return REASON_DRIFT;
    return strcmp(wanted->headers_id, known->headers_id) == 0 ? REASON_UNCHANGED : REASON_HEADERS;
}

static bool has_body(const struct planner *p, const struct item *item)
{
    const struct object *o = objects_find(p->in->objects, generation_body_key(p->arena, item));
    return o && o->bytes == item->bytes;
}

static bool cannot_go_back(const struct planner *p, const struct item *item)
{
    return trouble_set(p->why, TROUBLE_REFUSED,
                       "cannot go back: the stored copy of %" STR_FMT " is no longer in the bucket",
                       STR_ARG(item->key));
}

static bool take_known(struct step *s, const struct item *known)
{
    s->reason = REASON_UNCHANGED;
    s->item->etag = known->etag;
    memcpy(s->item->headers_id, known->headers_id, sizeof known->headers_id);
    return true;
}

static bool plan_item(struct planner *p, struct item *item)
{
    const struct item *known = find_known(p, item);
    struct step *s = LIST_ADD(&p->plan->steps, p->arena);
    *s = (struct step){.item = item, .reason = reason_of(p, item, known)};
    /* a rollback has no bytes to send an asset anew; its contents are what counts */
    if (s->reason == REASON_UNCHANGED || (s->reason == REASON_HEADERS && p->in->rollback && item->kind == ITEM_ASSET))
        return take_known(s, known);
    s->switches = item->kind != ITEM_ASSET;
    s->uploads = item->kind == ITEM_ASSET || !has_body(p, item);
    return !s->uploads || !p->in->rollback || cannot_go_back(p, item);
}

static void count(struct plan *plan)
{
    for (size_t i = 0; i < plan->steps.n; i++) {
        const struct step *s = &plan->steps.at[i];
        plan->unchanged += s->reason == REASON_UNCHANGED;
        plan->headers_only += s->reason == REASON_HEADERS;
        plan->uploads += s->uploads;
        plan->switches += s->switches;
        plan->upload_bytes += s->uploads ? s->item->bytes : 0;
    }
}

/* ---- deletes */

/* Ours to delete: what the live generation or a run that did not end names, and what an older one names and nobody
 * touched since (left over when a run was killed before its deletes). An object that somebody put there anew under an
 * old name is theirs. */
static bool is_ours(const struct generations *all, const struct generation *g, const struct item *item,
                    const struct object *o)
{
    return o && (g == all->current || g == &all->pending || is_as_stored(o, item));
}

static void plan_deletes_of(struct planner *p, const struct generation *g, struct map *once)
{
    for (size_t i = 0; i < g->items.list.n; i++) {
        struct item *item = &g->items.list.at[i];
        const struct object *o = objects_find(p->in->objects, item->key);
        if (items_find(p->in->wanted, item->key) || !is_ours(p->in->generations, g, item, o) ||
            map_add(once, item->key, item))
            continue;
        if (item->kind == ITEM_ASSET)
            p->plan->superseded++;
        else
            *LIST_ADD(&p->plan->deletes.list, p->arena) = item->key;
    }
}

static void plan_deletes(struct planner *p, struct map *ours)
{
    const struct generations *g = p->in->generations;
    if (g->current)
        plan_deletes_of(p, g->current, ours);
    plan_deletes_of(p, &g->pending, ours);
    for (size_t i = 0; i < g->list.n; i++)
        if (&g->list.at[i] != g->current)
            plan_deletes_of(p, &g->list.at[i], ours);
    for (size_t i = 0; g->current && i < g->current->items.list.n; i++)
        p->plan->live += g->current->items.list.at[i].kind != ITEM_ASSET;
}

/* ---- what is not ours */

static void look_at_foreign(struct planner *p, const struct map *ours)
{
    for (size_t i = 0; i < p->in->objects->list.n; i++) {
        const struct object *o = &p->in->objects->list.at[i];
        if (str_starts(o->key, S(CONTROL)) || items_find(p->in->wanted, o->key) || map_get(ours, o->key))
            continue;
        p->plan->foreign++;
        if (o->key.n && o->key.p[o->key.n - 1] == '/' && p->plan->folder_object.n == 0)
            p->plan->folder_object = o->key;
    }
}

bool plan_make(const struct plan_input *in, struct arena *arena, struct plan *plan, struct trouble *why)
{
    struct planner p = {.in = in, .arena = arena, .plan = plan, .why = why};
    struct map ours;
    *plan = (struct plan){0};
    map_init(&ours, arena);
    for (size_t i = 0; i < in->wanted->list.n; i++)
        if (!plan_item(&p, &in->wanted->list.at[i]))
            return false;
    count(plan);
    plan_deletes(&p, &ours);
    look_at_foreign(&p, &ours);
    generations_collect(in->generations, in->wanted, in->objects, in->keep, arena, &plan->collected);
    return true;
}

bool plan_is_empty(const struct plan *plan)
{
    return plan->uploads == 0 && plan->switches == 0 && plan->deletes.list.n == 0;
}

double plan_delete_percent(const struct plan *plan)
{
    return plan->live ? 100.0 * (double)plan->deletes.list.n / (double)plan->live : 0;
}
