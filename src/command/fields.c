/* Reading and writing single fields of the sizing core. */
#include "command/fields.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "sizing/names.h"

void field_option_name(char name[FIELD_NAME_MAX], const char *id)
{
    snprintf(name, FIELD_NAME_MAX, "%s", id);
    for (; *name; name++)
        if (*name == '_')
            *name = '-';
}

/* ---- reading */

bool field_is_switch_word(const char *text)
{
    return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 || strcmp(text, "1") == 0 || strcmp(text, "0") == 0;
}

static bool parse_bool(const char *text, double *value)
{
    *value = text[0] == 't' || text[0] == '1';
    return field_is_switch_word(text);
}

static void list_values(const struct sizing_field *f, struct buf *out)
{
    for (int i = 1; i <= names_value_count(f->kind); i++)
        buf_printf(out, "%s%s", i > 1 ? ", " : "", names_value(f->kind, i));
}

static bool refuse_value(const struct sizing_field *f, const char *name, const char *text)
{
    struct buf values = {0};
    struct suggestion near = suggest_begin(str_from(text));
    for (int i = 1; i <= names_value_count(f->kind); i++)
        suggest_offer(&near, str_from(names_value(f->kind, i)));
    list_values(f, &values);
    fprintf(stderr, "chipfirst: --%s has no value \"%s\"; ", name, text);
    if (near.best.n)
        fprintf(stderr, "did you mean \"%" STR_FMT "\"?\n", STR_ARG(near.best));
    else
        fprintf(stderr, "write one of %" STR_FMT "\n", STR_ARG(buf_str(&values)));
    buf_free(&values);
    return false;
}

bool field_parse(enum sizing_group group, int slot, const char *name, const char *text, double *value)
{
    const struct sizing_field *f = names_field(group, slot);
    if (names_value_count(f->kind)) {
        *value = names_value_index(f->kind, text, strlen(text));
        return *value > 0 || refuse_value(f, name, text);
    }
    if (f->kind == SIZING_KIND_BOOL) {
        if (parse_bool(text, value))
            return true;
        fprintf(stderr, "chipfirst: --%s is true or false, not \"%s\"\n", name, text);
        return false;
    }
    if (number_parse(str_from(text), value))
        return true;
    fprintf(stderr, "chipfirst: --%s \"%s\" is not a number\n", name, text);
    return false;
}

void field_refuse(const char *name, enum sizing_reason reason)
{
    fprintf(stderr, "chipfirst: --%s: ", name);
    for (const char *p = names_reason(reason); *p; p++)
        fputc(*p == '_' ? ' ' : *p, stderr);
    fputc('\n', stderr);
}

/* ---- writing */

void field_text(struct buf *out, enum sizing_group group, int slot, double value)
{
    const struct sizing_field *f = names_field(group, slot);
    const char *spelling = names_value(f->kind, (int)value);
    if (spelling)
        buf_puts(out, spelling);
    else if (names_value_count(f->kind))
        buf_puts(out, "default");
    else if (f->kind == SIZING_KIND_BOOL)
        buf_puts(out, value != 0 ? "true" : "false");
    else
        number_trimmed(out, value, 6);
}

void fields_json(struct buf *out, enum sizing_group group, const double *slots)
{
    for (int slot = 0; slot < names_field_count(group); slot++) {
        const struct sizing_field *f = names_field(group, slot);
        bool is_word = names_value_count(f->kind) > 0, is_absent = is_word && !names_value(f->kind, (int)slots[slot]);
        buf_printf(out, "%s\"%s\": %s", slot ? ", " : "", f->id, is_absent ? "null" : is_word ? "\"" : "");
        if (is_absent)
            continue;
        field_text(out, group, slot, slots[slot]);
        buf_puts(out, is_word ? "\"" : "");
    }
}

static void put_help(struct buf *out, enum sizing_group group, int slot, const char *placeholder)
{
    const struct sizing_field *f = names_field(group, slot);
    char name[FIELD_NAME_MAX];
    field_option_name(name, f->id);
    buf_printf(out, "  --%s", name);
    if (names_value_count(f->kind)) {
        buf_puts(out, " WORD\n        ");
        list_values(f, out);
    } else if (f->kind == SIZING_KIND_BOOL) {
        buf_puts(out, " [true|false]");
    } else {
        buf_printf(out, " %s%s%s", placeholder, f->unit[0] ? " " : "", f->unit);
    }
    buf_puts(out, " (");
    field_text(out, group, slot, f->initial);
    buf_puts(out, ")\n");
}

void fields_help(struct buf *out, enum sizing_group group, const char *placeholder)
{
    for (int slot = 0; slot < names_field_count(group); slot++)
        put_help(out, group, slot, placeholder);
}
