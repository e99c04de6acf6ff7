// What every verb says and reads: statuses, refusals, and the settings of a run.
#pragma once

#include "csim/config/config.h"

enum { STATUS_FINE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };
enum { SETTINGS_MAX = 64, PLACE_BYTES = 4096 };

// Where configurations are, and what to change in them: options that several verbs share.
struct settings {
    const char *directory;
    const char *set[SETTINGS_MAX];
    unsigned sets;
};

// Finds what is beside the program: PREFIX/share/semacredit/NAME of an installed one, PREFIX/bin,
// or else NAME in the nearest folder above it, such as the tree in which it was built.
bool program_place(const char *name, char path[PLACE_BYTES]);

// The folder of configurations: sim here, or beside the program.
const char *settings_directory(const struct settings *settings);

// It is there; false: refused.
bool settings_directory_found(const struct settings *settings);

// Loads a workload's configuration, named or as FILE.yaml, and applies the settings. False: the
// reason has been printed.
bool settings_load(const struct settings *settings, const char *workload, struct config *config);

// Prints "semacredit: MESSAGE" on standard error, in one line. The one returns STATUS_USAGE, the
// other false.
int verb_refuse(const char *message, ...) __attribute__((format(printf, 1, 2)));
bool refuse(const char *message, ...) __attribute__((format(printf, 1, 2)));

// Refuses a name that is in none of `rows`, an array of structs of `size` bytes whose first field
// is their name, NULL in the last.
int verb_refuse_name(const char *option, const char *name, const void *rows, size_t size);

// "program verb --set a=b": the command line that repeats this run.
void verb_replay_line(char *text, size_t size, const char *workload, const char *admission,
                      unsigned long long seed, const struct settings *settings);

// A number option: a whole number from `least` to `most`. False: the reason has been printed.
bool verb_number(const char *option, const char *text, unsigned long long least,
                 unsigned long long most, unsigned long long *value);

// The workloads that a verb was asked for: all of a folder, or some, by name or as FILE.yaml.
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

// Which keys a run reads: a setting without effect is a mistake, and is refused (effect.c).

struct policy;

// What a run is, beside its configuration.
struct run_kind {
    const struct config *config;
    const struct policy *policy; // of the event simulator; NULL: a block in its own environment
    bool block;                  // in the policy's place,
    bool clocked;                // by its clock
    bool environment;            // in its own environment
    const char *path;            // of a file of operations; NULL: they are generated
    uint64_t seed;
};

// What the run lacks for a setting, "KEY=VALUE", to have an effect: one term of its key's `when`
// (csim/config/config.h), in words. False: it lacks nothing.
bool setting_lacks(const char *setting, const struct run_kind *run, struct text_error *lacks);

// Has every setting of --set an effect on one of these runs? False: the reason has been printed.
bool settings_have_effect(const struct settings *settings, const struct run_kind *runs,
                          unsigned count);

// The same for a block's runs of several workloads.
bool settings_have_effect_on(const struct settings *settings, const struct selection *selection);
