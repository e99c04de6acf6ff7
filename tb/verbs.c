#include "verbs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workers.h"

#include "lines.h"
#include "traffic.h"

const char *program_path = "semacredit";

int verb_refuse(const char *message, ...) {
    va_list arguments;
    va_start(arguments, message);
    fputs("semacredit: ", stderr);
    vfprintf(stderr, message, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return STATUS_USAGE;
}

int verb_refuse_name(const char *option, const char *what, const char *name, const void *rows,
                     size_t size) {
    char known[400] = "";
    size_t at = 0;
    for (const char *row = rows; at < sizeof known; row += size) {
        const char *each;
        memcpy(&each, row, sizeof each);
        if (!each)
            break;
        at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", at ? ", " : "", each);
    }
    return verb_refuse("%s: unknown %s '%s': expected %s", option, what, name, known);
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

bool settings_load(const struct settings *settings, const char *workload, struct config *config) {
    char error[CONFIG_ERROR_SIZE];
    config_init(config);
    const bool loaded = config_load_workload(
        config, settings->directory ? settings->directory : "sim", workload, error, sizeof error);
    return settings_apply(settings, loaded, config, error, sizeof error);
}

bool settings_load_file(const struct settings *settings, const char *path, struct config *config) {
    char error[LINES_ERROR_SIZE];
    config_init(config);
    const bool loaded = traffic_file_settings(path, config, error, sizeof error);
    return settings_apply(settings, loaded, config, error, sizeof error);
}

// Whether an argument that begins with "-" may be one of the options of `argp` or its children.
static bool option_known(const struct argp *argp, const char *argument) {
    bool is_long = argument[1] == '-';
    const char *name = argument + 2;
    size_t length = strcspn(name, "=");
    for (const struct argp_option *at = argp->options; at && (at->name || at->key); at++)
        if (is_long ? at->name && strncmp(at->name, name, length) == 0 : at->key == argument[1])
            return true;
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        if (option_known(child->argp, argument))
            return true;
    return false;
}

// argp tells in two lines what it does not like, and only on standard error: so it is kept silent,
// and what it did not like is found again here.
bool verb_parse(const struct argp *argp, int argc, char **argv, void *input) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            char name[64];
            snprintf(name, sizeof name, "semacredit %s", argv[0]);
            argp_help(argp, stdout, ARGP_HELP_USAGE | ARGP_HELP_DOC | ARGP_HELP_LONG, name);
            exit(STATUS_FINE);
        }
    int at = argc;
    error_t failed = argp_parse(argp, argc, argv, ARGP_NO_ERRS, &at, input);
    if (failed == ERANGE || failed == E2BIG) // the option's parser has spoken
        return false;
    const char *why = "expected no further argument, got";
    if (failed) {
        why = "expected a value for";
        at = argc - 1;
        for (int i = argc - 1; i > 0; i--)
            if (argv[i][0] == '-' && !option_known(argp, argv[i])) {
                why = "unknown option";
                at = i;
            }
    }
    if (at < argc)
        verb_refuse("%s: %s '%s' (see 'semacredit %s --help')", argv[0], why, argv[at], argv[0]);
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

void verb_replay_line(char *text, size_t size, const char *workload, const char *admission,
                      unsigned long long seed, const struct settings *settings) {
    const char *quote = traffic_is_file(workload) ? "'" : "";
    int at = snprintf(text, size, "make %s && %s run --workload %s%s%s --admission %s --seed %llu",
                      program_path, program_path, quote, workload, quote, admission, seed);
    if (settings->directory && at > 0 && (size_t)at < size)
        at += snprintf(text + at, size - (size_t)at, " --config-dir '%s'", settings->directory);
    for (unsigned i = 0; i < settings->sets && at > 0 && (size_t)at < size; i++)
        at += snprintf(text + at, size - (size_t)at, " --set '%s'", settings->set[i]);
}
