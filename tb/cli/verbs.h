// The verbs of build/semacredit: one file each, a table in main.c.
#ifndef SEMA_VERBS_H
#define SEMA_VERBS_H

#include <argp.h>
#include <stdbool.h>

#include "csim/config/config.h"

enum { STATUS_FINE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, SETTINGS_MAX = 64 };

// Each takes its own name and options and returns an exit status.
int verb_run(int argc, char **argv);
int verb_cosim(int argc, char **argv);
int verb_regress(int argc, char **argv);
int verb_agreement(int argc, char **argv);
int verb_clocks(int argc, char **argv);
int verb_keys(int argc, char **argv);
int verb_explain(int argc, char **argv);
int verb_replay(int argc, char **argv);
int verb_experiments(int argc, char **argv);
int verb_claims(int argc, char **argv);
int verb_steady(int argc, char **argv);
int verb_studies(int argc, char **argv);
int verb_bench(int argc, char **argv);

// Options that several verbs share: where configurations are, and what to change in them.
struct settings {
    const char *directory;
    const char *set[SETTINGS_MAX];
    unsigned sets;
};

// To be put into a verb's argp with `settings` as its child's input.
extern const struct argp settings_argp;

// Option --jobs of verbs that run many things at once; an unsigned long long is its input, which
// becomes one process for each core where the option is not given.
extern const struct argp jobs_argp;

// The folder of configurations.
const char *settings_directory(const struct settings *settings);

// The workloads in it. False: the reason has been printed.
struct workloads;
bool settings_workloads(const struct settings *settings, struct workloads *workloads);

// What to say where workers_run returned false; a status.
int verb_lost_workers(void);

// Loads a workload's configuration, named or as FILE.yaml, and applies the settings. False: the
// reason has been printed.
bool settings_load(const struct settings *settings, const char *workload, struct config *config);

// The same for no workload: the defaults.
bool settings_load_none(const struct settings *settings, struct config *config);

// The same for a file of operations (csim/traffic/traffic.h).
bool settings_load_file(const struct settings *settings, const char *path, struct config *config);

// Parses a verb's options. False: the reason has been printed, in one line.
bool verb_parse(const struct argp *argp, int argc, char **argv, void *input);

// Prints "semacredit: MESSAGE" on standard error, in one line, and returns STATUS_USAGE.
int verb_refuse(const char *message, ...) __attribute__((format(printf, 1, 2)));

// Refuses a name that is in none of `rows`, an array of structs of `size` bytes whose first field
// is their name, NULL in the last.
int verb_refuse_name(const char *option, const char *what, const char *name, const void *rows,
                     size_t size);

// The same for --policy, among csim/policy/policy.h's.
int verb_refuse_policy(const char *name);

// "make program": what builds this program.
void verb_make_line(char *text, size_t size);

// "program verb --set a=b": the command line that repeats this run.
void verb_replay_line(char *text, size_t size, const char *workload, const char *admission,
                      unsigned long long seed, const struct settings *settings);

// A number option: a whole number from `least` to `most`. False: the reason has been printed.
bool verb_number(const char *option, const char *text, unsigned long long least,
                 unsigned long long most, unsigned long long *value);

extern const char *program_path; // as it was called

#endif
