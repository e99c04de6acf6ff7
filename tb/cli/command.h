// The command line: a table of verbs, a table of their options, and what comes before every verb.
#pragma once

#include "csim/policy/policy.h"
#include "csim/traffic/traffic.h"
#include "tb/block/models.h"
#include "tb/cli/settings.h"

enum { RUN_NAME_SIZE = 64 };
#define STANDARD_OUTPUT "/dev/stdout" // where a file is named

// For tables, folders and messages: the workload's name, or the file's without folders and ending.
// What is too long or has other characters ends in '~' and a sum.
void run_name(char name[RUN_NAME_SIZE], const char *path, bool is_file);

// What a verb is to run: a workload of the program, a configuration, or the operations of a file.
struct subject {
    const char *path;             // of the file of operations; NULL: they are generated
    struct traffic *stream;       // of a stream, for one run, which closes it; NULL: it is none
    char name[RUN_NAME_SIZE];     // run_name
    char note[TRAFFIC_NOTE_SIZE]; // what a user should know of how the file was read, or empty
    struct config config;
};

// For options of verbs: what --workload takes.
#define SUBJECT_HELP                                                                               \
    "a configuration of sim/, by name or as FILE.yaml; or a file of operations, named with a "     \
    "slash or ending in .trace, .trace.gz, .cm, .cm.gz, .xml or .goal: a trace, a connection "     \
    "matrix of htsim, an algorithm of MSCCL or a GOAL text"
#define STREAM_HELP "; or a trace as it is made: '-', standard input, or '|COMMAND'"

// Reads all that is to be read; `workload` as a user named it, which must live as long; NULL: the
// defaults. Operations of a stream (csim/base/text_reader.h) are recorded in `record`, which is
// what a run that is repeated reads. False: the reason has been printed.
bool subject_load(struct subject *subject, const char *workload, const char *record,
                  const struct settings *settings);

// After a run that has taken `operations`, fences and rejected ones among them: what a user should
// know of where a stream was cut.
void subject_stream_ended(struct subject *subject, uint64_t operations);

// The values of all options of all verbs; NULL, zero or false: not given.
struct options {
    const char *argument; // the first field: where the argument of a verb goes
    struct settings settings;
    unsigned long long jobs, seed, seeds, operations;
    const char *workload, *policy_name, *admission, *points, *name;
    const char *csv, *commits, *latencies, *refusals, *tape, *trace, *wave;
    const char *rtl_receivers, *share, *seed_range;
    bool quick, hash, show_config, memory, lockstep, steady, agreement;

    // Found before the verb runs.
    const char *verb;
    const struct policy *policy;      // NULL: the block in its own environment
    const struct admitter_kind *kind; // NULL: the policy decides
    struct subject subject;           // of verbs that load one
};

enum option_kind {
    OPTION_FLAG,    // bool
    OPTION_TEXT,    // const char *
    OPTION_WRITE,   // the same, the path of a file that is written
    OPTION_NUMBER,  // unsigned long long
    OPTION_SETTING, // one of several in a struct settings
};

struct verb_option {
    unsigned verbs; // that take it; bits
    const char *name;
    int letter;           // 0: none
    const char *argument; // NULL: none
    const char *help;
    enum option_kind kind;
    size_t at;                      // offset in struct options
    unsigned long long least, most; // of a number
    const char *usual;              // value of a text or a number that is not given; NULL: none
    bool has_view;                  // a view for GTKWave is written beside the file
};

enum verb_loads {
    LOADS_NOTHING,
    LOADS_WORKLOAD, // the workload, if one is named, else the defaults
    LOADS_RUN,      // the workload, which must be named, and each setting must have an effect
    LOADS_STREAM,   // the same, which may be a stream; that is recorded
};

struct verb {
    unsigned bit; // for struct verb_option
    const char *name;
    const char *what; // its line of --help
    int (*run)(struct options *options);
    enum verb_loads loads;
    const char *argument; // NULL: it takes none
    size_t argument_at;   // offset in struct options
    const char *tape;     // what messages call the argument where it is a file; NULL: it is none
    // Where another program is the verb: takes its name and all that follows it. NULL: it is not.
    int (*script)(char **words);
    const char *missing; // message where the argument or the workload is missing; NULL: neither is
    const char *help;
};

// Runs the verb that the arguments name. Both tables end with a row of zeros. Returns an exit
// status.
int command_run(const struct verb *verbs, const struct verb_option *options, int argc, char **argv);
