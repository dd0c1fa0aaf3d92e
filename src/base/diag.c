/* Diagnostics: one message is kept back until it is complete with its notes, then printed. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/escape.h"
#include "base/utf8.h"

enum { SEEN_MAX = 1024 };

struct diag {
    FILE *out;
    enum diag_format format;
    bool strict, fatal;
    size_t errors, warnings, messages;
    struct buf text;  /* DIAG_TEXT: the message and its notes, ready to print */
    struct buf json;  /* DIAG_JSON: the object so far, the array of notes still open */
    bool pending, dropping;
    size_t notes;
    uint64_t seen[SEEN_MAX]; /* hashes of messages and places */
    size_t seen_count;
};

struct diag *diag_new(FILE *out, enum diag_format format, bool strict)
{
    struct diag *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    d->out = out;
    d->format = format;
    d->strict = strict;
    return d;
}

void diag_free(struct diag *d)
{
    if (!d)
        return;
    buf_free(&d->text);
    buf_free(&d->json);
    free(d);
}

/* Bytes of a byte order mark: it is no character of the first line. */
static size_t mark_length(struct str text)
{
    return str_starts(text, S("\xef\xbb\xbf")) ? 3 : 0;
}

struct str source_line(const struct source *src, unsigned line)
{
    struct str rest = str_sub(src->text, mark_length(src->text), src->text.n), part;
    for (unsigned i = 1; str_next(&rest, '\n', &part); i++) {
        if (i != line)
            continue;
        if (part.n > 0 && part.p[part.n - 1] == '\r')
            part.n--;
        return part;
    }
    return (struct str){NULL, 0};
}

struct place place_right(struct place at, unsigned skip, unsigned width)
{
    at.col += skip;
    at.width = width;
    return at;
}

struct place place_at(const struct source *src, size_t offset, size_t width_bytes)
{
    struct str text = src->text;
    if (offset > text.n)
        offset = text.n;
    size_t start = mark_length(text);
    size_t end = offset + width_bytes <= text.n ? offset + width_bytes : text.n;
    unsigned line = 1;
    if (offset < start) /* inside the mark: its bytes count for no width */
        offset = start;
    if (end < offset)
        end = offset;
    for (size_t i = 0; i < offset; i++)
        if (text.p[i] == '\n') {
            line++;
            start = i + 1;
        }
    return (struct place){src, line, 1 + (unsigned)utf8_length(str_sub(text, start, offset)),
                          (unsigned)utf8_length(str_sub(text, offset, end))};
}

/* The excerpt is cut to a window, so that a hostile line of a megabyte stays readable. */
enum { EXCERPT = 160 };

static void put_excerpt(struct buf *b, struct place at)
{
    if (!at.src || at.line == 0)
        return;
    struct str line = source_line(at.src, at.line);
    if (line.n == 0)
        return;
    size_t skip = at.col > EXCERPT / 2 ? at.col - EXCERPT / 2 : 0; /* characters */
    struct buf shown = {0}, caret = {0};
    size_t i = 0, ch = 0;
    for (; i < line.n && ch < skip + EXCERPT; ch++) {
        uint32_t cp;
        size_t n = utf8_decode(str_sub(line, i, line.n), &cp);
        if (ch >= skip) {
            if (cp == UTF8_BAD || (cp < 0x20 && cp != '\t') || cp == 0x7f)
                buf_putc(&shown, '?');
            else
                buf_put(&shown, str_sub(line, i, i + n));
            if (ch + 1 < at.col)
                buf_puts(&caret, cp == '\t' ? "\t" : utf8_is_wide(cp) ? "  " : " ");
        }
        i += n;
    }
    buf_printf(b, "%6u | %s%" STR_FMT "%s\n", at.line, skip ? "..." : "", STR_ARG(buf_str(&shown)),
               i < line.n ? "..." : "");
    buf_printf(b, "       | %s%" STR_FMT "^", skip ? "   " : "", STR_ARG(buf_str(&caret)));
    for (unsigned w = 1; w < at.width && w < 40 && at.col + w <= ch; w++)
        buf_putc(b, '~');
    buf_putc(b, '\n');
    buf_free(&shown);
    buf_free(&caret);
}

static void put_text(struct buf *b, struct place at, const char *severity, struct str message)
{
    if (at.src && at.line)
        buf_printf(b, "%" STR_FMT ":%u:%u: ", STR_ARG(at.src->path), at.line, at.col);
    else if (at.src)
        buf_printf(b, "%" STR_FMT ": ", STR_ARG(at.src->path));
    else
        buf_puts(b, "chipfirst: ");
    buf_printf(b, "%s: %" STR_FMT "\n", severity, STR_ARG(message));
    put_excerpt(b, at);
}

static void put_json(struct buf *b, struct place at, const char *severity, struct str message)
{
    buf_printf(b, "{\"severity\": \"%s\", \"file\": ", severity);
    if (at.src)
        escape_json_string(b, at.src->path);
    else
        buf_puts(b, "null");
    if (at.src && at.line)
        buf_printf(b, ", \"line\": %u, \"column\": %u", at.line, at.col);
    else
        buf_puts(b, ", \"line\": null, \"column\": null");
    buf_puts(b, ", \"message\": ");
    escape_json_string(b, message);
}

/* The message is counted only: a reader has enough of them, and an excerpt costs a search through its file. */
static bool is_hidden(const struct diag *d)
{
    return d->format == DIAG_TEXT && d->messages > DIAG_MAX;
}

static void flush(struct diag *d)
{
    if (!d->pending)
        return;
    d->pending = false;
    if (d->format == DIAG_JSON)
        fprintf(d->out, "%" STR_FMT "]}\n", STR_ARG(buf_str(&d->json)));
    else if (!is_hidden(d))
        fprintf(d->out, "%" STR_FMT, STR_ARG(buf_str(&d->text)));
    buf_clear(&d->text);
    buf_clear(&d->json);
}

/* Has this very message been given for this very place? A template with one wrong name would repeat it for each of a thousand
 * pages. Remembers at most SEEN_MAX messages. */
static bool is_repeated(struct diag *d, struct place at, const char *severity, const char *fmt, va_list ap)
{
    struct buf text = {0};
    va_list again;
    va_copy(again, ap);
    if (at.src)
        buf_put(&text, at.src->path);
    buf_printf(&text, ":%u:%u:%s:", at.line, at.col, severity);
    buf_vprintf(&text, fmt, again);
    va_end(again);
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < text.n; i++)
        hash = (hash ^ (unsigned char)text.p[i]) * 1099511628211u;
    buf_free(&text);
    for (size_t i = 0; i < d->seen_count; i++)
        if (d->seen[i] == hash)
            return true;
    if (d->seen_count < SEEN_MAX)
        d->seen[d->seen_count++] = hash;
    return false;
}

/* False when the message is a repetition and was dropped, its notes with it. */
static bool begin(struct diag *d, struct place at, const char *severity, const char *fmt, va_list ap)
{
    flush(d);
    d->dropping = is_repeated(d, at, severity, fmt, ap);
    if (d->dropping)
        return false;
    d->messages++;
    d->pending = true;
    d->notes = 0;
    if (is_hidden(d))
        return true;
    struct buf message = {0};
    buf_vprintf(&message, fmt, ap);
    if (d->format == DIAG_JSON) {
        put_json(&d->json, at, severity, buf_str(&message));
        buf_puts(&d->json, ", \"notes\": [");
    } else {
        put_text(&d->text, at, severity, buf_str(&message));
    }
    buf_free(&message);
    return true;
}

void diag_error(struct diag *d, struct place at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    d->errors += begin(d, at, "error", fmt, ap);
    va_end(ap);
}

void diag_warning(struct diag *d, struct place at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    *(d->strict ? &d->errors : &d->warnings) += begin(d, at, d->strict ? "error" : "warning", fmt, ap);
    va_end(ap);
}

void diag_note(struct diag *d, struct place at, const char *fmt, ...)
{
    if (!d->pending || d->dropping || is_hidden(d))
        return;
    struct buf message = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&message, fmt, ap);
    va_end(ap);
    if (d->format == DIAG_JSON) {
        if (d->notes++)
            buf_puts(&d->json, ", ");
        put_json(&d->json, at, "note", buf_str(&message));
        buf_putc(&d->json, '}');
    } else {
        put_text(&d->text, at, "note", buf_str(&message));
    }
    buf_free(&message);
}

void diag_fatal(struct diag *d, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    d->errors += begin(d, (struct place){0}, "error", fmt, ap);
    va_end(ap);
    d->fatal = true;
}

void diag_finish(struct diag *d)
{
    flush(d);
    if (is_hidden(d))
        fprintf(d->out, "chipfirst: %zu more messages not shown\n", d->messages - DIAG_MAX);
    fflush(d->out);
}

size_t diag_errors(const struct diag *d)
{
    return d->errors;
}

size_t diag_warnings(const struct diag *d)
{
    return d->warnings;
}

int diag_exit_code(const struct diag *d)
{
    if (d->fatal)
        return 2;
    return d->errors ? 1 : 0;
}
