#include "tb/cli/settings.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/base/word.h"
#include "csim/config/workloads.h"
#include "csim/traffic/traffic.h"
#include "tb/cli/result_file.h"

static void say(const char *message, va_list arguments) {
    if (interrupted())
        return; // that is why, and main says so
    fputs("semacredit: ", stderr);
    vfprintf(stderr, message, arguments);
    fputc('\n', stderr);
}

int verb_refuse(const char *message, ...) {
    va_list arguments;
    va_start(arguments, message);
    say(message, arguments);
    va_end(arguments);
    return STATUS_USAGE;
}

bool refuse(const char *message, ...) {
    va_list arguments;
    va_start(arguments, message);
    say(message, arguments);
    va_end(arguments);
    return false;
}

int verb_refuse_name(const char *option, const char *name, const void *rows, size_t size) {
    char known[400] = "", meant[NEAREST_TEXT_SIZE];
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
    return verb_refuse("%s: expected one of %s, found '%s'%s", option, known, name,
                       nearest_text(&nearest, meant));
}

// Does a counter of this build hold a window?
static bool window_fits(const char *key, uint64_t window, uint64_t quantum) {
    const uint64_t most = (uint64_t)(COUNTER_MAX - 1) << quantum;
    return window <= most ||
           refuse("%s: expected at most %" PRIu64 ", what a counter of %d bits holds in units of "
                  "2^%" PRIu64 ", found %" PRIu64,
                  key, most, COUNTER_BITS, quantum, window);
}

static bool windows_fit(const struct config *config) {
    return window_fits("window_hbm", config->window_hbm, config->quantum_hbm) &&
           window_fits("window_atomic", config->window_atomic, config->quantum_time) &&
           window_fits("window_response", config->window_response, config->quantum_time);
}

bool settings_apply(const struct settings *settings, bool loaded, struct config *config,
                    struct text_error *error) {
    config_fit(config);
    for (unsigned i = 0; loaded && i < settings->sets; i++)
        loaded = config_set(config, settings->set[i], error);
    return loaded ? windows_fit(config) : refuse("%s", error->text);
}

bool program_place(const char *name, char path[PLACE_BYTES]) {
    char folder[PLACE_BYTES] = "", *end;
    if (readlink("/proc/self/exe", folder, sizeof folder - 1) < 0 || !(end = strrchr(folder, '/')))
        return false;
    *end = '\0';
    end = strrchr(folder, '/');
    const bool installed = end && strcmp(end, "/bin") == 0;
    for (; end; end = installed ? NULL : strrchr(folder, '/')) {
        *end = '\0';
        if (snprintf(path, PLACE_BYTES, "%s/%s%s", folder, installed ? "share/semacredit/" : "",
                     name) < PLACE_BYTES &&
            access(path, R_OK) == 0)
            return true;
    }
    return false;
}

const char *settings_directory(const struct settings *settings) {
    static const char here[] = "sim";
    static char own[PLACE_BYTES];
    if (settings->directory)
        return settings->directory;
    return access(here, F_OK) != 0 && program_place(here, own) ? own : here;
}

static void say_left_out(const char *directory, const char *file) {
    refuse("%s/%s: left out: expected at most %d " WORKLOAD_NAME_RULE " for the name of a workload",
           directory, file, WORKLOAD_NAME_SIZE - 1);
}

bool settings_workloads(const struct settings *settings, struct workloads *workloads) {
    struct text_error error;
    if (workloads_list(workloads, settings_directory(settings), say_left_out, &error))
        return true;
    return refuse("%s; -C DIR names the folder of the configurations", error.text);
}

bool settings_load(const struct settings *settings, const char *workload, struct config *config) {
    const char *const directory = settings_directory(settings);
    struct text_error error;
    struct stat status;
    config_init(config);
    if (workload_is_yaml(workload))
        return settings_apply(settings, config_load(config, workload, &error), config, &error);
    if (stat(directory, &status) != 0)
        return refuse("%s: cannot be read: %s; -C DIR names the folder of the configurations",
                      directory, strerror(errno));
    const bool loaded = config_load_workload(config, directory, workload, &error);
    return settings_apply(settings, loaded, config, &error);
}

bool verb_number(const char *option, const char *text, unsigned long long least,
                 unsigned long long most, unsigned long long *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && *value >= least &&
        *value <= most)
        return true;
    return refuse("%s: expected a whole number from %llu to %llu, found '%s'", option, least, most,
                  text);
}

void verb_replay_line(char *text, size_t size, const char *workload, const char *admission,
                      unsigned long long seed, const struct settings *settings) {
    const char *quote = workload_is_yaml(workload) || traffic_is_file(workload) ? "'" : "";
    char call[CALL_BYTES];
    version_call(call, sizeof call);
    int at = snprintf(text, size, "%s run --workload %s%s%s --admission %s --seed %llu", call,
                      quote, workload, quote, admission, seed);
    if (settings->directory && at > 0 && (size_t)at < size)
        at += snprintf(text + at, size - (size_t)at, " --config-dir '%s'", settings->directory);
    for (unsigned i = 0; i < settings->sets && at > 0 && (size_t)at < size; i++)
        at += snprintf(text + at, size - (size_t)at, " --set '%s'", settings->set[i]);
}
