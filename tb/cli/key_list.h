// The keys of a run, with where each value comes from: a default, a line of a file, --set.
#ifndef SEMA_KEY_LIST_H
#define SEMA_KEY_LIST_H

#include "tb/cli/subject.h"

// Prints them (config_list). `workload` and `settings` as they were given to subject_load; NULL:
// there is no workload. `config` is what is in force: the run may have changed the subject's.
void key_list_print(const char *workload, const struct settings *settings,
                    const struct subject *subject, const struct config *config, FILE *file);

#endif
