/* Reading what the author wrote. */
#include "base/source.h"

#include "base/file.h"

bool source_read(struct source *src, const char *path, size_t max, struct arena *arena, struct diag *diag)
{
    struct file_error err;
    if (file_read(arena, path, max, &src->text, &err))
        return true;
    if (err.size > 0)
        diag_error(diag, (struct place){.src = src}, "the file has %llu bytes; at most %zu are allowed", err.size, max);
    else
        diag_fatal(diag, "%s", err.message);
    return false;
}
