// libFuzzer target for the configuration reader: any bytes give a configuration, or one line that
// names the file. Build with clang -fsanitize=fuzzer,address,undefined.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "csim/config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void message_check(const char *error, size_t size) {
    if (memchr(error, '\0', size) == NULL || error[0] == '\0' || strchr(error, '\n'))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char error[CONFIG_ERROR_SIZE] = "";
    struct config config;
    config_init(&config);
    if (!config_parse(&config, "f", (const char *)data, size, error, sizeof error)) {
        message_check(error, sizeof error);
        if (strncmp(error, "f:", 2) != 0)
            abort();
    }
    char assignment[256];
    const size_t length = size < sizeof assignment - 1 ? size : sizeof assignment - 1;
    memcpy(assignment, data, length);
    assignment[length] = '\0';
    error[0] = '\0';
    if (!config_set(&config, assignment, error, sizeof error))
        message_check(error, sizeof error);
    return 0;
}
