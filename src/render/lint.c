/* The lint: header, names, nesting, modifiers, parts. */
#include <string.h>

#include "base/suggest.h"
#include "base/utf8.h"
#include "render/html.h"
#include "render/lint.h"
#include "render/lint_place.h"

struct open_section {
    const struct marker *marker;
    struct str path;   /* of its dictionary: ROW.CELL */
    bool known;        /* false: its name is not declared, so nothing inside is looked up */
    bool is_separator; /* has no dictionary of its own */
    enum html_state state;
};

struct lint {
    struct tpl_file *file;
    const struct tpl_set *set;
    struct arena *arena;
    struct diag *diag;
    struct html html;
    struct open_section open[TPL_DEPTH];
    size_t depth;
};

static struct place marker_place(const struct lint *l, const struct marker *m)
{
    return tpl_place(l->file, m->begin, m->end);
}

/* The marker as it is written, for messages. */
static struct str written(const struct lint *l, const struct marker *m)
{
    return str_sub(l->file->source.text, m->begin, m->end);
}

/* ---- the bytes and the first lines ---- */

static bool check_bytes(struct tpl_file *f, struct diag *diag)
{
    struct str text = f->source.text;
    size_t bad = utf8_invalid(text), control = utf8_control(text);
    if (bad < text.n)
        diag_error(diag, tpl_place(f, bad, bad + 1), "this byte is not UTF-8");
    else if (control < text.n)
        diag_error(diag, tpl_place(f, control, control + 1), "control characters are not allowed");
    else if (str_starts(text, S("\xef\xbb\xbf")))
        diag_error(diag, tpl_place(f, 0, 3), "remove the byte order mark");
    else
        return true;
    return false;
}

static size_t skip_blanks(struct str text, size_t i)
{
    while (i < text.n && strchr(" \t\r\n", text.p[i]))
        i++;
    return i;
}

/* Behind the line end that follows i, when nothing else stands on the line. */
static size_t skip_line_end(struct str text, size_t i)
{
    size_t end = i;
    while (end < text.n && strchr(" \t\r", text.p[end]))
        end++;
    return end < text.n && text.p[end] == '\n' ? end + 1 : i;
}

static bool read_names(struct lint *l, size_t from)
{
    struct tpl_file *f = l->file;
    struct marker m;
    struct str word = S("names:");
    size_t at = skip_blanks(f->source.text, from);
    bool found =
        scan_marker(f->source.text, at, &m) && m.begin == at && m.kind == MARKER_COMMENT && m.problem == MARKER_FINE;
    size_t inside = found ? skip_blanks(f->source.text, at + 3) : at;
    if (!found || !str_starts(str_sub(f->source.text, inside, f->source.text.n), word)) {
        diag_error(l->diag, tpl_place(f, at, at + 1),
                   "behind the pragma a template lists its names: {{! names: TITLE ROW ROW.NAME >HEADER }}");
        return false;
    }
    f->names_at = inside;
    f->body = skip_line_end(f->source.text, m.end);
    names_parse(&f->names, &f->source, inside + word.n, m.end - 2, l->diag);
    return true;
}

static bool read_header(struct lint *l)
{
    struct str text = l->file->source.text;
    struct str pragma = l->file->xml ? S("{{%AUTOESCAPE context=\"XML\"}}") : S("{{%AUTOESCAPE context=\"HTML\"}}");
    if (str_starts(text, pragma))
        return read_names(l, pragma.n);
    diag_error(l->diag, tpl_place(l->file, 0, 1), "a template begins with %" STR_FMT, STR_ARG(pragma));
    return false;
}

/* ---- names ---- */

static struct str scope_at(const struct lint *l, size_t level)
{
    return level ? l->open[level - 1].path : S("");
}

/* Innermost section first, as the dictionaries are searched. */
static struct name *resolve(const struct lint *l, struct str name)
{
    for (size_t level = l->depth + 1; level-- > 0;) {
        if (level && l->open[level - 1].is_separator)
            continue;
        struct name *n = names_find(&l->file->names, scope_at(l, level), name);
        if (n)
            return n;
    }
    return NULL;
}

static bool inside_unknown(const struct lint *l)
{
    for (size_t i = 0; i < l->depth; i++)
        if (!l->open[i].known)
            return true;
    return false;
}

static bool in_scope(const struct lint *l, struct str path)
{
    for (size_t level = 0; level <= l->depth; level++)
        if (str_eq(name_scope(path), scope_at(l, level)))
            return true;
    return false;
}

static void report_undeclared(const struct lint *l, const struct marker *m)
{
    struct suggestion best = suggest_begin(m->name);
    struct str elsewhere = S("");
    const struct names *names = &l->file->names;
    for (size_t i = 0; i < names->list.n; i++) {
        struct str path = names->list.at[i]->path;
        if (in_scope(l, path))
            suggest_offer(&best, name_last(path));
        else if (str_eq(name_last(path), m->name))
            elsewhere = path;
    }
    struct str w = written(l, m);
    if (elsewhere.n)
        diag_error(l->diag, marker_place(l, m),
                   "%" STR_FMT " is declared as %" STR_FMT " and stands outside {{#%" STR_FMT "}}", STR_ARG(w),
                   STR_ARG(elsewhere), STR_ARG(name_scope(elsewhere)));
    else if (best.best.n)
        diag_error(l->diag, marker_place(l, m),
                   "%" STR_FMT " is not among the declared names; did you mean %" STR_FMT "?", STR_ARG(w),
                   STR_ARG(best.best));
    else
        diag_error(l->diag, marker_place(l, m), "%" STR_FMT " is not among the declared names", STR_ARG(w));
}

static void check_kind(const struct lint *l, const struct marker *m, struct name *n, enum name_kind kind)
{
    if (n->kind == NAME_UNUSED) {
        n->kind = kind;
        n->used_at = m->begin;
        n->used_width = m->end - m->begin;
    }
    if (n->kind == kind)
        return;
    diag_error(l->diag, marker_place(l, m), "%" STR_FMT " is a %s here and a %s elsewhere", STR_ARG(n->path),
               kind == NAME_SECTION ? "section" : "variable", kind == NAME_SECTION ? "variable" : "section");
    diag_note(l->diag, tpl_place(l->file, n->used_at, n->used_at + n->used_width), "the other use");
}

static struct name *use(const struct lint *l, const struct marker *m, enum name_kind kind)
{
    struct name *n = resolve(l, m->name);
    if (n)
        check_kind(l, m, n, kind);
    else if (!inside_unknown(l))
        report_undeclared(l, m);
    return n;
}

/* ---- variables ---- */

static void check_html_name(const struct lint *l, const struct marker *m)
{
    struct place place = marker_place(l, m);
    struct str name = m->name;
    if (l->file->xml)
        diag_error(l->diag, place, "ready HTML cannot stand in XML; hand it over as text, under another name");
    else if (m->modifier.n == 0)
        diag_error(l->diag, place, "%" STR_FMT " is ready HTML: write {{%" STR_FMT ":none}}", STR_ARG(name),
                   STR_ARG(name));
    else if (l->html.state != HTML_TEXT)
        diag_error(l->diag, place, "ready HTML may stand in text only, not in %s", html_state_name(l->html.state));
}

static void check_modifier(const struct lint *l, const struct marker *m)
{
    bool ready = str_ends(m->name, S("_HTML")), none = str_eq_c(m->modifier, "none");
    if (ready && (none || m->modifier.n == 0))
        check_html_name(l, m);
    else if (none)
        diag_error(l->diag, marker_place(l, m), ":none is for names ending in _HTML, set with ready HTML");
    else if (written(l, m).n != m->name.n + 4)
        diag_error(l->diag, marker_place(l, m),
                   "there is no modifier \"%" STR_FMT "\" here; values are escaped for their place, and only *_HTML "
                   "names take :none",
                   STR_ARG(m->modifier));
}

/* ---- sections ---- */

static bool check_separator(const struct lint *l, const struct marker *m, struct str of)
{
    if (l->depth && str_eq(l->open[l->depth - 1].marker->name, of))
        return true;
    diag_error(l->diag, marker_place(l, m), "%" STR_FMT " stands directly inside {{#%" STR_FMT "}} only",
               STR_ARG(written(l, m)), STR_ARG(of));
    return false;
}

static void open_section(struct lint *l, const struct marker *m)
{
    struct open_section s = {.marker = m, .known = true, .state = l->html.state};
    struct str separated = scan_separated(m->name);
    if (l->depth == TPL_DEPTH) {
        diag_error(l->diag, marker_place(l, m), "sections may nest %d deep", TPL_DEPTH);
        return;
    }
    if (separated.n) {
        s.is_separator = true;
        s.known = check_separator(l, m, separated);
        s.path = scope_at(l, l->depth);
    } else {
        const struct name *n = use(l, m, NAME_SECTION);
        s.known = n != NULL;
        s.path = n ? n->path : S("");
    }
    l->open[l->depth++] = s;
}

static void report_unclosed(const struct lint *l, const struct open_section *s)
{
    diag_error(l->diag, marker_place(l, s->marker), "%" STR_FMT " is not closed", STR_ARG(written(l, s->marker)));
}

/* How many sections a closing marker ends, itself included; 0 when it matches none of the open ones. */
static size_t matching(const struct lint *l, struct str name)
{
    for (size_t i = l->depth; i > 0; i--)
        if (str_eq(l->open[i - 1].marker->name, name))
            return l->depth - i + 1;
    return 0;
}

static void report_mismatch(const struct lint *l, const struct marker *m)
{
    const struct open_section *top = &l->open[l->depth - 1];
    diag_error(l->diag, marker_place(l, m), "%" STR_FMT " does not close %" STR_FMT, STR_ARG(written(l, m)),
               STR_ARG(written(l, top->marker)));
    diag_note(l->diag, marker_place(l, top->marker), "opened here");
}

static void check_same_place(const struct lint *l, const struct marker *m, const struct open_section *s)
{
    const char *from = html_state_name(s->state), *to = html_state_name(l->html.state);
    if (strcmp(from, to) == 0)
        return;
    diag_error(l->diag, marker_place(l, m), "%" STR_FMT " stands in %s, its section was opened in %s",
               STR_ARG(written(l, m)), to, from);
    diag_note(l->diag, marker_place(l, s->marker), "opened here");
}

static void close_section(struct lint *l, const struct marker *m)
{
    if (l->depth == 0) {
        diag_error(l->diag, marker_place(l, m), "%" STR_FMT " closes nothing", STR_ARG(written(l, m)));
        return;
    }
    size_t n = matching(l, m->name);
    if (n == 1)
        check_same_place(l, m, &l->open[l->depth - 1]);
    else
        report_mismatch(l, m);
    l->depth -= n ? n : 1; /* a name that matches nothing is a misspelt closing of the innermost */
}

/* ---- parts ---- */

static void report_no_part(const struct lint *l, const struct marker *m, const char *file)
{
    struct suggestion best = suggest_begin(str_from(file));
    for (size_t i = 0; i < l->set->n; i++)
        if (l->set->files[i].is_part)
            suggest_offer(&best, l->set->files[i].name);
    if (best.best.n)
        diag_error(l->diag, marker_place(l, m), "there is no %s; did you mean %" STR_FMT "?", file, STR_ARG(best.best));
    else
        diag_error(l->diag, marker_place(l, m), "there is no %s", file);
}

static struct tpl_file *find_part(const struct lint *l, const struct marker *m)
{
    struct str file = arena_printf(l->arena, "part_%" STR_FMT ".tpl", STR_ARG(m->name));
    char *p = arena_cstr(l->arena, file);
    for (size_t i = 0; i < file.n; i++)
        if (p[i] >= 'A' && p[i] <= 'Z')
            p[i] = (char)(p[i] - 'A' + 'a');
    struct tpl_file *part = map_get(&l->set->by_name, (struct str){p, file.n});
    if (!part)
        report_no_part(l, m, p);
    return part;
}

static void add_include(struct lint *l, const struct marker *m)
{
    char path[512];
    int n = snprintf(path, sizeof path, ">%" STR_FMT, STR_ARG(m->name));
    struct name *name = names_find(&l->file->names, S(""), (struct str){path, (size_t)n < sizeof path ? (size_t)n : 0});
    if (!name)
        diag_error(l->diag, marker_place(l, m), "%" STR_FMT " is not among the declared names; add >%" STR_FMT,
                   STR_ARG(written(l, m)), STR_ARG(m->name));
    else
        name->kind = NAME_INCLUDE;
    struct tpl_file *part = find_part(l, m);
    if (!part)
        return;
    if (part->xml || l->file->xml)
        diag_error(l->diag, marker_place(l, m), "XML templates have no parts");
    part->included = true;
    struct include *in = LIST_ADD(&l->file->includes, l->arena);
    *in = (struct include){.name = m->name, .begin = m->begin, .end = m->end, .part = part};
    for (size_t level = l->depth + 1; level-- > 0;)
        in->scopes[in->n_scopes++] = scope_at(l, level);
}

/* ---- the walk ---- */

static void report_form(const struct lint *l, const struct marker *m)
{
    struct str w = written(l, m);
    struct str trimmed = str_trim(m->name);
    if (m->problem == MARKER_UNCLOSED)
        diag_error(l->diag, marker_place(l, m), "this marker is not closed; it ends with }} on the same line");
    else if (m->problem == MARKER_BLANKS && scan_is_name(trimmed))
        diag_error(l->diag, marker_place(l, m), "a marker has no blanks: {{%" STR_FMT "}}", STR_ARG(trimmed));
    else
        diag_error(l->diag, marker_place(l, m),
                   "%" STR_FMT " is no marker; names are capitals, digits and single underscores", STR_ARG(w));
}

static void check_marker(struct lint *l, struct marker *m)
{
    if (m->kind == MARKER_COMMENT)
        return;
    if (m->kind == MARKER_PRAGMA) {
        diag_error(l->diag, marker_place(l, m), "a pragma stands in the first line only");
        return;
    }
    bool placed = lint_place(l->file, &l->html, m, l->diag);
    switch (m->kind) {
    case MARKER_VARIABLE:
        use(l, m, NAME_VARIABLE);
        if (placed)
            check_modifier(l, m);
        break;
    case MARKER_OPEN: open_section(l, m); break;
    case MARKER_CLOSE: close_section(l, m); break;
    case MARKER_INCLUDE: add_include(l, m); break;
    case MARKER_COMMENT:
    case MARKER_PRAGMA: break;
    }
}

static void visit(struct lint *l, struct marker found)
{
    struct marker *m = ARENA_NEW(l->arena, struct marker); /* sections keep its address */
    *m = found;
    if (l->depth)
        m->section = l->open[l->depth - 1].marker->name;
    if (m->problem != MARKER_FINE) {
        report_form(l, m);
        return;
    }
    check_marker(l, m);
    if (m->kind == MARKER_OPEN || m->kind == MARKER_CLOSE)
        html_section(&l->html);
    *LIST_ADD(&l->file->markers, l->arena) = *m;
}

static void walk(struct lint *l)
{
    struct str text = l->file->source.text;
    struct marker m;
    size_t at = l->file->body;
    html_begin(&l->html, text, l->file->xml);
    while (scan_marker(text, at, &m)) {
        lint_text(l->file, &l->html, at, m.begin, l->diag);
        visit(l, m);
        at = m.end;
    }
    lint_text(l->file, &l->html, at, text.n, l->diag);
    lint_end(l->file, &l->html, l->diag);
    while (l->depth > 0)
        report_unclosed(l, &l->open[--l->depth]);
}

void lint_file(struct tpl_file *file, const struct tpl_set *set, struct arena *arena, struct diag *diag)
{
    struct lint l = {.file = file, .set = set, .arena = arena, .diag = diag};
    names_init(&file->names, arena);
    if (!check_bytes(file, diag) || !read_header(&l))
        return;
    walk(&l);
    names_check(&file->names, &file->source, diag);
}
