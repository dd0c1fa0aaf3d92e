/* Template sets: reading the folder, checking it, rendering. */
#include <string.h>

#include "base/file.h"
#include "base/source.h"
#include "base/suggest.h"
#include "render/engine.h"
#include "render/lint.h"
#include "render/rewrite.h"
#include "render/said.h"
#include "render/scope.h"
#include "render/shape.h"
#include "render/template.h"

struct template_set {
    struct tpl_set files;
    struct engine *engine;
};

/* ---- loading ---- */

static bool is_template(struct str path)
{
    return str_ends(path, S(".tpl"));
}

static void init_file(struct tpl_file *f, struct str folder, struct str name, struct arena *arena)
{
    f->name = arena_str(arena, name);
    f->source.path = arena_printf(arena, "%" STR_FMT "/%" STR_FMT, STR_ARG(folder), STR_ARG(name));
    f->xml = str_ends(name, S(".xml.tpl"));
    f->is_part = str_starts(name, S("part_"));
}

static bool read_folder(struct tpl_set *set, const char *folder, struct arena *arena, struct diag *diag)
{
    struct file_list list;
    struct file_error err;
    if (!file_walk(arena, folder, &list, &err)) {
        diag_fatal(diag, "%s", err.message);
        return false;
    }
    set->folder = arena_str(arena, str_from(folder));
    set->files = ARENA_ARRAY(arena, list.n, struct tpl_file);
    map_init(&set->by_name, arena);
    for (size_t i = 0; i < list.n; i++) {
        struct str path = list.at[i].path;
        if (!is_template(path))
            continue;
        struct tpl_file *f = &set->files[set->n++];
        init_file(f, set->folder, path, arena);
        if (str_find_char(path, '/') < path.n)
            diag_error(diag, (struct place){.src = &f->source}, "templates stand in %s itself, not in a folder below",
                       folder);
        source_read(&f->source, f->source.path.p, TPL_FILE_MAX, arena, diag);
        map_add(&set->by_name, f->name, f);
    }
    return true;
}

static void add_to_engine(struct template_set *set, const struct tpl_file *f, struct diag *diag)
{
    struct buf text = {0}, said = {0};
    rewrite(f, &text);
    if (!engine_add(set->engine, f->name, buf_str(&text), &said))
        said_report(f, buf_str(&said), diag);
    buf_free(&said);
    buf_free(&text);
}

static void check(struct tpl_set *set, struct arena *arena, struct diag *diag)
{
    for (size_t i = 0; i < set->n; i++)
        lint_file(&set->files[i], set, arena, diag);
    lint_includes(set, diag);
}

static void fill_engine(struct template_set *set, struct arena *arena, struct diag *diag)
{
    shape_make(&set->files, arena);
    for (size_t i = 0; i < set->files.n; i++)
        add_to_engine(set, &set->files.files[i], diag);
    engine_freeze(set->engine);
}

struct template_set *template_set_load(const char *folder, struct arena *arena, struct diag *diag)
{
    size_t before = diag_errors(diag);
    struct template_set *set = ARENA_NEW(arena, struct template_set);
    if (!read_folder(&set->files, folder, arena, diag) || diag_errors(diag) > before)
        return NULL;
    check(&set->files, arena, diag);
    if (diag_errors(diag) > before)
        return NULL;
    set->engine = engine_new();
    fill_engine(set, arena, diag);
    if (diag_errors(diag) == before)
        return set;
    template_set_free(set);
    return NULL;
}

void template_set_free(struct template_set *set)
{
    if (!set)
        return;
    engine_free(set->engine);
    set->engine = NULL;
}

/* ---- rendering ---- */

static void report_no_template(const struct tpl_set *set, const char *name, struct diag *diag)
{
    struct suggestion best = suggest_begin(str_from(name));
    for (size_t i = 0; i < set->n; i++)
        suggest_offer(&best, set->files[i].name);
    if (best.best.n)
        diag_error(diag, (struct place){0}, "there is no template %s in %" STR_FMT "; did you mean %" STR_FMT "?", name,
                   STR_ARG(set->folder), STR_ARG(best.best));
    else
        diag_error(diag, (struct place){0}, "there is no template %s in %" STR_FMT, name, STR_ARG(set->folder));
}

static bool expand(const struct template_set *set, const struct tpl_file *file, const struct tdict *dict,
                   struct buf *out, struct diag *diag)
{
    struct render render = {.diag = diag};
    struct scope scope = {.render = &render, .dict = dict, .file = file};
    struct buf said = {0};
    bool ok = engine_render(set->engine, &scope, out, &said);
    if (!ok)
        said_report(file, buf_str(&said), diag);
    buf_free(&said);
    return ok && !render.failed;
}

bool template_render(const struct template_set *set, const char *name, const struct tdict *dict, struct buf *out,
                     struct diag *diag)
{
    const struct tpl_file *file = map_get(&set->files.by_name, str_from(name));
    if (!file) {
        report_no_template(&set->files, name, diag);
        return false;
    }
    size_t before = out->n;
    bool known = shape_check(file, dict, diag);
    bool done = expand(set, file, dict, out, diag);
    if (!known || !done)
        buf_cut(out, before);
    return known && done;
}
