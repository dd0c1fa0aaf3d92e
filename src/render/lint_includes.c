/* The lint of all files together: parts within parts. */
#include "render/lint.h"

struct step {
    struct tpl_file *file;
    size_t next; /* include to follow next */
};

/* The way from a page down through its parts. */
struct way {
    struct step steps[TPL_DEPTH];
    size_t n;
    struct diag *diag;
};

static struct place include_place(const struct step *s)
{
    const struct include *in = &s->file->includes.at[s->next - 1];
    return tpl_place(s->file, in->begin, in->end);
}

static void report_cycle(const struct way *w, size_t first)
{
    diag_error(w->diag, include_place(&w->steps[w->n - 1]), "%" STR_FMT " includes itself",
               STR_ARG(w->steps[first].file->name));
    for (size_t i = first; i + 1 < w->n; i++)
        diag_note(w->diag, include_place(&w->steps[i]), "by way of this");
}

static bool is_on_way(const struct way *w, const struct tpl_file *file, size_t *at)
{
    for (*at = 0; *at < w->n; ++*at)
        if (w->steps[*at].file == file)
            return true;
    return false;
}

static void go_down(struct way *w, struct tpl_file *part)
{
    size_t first;
    if (is_on_way(w, part, &first))
        report_cycle(w, first);
    else if (w->n == TPL_DEPTH)
        diag_error(w->diag, include_place(&w->steps[w->n - 1]), "parts may nest %d deep", TPL_DEPTH);
    else if (!part->checked)
        w->steps[w->n++] = (struct step){part, 0};
}

static void follow(struct tpl_file *file, struct diag *diag)
{
    struct way w = {.diag = diag};
    go_down(&w, file);
    while (w.n > 0) {
        struct step *top = &w.steps[w.n - 1];
        if (top->next < top->file->includes.n) {
            go_down(&w, top->file->includes.at[top->next++].part);
        } else {
            top->file->checked = true;
            w.n--;
        }
    }
}

void lint_includes(struct tpl_set *set, struct diag *diag)
{
    for (size_t i = 0; i < set->n; i++)
        follow(&set->files[i], diag);
    for (size_t i = 0; i < set->n; i++)
        if (set->files[i].is_part && !set->files[i].included)
            diag_warning(diag, (struct place){.src = &set->files[i].source}, "no template includes this part");
}
