/* Publishing a folder of files: the sequence. */
#include <string.h>
#include <time.h>

#include "base/escape.h"
#include "publish/check.h"
#include "publish/generations.h"
#include "publish/lock.h"
#include "publish/plan.h"
#include "publish/progress.h"
#include "publish/report.h"
#include "publish/scan.h"
#include "publish/session.h"

struct run {
    struct session session;
    struct bucket *b;
    struct items wanted;
    struct objects objects;
    struct generations generations;
    struct plan plan;
    struct lock lock;
    struct progress progress;
    struct outcome outcome;
    double begun;
};

/* ---- before anything is changed */

static bool scan_wanted(struct run *r)
{
    if (r->session.options->rollback) /* the list of the bucket decides, once it is read */
        return true;
    bool ok = scan_site(r->session.arena, &r->session.config, &r->wanted, &r->session.why);
    r->outcome.scan_s = transfer_seconds() - r->begun;
    return ok;
}

static bool take_rollback(struct run *r)
{
    const char *name = r->session.options->rollback;
    const struct generation *g = name ? generations_find(&r->generations, str_from(name)) : NULL;
    if (!name)
        return true;
    if (!g)
        return trouble_set(&r->session.why, TROUBLE_INPUT,
                           "the bucket has no generation \"%s\"; chipfirst publish --list shows them", name);
    for (size_t i = 0; i < g->items.list.n; i++)
        *LIST_ADD(&r->wanted.list, r->session.arena) = g->items.list.at[i];
    items_finish(&r->wanted, r->session.arena);
    for (size_t i = 0; i < r->wanted.list.n; i++)
        r->wanted.list.at[i].etag = (struct str){NULL, 0};
    return true;
}

/* A bucket that holds things and no mark of ours may be somebody's data. */
static bool check_marker(struct run *r)
{
    if (objects_find(&r->objects, S(CONTROL_MARKER)) || r->objects.list.n == 0 || r->session.options->adopt)
        return true;
    return trouble_set(&r->session.why, TROUBLE_REFUSED,
                       "%" STR_FMT "/%" STR_FMT
                       " holds %zu objects and was never published to by this program; if it is the "
                       "right place, run once with --adopt (objects with names of the site are replaced, others stay)",
                       STR_ARG(r->session.config.bucket), STR_ARG(r->session.config.prefix), r->objects.list.n);
}

static bool check_deletes(struct run *r)
{
    double percent = plan_delete_percent(&r->plan);
    if (percent <= r->session.config.max_delete_percent || r->session.options->force_delete)
        return true;
    return trouble_set(
        &r->session.why, TROUBLE_REFUSED,
        "this would delete %zu of %zu published pages and data files, more than %u%%; is the site complete? "
        "If it is, run with --force-delete",
        r->plan.deletes.list.n, r->plan.live, r->session.config.max_delete_percent);
}

static bool make_plan(struct run *r)
{
    struct plan_input in = {.wanted = &r->wanted,
                            .objects = &r->objects,
                            .generations = &r->generations,
                            .rollback = r->session.options->rollback != NULL,
                            .keep = r->session.config.keep_generations};
    if (!scan_wanted(r) || !bucket_list(r->b, &r->objects) || !check_marker(r) ||
        !generations_read(r->b, &r->objects, &r->generations) || !take_rollback(r))
        return false;
    return plan_make(&in, r->session.arena, &r->plan, &r->session.why);
}

static bool say_plan(struct run *r)
{
    const struct publish_options *o = r->session.options;
    if (r->plan.folder_object.n)
        session_warn(&r->session, arena_printf(r->session.arena,
                                               "the bucket holds the folder object %" STR_FMT
                                               ", which may hide the index page below it; delete it",
                                               STR_ARG(r->plan.folder_object)));
    if (!o->json)
        report_plan(o->out, &r->plan, &r->generations, o->dry_run);
    if (fflush(o->out) != 0) /* before anything is changed: who cannot read the plan should not get its effect */
        return trouble_set(&r->session.why, TROUBLE_OUTPUT, "cannot write the plan; nothing was changed");
    return true;
}

static bool is_up_to_date(const struct run *r)
{
    return plan_is_empty(&r->plan) && r->generations.current &&
           r->generations.current->items.list.n == r->wanted.list.n;
}

/* ---- the feeds of uploads and switches */

struct work {
    struct run *run;
    size_t next; /* step */
    bool uploads;
    enum item_kind kind; /* of the switches */
};

static void make_upload(const struct bucket *b, const struct step *s, struct request *r, struct arena *arena)
{
    const struct item *item = s->item;
    char *md5 = arena_alloc(arena, 25);
    struct str key = item->kind == ITEM_ASSET ? item->key : generation_body_key(arena, item);
    *r = request_make("PUT", "upload", bucket_key(b, arena, key));
    for (size_t i = 0; i < item->headers->n; i++)
        request_header(r, item->headers->at[i].name, item->headers->at[i].value);
    if (item->kind != ITEM_ASSET)
        request_header(r, S("x-oss-object-acl"), S("private"));
    md5_base64(item->md5, md5);
    request_header(r, S("content-md5"), str_from(md5));
    r->file = item->bytes ? item->file.p : NULL;
    r->body_bytes = item->bytes;
    r->needs_etag = true;
}

static bool is_due(const struct work *w, const struct step *s)
{
    return w->uploads ? s->uploads : s->switches && s->item->kind == w->kind;
}

static bool next_work(void *of, struct request *r, struct arena *arena)
{
    struct work *w = of;
    const struct plan *plan = &w->run->plan;
    while (w->next < plan->steps.n && !is_due(w, &plan->steps.at[w->next]))
        w->next++;
    if (w->next == plan->steps.n)
        return false;
    struct step *s = &plan->steps.at[w->next++];
    if (w->uploads)
        make_upload(w->run->b, s, r, arena);
    else
        *r = bucket_copy(w->run->b, arena, generation_body_key(arena, s->item), s->item->key);
    r->of = s;
    return true;
}

static void work_done(void *of, struct request *r)
{
    struct work *w = of;
    struct step *s = r->of;
    if (!w->uploads || s->item->kind == ITEM_ASSET) /* the ETag of a waiting body says nothing about its copy */
        s->item->etag = arena_str(w->run->session.arena, r->etag);
    progress_add(&w->run->progress, w->uploads ? s->item->bytes : 0);
}

static void work_tick(void *of)
{
    struct work *w = of;
    progress_show(&w->run->progress, transfer_seconds());
}

static bool do_work(struct run *r, struct work w, const char *what)
{
    struct feed feed = {.of = &w, .next = next_work, .done = work_done, .tick = work_tick};
    size_t total = 0;
    w.run = r;
    for (size_t i = 0; i < r->plan.steps.n; i++)
        total += is_due(&w, &r->plan.steps.at[i]);
    progress_begin(&r->progress, what, total, w.uploads ? r->plan.upload_bytes : 0, transfer_seconds());
    bool ok = transfer_run(r->b->transfer, &feed, &r->session.why);
    progress_end(&r->progress);
    return ok;
}

/* ---- the barriers */

/* Between our listing and our lock somebody may have published. */
static bool check_still_current(struct run *r)
{
    struct str now;
    bool found;
    if (!bucket_get(r->b, S(CONTROL_CURRENT), &now, &found))
        return false;
    now = str_trim(now);
    if (r->generations.current ? str_eq(now, r->generations.current->name) : !found)
        return true;
    return trouble_set(&r->session.why, TROUBLE_LOCKED,
                       "somebody published meanwhile (generation %" STR_FMT "); run it again", STR_ARG(now));
}

static bool prepare(struct run *r)
{
    struct buf pending = {0};
    generation_write_pending(&pending, &r->wanted, &r->generations.pending, r->session.arena);
    bool ok = check_still_current(r) &&
              (objects_find(&r->objects, S(CONTROL_MARKER)) ||
               bucket_put_private(r->b, S(CONTROL_MARKER), S("chipfirst publish 1\n"), false, NULL)) &&
              bucket_put_private(r->b, S(CONTROL_PENDING), buf_str(&pending), false, NULL);
    buf_free(&pending);
    return ok;
}

static bool go_live(struct run *r)
{
    return do_work(r, (struct work){.uploads = true}, "upload") &&
           do_work(r, (struct work){.kind = ITEM_DATA}, "switch data") &&
           do_work(r, (struct work){.kind = ITEM_PAGE}, "switch pages") &&
           do_work(r, (struct work){.kind = ITEM_ROOT}, "switch root pages");
}

static bool record(struct run *r)
{
    struct str name =
        generation_name(r->session.arena, time(NULL) + transfer_clock_offset(r->b->transfer), &r->objects);
    struct str key = arena_printf(r->session.arena, CONTROL_GENERATIONS "%" STR_FMT, STR_ARG(name));
    struct buf list = {0};
    generation_write(&list, &r->wanted);
    bool ok = bucket_put_private(r->b, key, buf_str(&list), false, NULL) &&
              bucket_put_private(r->b, S(CONTROL_CURRENT), name, false, NULL);
    buf_free(&list);
    if (ok)
        r->outcome.generation = name;
    return ok;
}

/* The pointer is set: what only older pages needed can go, and with it the list of what was coming. */
static bool clean_up(struct run *r)
{
    struct key_list all = {0};
    for (size_t i = 0; i < r->plan.deletes.list.n; i++)
        *LIST_ADD(&all.list, r->session.arena) = r->plan.deletes.list.at[i];
    for (size_t i = 0; i < r->plan.collected.list.n; i++)
        *LIST_ADD(&all.list, r->session.arena) = r->plan.collected.list.at[i];
    *LIST_ADD(&all.list, r->session.arena) = S(CONTROL_PENDING);
    return bucket_delete(r->b, all.list.at, all.list.n);
}

static void unlock(struct run *r)
{
    if (r->session.why.kind != TROUBLE_NONE) { /* a dead service would keep us for long */
        transfer_stop_on(r->b->transfer, NULL);
        transfer_set_retries(r->b->transfer, 1);
    }
    lock_release(r->b, &r->lock);
    if (r->lock.note.n)
        session_warn(&r->session, r->lock.note);
}

static bool publish(struct run *r)
{
    bool listed = objects_find(&r->objects, S(CONTROL_LOCK)) != NULL;
    bool ok = lock_take(r->b, &r->lock, listed, r->session.options->break_lock) && prepare(r) && go_live(r) &&
              record(r) && clean_up(r);
    unlock(r);
    return ok && (r->session.config.site_url.n == 0 || r->session.options->no_check ||
                  check_site(r->b, &r->plan, &r->outcome.checked, &r->session.why));
}

/* A killed run may have set the pointer and no more: what it left lying about goes, and no generation is made. */
static bool mend(struct run *r)
{
    bool listed = objects_find(&r->objects, S(CONTROL_LOCK)) != NULL;
    generations_collect(&r->generations, &r->wanted, &r->objects, r->session.config.keep_generations + 1,
                        r->session.arena, &r->plan.collected);
    bool ok =
        lock_take(r->b, &r->lock, listed, r->session.options->break_lock) && check_still_current(r) && clean_up(r);
    unlock(r);
    return ok;
}

static bool has_leftovers(const struct run *r)
{
    return objects_find(&r->objects, S(CONTROL_PENDING)) || objects_find(&r->objects, S(CONTROL_LOCK));
}

static void say_outcome(struct run *r)
{
    const struct publish_options *o = r->session.options;
    r->outcome.counts = transfer_counts(r->b->transfer);
    r->outcome.total_s = transfer_seconds() - r->begun;
    if (!o->json)
        report_outcome(o->out, &r->plan, &r->outcome);
    else if (r->session.why.kind == TROUBLE_NONE) /* else the error is the one object */
        report_json(o->out, &r->session.config, &r->plan, &r->generations, &r->outcome);
}

static void run_all(struct run *r)
{
    if (!make_plan(r) || !say_plan(r) || !check_deletes(r))
        return;
    r->outcome.status = "planned";
    if (r->session.options->dry_run) {
        say_outcome(r);
        return;
    }
    bool up_to_date = is_up_to_date(r), ok = up_to_date ? !has_leftovers(r) || mend(r) : publish(r);
    r->outcome.status = up_to_date ? "unchanged" : "published";
    if (ok || r->session.why.kind == TROUBLE_CHECK)
        say_outcome(r);
}

int publish_run(const struct publish_options *options)
{
    struct run r = {.begun = transfer_seconds(), .b = &r.session.bucket};
    progress_init(&r.progress, options->progress);
    if (session_open(&r.session, options))
        run_all(&r);
    return session_close(&r.session);
}

/* ---- the generations */

static void say_generations(FILE *out, const struct generations *g)
{
    for (size_t i = 0; i < g->list.n; i++)
        fprintf(out, "%" STR_FMT "  %6zu files%s\n", STR_ARG(g->list.at[i].name), g->list.at[i].items.list.n,
                &g->list.at[i] == g->current ? "  (live)" : "");
    if (g->list.n == 0)
        fputs("nothing was published here yet\n", out);
}

static void say_generations_json(FILE *out, const struct generations *g)
{
    struct buf b = {0};
    buf_puts(&b, "{\"generations\": [");
    for (size_t i = 0; i < g->list.n; i++) {
        buf_puts(&b, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        escape_json_string(&b, g->list.at[i].name);
        buf_printf(&b, ", \"files\": %zu, \"live\": %s}", g->list.at[i].items.list.n,
                   &g->list.at[i] == g->current ? "true" : "false");
    }
    buf_puts(&b, g->list.n ? "\n]}\n" : "]}\n");
    fwrite(b.p, 1, b.n, out);
    buf_free(&b);
}

int publish_list(const struct publish_options *options)
{
    struct session s;
    struct objects objects;
    struct generations g;
    if (session_open(&s, options) && bucket_list(&s.bucket, &objects) && generations_read(&s.bucket, &objects, &g))
        (options->json ? say_generations_json : say_generations)(options->out, &g);
    return session_close(&s);
}
