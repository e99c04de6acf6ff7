#include "tb/tests/config/workload_names.h"

#include <stddef.h>

const char *const workload_names[] = {"hbm_hotspot", "atomic", "response",    "allreduce", "moe",
                                      "remote_read", "random", "adversarial", NULL};
