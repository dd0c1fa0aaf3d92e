/* After publishing: does the address that readers use show what was published? */
#include <string.h>
#include <time.h>

#include "publish/check.h"
#include "publish/digest.h"

enum { SAMPLES = 8, WAIT_S = 2 };

struct sample {
    const struct item *item;
    struct str url;
    bool right;
    struct str wrong; /* in words, of the last try */
};

struct sampling {
    struct bucket *b;
    struct sample at[SAMPLES + 1];
    size_t n, given;
};

struct str check_address(struct arena *arena, const struct config *config, struct str key)
{
    struct buf url = {0};
    buf_put(&url, config->site_url);
    sign_path(&url, key);
    return arena_take(arena, &url);
}

static void add_sample(struct sampling *s, const struct item *item)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].item == item)
            return;
    if (s->n <= SAMPLES)
        s->at[s->n++] = (struct sample){.item = item, .url = check_address(s->b->arena, s->b->config, item->key)};
}

/* index.html, and changed files spread over the whole list. */
static void choose(struct sampling *s, const struct plan *plan)
{
    size_t changed = 0, seen = 0;
    for (size_t i = 0; i < plan->steps.n; i++) {
        changed += plan->steps.at[i].reason != REASON_UNCHANGED;
        if (str_eq_c(plan->steps.at[i].item->key, "index.html"))
            add_sample(s, plan->steps.at[i].item);
    }
    size_t every = changed / SAMPLES + 1;
    for (size_t i = 0; i < plan->steps.n; i++)
        if (plan->steps.at[i].reason != REASON_UNCHANGED && seen++ % every == 0)
            add_sample(s, plan->steps.at[i].item);
}

static bool next_sample(void *of, struct request *r, struct arena *arena)
{
    struct sampling *s = of;
    (void)arena;
    while (s->given < s->n && s->at[s->given].right)
        s->given++;
    if (s->given == s->n)
        return false;
    struct sample *one = &s->at[s->given++];
    *r = request_make("GET", "check", one->item->key);
    r->url = one->url;
    r->accepts = -1;
    r->of = one;
    return true;
}

static void judge(void *of, struct request *r)
{
    struct sampling *s = of;
    struct sample *one = r->of;
    struct arena *arena = s->b->arena;
    char md5[MD5_HEX];
    md5_text(r->answer, md5);
    struct str type = request_answered(r, "content-type"), disposition = request_answered(r, "content-disposition");
    bool is_page = one->item->kind >= ITEM_PAGE;
    if (r->status != 200)
        one->wrong = arena_printf(arena, "HTTP %ld", r->status);
    else if (strcmp(md5, one->item->md5) != 0)
        one->wrong =
            arena_printf(arena, "other contents (an old copy in a CDN? give pages a lifetime of 60 s or less there)");
    else if (is_page && !str_starts(type, S("text/html")))
        one->wrong = arena_printf(arena, "the type %" STR_FMT, STR_ARG(type.n ? type : S("nothing")));
    else if (is_page && str_starts(disposition, S("attachment")))
        one->wrong =
            S("a download instead of a page (the bucket's own domain does that; readers need a custom domain)");
    else
        one->right = true;
}

static const struct sample *first_wrong(const struct sampling *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (!s->at[i].right)
            return &s->at[i];
    return NULL;
}

static bool is_hidden(struct bucket *b, struct trouble *why)
{
    struct request r = request_make("GET", "check", S(CONTROL_CURRENT));
    r.url = check_address(b->arena, b->config, r.key);
    r.accepts = -1;
    if (!transfer_one(b->transfer, &r, b->arena, why))
        return false;
    if (r.status != 200 ||
        strncmp(r.answer.n ? r.answer.p : "", "20", 2) != 0) /* a custom 404 page may come with 200 */
        return true;
    return trouble_set(why, TROUBLE_CHECK,
                       "%" STR_FMT
                       " can be read by everybody: a bucket policy overrides the private object; exclude " CONTROL
                       "* in it",
                       STR_ARG(r.url));
}

bool check_site(struct bucket *b, const struct plan *plan, size_t *checked, struct trouble *why)
{
    struct sampling s = {.b = b};
    struct feed feed = {.of = &s, .next = next_sample, .done = judge};
    double until = transfer_seconds() + b->config->check_s;
    choose(&s, plan);
    *checked = s.n;
    for (;;) {
        s.given = 0;
        if (!transfer_run(b->transfer, &feed, why))
            return false;
        const struct sample *wrong = first_wrong(&s);
        if (!wrong)
            return is_hidden(b, why);
        if (transfer_seconds() + WAIT_S > until)
            return trouble_set(why, TROUBLE_CHECK, "published, but %" STR_FMT " answers with %" STR_FMT,
                               STR_ARG(wrong->url), STR_ARG(wrong->wrong));
        nanosleep(&(struct timespec){.tv_sec = WAIT_S}, NULL);
    }
}
