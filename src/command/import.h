/* chipfirst import: responses of the cloud's API into the catalogue. */
#ifndef COMMAND_IMPORT_H
#define COMMAND_IMPORT_H

/* argv[0] is the name of the command, "import"; options and files follow. The report goes to stdout, messages to
 * stderr. Returns the exit code: 0 done, 1 the input is wrong or conflicts with the catalogue, 2 the world is wrong. */
int command_import(int argc, char **argv);

#endif
