/* The commands of the program, a file each. */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

/* Each takes its own arguments (argv[0] is the command's name) and returns the exit code: 0 done, 1 the input is wrong,
 * 2 the world is wrong (disk full, no permission). */
int command_build(int argc, char **argv);
int command_check(int argc, char **argv);
/* Errors by group to stdout; 0 whether or not points were skipped. */
int command_accuracy(int argc, char **argv);
/* GPU memory of one workload; and that workload against every instance type. */
int command_estimate(int argc, char **argv);
int command_recommend(int argc, char **argv);
/* The report goes to stdout, messages to stderr; 1 also when a response conflicts with the catalogue. */
int command_import(int argc, char **argv);

/* The site on OSS; also --list, --rollback and doctor. */
int command_publish(int argc, char **argv);

#endif
