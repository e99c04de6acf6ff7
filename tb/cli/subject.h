// What a verb is to run: a workload of the program, a configuration, or the operations of a file.
#ifndef SEMA_SUBJECT_H
#define SEMA_SUBJECT_H

#include <stdbool.h>

#include "csim/config/config.h"
#include "csim/traffic/traffic.h"
#include "tb/cli/settings.h"

struct subject {
    const char *path;             // of the file of operations; NULL: they are generated
    char name[64];                // the workload's, or the file's without folders and endings
    char note[TRAFFIC_NOTE_SIZE]; // what a user should know of how the file was read, or empty
    struct config config;
};

// For options of verbs: what --workload takes.
#define SUBJECT_HELP                                                                               \
    "a configuration of sim/, by name or as FILE.yaml; or a file of operations, named with a "     \
    "slash or ending in .trace, .trace.gz, .cm or .cm.gz: a trace, or a connection matrix of "     \
    "htsim"

// Reads all that is to be read; `workload` as a user named it, which must live as long. False: the
// reason has been printed.
bool subject_load(struct subject *subject, const char *workload, const struct settings *settings);

#endif
