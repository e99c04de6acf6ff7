#include "tb/cli/command.h"

#include "csim/base/text_reader.h"
#include "csim/config/workloads.h"

struct sources {
    const struct settings *settings;
    const struct config *asked, *config;
    const char *path; // of the configuration or of the operations; NULL: none
    bool is_yaml;
};

static bool is_set(const struct settings *settings, const char *key) {
    for (unsigned i = 0; i < settings->sets; i++)
        if (config_sets(settings->set[i], key))
            return true;
    return false;
}

// The line "set KEY=VALUE" of a trace; 0: there is none.
static uint64_t trace_line(const char *path, const char *key) {
    struct text_error error;
    struct text_reader *lines = text_reader_open(path, &error);
    const size_t length = strlen(key);
    uint64_t found = 0;
    while (lines && !found && text_reader_next(lines)) {
        struct word set, setting;
        const bool is_set = text_reader_word(lines, &set) && word_is(&set, "set");
        if (!is_set && text_reader_number(lines) > 1)
            break; // the operations
        if (!is_set || !text_reader_word(lines, &setting))
            continue;
        if (setting.length > length && setting.text[length] == '=' &&
            memcmp(setting.text, key, length) == 0)
            found = text_reader_number(lines);
    }
    text_reader_close(lines);
    return found;
}

static void describe(void *context, const char *key, char *from, size_t size) {
    const struct sources *sources = context;
    if (!config_same(sources->asked, sources->config, key)) {
        snprintf(from, size, "this run");
        return;
    }
    if (is_set(sources->settings, key)) {
        snprintf(from, size, "--set");
        return;
    }
    if (!sources->path)
        return;
    const uint64_t line =
        sources->is_yaml ? config_key_line(sources->path, key) : trace_line(sources->path, key);
    if (line)
        snprintf(from, size, "%s:%" PRIu64, sources->path, line);
    else if (!sources->is_yaml && strcmp(from, "default") != 0)
        snprintf(from, size, "%s", sources->path); // the number of its operations, say
}

void key_list_print(const struct options *options, const struct config *config, FILE *file) {
    const char *const workload = options->workload;
    char path[WORKLOAD_PATH_SIZE];
    struct text_error error;
    struct sources sources = {.settings = &options->settings,
                              .asked = &options->subject.config,
                              .config = config,
                              .path = workload};
    sources.is_yaml = workload && !text_stream_named(workload) &&
                      (workload_is_yaml(workload) || !traffic_is_file(workload));
    if (sources.is_yaml && !workload_is_yaml(workload) &&
        !workload_path(settings_directory(&options->settings), workload, path, &error))
        sources.path = NULL;
    else if (sources.is_yaml && !workload_is_yaml(workload))
        sources.path = path;
    config_list(config, &(struct config_origins){.describe = describe, .context = &sources}, file);
}
