/* Texts of new records, in the format of the catalogue's files; appending changes no other byte. */
#include <string.h>

#include "base/ascii.h"
#include "catalog/import_internal.h"

/* ---- values */

static bool is_plain(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool word = ascii_is_letter(c) || ascii_is_digit(c);
        if (!word && (i == 0 || i == s.n - 1 || !strchr(" ._-", c)))
            return false;
    }
    return s.n > 0;
}

/* In double quotes unless it is words that YAML cannot mistake. s has no control characters. */
static void put_value(struct buf *out, struct str s)
{
    if (is_plain(s)) {
        buf_put(out, s);
        return;
    }
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"' || s.p[i] == '\\')
            buf_putc(out, '\\');
        buf_putc(out, s.p[i]);
    }
    buf_putc(out, '"');
}

static void put_text(struct buf *out, const char *indent, const char *key, const char *en, const char *zh)
{
    buf_printf(out, "%s%s:\n%s  en: \"%s\"\n%s  zh: \"%s\"\n", indent, key, indent, en, indent, zh);
}

static void put_quantity(struct buf *out, const char *key, struct num n, enum unit unit)
{
    if (!num_known(n))
        return;
    buf_printf(out, "  %s: ", key);
    quantity_text(out, n.value, unit);
    buf_putc(out, '\n');
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    return false;
}

static bool has_any(struct str s, const char *chars)
{
    for (size_t i = 0; i < s.n; i++)
        if (strchr(chars, s.p[i]))
            return true;
    return false;
}

/* 8369B of "Intel Xeon(Ice Lake) Platinum 8369B"; a text of another shape is kept whole. */
static struct str cpu_model(struct str cpu)
{
    size_t at = cpu.n;
    while (at > 0 && cpu.p[at - 1] != ' ')
        at--;
    struct str word = str_sub(cpu, at, cpu.n);
    return has_any(cpu, "/,@") || !has_digit(word) || !is_plain(word) ? cpu : word;
}

/* ---- records */

void import_put_type(struct buf *out, const struct import_entry *e, int kind, struct str source)
{
    buf_printf(out, "- id: %" STR_FMT "\n", STR_ARG(e->id));
    put_quantity(out, "vcpus", e->vcpus, UNIT_COUNT);
    put_quantity(out, "memory", e->memory, UNIT_GIB);
    put_quantity(out, kind == FAMILY_VGPU ? "api_gpus" : "gpus", e->gpus, UNIT_COUNT);
    put_quantity(out, "api_gpu_memory", e->gpu_memory, UNIT_GIB);
    put_quantity(out, "network", e->network, UNIT_GBIT_S);
    if (e->cpu.n) {
        buf_puts(out, "  cpu_model: ");
        put_value(out, cpu_model(e->cpu));
        buf_putc(out, '\n');
    }
    buf_puts(out, "  listed: [api]\n");
    if (source.n)
        buf_printf(out, "  sources: [%" STR_FMT "]\n", STR_ARG(source));
}

/* What is known of it decides the sentence; both stand in chips.yaml already. */
static void put_chip_note(struct buf *out, bool has_memory)
{
    if (has_memory)
        buf_puts(out, "  notes:\n"
                      "    - en: \"Only the cloud's API names this card; nothing but name and memory is published.\"\n"
                      "      zh: \"这款卡只出现在云厂商API中，除名称和显存外没有公开信息。\"\n");
    else
        buf_puts(out, "  notes:\n"
                      "    - en: \"Only the cloud's API names this card; nothing but the name is published.\"\n"
                      "      zh: \"这款卡只出现在云厂商API中，除名称外没有公开信息。\"\n");
}

void import_put_chip(struct buf *out, const struct import_chip *chip, struct str source)
{
    buf_printf(out, "\n- id: %" STR_FMT "\n  name: ", STR_ARG(chip->id));
    put_value(out, chip->name);
    if (!str_eq(chip->name, chip->spec)) {
        buf_puts(out, "\n  aliases: [");
        put_value(out, chip->spec);
        buf_putc(out, ']');
    }
    buf_puts(out, "\n  kind: unstated\n");
    put_quantity(out, "memory", chip->memory, UNIT_GB);
    put_chip_note(out, num_known(chip->memory));
    buf_printf(out, "  sources: [%" STR_FMT "]\n", STR_ARG(source));
}

void import_put_source(struct buf *out, struct str id, struct str date)
{
    buf_printf(out, "- id: %" STR_FMT "\n  title: DescribeInstanceTypes response\n  publisher: Alibaba Cloud\n",
               STR_ARG(id));
    buf_printf(out, "  kind: official\n  read: %" STR_FMT "\n", STR_ARG(date));
    put_text(out, "  ", "about",
             "What the ECS API call DescribeInstanceTypes returned; types without a GPU are left out.",
             "ECS API DescribeInstanceTypes的返回结果，不含没有GPU的规格。");
}

static void put_status(struct buf *out, struct str date)
{
    buf_puts(out, "status: undocumented\nstatus_note:\n");
    buf_printf(out, "  en: \"Listed by the cloud's API on %" STR_FMT "; no official page of it was read.\"\n",
               STR_ARG(date));
    buf_printf(out, "  zh: \"%" STR_FMT "的云厂商API列有该规格族，未读到官方页面。\"\n", STR_ARG(date));
}

static void put_list(struct buf *out, const struct str *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_puts(out, ", ");
        put_value(out, at[i]);
    }
}

/* Quotes of a name would end the quoted sentence; they are written as YAML wants them. */
static void put_escaped(struct buf *out, const struct str *specs, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        buf_puts(out, k ? ", " : "");
        for (size_t i = 0; i < specs[k].n; i++) {
            if (specs[k].p[i] == '"' || specs[k].p[i] == '\\')
                buf_putc(out, '\\');
            buf_putc(out, specs[k].p[i]);
        }
    }
}

/* Which chip the API's name stands for is our conclusion, so the record says what it rests on. */
static void put_chip_basis(struct buf *out, const struct import_family *f)
{
    buf_puts(out, "chip_basis:\n  en: \"The API names the card ");
    put_escaped(out, f->specs.at, f->specs.n);
    buf_puts(out, ".\"\n  zh: \"API中的卡名为");
    put_escaped(out, f->specs.at, f->specs.n);
    buf_puts(out, "。\"\n");
}

void import_put_family(struct buf *out, const struct import_family *f, struct str source, struct str date)
{
    static const char *const kinds[] = {
        [FAMILY_VM] = "vm", [FAMILY_BARE_METAL] = "bare_metal", [FAMILY_VGPU] = "vgpu", [FAMILY_SCC] = "scc"};
    buf_printf(out, "id: %" STR_FMT "\nkind: %s\n", STR_ARG(f->id), kinds[f->kind]);
    put_status(out, date);
    if (f->chip.n)
        buf_printf(out, "chip: %" STR_FMT "\n", STR_ARG(f->chip));
    if (f->chip_by_alias)
        put_chip_basis(out, f);
    buf_puts(out, "gpu_specs: [");
    put_list(out, f->specs.at, f->specs.n);
    buf_printf(out, "]\nlisted: [api]\nsources: [%" STR_FMT "]\n", STR_ARG(source));
}

/* ---- appending */

static size_t line_start(struct str text, unsigned line)
{
    size_t at = 0;
    for (unsigned i = 1; i < line && at < text.n; i++)
        at += str_find_char(str_sub(text, at, text.n), '\n') + 1;
    return at < text.n ? at : text.n;
}

/* Behind the last line before `limit` that is neither blank nor a comment in column 1: those belong to what follows,
 * or to the file. */
static size_t content_end(struct str text, size_t limit)
{
    size_t end = 0;
    for (size_t at = 0; at < limit;) {
        struct str line = str_sub(text, at, limit);
        size_t n = str_find_char(line, '\n');
        at += n < line.n ? n + 1 : n;
        line = str_sub(line, 0, n);
        if (str_trim(line).n && line.p[0] != '#')
            end = at;
    }
    return end;
}

/* Number of blanks before the dash of the list's items; false when they are not written an item a line. */
static bool dash_indent(const struct source *src, const struct yaml_node *list, size_t *indent)
{
    if (list->kind != YAML_LIST || !list->first)
        return false;
    struct str line = source_line(src, list->first->at.line);
    size_t n = 0;
    while (n < line.n && line.p[n] == ' ')
        n++;
    *indent = n;
    return n < line.n && line.p[n] == '-';
}

static void put_indented(struct buf *out, struct str items, size_t indent)
{
    struct str line;
    while (str_next(&items, '\n', &line)) {
        if (line.n)
            buf_printf(out, "%*s", (int)indent, "");
        buf_put(out, line);
        buf_putc(out, '\n');
    }
}

bool import_append(struct arena *arena, const struct source *src, const char *key, struct str items, struct str *out,
                   struct diag *diag)
{
    const struct yaml_node *root = yaml_parse(arena, src, src->text, 1, diag);
    if (!root)
        return false;
    const struct yaml_node *list = yaml_get(root, key);
    size_t indent = 2;
    if (list && !dash_indent(src, list, &indent)) {
        diag_error(diag, list->at, "nothing can be appended to %s; write it as a list, an item a line", key);
        return false;
    }
    struct str text = src->text;
    size_t end = content_end(text, list && list->next ? line_start(text, list->next->key_at.line) : text.n);
    struct buf b = {0};
    buf_put(&b, str_sub(text, 0, end));
    if (end > 0 && text.p[end - 1] != '\n')
        buf_putc(&b, '\n');
    if (!list)
        buf_printf(&b, "%s:\n", key);
    put_indented(&b, items, indent);
    buf_put(&b, str_sub(text, end, text.n));
    *out = arena_take(arena, &b);
    return true;
}
