/* One publication at a time. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "publish/lock.h"

enum { HOST_MAX = 256 };

struct holder {
    char host[HOST_MAX];
    long pid;
    long long since;
};

static bool parse(struct str text, struct holder *h)
{
    char line[1024];
    if (text.n >= sizeof line || text.n == 0)
        return false;
    memcpy(line, text.p, text.n);
    line[text.n] = '\0';
    return sscanf(line, "%255s pid %ld since %lld", h->host, &h->pid, &h->since) == 3;
}

static void this_host(char host[HOST_MAX])
{
    if (gethostname(host, HOST_MAX) != 0 || host[0] == '\0')
        strcpy(host, "unknown");
    host[HOST_MAX - 1] = '\0';
}

bool lock_is_dead(struct str text, const char *host)
{
    struct holder h;
    return parse(text, &h) && strcmp(h.host, host) == 0 && h.pid > 1 && kill((pid_t)h.pid, 0) != 0 && errno == ESRCH;
}

static bool held_by_other(struct bucket *b, struct str text)
{
    struct holder h;
    if (!parse(text, &h))
        return trouble_set(b->why, TROUBLE_LOCKED,
                           "another publication holds %s; if it is dead, run again with --break-lock", CONTROL_LOCK);
    return trouble_set(b->why, TROUBLE_LOCKED,
                       "another publication is at work: process %ld on %s, for %lld minutes; if it is dead, run again "
                       "with --break-lock",
                       h.pid, h.host, ((long long)time(NULL) - h.since) / 60);
}

static bool write_lock(struct bucket *b, struct lock *lock, bool exclusive, bool *exists)
{
    return bucket_put_private(b, S(CONTROL_LOCK), lock->text, exclusive, exists);
}

/* The exclusive write found a lock: our own, when an earlier try had been applied and its answer lost; a dead one; or
 * another's. */
static bool take_over(struct bucket *b, struct lock *lock, bool break_it)
{
    struct str text;
    char host[HOST_MAX];
    bool found;
    this_host(host);
    if (!bucket_get(b, S(CONTROL_LOCK), &text, &found))
        return false;
    if (found && str_eq(text, lock->text))
        return true;
    if (found && !break_it && !lock_is_dead(text, host))
        return held_by_other(b, text);
    if (found)
        lock->note = arena_printf(b->arena, "took over the lock of %" STR_FMT, STR_ARG(str_trim(text)));
    return write_lock(b, lock, false, NULL);
}

/* Two runs may have taken over the same dead lock, and a bucket with versioning does not refuse the second write: the
 * last one has it. */
static bool read_back(struct bucket *b, struct lock *lock)
{
    struct str text;
    bool found;
    if (!bucket_get(b, S(CONTROL_LOCK), &text, &found))
        return false;
    lock->held = found && str_eq(text, lock->text);
    return lock->held || held_by_other(b, text);
}

bool lock_take(struct bucket *b, struct lock *lock, bool listed, bool break_it)
{
    char host[HOST_MAX];
    struct timespec now;
    bool exists = listed;
    this_host(host);
    clock_gettime(CLOCK_REALTIME, &now);
    *lock = (struct lock){.text = arena_printf(b->arena, "%s pid %ld since %lld.%09ld\n", host, (long)getpid(),
                                               (long long)now.tv_sec, now.tv_nsec)};
    if (!listed && !write_lock(b, lock, true, &exists))
        return false;
    if (exists && !take_over(b, lock, break_it))
        return false;
    return read_back(b, lock);
}

void lock_release(struct bucket *b, struct lock *lock)
{
    struct trouble ignored = {0}, *kept = b->why;
    if (!lock->held)
        return;
    b->why = &ignored;
    if (!bucket_delete_one(b, S(CONTROL_LOCK)))
        lock->note = arena_printf(b->arena, "the lock could not be removed: %s", ignored.message);
    b->why = kept;
    lock->held = false;
}
