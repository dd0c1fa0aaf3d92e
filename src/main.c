/* chipfirst: compiles the instance catalogue and the guidance into a static site. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"

static const struct command {
    const char *name, *what;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"build", "make the site", command_build},
    {"check", "the same checks, writing nothing", command_check},
    {"estimate", "memory of a workload, term by term; time and cost on a type", command_estimate},
    {"recommend", "a workload against every instance type: fit, speed, money", command_recommend},
    {"accuracy", "the sizing core against published measurements", command_accuracy},
    {"import", "cloud API responses into the catalogue", command_import},
    {"publish", "put the site on OSS, list generations, go back", command_publish},
};

static void usage(FILE *out)
{
    fputs("usage: chipfirst COMMAND [options]\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].what);
    fputs("\nchipfirst COMMAND --help says more.\n", out);
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return 1;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "chipfirst: there is no command \"%s\"\n\n", argv[1]);
    usage(stderr);
    return 1;
}

/* Commands print without looking back: what stdout could not take is noticed here, once. errno is that of the last write that
 * failed, now or in a command, which prints last of all. */
static bool is_output_written(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    fprintf(stderr, "chipfirst: cannot write the output: %s\n", strerror(errno ? errno : EIO));
    return false;
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file above the user's limit is an error of write(), to be told like a full disk */
    int code = dispatch(argc, argv);
    return is_output_written() ? code : 2;
}
