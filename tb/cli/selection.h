// The workloads that a verb was asked for: all of a folder, or some, by name or as FILE.yaml.
#pragma once

#include "csim/config/workloads.h"
#include "tb/cli/settings.h"

struct selected {
    char name[WORKLOAD_NAME_SIZE];
    char directory[WORKLOAD_PATH_SIZE]; // its file is DIRECTORY/NAME.yaml
    unsigned place;                     // in tables
    bool random;                        // no burst: another seed is other traffic, not a jitter
    struct settings settings;           // with `directory`
    struct config config;               // by these
};

// In the order of tables: those of order.txt, then bursts, random and adversarial traffic, each by
// name.
struct selection {
    unsigned count;
    struct selected of[WORKLOADS_MAX];
};

// `workloads`: names and files with commas between them; NULL or "all": those of the
// folder. NULL: the reason has been printed. The caller frees it.
struct selection *selection_make(const struct settings *settings, const char *workloads);

// Puts "KEY=VALUE" in front of the settings, which win. False: the reason has been printed.
bool selected_change(struct selected *selected, const char *setting);
