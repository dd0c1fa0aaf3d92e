/* The attributes of an HTML text, one after the other; just enough to find ids and links in our own pages. */
#ifndef SITE_SCAN_H
#define SITE_SCAN_H

#include "base/arena.h"
#include "base/str.h"

struct html_scan {
    struct str text;
    size_t at;
    bool in_tag;
};

struct html_attribute {
    struct str name, value; /* views into the text; the value still has its entities */
};

/* The next attribute with a value, quoted or not; false at the end. Comments and the inside of <script> and <style> are passed over. */
bool html_scan_next(struct html_scan *scan, struct html_attribute *a);
/* Replaces &amp; &lt; &gt; &quot; and &#N; */
struct str html_decode(struct arena *arena, struct str value);

#endif
