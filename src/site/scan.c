/* The attributes of an HTML text. */
#include "site/scan.h"

#include <string.h>

#include "base/buf.h"

static void skip_past(struct html_scan *s, struct str end)
{
    size_t hit = str_find(str_sub(s->text, s->at, s->text.n), end);
    s->at = s->at + hit + end.n > s->text.n ? s->text.n : s->at + hit + end.n;
}

/* Moves to the inside of the next start tag. */
static bool next_tag(struct html_scan *s)
{
    while (s->at < s->text.n) {
        struct str rest = str_sub(s->text, s->at, s->text.n);
        size_t open = str_find_char(rest, '<');
        s->at += open;
        rest = str_sub(s->text, s->at, s->text.n);
        if (rest.n < 2)
            return false;
        char c = rest.p[1]; /* tells most tags apart without a comparison of texts */
        if (c == '!' && str_starts(rest, S("<!--")))
            skip_past(s, S("-->"));
        else if (c == '/' || c == '!')
            s->at += 1 + str_find_char(str_sub(rest, 0, rest.n - 1), '>');
        else if (c == 's' && str_starts(rest, S("<script>")))
            skip_past(s, S("</script>"));
        else if (c == 's' && str_starts(rest, S("<style")))
            skip_past(s, S("</style>"));
        else {
            s->at++;
            while (s->at < s->text.n && !strchr(" \t\n>/", s->text.p[s->at]))
                s->at++;
            s->in_tag = true;
            return true;
        }
    }
    return false;
}

static void skip_blanks(struct html_scan *s)
{
    while (s->at < s->text.n && strchr(" \t\n", s->text.p[s->at]))
        s->at++;
}

/* What follows the name of an attribute; false when it has no value. */
static bool take_value(struct html_scan *s, struct str *value)
{
    skip_blanks(s);
    if (s->at >= s->text.n || s->text.p[s->at] != '=')
        return false;
    s->at++;
    skip_blanks(s);
    char quote = s->at < s->text.n ? s->text.p[s->at] : '\0';
    bool is_quoted = quote == '"' || quote == '\'';
    size_t from = s->at + is_quoted;
    struct str rest = str_sub(s->text, from, s->text.n);
    size_t length = is_quoted ? str_find_char(rest, quote) : 0;
    while (!is_quoted && length < rest.n && !strchr(" \t\n>", rest.p[length]))
        length++;
    *value = str_sub(rest, 0, length);
    s->at = from + length + is_quoted > s->text.n ? s->text.n : from + length + is_quoted;
    return true;
}

bool html_scan_next(struct html_scan *s, struct html_attribute *a)
{
    while (s->in_tag || next_tag(s)) {
        while (s->at < s->text.n && strchr(" \t\n/", s->text.p[s->at]))
            s->at++;
        if (s->at >= s->text.n || s->text.p[s->at] == '>') {
            s->in_tag = false;
            continue;
        }
        size_t start = s->at;
        do { /* a name may begin with '=' */
            s->at++;
        } while (s->at < s->text.n && !strchr(" \t\n=>/", s->text.p[s->at]));
        a->name = str_sub(s->text, start, s->at);
        if (take_value(s, &a->value))
            return true;
    }
    return false;
}

static size_t put_entity(struct buf *out, struct str rest)
{
    static const struct {
        struct str name;
        char c;
    } entities[] = {{{"&amp;", 5}, '&'}, {{"&lt;", 4}, '<'}, {{"&gt;", 4}, '>'}, {{"&quot;", 6}, '"'}, {{"&#39;", 5}, '\''}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (str_starts(rest, entities[i].name)) {
            buf_putc(out, entities[i].c);
            return entities[i].name.n;
        }
    buf_putc(out, '&');
    return 1;
}

struct str html_decode(struct arena *arena, struct str value)
{
    if (str_find_char(value, '&') == value.n)
        return value;
    struct buf b = {0};
    for (size_t i = 0; i < value.n;) {
        if (value.p[i] == '&') {
            i += put_entity(&b, str_sub(value, i, value.n));
        } else {
            buf_putc(&b, value.p[i++]);
        }
    }
    return arena_take(arena, &b);
}
