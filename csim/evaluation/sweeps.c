#include "csim/evaluation/sweeps.h"

#include <string.h>

#include "csim/interface/numbers.h"
#include "csim/policy/policy_windows.h"

// ---- the table

// Windows of 0.6 us in place of 1 us, and of 4 us for the Atomic engine: about the least with which
// every shape keeps its bottleneck as busy, within a percentage point, as with the paper's.
#define OUTSTANDING "outstanding=256"
#define TIGHT       "feedback_rtt_ns=600", "window_request_ns=600", "atomic_window_multiple=1"

// A sweep in one of the loops: the values at the end.
#define LOOP(name_, loop_, parameter_, apply_, settings_, ...)                                     \
    {                                                                                              \
        .name = name_, .loop = loop_, .workloads = EXPERIMENT_WORKLOADS,                           \
        .policies = {"semacredit"}, .parameter = parameter_, .values = {__VA_ARGS__},              \
        .first_seed = 1, .seeds = 5, .settings = settings_, .apply = apply_                        \
    }
#define ALL(...)                                                                                   \
    { __VA_ARGS__ }
#define EVERY_LOOP(name_, parameter_, apply_, ...)                                                 \
    {                                                                                              \
        .name = name_, .loops = {                                                                  \
            LOOP(name_, "burst", parameter_, apply_, ALL(NULL), __VA_ARGS__),                      \
            LOOP(name_, "closed", parameter_, apply_, ALL(OUTSTANDING), __VA_ARGS__),              \
            LOOP(name_, "tight", parameter_, apply_, ALL(OUTSTANDING, TIGHT), __VA_ARGS__)         \
        }                                                                                          \
    }

// Half of the paper's round trip of feedback, from the nearest initiator to the farthest.
#define INITIATORS "initiator_delay_ns=500", "initiator_spread_percent=50", "initiator_late_ns=5000"
// The block is offered less than the bottleneck can serve, and more than that.
#define LOADED "arrivals=poisson", "load_percent=80"
#define OVERLOADED                                                                                 \
    "load_percent=200", "operations=100000", "cycles=190000", "upset_cycle=100000",                \
        "upset_clocks=20000"
#define BLOCK(name_, parameter_, settings_, ...)                                                   \
    {                                                                                              \
        .name = name_, .loop = "open", .workloads = EXPERIMENT_WORKLOADS,                          \
        .policies = {"semacredit"}, .parameter = parameter_, .values = {__VA_ARGS__},              \
        .first_seed = 1, .seeds = 5, .settings = settings_, .block = true                          \
    }
// Writes, and reads, Atomics and writes, of 17 to 4,112 bytes, as random traffic: 400 ps apart or
// in closed loop.
#define MIXED_LENGTHS                                                                              \
    "stages=model", "command_limit=128", "first_operation=0", "ordering_domains=0",                \
        "train_gap_ps=0", "spacing_ps=400", "weight_notify=0", "weight_unknown=0",                 \
        "weight_length_zero=0", "weight_length_tiny=0", "weight_length_window=0",                  \
        "weight_length_huge=0"
#define SKEWED(percent_)                                                                           \
    MIXED_LENGTHS, "hot_partitions=1", percent_, "weight_read=0", "weight_atomic=0",               \
        "weight_length_small=20", "weight_length_large=80"
#define MIXED_KINDS                                                                                \
    MIXED_LENGTHS, "hot_percent=0", "weight_write=30", "weight_read=50", "weight_atomic=20",       \
        "weight_length_small=50", "weight_length_large=50"
#define PORT_SLOTS "0", "8", "16", "24", "32", "48", "64"
#define PORT(name_, loop_, workloads_, settings_, ...)                                             \
    {                                                                                              \
        .name = name_, .loop = loop_, .workloads = workloads_, .policies = {"semacredit"},         \
        .parameter = "port_slots", .values = {__VA_ARGS__}, .first_seed = 1, .seeds = 5,           \
        .subclasses = true, .settings = settings_                                                  \
    }
#define RANDOM_PORT(name_, ...)                                                                    \
    {                                                                                              \
        .name = name_, .loops = {                                                                  \
            PORT(name_, "burst", ALL("random"), ALL(__VA_ARGS__, "operations=3000"), PORT_SLOTS),  \
            PORT(name_, "closed", ALL("random"), ALL(__VA_ARGS__, OUTSTANDING), PORT_SLOTS)        \
        }                                                                                          \
    }

unsigned sweeps_quantum(uint64_t window, unsigned bits) {
    const uint64_t most = (UINT64_C(1) << bits) - 2;
    unsigned quantum = 0;
    while (window >> quantum > most)
        quantum++;
    return quantum;
}

// The windows that the policy will open, in their finest units, decide; all lanes of a kind share
// theirs.
static void apply_width(struct config *config, uint64_t bits) {
    const uint64_t base_ns = window_base_ns(config);
    const uint64_t time = base_ns * QUANTA_PER_NS * config->atomic_window_multiple;
    config->quantum_hbm = sweeps_quantum(window_bytes(base_ns, config->hbm_gbps), (unsigned)bits);
    config->quantum_time = sweeps_quantum(time, (unsigned)bits);
}

// 0: a single one that is told at once.
static void apply_initiators(struct config *config, uint64_t initiators) {
    config->initiators = initiators ? initiators : 1;
    if (initiators == 0)
        config->initiator_delay_ns = 0;
}

// 0: no port.
static void apply_small_limit(struct config *config, uint64_t limit) {
    config->port_slots = limit ? 32 : 0;
    config->small_limit = limit ? limit : config->small_limit;
}

#define SHARED(loop_, ...)                                                                         \
    LOOP("initiators", loop_, "initiators", apply_initiators, ALL(__VA_ARGS__, INITIATORS), "0",   \
         "1", "2", "4", "8", "16", "32", "64")

const struct sweep sweeps[] = {
    EVERY_LOOP("quantum_time", "quantum_time", NULL, "0", "1", "2", "3", "4", "5", "6", "7", "8",
               "9", "10"),
    EVERY_LOOP("quantum_hbm", "quantum_hbm", NULL, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
               "10", "11", "12"),
    EVERY_LOOP("counter_bits", "counter_bits", apply_width, "32", "24", "16", "15", "14", "13",
               "12", "11", "10", "9", "8", "6", "5", "4"),
    EVERY_LOOP("grant_interval", "grant_interval_ns", NULL, "0", "10", "20", "50", "100", "200",
               "500", "1000", "2000"),
    {.name = "initiators",
     .loops = {SHARED("closed", OUTSTANDING), SHARED("tight", OUTSTANDING, TIGHT)}},
    EVERY_LOOP("slots", "arbiter_slots", NULL, "0", "128", "64", "48", "32", "24", "16", "12", "8",
               "6", "4"),
    {.name = "port",
     .loops = {PORT("port", "burst", EXPERIMENT_WORKLOADS, ALL("operations=1200"), PORT_SLOTS),
               PORT("port", "closed", EXPERIMENT_WORKLOADS, ALL(OUTSTANDING), PORT_SLOTS),
               PORT("port", "tight", EXPERIMENT_WORKLOADS, ALL(OUTSTANDING, TIGHT), PORT_SLOTS)}},
    RANDOM_PORT("port_half", SKEWED("hot_percent=50")),
    RANDOM_PORT("port_most", SKEWED("hot_percent=80")),
    RANDOM_PORT("port_mixed", MIXED_KINDS),
    {.name = "port_limit",
     .loops = {{.name = "port_limit",
                .loop = "burst",
                .workloads = {"random"},
                .policies = {"semacredit"},
                .parameter = "small_limit",
                .values = {"0", "128", "256", "512", "1024", "2048", "4096"},
                .first_seed = 1,
                .seeds = 5,
                .subclasses = true,
                .settings = {SKEWED("hot_percent=50"), "operations=3000"},
                .apply = apply_small_limit}}},
    {.name = "loss",
     .loops = {BLOCK("loss", "loss_percent", ALL(LOADED), "0", "1", "2", "5", "10")}},
    {.name = "upsets",
     .loops = {BLOCK("upsets", "upset_percent", ALL(OVERLOADED), "100", "75", "50", "25", "10",
                     "0")}},
    {.name = NULL},
};

const struct sweep *sweeps_find(const char *name) {
    for (const struct sweep *at = sweeps; at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}
