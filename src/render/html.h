/* Where in an HTML or XML text one is: just enough to say what a marker at this place would be part of. */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum html_state {
    HTML_TEXT,
    HTML_TITLE, /* inside <title> or <textarea>: text without tags */
    HTML_RAW,   /* inside <script> or <style> */
    HTML_COMMENT,
    HTML_DECLARATION, /* <!doctype …>, <?xml …?> */
    HTML_TAG_NAME,
    HTML_TAG,       /* between the attributes of a tag */
    HTML_ATTRIBUTE, /* in the name of an attribute */
    HTML_EQUALS,    /* behind its '=' */
    HTML_DOUBLE,    /* in a value in "" */
    HTML_SINGLE,    /* in a value in '' */
    HTML_BARE,      /* in a value without quotes */
};

struct html {
    struct str text;
    bool xml;
    enum html_state state;
    size_t begin; /* offset of the '<' of the tag, comment or declaration read last */
    struct str tag, attribute;
    bool closing;  /* the tag is </tag> */
    size_t value;  /* offset of the attribute's value, behind the quote */
    bool has_less; /* a '<' was met in this quoted value */
};

void html_begin(struct html *h, struct str text, bool xml);
/* Reads what begins at offset i, a byte or a few that belong together; returns the offset behind it. */
size_t html_step(struct html *h, size_t i);
/* A section begins or ends here: inside a tag the next byte begins a new attribute. */
void html_section(struct html *h);
/* The part of speech for messages: "text", "a tag", "an attribute value" …; equal for two states only when a
 * section may begin in one and end in the other. */
const char *html_state_name(enum html_state state);
/* ASCII letters compare without case, as in HTML names. */
bool html_name_is(struct str name, const char *lower);

#endif
