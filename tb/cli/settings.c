#include "tb/cli/settings.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/base/text_reader.h"
#include "csim/base/word.h"
#include "csim/traffic/traffic.h"
#include "tb/cli/command.h"
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

// Once a configuration was loaded, or not, with the reason in `error`.
static bool settings_apply(const struct settings *settings, bool loaded, struct config *config,
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
    refuse("%s/%s: left out: expected at most %d " WORKLOAD_NAME_RULE
           " for the name of a workload, and .yaml or .yml behind it",
           directory, file, WORKLOAD_NAME_SIZE - 1);
}

static bool settings_workloads(const struct settings *settings, struct workloads *workloads) {
    struct text_error error;
    if (workloads_list(workloads, settings_directory(settings), say_left_out, &error))
        return true;
    return refuse("%s; -C DIR names the folder of the configurations", error.text);
}

bool settings_directory_found(const struct settings *settings) {
    const char *const directory = settings_directory(settings);
    struct stat status;
    return stat(directory, &status) == 0 ||
           refuse("%s: cannot be read: %s; -C DIR names the folder of the configurations",
                  directory, strerror(errno));
}

bool settings_load(const struct settings *settings, const char *workload, struct config *config) {
    struct text_error error;
    config_init(config);
    if (workload_is_yaml(workload))
        return settings_apply(settings, config_load(config, workload, &error), config, &error);
    if (!settings_directory_found(settings))
        return false;
    const bool loaded =
        config_load_workload(config, settings_directory(settings), workload, &error);
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

static const char between[] = ",";

// FILE.yaml in its parts; false: the reason has been printed.
static bool split_path(struct selected *selected, const char *text) {
    const char *slash = strrchr(text, '/');
    const char *name = slash ? slash + 1 : text;
    const int length = workload_stem(name);
    snprintf(selected->directory, sizeof selected->directory, "%.*s",
             slash ? (int)(slash - text) + (slash == text) : 1, slash ? text : ".");
    snprintf(selected->name, sizeof selected->name, "%.*s", length, name);
    if (length < WORKLOAD_NAME_SIZE && workload_name_fits(selected->name))
        return true;
    return refuse("--workload: expected at most %d " WORKLOAD_NAME_RULE
                  " for the name of a workload, found '%s'",
                  WORKLOAD_NAME_SIZE - 1, text);
}

static bool configure(struct selected *selected) {
    selected->settings.directory = selected->directory;
    return settings_load(&selected->settings, selected->name, &selected->config);
}

bool selected_change(struct selected *selected, const char *setting) {
    struct settings *settings = &selected->settings;
    if (settings->sets == SETTINGS_MAX)
        return true;
    memmove(settings->set + 1, settings->set, settings->sets * sizeof *settings->set);
    settings->set[0] = setting;
    settings->sets++;
    return configure(selected);
}

static bool selected_load(struct selected *selected, const struct settings *settings) {
    selected->settings = *settings;
    if (!configure(selected))
        return false;
    selected->place = workload_place(selected->directory, selected->name);
    selected->random = selected->config.traffic != TRAFFIC_BURST;
    return true;
}

static bool selection_add(struct selection *selection, const struct settings *settings,
                          const char *text) {
    if (selection->count == WORKLOADS_MAX)
        return refuse("--workload: expected at most %d of them", WORKLOADS_MAX);
    struct selected *selected = &selection->of[selection->count];
    snprintf(selected->directory, sizeof selected->directory, "%s", settings_directory(settings));
    snprintf(selected->name, sizeof selected->name, "%.*s", WORKLOAD_NAME_SIZE - 1, text);
    if (workload_is_yaml(text)
            ? !split_path(selected, text)
            : !workload_name_fits(text) && !settings_load(settings, text, &selected->config))
        return false;
    if (!selected_load(selected, settings))
        return false;
    for (unsigned i = 0; i < selection->count; i++)
        if (strcmp(selection->of[i].name, selected->name) == 0)
            return refuse("--workload: expected '%s' once", selected->name);
    selection->count++;
    return true;
}

static bool add_all(struct selection *selection, const struct settings *settings) {
    struct workloads known;
    if (!settings_workloads(settings, &known))
        return false;
    for (unsigned i = 0; i < known.count; i++)
        if (!selection_add(selection, settings, known.name[i]))
            return false;
    if (known.count == 0)
        verb_refuse("%s: expected workloads, NAME.yaml", settings_directory(settings));
    return known.count > 0;
}

static bool add_some(struct selection *selection, const struct settings *settings,
                     const char *workloads) {
    for (const char *at = workloads; *(at += strspn(at, between));) {
        char text[WORKLOAD_PATH_SIZE];
        const size_t length = strcspn(at, between);
        snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : 0), at);
        if (!selection_add(selection, settings, text))
            return false;
        at += length;
    }
    if (selection->count == 0)
        verb_refuse("--workload: expected names of workloads or FILE.yaml, with commas between");
    return selection->count > 0;
}

static int by_table(const void *a, const void *b) {
    const struct selected *one = a, *other = b;
    const uint64_t kind = one->config.traffic, other_kind = other->config.traffic;
    if (one->place != other->place)
        return one->place < other->place ? -1 : 1;
    return kind != other_kind ? (kind > other_kind) - (kind < other_kind)
                              : strcmp(one->name, other->name);
}

struct selection *selection_make(const struct settings *settings, const char *workloads) {
    struct selection *selection = memory_there(calloc(1, sizeof *selection));
    const bool all = !workloads || strcmp(workloads, "all") == 0;
    if (all ? add_all(selection, settings) : add_some(selection, settings, workloads)) {
        qsort(selection->of, selection->count, sizeof *selection->of, by_table);
        for (unsigned i = 0; i < selection->count; i++)
            selection->of[i].settings.directory = selection->of[i].directory;
        return selection;
    }
    free(selection);
    return NULL;
}

// --- one of them, or a file ----------------------------------------------------------------------

void run_name(char name[RUN_NAME_SIZE], const char *path, bool is_file) {
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    size_t length = strlen(start), end = 0;
    if (is_file && length > 3 && strcmp(start + length - 3, ".gz") == 0)
        length -= strlen(".gz");
    if (is_file)
        for (end = length; end > 0 && start[--end] != '.';)
            continue;
    length = end > 0 ? end : length;
    snprintf(name, RUN_NAME_SIZE, "%.*s", (int)length, start);
    bool whole = length > 0 && length < RUN_NAME_SIZE;
    for (char *at = name; *at; at++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.", *at) ||
            (*at == '.' && at == name)) {
            *at = '_';
            whole = false;
        }
    const size_t most = RUN_NAME_SIZE - MARK_BYTES;
    const size_t kept = strlen(name) < most ? strlen(name) : most;
    if (!whole)
        name_mark(name + kept, start, length);
}

bool subject_load(struct subject *subject, const char *workload, const char *record,
                  const struct settings *settings) {
    struct config *const config = &subject->config;
    const bool is_stream = workload && text_stream_named(workload);
    const bool is_file =
        workload && !is_stream && !workload_is_yaml(workload) && traffic_is_file(workload);
    struct text_error error;
    *subject = (struct subject){.path = is_stream ? record : is_file ? workload : NULL};
    if (workload)
        run_name(subject->name, is_stream ? "stream" : workload,
                 is_file || workload_is_yaml(workload));
    if (workload && !is_stream && !is_file)
        return settings_load(settings, workload, config);
    config_init(config);
    if (is_stream)
        subject->stream = traffic_stream_open(workload, config, &error);
    const bool loaded = is_stream ? subject->stream != NULL
                                  : !is_file || traffic_file_settings(workload, config, &error);
    if (!settings_apply(settings, loaded, config, &error)) {
        traffic_close(subject->stream);
        return false;
    }
    if (is_stream)
        traffic_stream_limit(subject->stream, config->operations);
    return !is_file || traffic_file_survey(workload, config, subject->note, &error) ||
           refuse("%s", error.text);
}

void subject_stream_ended(struct subject *subject, uint64_t operations) {
    if (subject->stream && operations == subject->config.operations)
        snprintf(subject->note, sizeof subject->note,
                 "its first %llu operations; --set operations=N takes so many",
                 (unsigned long long)operations);
}
