/* Lookup while rendering, and the messages about what is not there. */
#include "base/suggest.h"
#include "render/scope.h"

static const struct tdict_entry *find(const struct scope *s, struct str name)
{
    for (; s; s = s->outer) {
        const struct tdict_entry *e = tdict_find(s->dict, name);
        if (e)
            return e;
    }
    return NULL;
}

/* The engine does not say which marker it works on: the one with this name in this section. */
static const struct marker *find_marker(const struct scope *s, struct str name, enum marker_kind kind)
{
    const struct marker *found = NULL;
    for (size_t i = 0; i < s->file->markers.n; i++) {
        const struct marker *m = &s->file->markers.at[i];
        if (m->kind != kind || !str_eq(m->name, name))
            continue;
        if (str_eq(m->section, s->section))
            return m;
        if (!found)
            found = m;
    }
    return found;
}

/* False when this marker was reported before. */
static bool begin_report(struct render *r, const struct marker *m)
{
    r->failed = true;
    for (size_t i = 0; i < r->n_reported; i++)
        if (r->reported[i] == m)
            return false;
    if (r->n_reported == SCOPE_REPORTS)
        return false;
    r->reported[r->n_reported++] = m;
    return true;
}

static struct place place_of(const struct scope *s, const struct marker *m)
{
    return m ? tpl_place(s->file, m->begin, m->end) : (struct place){.src = &s->file->source};
}

static struct str nearest_set(const struct scope *s, struct str name)
{
    struct suggestion best = suggest_begin(name);
    for (; s; s = s->outer)
        for (const struct tdict_entry *e = s->dict->first; e; e = e->next)
            suggest_offer(&best, e->name);
    return best.best;
}

static void report_unset(const struct scope *s, struct str name, enum marker_kind kind)
{
    const struct marker *m = find_marker(s, name, kind);
    if (!begin_report(s->render, m))
        return;
    struct str near = nearest_set(s, name);
    char where[160] = "", hint[160] = "";
    if (s->section.n)
        snprintf(where, sizeof where, " in {{#%" STR_FMT "}} number %u", STR_ARG(s->section), s->repetition);
    if (near.n)
        snprintf(hint, sizeof hint, "; did you mean %" STR_FMT "?", STR_ARG(near));
    diag_error(s->render->diag, place_of(s, m), "{{%s%" STR_FMT "}} is not set%s%s", kind == MARKER_OPEN ? "#" : "",
               STR_ARG(name), where, hint);
}

static void report_kind(const struct scope *s, struct str name, enum marker_kind kind)
{
    const struct marker *m = find_marker(s, name, kind);
    if (begin_report(s->render, m))
        diag_error(s->render->diag, place_of(s, m), "{{%s%" STR_FMT "}} is set as a %s", kind == MARKER_OPEN ? "#" : "",
                   STR_ARG(name), kind == MARKER_OPEN ? "variable" : "section");
}

static void report_address(const struct scope *s, const struct tdict_entry *e)
{
    const struct marker *m = find_marker(s, e->name, MARKER_VARIABLE);
    if (begin_report(s->render, m))
        diag_error(s->render->diag, place_of(s, m), "{{%" STR_FMT "}}: the address \"%" STR_FMT "\" %s",
                   STR_ARG(e->name), STR_ARG(e->value), e->problem);
}

struct str scope_value(const struct scope *s, struct str name)
{
    const struct tdict_entry *e = find(s, name);
    if (e && e->kind != VALUE_SECTION && !e->problem)
        return e->value;
    if (!e)
        report_unset(s, name, MARKER_VARIABLE);
    else if (e->kind == VALUE_SECTION)
        report_kind(s, name, MARKER_VARIABLE);
    else
        report_address(s, e);
    return S("");
}

const struct tdict *scope_section(const struct scope *s, struct str name)
{
    const struct tdict_entry *e = find(s, name);
    if (e && e->kind == VALUE_SECTION)
        return e->first;
    if (e)
        report_kind(s, name, MARKER_OPEN);
    else if (scan_separated(name).n == 0) /* the engine itself shows separators, and asks all the same */
        report_unset(s, name, MARKER_OPEN);
    return NULL;
}

const struct tpl_file *scope_part(const struct scope *s, struct str name)
{
    for (size_t i = 0; i < s->file->includes.n; i++)
        if (str_eq(s->file->includes.at[i].name, name))
            return s->file->includes.at[i].part;
    return NULL;
}
