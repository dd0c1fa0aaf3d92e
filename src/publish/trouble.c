/* What stopped a publication. */
#include <stdarg.h>
#include <stdio.h>

#include "publish/trouble.h"

static const struct {
    const char *name;
    int exit_code;
} kinds[] = {
    [TROUBLE_NONE] = {"done", 0},
    [TROUBLE_USAGE] = {"usage", 1},
    [TROUBLE_CONFIG] = {"config", 1},
    [TROUBLE_CREDENTIALS] = {"credentials", 1},
    [TROUBLE_REFUSED] = {"refused", 1},
    [TROUBLE_INPUT] = {"input", 1},
    [TROUBLE_DENIED] = {"denied", 2},
    [TROUBLE_SERVICE] = {"service", 2},
    [TROUBLE_LOCKED] = {"locked", 2},
    [TROUBLE_CHECK] = {"check", 2},
    [TROUBLE_INTERRUPTED] = {"interrupted", 2},
    [TROUBLE_OUTPUT] = {"output", 2},
};

bool trouble_set(struct trouble *t, enum trouble_kind kind, const char *fmt, ...)
{
    if (t->kind != TROUBLE_NONE)
        return false;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(t->message, sizeof t->message, fmt, ap);
    va_end(ap);
    t->kind = kind;
    return false;
}

const char *trouble_name(enum trouble_kind kind)
{
    return kinds[kind].name;
}

int trouble_exit_code(enum trouble_kind kind)
{
    return kinds[kind].exit_code;
}
