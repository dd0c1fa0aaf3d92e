/* Two languages, one truth. */
#include "guide/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/list.h"
#include "base/number.h"

/* One fact of a line: "24 GB", "chip:nvidia-a10", "gn7i". */
struct token {
    struct str text;
    const char *unit; /* of a number, or NULL */
    size_t at, end;   /* byte offsets in the line */
    size_t misspelt;  /* length of the word behind a bare number that is nearly a unit of the line */
    bool matched;
};

struct tokens {
    LIST(struct token) list;
};

static bool is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c);
}

/* Units that both languages write alike. */
static const char *const symbols[] = {"Gbit/s", "Mbit/s", "GiB/s", "MiB/s", "GB/s", "MB/s", "TB/s", "kB/s", "TFLOPS", "TOPS", "FLOPS", "GiB", "MiB",
                                      "KiB",    "TiB",    "GHz",   "MHz",   "IOPS", "GB",   "MB",   "TB",   "kB",     "pps",  "ms",    "W",   "B",
                                      "%",      "M"};

/* Units that they write each in its way and may leave out beside another number of the same line: 2 bytes of weights, 2 of gradients. */
static const struct {
    const char *word, *unit;
} words[] = {
    {"s", "s"},         {"seconds", "s"},  {"second", "s"},  {"秒", "s"},     {"minutes", "min"}, {"minute", "min"}, {"min", "min"},
    {"分钟", "min"},    {"hours", "h"},    {"hour", "h"},    {"h", "h"},      {"小时", "h"},      {"days", "d"},     {"day", "d"},
    {"天", "d"},        {"months", "mo"},  {"month", "mo"},  {"个月", "mo"},  {"bytes", "byte"},  {"byte", "byte"},  {"字节", "byte"},
    {"bits", "bit"},    {"bit", "bit"},    {"位", "bit"},    {"pixels", "px"}, {"pixel", "px"},   {"像素", "px"},    {"FLOP", "FLOP"},
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols, WORDS = sizeof words / sizeof *words };

static bool starts_with_unit(struct str s, struct str unit)
{
    return str_starts(s, unit) && (!ascii_is_letter(unit.p[0]) || s.n == unit.n || !is_word(s.p[unit.n]));
}

/* The unit that s begins with, or NULL. */
static const char *unit_at(struct str s, size_t *length)
{
    for (size_t i = 0; i < SYMBOLS + WORDS; i++) {
        struct str word = str_from(i < SYMBOLS ? symbols[i] : words[i - SYMBOLS].word);
        if (!starts_with_unit(s, word))
            continue;
        *length = word.n;
        return i < SYMBOLS ? symbols[i] : words[i - SYMBOLS].unit;
    }
    return NULL;
}

/* The length of the word that s begins with when one letter makes it another than a spelling of the unit, else 0. */
static size_t misspelt_at(struct str s, const char *unit)
{
    size_t n = 0;
    while (n < s.n && is_word(s.p[n]))
        n++;
    for (size_t i = 0; i < WORDS; i++) {
        size_t wrong = 0;
        if (strcmp(words[i].unit, unit) != 0 || strlen(words[i].word) != n)
            continue;
        for (size_t k = 0; k < n; k++)
            wrong += s.p[k] != words[i].word[k];
        if (wrong == 1)
            return n;
    }
    return 0;
}

static struct token *add(struct tokens *t, struct arena *arena, struct str text, size_t at, size_t end)
{
    struct token *token = LIST_ADD(&t->list, arena);
    *token = (struct token){.text = text, .at = at, .end = end};
    return token;
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

/* The exponent of 5.2e11, as bytes of the line. */
static size_t exponent_at(struct str rest)
{
    size_t n = 1;
    if (rest.n < 2 || rest.p[0] != 'e' || !ascii_is_digit(rest.p[1]))
        return 0;
    while (n < rest.n && ascii_is_digit(rest.p[n]))
        n++;
    return n < rest.n && is_word(rest.p[n]) ? 0 : n;
}

static struct str behind_number(struct str line, size_t end)
{
    return str_sub(line, end + (end < line.n && (line.p[end] == ' ' || line.p[end] == '-')), line.n);
}

/* A number with its unit, as both languages would have it. Returns where it ends. */
static size_t take_number(struct tokens *t, struct arena *arena, struct str line, size_t i)
{
    struct buf b = {0};
    size_t end = i;
    while (end < line.n && (ascii_is_digit(line.p[end]) || ((line.p[end] == '.' || line.p[end] == ',') && end + 1 < line.n && ascii_is_digit(line.p[end + 1])))) {
        if (line.p[end] != ',')
            buf_putc(&b, line.p[end]);
        end++;
    }
    size_t exponent = exponent_at(str_sub(line, end, line.n));
    buf_put(&b, str_sub(line, end, end + exponent));
    end += exponent;
    end += scale_number(&b, str_sub(line, end, line.n));
    size_t length;
    struct str behind = behind_number(line, end);
    struct token *token = add(t, arena, arena_str(arena, buf_str(&b)), i, end);
    token->unit = unit_at(behind, &length);
    if (token->unit)
        token->end = (size_t)(behind.p - line.p) + length;
    buf_free(&b);
    return token->end;
}

static bool is_number_part(struct str line, size_t i)
{
    while (i < line.n && ascii_is_digit(line.p[i]))
        i++;
    return i == line.n || !is_word(line.p[i]);
}

/* A word that begins with a letter; it counts when it has a digit (gn7i, BF16, A100). A number behind its hyphen counts as such:
 * ZeRO-2 is ZeRO stage 2. */
static size_t take_word(struct tokens *t, struct arena *arena, struct str line, size_t i)
{
    size_t end = i;
    bool has_digit = false;
    while (end < line.n) {
        bool joins = (line.p[end] == '.' || line.p[end] == '-') && end + 1 < line.n && is_word(line.p[end + 1]);
        if (!is_word(line.p[end]) && (!joins || (line.p[end] == '-' && is_number_part(line, end + 1))))
            break;
        has_digit = has_digit || ascii_is_digit(line.p[end]);
        end++;
    }
    if (has_digit)
        add(t, arena, str_sub(line, i, end), i, end);
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
    add(t, arena, str_sub(line, start, end), i, end);
    return end;
}

static void mark_misspelt(struct tokens *t, struct str line)
{
    for (size_t i = 0; i < t->list.n; i++) {
        struct token *bare = &t->list.at[i];
        for (size_t k = 0; !bare->unit && ascii_is_digit(line.p[bare->at]) && !bare->misspelt && k < t->list.n; k++)
            if (t->list.at[k].unit)
                bare->misspelt = misspelt_at(behind_number(line, bare->end), t->list.at[k].unit);
    }
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
        else if (ascii_is_digit(line.p[i]))
            i = take_number(t, arena, line, i);
        else if (ascii_is_letter(line.p[i]))
            i = take_word(t, arena, line, i);
        else
            i++;
    }
    mark_misspelt(t, line);
}

static bool next_line(struct str *rest, struct str *line)
{
    while (str_next(rest, '\n', line))
        if (str_trim(*line).n > 0)
            return true;
    return false;
}

struct side {
    const struct guide_doc *doc;
    struct tokens tokens;
    struct str line;
    const char *name;
};

static struct place token_place(const struct side *side, const struct token *token)
{
    size_t offset = (size_t)(side->line.p - side->doc->src->text.p) + token->at;
    return place_at(side->doc->src, offset, token->end - token->at);
}

static struct place line_place(const struct side *side)
{
    struct str text = str_trim(side->line);
    return place_at(side->doc->src, (size_t)(text.p - side->doc->src->text.p), text.n);
}

static bool is_same_unit(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool has_unit(const struct tokens *t, const char *unit)
{
    for (size_t i = 0; i < t->list.n; i++)
        if (is_same_unit(t->list.at[i].unit, unit))
            return true;
    return false;
}

static bool may_be_left_out(const char *unit)
{
    for (size_t i = 0; unit && i < WORDS; i++)
        if (is_same_unit(words[i].unit, unit))
            return true;
    return false;
}

/* Is `bare` the number of `full`, its unit left out since the line has it beside another number? */
static bool is_elided(const struct token *full, const struct token *bare, const struct tokens *line)
{
    return may_be_left_out(full->unit) && !bare->unit && str_eq(full->text, bare->text) && has_unit(line, full->unit) && !bare->misspelt;
}

/* A single letter behind a number is more often a word (2 a second, 8 x A100) than a misspelt unit. */
static bool is_equal(const struct token *x, const struct token *y)
{
    return is_same_unit(x->unit, y->unit) && str_eq(x->text, y->text) && x->misspelt < 2 && y->misspelt < 2;
}

/* Pairs tokens that mean the same, each one used once. */
static void match(struct tokens *a, struct tokens *b, bool elided)
{
    for (size_t i = 0; i < a->list.n; i++) {
        struct token *x = &a->list.at[i], *y = b->list.at;
        for (size_t k = 0; !x->matched && k < b->list.n; k++, y++)
            if (!y->matched && (elided ? is_elided(x, y, b) || is_elided(y, x, a) : is_equal(x, y)))
                x->matched = y->matched = true;
    }
}

static bool report_unmatched(struct side *has, struct side *lacks, struct diag *diag)
{
    size_t i = 0;
    while (i < has->tokens.list.n && has->tokens.list.at[i].matched)
        i++;
    if (i == has->tokens.list.n)
        return false;
    const struct token *t = &has->tokens.list.at[i];
    diag_error(diag, token_place(has, t), "the %s line has no \"%" STR_FMT "%s%s\"", lacks->name, STR_ARG(t->text),
               t->unit ? " " : "", t->unit ? t->unit : "");
    diag_note(diag, line_place(lacks), "the %s line is here", lacks->name);
    return true;
}

static void compare_lines(struct side *en, struct side *zh, struct arena *arena, struct diag *diag)
{
    read_line(&en->tokens, arena, en->line);
    read_line(&zh->tokens, arena, zh->line);
    match(&en->tokens, &zh->tokens, false);
    match(&en->tokens, &zh->tokens, true);
    if (!report_unmatched(en, zh, diag))
        report_unmatched(zh, en, diag);
}

/* The lines of the front matter that hold the value of a key: to the next line that does not begin with a blank. */
static struct str front_lines(const struct guide_doc *doc, struct str key)
{
    struct str rest = str_sub(doc->src->text, 0, doc->body), line;
    while (str_next(&rest, '\n', &line)) {
        if (!str_starts(line, key))
            continue;
        const char *start = line.p, *end = line.p + line.n;
        while (str_next(&rest, '\n', &line) && str_starts(line, S(" ")))
            end = line.p + line.n;
        return (struct str){start, (size_t)(end - start)};
    }
    return str_sub(doc->src->text, 0, 0);
}

void guide_compare_bodies(const struct guide_pair *pair, struct arena *arena, struct diag *diag)
{
    struct side en = {.doc = &pair->in[LANG_EN], .name = "English"}, zh = {.doc = &pair->in[LANG_ZH], .name = "Chinese"};
    static const struct str keys[] = {{"title:", 6}, {"summary:", 8}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        en.line = front_lines(en.doc, keys[i]);
        zh.line = front_lines(zh.doc, keys[i]);
        compare_lines(&en, &zh, arena, diag);
    }
    struct str en_rest = str_sub(en.doc->src->text, en.doc->body, en.doc->src->text.n);
    struct str zh_rest = str_sub(zh.doc->src->text, zh.doc->body, zh.doc->src->text.n);
    for (;;) {
        bool more_en = next_line(&en_rest, &en.line), more_zh = next_line(&zh_rest, &zh.line);
        if (!more_en && !more_zh)
            return;
        if (more_en != more_zh) {
            struct side *longer = more_en ? &en : &zh, *shorter = more_en ? &zh : &en;
            diag_error(diag, line_place(longer), "the %s page has no line that answers this one", shorter->name);
            return;
        }
        compare_lines(&en, &zh, arena, diag);
    }
}
