/* Two languages, one truth. */
#include "guide/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/number.h"

/* One fact of a line: "24 GB", "chip:nvidia-a10", "gn7i". */
struct token {
    struct str text;
    size_t at; /* byte offset in the line */
};

struct tokens {
    LIST(struct token) list;
};

struct line {
    struct str text;
    unsigned number;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c);
}

/* Units that are written in Latin letters in both languages; the longer ones first. */
static const char *const units[] = {"Gbit/s", "Mbit/s", "GB/s", "MB/s", "TB/s", "TFLOPS", "TOPS", "GiB", "MiB", "KiB", "TiB",
                                    "GHz",    "IOPS",   "GB",   "MB",   "TB",   "kB",     "pps",  "W",   "B",   "%",   "M"};

static struct str unit_at(struct str s)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct str unit = str_from(units[i]);
        if (str_starts(s, unit) && (s.n == unit.n || !is_word(s.p[unit.n])))
            return str_sub(s, 0, unit.n);
    }
    return (struct str){NULL, 0};
}

static void add(struct tokens *t, struct arena *arena, struct str text, size_t at)
{
    *LIST_ADD(&t->list, arena) = (struct token){text, at};
}

/* Words that scale a number; Chinese counts in ten thousands. */
static const struct {
    const char *word;
    double factor;
} scales[] = {{" thousand", 1e3}, {" million", 1e6}, {" billion", 1e9}, {"万", 1e4}, {"亿", 1e8}};

/* Writes 15万 and 150,000 as 150000; returns the bytes of the scaling word. */
static size_t scale_number(struct buf *number, struct str rest)
{
    double value;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        struct str word = str_from(scales[i].word);
        if (!str_starts(rest, word) || !number_parse(buf_str(number), &value))
            continue;
        buf_clear(number);
        number_trimmed(number, value * scales[i].factor, 3);
        return word.n;
    }
    return 0;
}

/* A number with its unit, as both languages would have it. Returns where it ends. */
static size_t take_number(struct tokens *t, struct arena *arena, struct str line, size_t i)
{
    struct buf b = {0};
    size_t end = i;
    while (end < line.n && (is_digit(line.p[end]) || ((line.p[end] == '.' || line.p[end] == ',') && end + 1 < line.n && is_digit(line.p[end + 1])))) {
        if (line.p[end] != ',')
            buf_putc(&b, line.p[end]);
        end++;
    }
    end += scale_number(&b, str_sub(line, end, line.n));
    size_t after = end < line.n && line.p[end] == ' ' ? end + 1 : end;
    struct str unit = unit_at(str_sub(line, after, line.n));
    if (unit.n) {
        buf_printf(&b, " %" STR_FMT, STR_ARG(unit));
        end = after + unit.n;
    }
    add(t, arena, arena_str(arena, buf_str(&b)), i);
    buf_free(&b);
    return end;
}

/* A word that begins with a letter; it counts when it has a digit (gn7i, BF16, A100). */
static size_t take_word(struct tokens *t, struct arena *arena, struct str line, size_t i)
{
    size_t end = i;
    bool has_digit = false;
    while (end < line.n && (is_word(line.p[end]) || ((line.p[end] == '.' || line.p[end] == '-') && end + 1 < line.n && is_word(line.p[end + 1])))) {
        has_digit = has_digit || is_digit(line.p[end]);
        end++;
    }
    if (has_digit)
        add(t, arena, str_sub(line, i, end), i);
    return end;
}

static size_t skip_to(struct str line, size_t i, char c)
{
    return i + str_find_char(str_sub(line, i, line.n), c);
}

/* The target of a link; the place of its `](`. */
static size_t take_target(struct tokens *t, struct arena *arena, struct str line, size_t i)
{
    bool angle = i + 2 < line.n && line.p[i + 2] == '<';
    size_t start = i + 2 + angle, end = skip_to(line, start, angle ? '>' : ')');
    add(t, arena, str_sub(line, start, end), i);
    return end;
}

static void read_line(struct tokens *t, struct arena *arena, struct str line)
{
    t->list.n = 0;
    for (size_t i = 0; i < line.n;) {
        struct str rest = str_sub(line, i, line.n);
        if (str_starts(rest, S("](")))
            i = take_target(t, arena, line, i);
        else if (str_starts(rest, S("{#")))
            i = skip_to(line, i, '}');
        else if (is_digit(line.p[i]))
            i = take_number(t, arena, line, i);
        else if (is_letter(line.p[i]))
            i = take_word(t, arena, line, i);
        else
            i++;
    }
}

static bool next_line(struct str *rest, unsigned *number, struct line *line)
{
    struct str text;
    while (str_next(rest, '\n', &text)) {
        unsigned here = (*number)++;
        if (str_trim(text).n == 0)
            continue;
        *line = (struct line){text, here};
        return true;
    }
    return false;
}

static struct place token_place(const struct guide_doc *doc, const struct line *line, const struct token *token)
{
    size_t offset = (size_t)(line->text.p - doc->src->text.p) + token->at;
    return place_at(doc->src, offset, token->text.n);
}

static struct place line_place(const struct guide_doc *doc, const struct line *line)
{
    struct str text = str_trim(line->text);
    return place_at(doc->src, (size_t)(text.p - doc->src->text.p), text.n);
}

/* The first token of `a` that `b` lacks, each of b's used once. */
static const struct token *missing(struct tokens *a, struct tokens *b, bool *used)
{
    memset(used, 0, b->list.n * sizeof *used);
    for (size_t i = 0; i < a->list.n; i++) {
        size_t k = 0;
        while (k < b->list.n && (used[k] || !str_eq(a->list.at[i].text, b->list.at[k].text)))
            k++;
        if (k == b->list.n)
            return &a->list.at[i];
        used[k] = true;
    }
    return NULL;
}

struct side {
    const struct guide_doc *doc;
    struct tokens tokens;
    struct line line;
    const char *name;
};

static bool report_missing(struct side *has, struct side *lacks, struct arena *arena, struct diag *diag)
{
    bool *used = ARENA_ARRAY(arena, lacks->tokens.list.n + 1, bool);
    const struct token *t = missing(&has->tokens, &lacks->tokens, used);
    if (!t)
        return false;
    diag_error(diag, token_place(has->doc, &has->line, t), "the %s line has no \"%" STR_FMT "\"", lacks->name, STR_ARG(t->text));
    diag_note(diag, line_place(lacks->doc, &lacks->line), "the %s line is here", lacks->name);
    return true;
}

void guide_compare_bodies(const struct guide_pair *pair, struct arena *arena, struct diag *diag)
{
    struct side en = {.doc = &pair->in[LANG_EN], .name = "English"}, zh = {.doc = &pair->in[LANG_ZH], .name = "Chinese"};
    struct str en_rest = str_sub(en.doc->src->text, en.doc->body, en.doc->src->text.n);
    struct str zh_rest = str_sub(zh.doc->src->text, zh.doc->body, zh.doc->src->text.n);
    unsigned en_number = en.doc->body_line, zh_number = zh.doc->body_line;
    for (;;) {
        bool more_en = next_line(&en_rest, &en_number, &en.line), more_zh = next_line(&zh_rest, &zh_number, &zh.line);
        if (!more_en && !more_zh)
            return;
        if (more_en != more_zh) {
            struct side *longer = more_en ? &en : &zh, *shorter = more_en ? &zh : &en;
            diag_error(diag, line_place(longer->doc, &longer->line), "the %s page has no line that answers this one", shorter->name);
            return;
        }
        read_line(&en.tokens, arena, en.line.text);
        read_line(&zh.tokens, arena, zh.line.text);
        if (!report_missing(&en, &zh, arena, diag))
            report_missing(&zh, &en, arena, diag);
    }
}
