/* The words of the calculator's scripts, and its module. */
#include "base/escape.h"
#include "calc/bytes.h"
#include "site/calc_data.h"
#include "sizing/fit_type.h"
#include "sizing/names.h"

struct words {
    struct buf *out;
    struct strings *strings;
    enum lang lang;
    size_t n;
};

/* The text of `key` under `name`. */
static void put_pair(struct words *w, struct str name, const char *key)
{
    buf_puts(w->out, w->n++ ? ",\n" : "\n");
    escape_json_string(w->out, name);
    buf_putc(w->out, ':');
    escape_json_string(w->out, string_get(w->strings, w->lang, key));
}

static void put_word(struct words *w, const char *prefix, const char *id)
{
    struct buf key = {0};
    buf_printf(&key, "%s%s", prefix, id);
    if (!string_has(w->strings, w->lang, buf_str(&key))) {
        buf_free(&key);
        return;
    }
    put_pair(w, buf_str(&key), key.p);
    buf_free(&key);
}

/* Words of other pages that the scripts show, too. Labels of fields and values are not among them: the form has those. */
static const char *const shared[] = {
    "calc.unset", "callout.answer", "callout.pitfall", "caption.speed_serving", "caption.speed_training", "field.chip",
    "field.family", "field.network", "field.status", "field.type", "field.verdict", "fit.at_peak", "fit.formula", "fit.need",
    "fit.peak", "fit.peak_note", "fit.sum", "fit.sum_note", "fit.term", "legend.on_top", "speed.between_tokens", "speed.binds",
    "speed.change_first", "speed.first_token", "speed.gain", "speed.incomplete", "speed.known", "speed.no_advice",
    "speed.no_bandwidth", "speed.no_peak",
    "speed.range", "speed.resource", "speed.round_seconds", "speed.seconds", "speed.state", "speed.step_seconds",
    "speed.tokens", "speed.tokens_range", "value.not_published", "value.not_published_short", "value.status.limited",
    "value.status.not_recommended", "value.status.preview", "value.status.retired", "value.status.sold",
    "value.status.undocumented", "value.no", "value.yes", "verdict.not_modelled",
};

/* The page's own words: what its scripts say, by names without the prefix and thus without a point. */
static void put_own(struct words *w, struct arena *arena)
{
    static const char prefix[] = "calc.js_";
    struct str_list keys = strings_keys(w->strings, prefix, arena);
    for (size_t i = 0; i < keys.n; i++)
        put_pair(w, str_sub(keys.at[i], sizeof prefix - 1, keys.at[i].n), keys.at[i].p);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        put_word(w, "", shared[i]);
}

#define PUT_IDS(w, prefix, function, type, first)                                                                      \
    for (int i = (first); function((type)i); i++)                                                                      \
    put_word((w), (prefix), function((type)i))

void calc_strings_script(struct buf *out, struct strings *strings, enum lang lang, struct arena *arena)
{
    struct words w = {out, strings, lang, 0};
    buf_puts(out, "(self.CHIPFIRST=self.CHIPFIRST||{}).strings={");
    PUT_IDS(&w, "term.", names_term, enum sizing_term_id, 0);
    PUT_IDS(&w, "formula.", names_formula, enum sizing_formula, 1);
    PUT_IDS(&w, "phase.", names_phase, enum sizing_phase, 0);
    PUT_IDS(&w, "warning.", names_warning, enum sizing_warning, 0);
    PUT_IDS(&w, "reason.", names_reason, enum sizing_reason, 1);
    PUT_IDS(&w, "limit.", fit_limit_name, enum sizing_limit, 1);
    PUT_IDS(&w, "resource.", names_resource, enum sizing_resource, 0);
    PUT_IDS(&w, "advice.", names_advice, enum sizing_advice, 1);
    PUT_IDS(&w, "way.", names_way, enum sizing_way, 0);
    put_own(&w, arena);
    buf_puts(out, "\n};\n");
}

static char base64_digit(unsigned value)
{
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[value & 63];
}

/* RFC 4648. */
static void put_base64(struct buf *out, const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16;
        if (i + 1 < n)
            group |= (unsigned)bytes[i + 1] << 8;
        if (i + 2 < n)
            group |= bytes[i + 2];
        buf_putc(out, base64_digit(group >> 18));
        buf_putc(out, base64_digit(group >> 12));
        buf_putc(out, i + 1 < n ? base64_digit(group >> 6) : '=');
        buf_putc(out, i + 2 < n ? base64_digit(group) : '=');
    }
}

void calc_module_script(struct buf *out)
{
    buf_puts(out, "(self.CHIPFIRST=self.CHIPFIRST||{}).module=\"");
    put_base64(out, calc_module_gzip, calc_module_gzip_size);
    buf_puts(out, "\";\n");
}
