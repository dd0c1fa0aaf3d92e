/* Commands as a user runs them, on the real catalogue: what they print and return. */
#ifndef UNIT_COMMAND_HELPER_H
#define UNIT_COMMAND_HELPER_H

#include <cjson/cJSON.h>
#include <fcntl.h>

#include "command/command.h"
#include "helper.h"

#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#endif

#define GIB 1073741824.0

static const char catalog[] = SOURCE_DIR "/catalog", templates[] = SOURCE_DIR "/templates";

/* ---- running a command */

enum { ARGUMENTS_MAX = 32, OUTPUT_MAX = 1 << 20 };

struct run {
    int code;
    char *out, *err;
};

static inline int redirect(int fd, FILE *to)
{
    fflush(NULL);
    int kept = dup(fd);
    assert_true(kept >= 0 && dup2(fileno(to), fd) == fd);
    return kept;
}

static inline char *restore(int fd, int kept, FILE *from)
{
    char *text = calloc(1, OUTPUT_MAX);
    assert_non_null(text);
    fflush(NULL);
    dup2(kept, fd);
    close(kept);
    rewind(from);
    assert_true(fread(text, 1, OUTPUT_MAX - 1, from) < OUTPUT_MAX - 1);
    fclose(from);
    return text;
}

/* Words of `line` are the arguments; the catalogue is added where none is named. */
static inline struct run run(int (*command)(int, char **), const char *line)
{
    char *words = strdup(line), *argv[ARGUMENTS_MAX] = {0};
    int argc = 0;
    argv[argc++] = (char *)"command";
    for (char *word = strtok(words, " "); word && argc < ARGUMENTS_MAX - 5; word = strtok(NULL, " "))
        argv[argc++] = word;
    if (!strstr(line, "--catalog ")) {
        argv[argc++] = (char *)"--catalog";
        argv[argc++] = (char *)catalog;
    }
    argv[argc++] = (char *)"--templates";
    argv[argc++] = (char *)templates;
    FILE *out = tmpfile(), *err = tmpfile();
    assert_true(out && err);
    int kept_out = redirect(STDOUT_FILENO, out), kept_err = redirect(STDERR_FILENO, err);
    struct run r = {.code = command(argc, argv)};
    r.err = restore(STDERR_FILENO, kept_err, err);
    r.out = restore(STDOUT_FILENO, kept_out, out);
    free(words);
    return r;
}

static inline void run_free(struct run *r)
{
    free(r->out);
    free(r->err);
}

static inline cJSON *run_json(int (*command)(int, char **), const char *line)
{
    struct run r = run(command, line);
    if (r.code != 0)
        fail_msg("%s: exit %d, %s", line, r.code, r.err);
    cJSON *json = cJSON_Parse(r.out);
    if (!json)
        fail_msg("%s: no JSON\n%s", line, r.out);
    run_free(&r);
    return json;
}

static inline double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!cJSON_IsNumber(item))
        fail_msg("%s is no number", key);
    return item->valuedouble;
}

static inline const char *word(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static inline const cJSON *find(const cJSON *list, const char *id)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
        if (strcmp(word(item, "id"), id) == 0)
            return item;
    return NULL;
}

static inline const cJSON *get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static inline bool does_fit(const cJSON *type)
{
    return cJSON_IsTrue(get(type, "fits"));
}

#endif
