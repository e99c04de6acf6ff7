// The keys of a run, with where each value comes from: a default, a line of a file, --set.
#ifndef SEMA_KEY_LIST_H
#define SEMA_KEY_LIST_H

#include "tb/cli/command.h"

// Prints them (config_list). `config` is what is in force: the run may have changed the subject's.
void key_list_print(const struct options *options, const struct config *config, FILE *file);

#endif
