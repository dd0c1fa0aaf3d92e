/* Addresses: which are let through, and how they are written. */
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/escape.h"
#include "render/address.h"

/* Length of what a browser takes for a scheme, without the colon; 0 when the address is relative. */
static size_t scheme_length(struct str a)
{
    size_t i = 0;
    if (a.n == 0 || !ascii_is_letter(a.p[0]))
        return 0;
    while (i < a.n && (ascii_is_letter(a.p[i]) || ascii_is_digit(a.p[i]) || memchr("+-.", a.p[i], 3)))
        i++;
    return i < a.n && a.p[i] == ':' ? i : 0;
}

/* Where the host begins in an http or https address; 0 when the address is neither. */
static size_t host_start(struct str a)
{
    if (a.n > 7 && strncasecmp(a.p, "http://", 7) == 0)
        return 7;
    if (a.n > 8 && strncasecmp(a.p, "https://", 8) == 0)
        return 8;
    return 0;
}

/* Browsers drop tabs and line ends inside an address and blanks round it before they look for a scheme: such an
 * address means something else than it seems to. */
static bool has_hidden_characters(struct str a)
{
    for (size_t i = 0; i < a.n; i++)
        if ((unsigned char)a.p[i] < 0x20 || a.p[i] == 0x7f)
            return true;
    return a.p[0] == ' ' || a.p[a.n - 1] == ' ';
}

const char *address_problem(struct str a)
{
    if (a.n == 0)
        return "is empty";
    if (has_hidden_characters(a))
        return "has a control character or a blank at an end";
    if (str_starts(a, S("//")))
        return "takes its scheme from the page; write https://";
    if (scheme_length(a) == 0)
        return NULL;
    size_t host = host_start(a);
    if (host == 0)
        return "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)";
    if (memchr("/?#:\\", a.p[host], 5))
        return "has no host";
    return NULL;
}

/* The bytes to encode, apart from those that depend on their place. */
static bool is_plain(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || (c != 0 && strchr("-._~!$&'()*+,;=:@/?", c) != NULL);
}

struct encoding {
    struct str a;
    size_t host, slash; /* first byte of the host; first '/' behind it, or a.n */
    bool fragment;      /* a '#' came already */
};

/* ctemplate's own check turns a relative address with a ':' before the first '/' into "#", be it in the query or
 * in the fragment; %3A passes it and means the same there. */
static bool stays(struct encoding *e, size_t i)
{
    char c = e->a.p[i];
    bool in_host = e->host && i < e->slash;
    if (c == ':')
        return e->host || i > e->slash;
    if (c == '[' || c == ']')
        return in_host;
    if (c == '%')
        return url_is_escaped(e->a, i);
    if (c == '#') {
        bool first = !e->fragment;
        e->fragment = true;
        return first;
    }
    return is_plain(c);
}

static struct encoding begin(struct str a)
{
    size_t host = host_start(a);
    return (struct encoding){a, host, host + str_find_char(str_sub(a, host, a.n), '/'), false};
}

struct str address_encode(struct arena *arena, struct str a)
{
    struct encoding e = begin(a);
    size_t i = 0;
    while (i < a.n && stays(&e, i))
        i++;
    if (i == a.n)
        return a;
    struct buf out = {0};
    e = begin(a);
    for (i = 0; i < a.n; i++) {
        if (stays(&e, i))
            buf_putc(&out, a.p[i]);
        else
            buf_printf(&out, "%%%02X", (unsigned)(unsigned char)a.p[i]);
    }
    return arena_take(arena, &out);
}
