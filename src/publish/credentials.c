/* Where key, secret and token come from. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "publish/credentials.h"

enum { FILE_MAX = 1 << 20 };

/* ---- the environment */

static struct str variable(struct arena *arena, const char *name)
{
    const char *value = getenv(name);
    return value ? str_trim(arena_str(arena, str_from(value))) : (struct str){NULL, 0};
}

static bool from_environment(struct arena *arena, struct credentials *c)
{
    static const char *const names[][3] = {
        {"OSS_ACCESS_KEY_ID", "OSS_ACCESS_KEY_SECRET", "OSS_SESSION_TOKEN"},
        {"ALIBABA_CLOUD_ACCESS_KEY_ID", "ALIBABA_CLOUD_ACCESS_KEY_SECRET", "ALIBABA_CLOUD_SECURITY_TOKEN"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        c->key_id = variable(arena, names[i][0]);
        c->secret = variable(arena, names[i][1]);
        c->token = variable(arena, names[i][2]);
        c->from = arena_printf(arena, "the variable %s", names[i][0]);
        if (c->key_id.n && c->secret.n)
            return true;
    }
    return false;
}

/* ---- the file of ossutil: accessKeyID (version 1) or access-key-id (version 2) */

static struct str plain_name(struct arena *arena, struct str name)
{
    char *p = arena_alloc(arena, name.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < name.n; i++)
        if (isalnum((unsigned char)name.p[i]))
            p[n++] = (char)tolower((unsigned char)name.p[i]);
    return (struct str){p, n};
}

static void take_line(struct arena *arena, struct credentials *c, struct str line)
{
    size_t eq = str_find_char(line, '=');
    if (eq == line.n)
        return;
    struct str name = plain_name(arena, str_trim(str_sub(line, 0, eq))),
               value = str_trim(str_sub(line, eq + 1, line.n));
    if (str_eq_c(name, "accesskeyid"))
        c->key_id = value;
    else if (str_eq_c(name, "accesskeysecret"))
        c->secret = value;
    else if (str_eq_c(name, "ststoken"))
        c->token = value;
}

static const char *ossutil_file(struct arena *arena)
{
    const char *file = getenv("OSSUTIL_CONFIG_FILE"), *home = getenv("HOME");
    if (file && *file)
        return file;
    return arena_printf(arena, "%s/.ossutilconfig", home ? home : "").p;
}

static bool from_file(struct arena *arena, struct credentials *c, struct trouble *why)
{
    const char *path = ossutil_file(arena);
    struct str text, line;
    struct file_error err;
    struct stat st;
    if (stat(path, &st) != 0)
        return false;
    if (!file_read(arena, path, FILE_MAX, &text, &err))
        return trouble_set(why, TROUBLE_CREDENTIALS, "%s", err.message);
    *c = (struct credentials){.from = arena_printf(arena, "the file %s", path)};
    while (str_next(&text, '\n', &line))
        take_line(arena, c, line);
    if (st.st_mode & 077)
        c->warning = arena_printf(arena, "%s can be read by others; run chmod 600 on it", path);
    return c->key_id.n && c->secret.n;
}

/* ---- the answer of the metadata service */

struct str credentials_member(struct arena *arena, struct str json, const char *name)
{
    struct str quoted = arena_printf(arena, "\"%s\"", name);
    size_t at = str_find(json, quoted);
    if (at == json.n)
        return (struct str){NULL, 0};
    struct str rest = str_trim(str_sub(json, at + quoted.n, json.n));
    if (rest.n == 0 || rest.p[0] != ':')
        return (struct str){NULL, 0};
    rest = str_trim(str_sub(rest, 1, rest.n));
    if (rest.n == 0 || rest.p[0] != '"')
        return (struct str){NULL, 0};
    char *value = arena_alloc(arena, rest.n);
    size_t n = 0;
    for (size_t i = 1; i < rest.n && rest.p[i] != '"'; i++)
        if (rest.p[i] != '\\') /* the only escape in base64 and dates is "\/" */
            value[n++] = rest.p[i];
    return (struct str){value, n};
}

bool credentials_find(struct arena *arena, const struct config *config, struct credentials *found, struct trouble *why)
{
    *found = (struct credentials){0};
    if (config->credentials == CREDENTIALS_ECS_ROLE)
        return credentials_of_role(arena, config, found, why);
    if (config->credentials != CREDENTIALS_FILE && from_environment(arena, found))
        return true;
    if (config->credentials != CREDENTIALS_ENVIRONMENT && from_file(arena, found, why))
        return true;
    return trouble_set(why, TROUBLE_CREDENTIALS,
                       "no credentials: set OSS_ACCESS_KEY_ID and OSS_ACCESS_KEY_SECRET (for STS also "
                       "OSS_SESSION_TOKEN), or write %s, or on an ECS "
                       "instance set credentials = ecs-role:NAME",
                       ossutil_file(arena));
}
