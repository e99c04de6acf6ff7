#include "csim/traffic/traffic.h"

#include <stdlib.h>
#include <string.h>

struct traffic *traffic_open(const struct config *config, uint64_t seed) {
    static const struct traffic_ops *const kinds[] = {[TRAFFIC_BURST] = &traffic_burst,
                                                      [TRAFFIC_RANDOM] = &traffic_random,
                                                      [TRAFFIC_ADVERSARIAL] = &traffic_adversarial};
    return kinds[config->traffic]->open(config, seed);
}

void traffic_free(struct traffic *self) {
    free(self);
}

static bool ends_in(const char *text, const char *end) {
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool traffic_is_matrix(const char *path) {
    return ends_in(path, ".cm") || ends_in(path, ".cm.gz");
}

bool traffic_is_file(const char *workload) {
    return strchr(workload, '/') || traffic_is_matrix(workload) || ends_in(workload, ".trace") ||
           ends_in(workload, ".trace.gz");
}

static const struct traffic_file *file_kind(const char *path) {
    return traffic_is_matrix(path) ? &traffic_matrix : &traffic_trace;
}

bool traffic_file_settings(const char *path, struct config *config, struct text_error *error) {
    return file_kind(path)->settings(path, config, error);
}

bool traffic_file_survey(const char *path, struct config *config, char *note,
                         struct text_error *error) {
    note[0] = '\0';
    return file_kind(path)->survey(path, config, note, error);
}

struct traffic *traffic_file_open(const char *path, const struct config *config,
                                  struct text_error *error) {
    return file_kind(path)->open(path, config, error);
}
