// Seeds for fuzz_block: the first deeds of each workload, with its disturbances.
// usage: block_seeds FOLDER CONFIG_FOLDER
#include <stdio.h>

#include "csim/golden/golden.h"
#include "tb/cli/settings.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/env/env.h"
#include "tb/shrink/script.h"
#include "tb/shrink/script_bytes.h"

enum { SEED_DEEDS = 120, SEEDS = 3 };

static const char *const workloads[] = {"random", "adversarial", "atomic", "response", "moe"};

// The deeds of a run, from some clocks on: registers are written first in every one.
static bool write_seed(const char *folder, const char *workload, const struct config *config,
                       uint64_t seed) {
    static uint8_t bytes[SEED_DEEDS * SCRIPT_RECORD];
    char path[512];
    struct text_error error;
    struct script script = {.depth = (unsigned)config->depth};
    struct stimulus *const env = env_open(config, seed, true, &error);
    struct admitter *const admitter = script_record_open(golden_open(script.depth), &script);
    if (!env || !admitter)
        return false;
    const struct cosim_loop_listeners listeners = {0};
    const struct cosim_loop_limits limits = {0};
    cosim_loop(env, admitter, NULL, 1, &listeners, &limits);
    admitter_close(admitter);
    stimulus_close(env);
    const size_t size = script_to_bytes(&script, bytes, sizeof bytes);
    script_free(&script);
    snprintf(path, sizeof path, "%s/%s-%u", folder, workload, (unsigned)seed);
    FILE *const file = fopen(path, "wb");
    const bool written = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && written;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: block_seeds FOLDER CONFIG_FOLDER\n");
        return STATUS_USAGE;
    }
    for (unsigned w = 0; w < sizeof workloads / sizeof workloads[0]; w++) {
        struct config config;
        struct settings settings = {.directory = argv[2], .set = {"operations=60"}, .sets = 1};
        if (!settings_load(&settings, workloads[w], &config))
            return STATUS_USAGE;
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            if (!write_seed(argv[1], workloads[w], &config, seed)) {
                fprintf(stderr, "block_seeds: %s: cannot write a seed of %s\n", argv[1],
                        workloads[w]);
                return STATUS_USAGE;
            }
    }
    return 0;
}
