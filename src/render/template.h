/* HTML templates: a folder of *.tpl files, a strict dictionary, and the one way to render.
 *
 * Strict means: a name that the template asks for and nobody set is an error, and so is a name that was set and
 * that neither the template nor a part it includes mentions. Values are escaped for the place they stand in.
 *
 * A template:
 *
 *     {{%AUTOESCAPE context="HTML"}}
 *     {{! names: TITLE BODY_HTML ROW ROW.NAME ROW.PAGE_URL >HEADER }}
 *     {{>HEADER}}
 *     <h1>{{TITLE}}</h1>
 *     {{#ROW}}
 *     <a href="{{PAGE_URL}}">{{NAME}}</a>{{#ROW_separator}}, {{/ROW_separator}}
 *     {{/ROW}}
 *     {{BODY_HTML:none}}
 *
 * - The first line is the pragma (context="XML" in files named *.xml.tpl), then come the names the file itself
 *   uses: NAME, SECTION, SECTION.NAME, >PART. `NAME?` stands for a name that may be set and is not used.
 * - {{NAME}} is text. Names ending in _URL are addresses; an href or src is exactly one of them or a literal.
 *   Names ending in _HTML are ready HTML and written {{X_HTML:none}}; no other modifier is written by hand.
 * - {{#SECTION}}…{{/SECTION}} stands once for each tdict_show. Inside it a name is looked for in the innermost
 *   section first, then outwards. {{#SECTION_separator}} stands between the repetitions.
 * - {{>HEADER}} puts part_header.tpl here, with the same values.
 * - A line with nothing but sections, parts and comments leaves no empty line behind.
 * - No markers in <script>, <style>, event handlers, style attributes and HTML comments. */
#ifndef RENDER_TEMPLATE_H
#define RENDER_TEMPLATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/str.h"

struct template_set;
struct tdict;

/* Reads and checks all *.tpl files of the folder. NULL after an error, which diag has then. The set lives in the
 * arena, except for what template_set_free frees. A loaded set never changes: threads may share it. */
struct template_set *template_set_load(const char *folder, struct arena *arena, struct diag *diag);
void template_set_free(struct template_set *set); /* NULL is fine */

/* Appends the page to `out`. After an error, which diag has then, `out` is as it was before. `name` is the
 * file's name in the folder, "start.tpl". */
bool template_render(const struct template_set *set, const char *name, const struct tdict *dict, struct buf *out,
                     struct diag *diag);

/* A dictionary lives in the arena and is dropped with it. Names and values are not copied: they must live, and
 * not change, until the page is rendered. Names are UPPER_SNAKE, each set once in a dictionary; anything else is
 * a mistake in the program and asserts. */
struct tdict *tdict_new(struct arena *arena);
/* Text, escaped for its place. The name ends neither in _HTML nor in _URL. */
void tdict_text(struct tdict *d, const char *name, struct str value);
/* Ready HTML, put out as it is: only from the guide or from a writer that escaped it. The name ends in _HTML. */
void tdict_html(struct tdict *d, const char *name, struct str value);
/* A relative, http or https address; any other is an error when the template asks for it. The name ends in _URL.
 * What an address may not contain (blanks, non-ASCII, quotes) is percent-encoded, %XX stays; parts that hold
 * a '/', '?' or '#' of their own went through escape_url_part before. */
void tdict_address(struct tdict *d, const char *name, struct str value);
/* One more repetition of a section; returns the dictionary for what stands inside. */
struct tdict *tdict_show(struct tdict *d, const char *name);
/* Makes the section known, shown as often as tdict_show is called besides: not at all, or from a loop. */
void tdict_hide(struct tdict *d, const char *name);
/* A section without values of its own, shown once or not at all. */
void tdict_show_if(struct tdict *d, const char *name, bool show);
/* Whether tdict_show was called for the section in this dictionary. */
bool tdict_is_shown(const struct tdict *d, const char *name);

#endif
