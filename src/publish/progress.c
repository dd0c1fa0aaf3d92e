/* How far a long step is. */
#include <unistd.h>

#include "publish/progress.h"

static const double terminal_every_s = 0.2, plain_every_s = 5;

void progress_init(struct progress *p, FILE *out)
{
    *p = (struct progress){.out = out, .terminal = out && isatty(fileno(out))};
}

void progress_begin(struct progress *p, const char *what, size_t total, long long total_bytes, double now)
{
    p->what = what;
    p->total = total;
    p->total_bytes = total_bytes;
    p->done = 0;
    p->done_bytes = 0;
    p->begun = p->shown = now;
}

void progress_add(struct progress *p, long long bytes)
{
    p->done++;
    p->done_bytes += bytes;
}

void progress_line(const struct progress *p, double now, char *line, size_t size)
{
    double passed = now - p->begun, share = p->total ? (double)p->done / (double)p->total : 1;
    if (p->total_bytes > 0)
        share = (double)p->done_bytes / (double)p->total_bytes;
    int n = snprintf(line, size, "%s %zu of %zu", p->what, p->done, p->total);
    if (p->total_bytes > 0 && n > 0 && (size_t)n < size)
        n += snprintf(line + n, size - (size_t)n, ", %.1f of %.1f MB", (double)p->done_bytes / 1e6,
                      (double)p->total_bytes / 1e6);
    if (passed < 0.5 || share <= 0 || n < 0 || (size_t)n >= size) /* too early to say how fast it goes */
        return;
    if (p->total_bytes > 0)
        n += snprintf(line + n, size - (size_t)n, ", %.1f MB/s", (double)p->done_bytes / 1e6 / passed);
    else
        n += snprintf(line + n, size - (size_t)n, ", %.0f/s", (double)p->done / passed);
    if ((size_t)n < size)
        snprintf(line + n, size - (size_t)n, ", %.0f s left", passed / share * (1 - share));
}

void progress_show(struct progress *p, double now)
{
    char line[200];
    if (!p->out || now - p->shown < (p->terminal ? terminal_every_s : plain_every_s))
        return;
    p->shown = now;
    progress_line(p, now, line, sizeof line);
    if (p->terminal)
        fprintf(p->out, "\r\033[K%s", line);
    else
        fprintf(p->out, "%s\n", line);
    fflush(p->out);
    p->line_open = p->terminal;
}

void progress_end(struct progress *p)
{
    if (p->line_open)
        fputs("\r\033[K", p->out);
    p->line_open = false;
}
