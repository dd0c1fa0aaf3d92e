/* How far a long step is: one line that is written over on a terminal, plain lines now and then elsewhere. */
#ifndef PUBLISH_PROGRESS_H
#define PUBLISH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct progress {
    FILE *out; /* NULL: quiet */
    bool terminal;
    const char *what;
    size_t total, done;
    long long total_bytes, done_bytes;
    double begun, shown;
    bool line_open; /* on a terminal: the cursor stands behind a line of ours */
};

/* `out` is a terminal or not; NULL says nothing at all. */
void progress_init(struct progress *p, FILE *out);
/* total_bytes 0: a step without bytes. */
void progress_begin(struct progress *p, const char *what, size_t total, long long total_bytes, double now);
void progress_add(struct progress *p, long long bytes);
/* Shows the state when it is time; `now` in seconds. */
void progress_show(struct progress *p, double now);
/* Takes the line off the terminal, so that other output can follow. */
void progress_end(struct progress *p);

/* "upload 120 of 700, 1.2 of 7.0 MB, 2.3 MB/s, 3 s left"; at most size bytes. */
void progress_line(const struct progress *p, double now, char *line, size_t size);

#endif
