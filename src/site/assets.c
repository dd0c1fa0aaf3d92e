/* Styles and scripts, those that lie in the templates and those that are made. */
#include "site/assets.h"

#include "base/file.h"
#include "base/sha256.h"
#include "base/source.h"
#include "site/calc_data.h"
#include "site/squeeze.h"

enum { ASSET_MAX = 4 << 20, ASSET_HASH = 8 };

/* Name and bytes become assets/name.hash.ending. */
static struct str add(struct outputs *out, struct str name, struct str bytes, struct str origin, struct diag *diag)
{
    char hex[65];
    size_t dot = name.n;
    while (dot > 0 && name.p[dot - 1] != '.')
        dot--;
    sha256_hex(bytes, hex, ASSET_HASH);
    struct str path = arena_printf(out->arena, "assets/%" STR_FMT "%s.%" STR_FMT, STR_ARG(str_sub(name, 0, dot)), hex,
                                   STR_ARG(str_sub(name, dot, name.n)));
    outputs_add(out, path, bytes, origin, diag);
    return path;
}

/* ---- files */

struct known {
    const char *name;
    struct str *path; /* where its path is noted */
};

static struct str *find_known(const struct known *known, size_t n, struct str name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(name, str_from(known[i].name)))
            return known[i].path;
    return NULL;
}

static struct str squeezed(struct arena *arena, const struct source *src)
{
    struct buf b = {0};
    squeeze(&b, src->text, str_ends(src->path, S(".css")) ? SQUEEZE_STYLE : SQUEEZE_SCRIPT);
    return arena_take(arena, &b);
}

static void add_file(struct outputs *out, const struct file_entry *file, struct str path, struct str *noted, struct diag *diag)
{
    struct source *src = ARENA_NEW(out->arena, struct source);
    src->path = path;
    if (!noted || file->kind != FILE_REGULAR)
        diag_error(diag, (struct place){.src = src}, "unexpected file among the assets");
    else if (source_read(src, path.p, ASSET_MAX, out->arena, diag))
        *noted = add(out, file->path, squeezed(out->arena, src), path, diag);
}

void site_add_assets(const char *templates, struct outputs *out, struct world *world)
{
    const struct known known[] = {
        {"style.css", &world->css},
        {"site.js", &world->script},
        {"engine.js", &world->calc.engine},
        {"calc-state.js", &world->calc.state},
        {"calc-config.js", &world->calc.config},
        {"calc-views.js", &world->calc.views},
        {"calc-review.js", &world->calc.review},
        {"calculator.js", &world->calc.script},
        {"calculator.css", &world->calc.style},
    };
    size_t n = sizeof known / sizeof *known;
    struct file_list files;
    struct file_error err;
    struct str folder = arena_printf(out->arena, "%s/assets", templates);
    if (!file_walk(out->arena, folder.p, &files, &err)) {
        diag_fatal(world->diag, "%s", err.message);
        return;
    }
    for (size_t i = 0; i < files.n; i++)
        add_file(out, &files.at[i], arena_printf(out->arena, "%s/%s", folder.p, files.at[i].path.p),
                 find_known(known, n, files.at[i].path), world->diag);
    for (size_t i = 0; i < n; i++)
        if (!known[i].path->n)
            diag_error(world->diag, (struct place){0}, "%s must hold %s", folder.p, known[i].name);
}

/* ---- made scripts */

static struct str add_made(struct outputs *out, const char *name, struct buf *bytes, struct diag *diag)
{
    struct str path = add(out, str_from(name), buf_str(bytes), S("the calculator"), diag);
    buf_clear(bytes);
    return path;
}

void site_add_calculator(struct outputs *out, struct world *world)
{
    static const char *const names[LANG_COUNT] = {"strings.en.js", "strings.zh.js"};
    struct buf bytes = {0};
    calc_data_script(&bytes, world->catalog, world->speed_tables);
    world->calc.data = add_made(out, "calc-data.js", &bytes, world->diag);
    calc_module_script(&bytes);
    world->calc.module = add_made(out, "sizing.js", &bytes, world->diag);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        calc_strings_script(&bytes, world->strings, (enum lang)lang, out->arena);
        world->calc.strings[lang] = add_made(out, names[lang], &bytes, world->diag);
    }
    buf_free(&bytes);
}
