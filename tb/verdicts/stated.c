#include "tb/verdicts/stated.h"

#include <string.h>

const struct stated stated_numbers[] = {
    {"table 2", "rates of the four paths, Gb/s", "200, 200, 100, 200", "path_gbps=200,200,100,200"},
    {"table 2", "one-way propagation, ns", "250, 300, 500, 350", "path_ns=250,300,500,350"},
    {"table 2", "one of eight HBM partitions, Gb/s", "512", "hbm_gbps=512"},
    {"section 4", "further time of a read at its target, ns", "40", "hbm_read_ns=40"},
    {"table 2", "Atomic engine, ns", "100", "atomic_ns=100"},
    {"table 2", "response engine, Gb/s", "512", "response_gbps=512"},
    {"table 2", "response engine, ns for each response", "20", "response_ns=20"},
    {"table 2", "large write on the wire, bytes", "4112", "large_bytes=4112"},
    {"table 2", "small request on the wire, bytes", "80", "command_bytes=80"},
    {"table 2", "small read returned, bytes", "272", "small_bytes=272"},
    {"table 2", "base window, ns", "1000", "window_request_ns=1000"},
    {"section 3", "Atomic window, base windows", "4", "atomic_window_multiple=4"},
    {"table 2", "commands admitted at most", "128", "command_limit=128"},
    {"table 1", "commands with frozen components", "128", "depth=128"},
    {NULL, NULL, NULL, NULL},
};

bool stated_differs(const struct settings *settings, const struct stated *stated,
                    const char **workload) {
    static const char *const workloads[] = {"hbm_hotspot", "atomic", "response",
                                            "allreduce",   "moe",    "remote_read"};
    *workload = NULL;
    for (unsigned i = 0; !*workload && i < sizeof workloads / sizeof *workloads; i++) {
        struct config config, paper;
        struct text_error error;
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(stated->setting, "="), stated->setting);
        if (!settings_load(settings, workloads[i], &config))
            return false;
        paper = config;
        if (!config_set(&paper, stated->setting, &error))
            return refuse("%s", error.text);
        if (!config_same(&config, &paper, key))
            *workload = workloads[i];
    }
    return true;
}
