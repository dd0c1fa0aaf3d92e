/* The strict dictionary: a tree in an arena, built for a page and dropped with it. */
#include <assert.h>
#include <string.h>

#include "render/address.h"
#include "render/dict.h"
#include "render/scan.h"
#include "render/template.h"

struct tdict *tdict_new(struct arena *arena)
{
    struct tdict *d = ARENA_NEW(arena, struct tdict);
    d->arena = arena;
    return d;
}

static struct tdict_entry *find(const struct tdict *d, struct str name)
{
    for (struct tdict_entry *e = d->first; e; e = e->next)
        if (e->name.n == name.n && memcmp(e->name.p, name.p, name.n) == 0)
            return e;
    return NULL;
}

const struct tdict_entry *tdict_find(const struct tdict *d, struct str name)
{
    return find(d, name);
}

static struct tdict_entry *add(struct tdict *d, struct str name, enum value_kind kind)
{
    assert(scan_is_name(name));
    struct tdict_entry *e = ARENA_NEW(d->arena, struct tdict_entry);
    e->name = name;
    e->kind = kind;
    if (d->last)
        d->last->next = e;
    else
        d->first = e;
    d->last = e;
    return e;
}

static struct tdict_entry *add_value(struct tdict *d, const char *cname, enum value_kind kind, struct str value)
{
    struct str name = str_from(cname);
    assert(!find(d, name));
    assert(str_ends(name, S("_HTML")) == (kind == VALUE_HTML));
    assert(str_ends(name, S("_URL")) == (kind == VALUE_ADDRESS));
    struct tdict_entry *e = add(d, name, kind);
    e->value = value;
    return e;
}

void tdict_text(struct tdict *d, const char *name, struct str value)
{
    add_value(d, name, VALUE_TEXT, value);
}

void tdict_html(struct tdict *d, const char *name, struct str value)
{
    add_value(d, name, VALUE_HTML, value);
}

void tdict_address(struct tdict *d, const char *name, struct str value)
{
    struct tdict_entry *e = add_value(d, name, VALUE_ADDRESS, value);
    e->problem = address_problem(value);
    if (!e->problem)
        e->value = address_encode(d->arena, value);
}

static struct tdict_entry *section(struct tdict *d, const char *cname)
{
    struct str name = str_from(cname);
    struct tdict_entry *e = find(d, name);
    if (!e)
        e = add(d, name, VALUE_SECTION);
    assert(e->kind == VALUE_SECTION);
    return e;
}

struct tdict *tdict_show(struct tdict *d, const char *name)
{
    struct tdict_entry *e = section(d, name);
    struct tdict *child = tdict_new(d->arena);
    if (e->last)
        e->last->next = child;
    else
        e->first = child;
    e->last = child;
    return child;
}

void tdict_hide(struct tdict *d, const char *name)
{
    section(d, name);
}

void tdict_show_if(struct tdict *d, const char *name, bool show)
{
    if (show)
        tdict_show(d, name);
    else
        tdict_hide(d, name);
}

bool tdict_is_shown(const struct tdict *d, const char *name)
{
    const struct tdict_entry *e = find(d, str_from(name));
    return e && e->first;
}
