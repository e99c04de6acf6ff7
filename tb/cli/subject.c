#include "tb/cli/command.h"

#include <stdio.h>
#include <string.h>

#include "csim/base/text_stream.h"
#include "csim/config/workloads.h"
#include "csim/traffic/tasks.h"

// A name for tables, folders and messages.
static void subject_name(struct subject *subject, const char *workload) {
    const char *slash = strrchr(workload, '/');
    const char *start = slash ? slash + 1 : workload;
    snprintf(subject->name, sizeof subject->name, "%.*s", (int)strcspn(start, "."), start);
    for (char *at = subject->name; *at; at++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", *at))
            *at = '_';
    if (subject->name[0] == '\0')
        snprintf(subject->name, sizeof subject->name, "file");
}

bool subject_load(struct subject *subject, const char *workload, const struct settings *settings) {
    *subject = (struct subject){.path = NULL};
    subject_name(subject, workload);
    if (workload_is_yaml(workload) || !tasks_is_file(workload))
        return settings_load(settings, workload, &subject->config);
    if (!settings_load_file(settings, workload, &subject->config))
        return false;
    subject->path = workload;
    struct text_error error;
    return tasks_survey(workload, &subject->config, subject->note, &error) ||
           refuse("%s", error.text);
}

bool subject_load_stream(struct subject *subject, const char *stream, const char *record,
                         const struct settings *settings) {
    *subject = (struct subject){.path = record, .name = "stream"};
    subject->stream = settings_load_stream(settings, stream, &subject->config);
    return subject->stream != NULL;
}

void subject_stream_ended(struct subject *subject, uint64_t operations) {
    if (subject->stream && operations == subject->config.operations)
        snprintf(subject->note, sizeof subject->note,
                 "its first %llu operations; --set operations=N takes so many",
                 (unsigned long long)operations);
}
