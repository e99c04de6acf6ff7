#define _POSIX_C_SOURCE 200809L // stat
#include "tb/cli/verbs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "csim/base/interrupt.h"
#include "csim/base/workers.h"
#include "tb/cosim/version.h"

#include "csim/base/lines.h"
#include "csim/base/nearest.h"
#include "csim/config/workloads.h"
#include "csim/policy/policy.h"
#include "csim/traffic/traffic.h"
#include "tb/cli/standard.h"
#include "tb/dut/shim.h"

const char *program_path = "semacredit";

int verb_refuse(const char *message, ...) {
    va_list arguments;
    if (interrupted())
        return STATUS_USAGE; // that is why, and main says so
    va_start(arguments, message);
    fputs("semacredit: ", stderr);
    vfprintf(stderr, message, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return STATUS_USAGE;
}

int verb_lost_workers(void) {
    if (!interrupted())
        printf("FAILED: a worker process died\n");
    return STATUS_FAILED;
}

int verb_refuse_name(const char *option, const char *what, const char *name, const void *rows,
                     size_t size) {
    char known[400] = "";
    size_t at = 0;
    struct nearest nearest = nearest_start(name, strlen(name));
    for (const char *row = rows; at < sizeof known; row += size) {
        const char *each;
        memcpy(&each, row, sizeof each);
        if (!each)
            break;
        nearest_try(&nearest, each);
        at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", at ? ", " : "", each);
    }
    char meant[NEAREST_TEXT_SIZE];
    return verb_refuse("%s: unknown %s '%s'%s; expected %s", option, what, name,
                       nearest_text(&nearest, meant), known);
}

int verb_refuse_policy(const char *name) {
    char names[320] = "", meant[NEAREST_TEXT_SIZE];
    struct nearest nearest = nearest_start(name, strlen(name));
    size_t at = 0;
    for (const struct policy *const *each = policies; *each && at < sizeof names; each++) {
        nearest_try(&nearest, (*each)->name);
        at +=
            (size_t)snprintf(names + at, sizeof names - at, "%s%s", at ? ", " : "", (*each)->name);
    }
    return verb_refuse("--policy: expected one of %s, got '%s'%s", names, name,
                       nearest_text(&nearest, meant));
}

static const struct argp_option settings_options[] = {
    {"config-dir", 'C', "DIR", 0, "folder of the workloads' configurations (default: sim)", 0},
    {"set", 's', "KEY=VALUE", 0, "change one key of the configuration; may be repeated", 0},
    {0},
};

static error_t settings_option(int key, char *text, struct argp_state *state) {
    struct settings *settings = state->input;
    switch (key) {
    case 'C':
        settings->directory = text;
        return 0;
    case 's':
        if (settings->sets == SETTINGS_MAX) {
            verb_refuse("--set: expected at most %d of them", SETTINGS_MAX);
            return E2BIG;
        }
        settings->set[settings->sets++] = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp settings_argp = {.options = settings_options, .parser = settings_option};

static const struct argp_option jobs_options[] = {
    {"jobs", 'j', "N", 0, "worker processes (default: one a core)", 0},
    {0},
};

static error_t jobs_option(int key, char *text, struct argp_state *state) {
    unsigned long long *jobs = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        *jobs = workers_default();
        return 0;
    case 'j':
        return verb_number("--jobs", text, 1, WORKERS_MAX, jobs) ? 0 : ERANGE;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp jobs_argp = {.options = jobs_options, .parser = jobs_option};

// What remains to be done once the configuration was loaded, or not.
static bool settings_apply(const struct settings *settings, bool loaded, struct config *config,
                           char *error, size_t size) {
    for (unsigned i = 0; loaded && i < settings->sets; i++)
        loaded = config_set(config, settings->set[i], error, size);
    if (!loaded)
        verb_refuse("%s", error);
    return loaded;
}

const char *settings_directory(const struct settings *settings) {
    return settings->directory ? settings->directory : "sim";
}

bool settings_workloads(const struct settings *settings, struct workloads *workloads) {
    char error[CONFIG_ERROR_SIZE];
    if (workloads_list(workloads, settings_directory(settings), error, sizeof error))
        return true;
    verb_refuse("%s; -C DIR names the folder of the configurations", error);
    return false;
}

bool settings_load(const struct settings *settings, const char *workload, struct config *config) {
    const char *const directory = settings_directory(settings);
    char error[CONFIG_ERROR_SIZE];
    struct stat status;
    config_init(config);
    if (workload_is_yaml(workload))
        return settings_apply(settings, config_load(config, workload, error, sizeof error), config,
                              error, sizeof error);
    if (stat(directory, &status) != 0) {
        verb_refuse("%s: cannot be read: %s; -C DIR names the folder of the configurations",
                    directory, strerror(errno));
        return false;
    }
    const bool loaded = config_load_workload(config, directory, workload, error, sizeof error);
    return settings_apply(settings, loaded, config, error, sizeof error);
}

bool settings_load_none(const struct settings *settings, struct config *config) {
    char error[CONFIG_ERROR_SIZE];
    config_init(config);
    return settings_apply(settings, true, config, error, sizeof error);
}

bool settings_load_file(const struct settings *settings, const char *path, struct config *config) {
    char error[LINES_ERROR_SIZE];
    config_init(config);
    const bool loaded = traffic_file_settings(path, config, error, sizeof error);
    return settings_apply(settings, loaded, config, error, sizeof error);
}

// Options of every verb beside its own.
static const struct argp_option common_options[] = {
    {"help", 'h', NULL, 0, NULL, 0}, {"version", 0x100, NULL, 0, NULL, 0}, {0}};
static const struct argp common_argp = {.options = common_options};

// Whether an argument that begins with "-" may be one of the options of `argp` or its children; if
// not, `nearest` has tried their names.
static bool option_known(const struct argp *argp, const char *argument, struct nearest *nearest) {
    bool is_long = argument[1] == '-';
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    for (const struct argp_option *at = argp->options; at && (at->name || at->key); at++) {
        if (is_long ? at->name && strncmp(at->name, name, length) == 0 : at->key == argument[1])
            return true;
        if (is_long && at->name)
            nearest_try(nearest, at->name);
    }
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        if (option_known(child->argp, argument, nearest))
            return true;
    return false;
}

// The same of a whole verb; what was probably meant goes to `meant`, empty where nothing is near.
static bool verb_option_known(const struct argp *argp, const char *argument, char *meant,
                              size_t size) {
    const bool is_long = argument[1] == '-';
    const char *name = is_long ? argument + 2 : "";
    struct nearest nearest = nearest_start(name, strcspn(name, "="));
    const bool known =
        option_known(&common_argp, argument, &nearest) || option_known(argp, argument, &nearest);
    *meant = '\0';
    if (!known && nearest.best)
        snprintf(meant, size, ", did you mean --%s?", nearest.best);
    return known;
}

// argp tells in two lines what it does not like, and only on standard error: so it is kept silent,
// and what it did not like is found again here.
bool verb_parse(const struct argp *argp, int argc, char **argv, void *input) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            char name[64];
            snprintf(name, sizeof name, "semacredit %s", argv[0]);
            argp_help(argp, stdout, ARGP_HELP_USAGE | ARGP_HELP_DOC | ARGP_HELP_LONG, name);
            exit(standard_close(STATUS_FINE));
        }
        if (strcmp(argv[i], "--version") == 0) {
            printf("%s\n", version_line());
            exit(standard_close(STATUS_FINE));
        }
    }
    int at = argc;
    char meant[80] = "";
    error_t failed = argp_parse(argp, argc, argv, ARGP_NO_ERRS, &at, input);
    if (failed == ERANGE || failed == E2BIG) // the option's parser has spoken
        return false;
    const char *why = "expected no further argument, got";
    if (failed) {
        why = "expected a value for";
        at = argc - 1;
        for (int i = argc - 1; i > 0; i--) {
            char near[80];
            if (argv[i][0] != '-' || verb_option_known(argp, argv[i], near, sizeof near))
                continue;
            why = "unknown option";
            at = i;
            snprintf(meant, sizeof meant, "%s", near);
        }
    }
    if (at < argc)
        verb_refuse("%s: %s '%s'%s (see 'semacredit %s --help')", argv[0], why, argv[at], meant,
                    argv[0]);
    return at >= argc;
}

bool verb_number(const char *option, const char *text, unsigned long long least,
                 unsigned long long most, unsigned long long *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && *value >= least &&
        *value <= most)
        return true;
    verb_refuse("%s: expected a whole number from %llu to %llu, got '%s'", option, least, most,
                text);
    return false;
}

void verb_make_line(char *text, size_t size) {
    const bool ours = strcmp(shim_rtl(), "rtl") == 0;
    snprintf(text, size, "make %s%s%s%s", program_path, ours ? "" : " RTL='",
             ours ? "" : shim_rtl(), ours ? "" : "'");
}

void verb_replay_line(char *text, size_t size, const char *workload, const char *admission,
                      unsigned long long seed, const struct settings *settings) {
    const char *quote = workload_is_yaml(workload) || traffic_is_file(workload) ? "'" : "";
    char make[600];
    verb_make_line(make, sizeof make);
    int at = snprintf(text, size, "%s && %s run --workload %s%s%s --admission %s --seed %llu", make,
                      program_path, quote, workload, quote, admission, seed);
    if (settings->directory && at > 0 && (size_t)at < size)
        at += snprintf(text + at, size - (size_t)at, " --config-dir '%s'", settings->directory);
    for (unsigned i = 0; i < settings->sets && at > 0 && (size_t)at < size; i++)
        at += snprintf(text + at, size - (size_t)at, " --set '%s'", settings->set[i]);
}
