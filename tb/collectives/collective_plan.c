#include "tb/collectives/collective_plan.h"

#include <inttypes.h>
#include <string.h>

enum { ALL_SIZES = 6, ALL_GPUS = 4 };

const char *const collective_policies[COLLECTIVE_POLICIES + 1] = {
    "aggregate", "aggregate_class", "resource_byte", "scalar", "reactive", "semacredit", NULL};

static const char *const collectives[] = {"all_to_all_pairwise",
                                          "all_to_all_two_step",
                                          "all_to_all_at_once",
                                          "all_reduce_ring",
                                          "all_reduce_tree",
                                          "all_reduce_all_pairs",
                                          "all_reduce_atomic",
                                          "all_gather_ring",
                                          "moe",
                                          NULL};

static const unsigned gpus[ALL_GPUS] = {8, 16, 32, 72};
static const uint64_t sizes[ALL_SIZES] = {4096, 65536, 1048576, 4194304, 16777216, 67108864};

// Bits: which of them.
static const struct {
    const char *domain;
    unsigned gpus, sizes;
    bool quick;
} domains[] = {{"paper", 15, 63, false}, {"port400", 9, 6, false},   {"port800", 9, 6, false},
               {"nvlink4", 9, 6, false}, {"nvlink5", 15, 63, false}, {"paper", 1, 5, true},
               {"nvlink5", 1, 5, true}};
// Messages that are reduced by Atomics for 8 bytes each: of a GPU, and of all together.
static const uint64_t ATOMIC_BYTES_MAX = 65536, ATOMIC_BYTES_ALL = 1 << 20;

static bool is_atomic(const char *collective) {
    return strcmp(collective, "all_reduce_atomic") == 0;
}

static void domain_add(struct collective_plan *plan, unsigned domain) {
    for (const char *const *collective = collectives; *collective; collective++)
        for (unsigned g = 0; g < ALL_GPUS; g++)
            for (unsigned s = 0; s < ALL_SIZES; s++)
                if (domains[domain].gpus >> g & 1 && domains[domain].sizes >> s & 1 &&
                    (g == 0 || sizes[s] * gpus[g] <= COLLECTIVE_BYTES_MAX) &&
                    (!is_atomic(*collective) ||
                     (sizes[s] <= ATOMIC_BYTES_MAX && sizes[s] * gpus[g] <= ATOMIC_BYTES_ALL)))
                    plan->points[plan->count++] = (struct collective_point){
                        domains[domain].domain, *collective, gpus[g], sizes[s]};
}

void collective_plan_make(struct collective_plan *plan, const struct settings *settings,
                          bool quick) {
    *plan = (struct collective_plan){.settings = *settings};
    plan->settings.directory = settings_directory(settings);
    for (unsigned i = 0; i < sizeof domains / sizeof *domains; i++)
        if (domains[i].quick == quick)
            domain_add(plan, i);
}

bool collective_plan_configure(const struct collective_plan *plan, unsigned number,
                               struct config *config) {
    const struct collective_point *point = &plan->points[number];
    const bool atomic = is_atomic(point->collective);
    char path[600], text[3][64];
    struct text_error error;
    snprintf(path, sizeof path, "%s/domains/%s.yaml", plan->settings.directory, point->domain);
    snprintf(text[0], sizeof text[0], "collective=%s",
             atomic ? "all_reduce_all_pairs" : point->collective);
    snprintf(text[1], sizeof text[1], "receivers=%u", point->gpus);
    snprintf(text[2], sizeof text[2], "collective_bytes=%" PRIu64, point->bytes);
    if (!settings_load(&plan->settings, path, config))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!config_set(config, text[i], &error))
            return refuse("%s", error.text);
    if (atomic)
        config->atomic_bytes = ATOMIC_BYTES_MAX;
    // As many hot experts as in a domain of 8: an eighth of the GPUs.
    config->expert_hot = point->gpus / 8;
    return true;
}
