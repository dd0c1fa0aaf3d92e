/* Links to the calculator. */
#include "page/calculator_links.h"

#include "page/fits.h"
#include "page/html.h"

static void put_link(struct page *p, const struct calculator_state *state, struct str text)
{
    struct str to = calculator_address(p->arena, p->lang, state);
    html_link(&p->scratch, address_relative(p->arena, p->path, to), text);
}

void calculator_line(struct page *p, const struct calculator_state *state)
{
    buf_puts(&p->scratch, "<p class=\"to-calculator\">");
    put_link(p, state, page_string(p, "calc.open"));
    buf_puts(&p->scratch, "</p>");
    page_html(p, html_take(p->arena, &p->scratch));
}

void calculator_methods(struct page *p, const struct calculator_state *state)
{
    buf_puts(&p->scratch, "<p class=\"to-calculator\">");
    html_text(&p->scratch, page_string(p, "calc.open_methods"));
    for (size_t i = 0; i < FIT_METHODS; i++) {
        struct sizing_workload w = fit_workload(&fit_methods[i], state->model);
        struct calculator_state with = *state;
        with.workload = &w;
        buf_puts(&p->scratch, i ? " · " : p->lang == LANG_ZH ? "" : " ");
        put_link(p, &with, page_string_of(p, "method.", str_from(fit_methods[i].id)));
    }
    buf_puts(&p->scratch, "</p>");
    page_html(p, html_take(p->arena, &p->scratch));
}
