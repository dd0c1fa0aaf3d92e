/* Declared names: parsing and the checks that need nothing but the list. */
#include <string.h>

#include "render/names.h"
#include "render/scan.h"

void names_init(struct names *names, struct arena *arena)
{
    *names = (struct names){.arena = arena};
    map_init(&names->by_path, arena);
}

static size_t last_dot(struct str path)
{
    size_t i = path.n;
    while (i > 0 && path.p[i - 1] != '.')
        i--;
    return i;
}

struct str name_scope(struct str path)
{
    size_t dot = last_dot(path);
    return str_sub(path, 0, dot ? dot - 1 : 0);
}

struct str name_last(struct str path)
{
    return str_sub(path, last_dot(path), path.n);
}

static bool is_path(struct str path)
{
    if (path.n > 0 && path.p[0] == '>')
        return scan_is_name(str_sub(path, 1, path.n));
    for (struct str scope = path; scope.n > 0; scope = name_scope(scope))
        if (!scan_is_name(name_last(scope)) || scope.p[0] == '.')
            return false;
    return path.n > 0;
}

static void add(struct names *names, const struct source *source, size_t at, struct str word, struct diag *diag)
{
    bool may_be_unused = word.n > 0 && word.p[word.n - 1] == '?';
    struct str path = str_sub(word, 0, word.n - may_be_unused);
    struct place place = place_at(source, at, word.n);
    if (!is_path(path)) {
        diag_error(diag, place,
                   "\"%" STR_FMT "\" is no name; names are capitals, digits and single underscores: TITLE, ROW.NAME, "
                   ">HEADER",
                   STR_ARG(word));
        return;
    }
    struct name *n = ARENA_NEW(names->arena, struct name);
    *n = (struct name){.path = path, .at = at, .may_be_unused = may_be_unused};
    const struct name *first = map_add(&names->by_path, path, n);
    if (first) {
        diag_error(diag, place, "%" STR_FMT " is declared twice", STR_ARG(path));
        diag_note(diag, place_at(source, first->at, first->path.n), "first declared here");
        return;
    }
    *LIST_ADD(&names->list, names->arena) = n;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void names_parse(struct names *names, const struct source *source, size_t from, size_t to, struct diag *diag)
{
    const char *p = source->text.p;
    for (size_t i = from; i < to;) {
        size_t end = i;
        while (end < to && !is_blank(p[end]))
            end++;
        if (end > i)
            add(names, source, i, str_sub(source->text, i, end), diag);
        i = end + 1;
    }
}

struct name *names_find(const struct names *names, struct str scope, struct str name)
{
    char path[512];
    if (scope.n == 0)
        return map_get(&names->by_path, name);
    if (scope.n + 1 + name.n > sizeof path)
        return NULL;
    memcpy(path, scope.p, scope.n);
    path[scope.n] = '.';
    memcpy(path + scope.n + 1, name.p, name.n);
    return map_get(&names->by_path, (struct str){path, scope.n + 1 + name.n});
}

static void check_name(const struct names *names, const struct name *n, struct place place, struct diag *diag)
{
    struct str scope = name_scope(n->path);
    const struct name *section = scope.n ? map_get(&names->by_path, scope) : NULL;
    if (scope.n && !section)
        diag_error(diag, place, "%" STR_FMT " stands in a section that is not declared; add %" STR_FMT,
                   STR_ARG(n->path), STR_ARG(scope));
    else if (n->kind == NAME_UNUSED && !n->may_be_unused)
        diag_error(diag, place,
                   "%" STR_FMT " is declared and not used; remove it, or write %" STR_FMT "? if it is set all the same",
                   STR_ARG(n->path), STR_ARG(n->path));
    else if (n->kind != NAME_UNUSED && n->may_be_unused)
        diag_error(diag, place, "%" STR_FMT " is used; declare it without the '?'", STR_ARG(n->path));
}

void names_check(const struct names *names, const struct source *source, struct diag *diag)
{
    for (size_t i = 0; i < names->list.n; i++) {
        const struct name *n = names->list.at[i];
        check_name(names, n, place_at(source, n->at, n->path.n + n->may_be_unused), diag);
    }
}
