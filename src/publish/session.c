/* What all commands of publishing begin with. */
#include <string.h>

#include "base/buf.h"
#include "base/escape.h"
#include "publish/session.h"

static bool read_config(struct session *s)
{
    struct diag *diag = diag_new(s->options->messages, DIAG_TEXT, false);
    bool ok = config_read(s->arena, s->options->config, &s->config, diag);
    diag_finish(diag);
    size_t errors = diag_errors(diag);
    enum trouble_kind kind = diag_exit_code(diag) == 2 ? TROUBLE_INPUT : TROUBLE_CONFIG;
    diag_free(diag);
    if (s->options->site)
        s->config.site = str_from(s->options->site);
    while (s->config.site.n > 1 && s->config.site.p[s->config.site.n - 1] == '/')
        s->config.site =
            (struct str){arena_cstr(s->arena, str_sub(s->config.site, 0, s->config.site.n - 1)), s->config.site.n - 1};
    return ok || trouble_set(&s->why, kind, "%s: %zu error%s", s->options->config, errors, errors == 1 ? "" : "s");
}

bool session_open(struct session *s, const struct publish_options *options)
{
    *s = (struct session){.options = options, .arena = arena_new()};
    if (!read_config(s) || !credentials_find(s->arena, &s->config, &s->credentials, &s->why))
        return false;
    if (s->credentials.warning.n)
        session_warn(s, s->credentials.warning);
    s->bucket = (struct bucket){
        .transfer = transfer_new(&s->config, &s->credentials), .config = &s->config, .arena = s->arena, .why = &s->why};
    transfer_stop_on(s->bucket.transfer, options->stop);
    return true;
}

void session_warn(const struct session *s, struct str text)
{
    fprintf(s->options->messages, "chipfirst publish: warning: %" STR_FMT "\n", STR_ARG(text));
}

/* Whatever the service writes into its messages: key and token do not go to the terminal. */
static void hide(struct buf *b, struct str secret)
{
    if (secret.n < 4)
        return;
    for (size_t i; b->n && (i = str_find(buf_str(b), secret)) < b->n;)
        memset(b->p + i, '*', secret.n);
}

static void print_trouble(const struct session *s)
{
    struct buf b = {0};
    const char *kind = trouble_name(s->why.kind);
    buf_puts(&b, s->why.message);
    hide(&b, s->credentials.secret);
    hide(&b, s->credentials.token);
    fprintf(s->options->messages, "chipfirst publish: error: %s [%s]\n", b.p, kind);
    if (s->options->json) {
        struct buf json = {0};
        escape_json_string(&json, buf_str(&b));
        fprintf(s->options->out, "{\"error\": {\"class\": \"%s\", \"message\": %s}}\n", kind, json.p);
        buf_free(&json);
    }
    buf_free(&b);
}

int session_close(struct session *s)
{
    long offset = s->bucket.transfer ? transfer_clock_offset(s->bucket.transfer) : 0;
    if (offset)
        session_warn(s, arena_printf(s->arena, "the clock of this machine is %ld s %s; that of the service was used",
                                     offset < 0 ? -offset : offset, offset < 0 ? "fast" : "slow"));
    if (s->why.kind != TROUBLE_NONE)
        print_trouble(s);
    transfer_free(s->bucket.transfer);
    arena_free(s->arena);
    return trouble_exit_code(s->why.kind);
}
