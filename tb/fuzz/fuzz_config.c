// libFuzzer target for the configuration reader: any bytes give a configuration, or one line that
// names the file. Build with clang -fsanitize=fuzzer,address,undefined.
#include <sys/mman.h>
#include <unistd.h>

#include "csim/config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void message_check(const struct text_error *error) {
    if (memchr(error->text, '\0', sizeof error->text) == NULL || error->text[0] == '\0' ||
        strchr(error->text, '\n'))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text_error error = {""};
    struct config config;
    config_init(&config);
    const int memory = memfd_create("config", 0);
    if (memory < 0 || write(memory, data, size) != (ssize_t)size)
        abort();
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    const struct config before = config;
    if (!config_load(&config, path, &error)) {
        message_check(&error);
        if (strncmp(error.text, path, strlen(path)) != 0 ||
            memcmp(&config, &before, sizeof config) != 0)
            abort();
    }
    close(memory);
    char assignment[256];
    const size_t length = size < sizeof assignment - 1 ? size : sizeof assignment - 1;
    memcpy(assignment, data, length);
    assignment[length] = '\0';
    error.text[0] = '\0';
    if (!config_set(&config, assignment, &error))
        message_check(&error);
    return 0;
}
