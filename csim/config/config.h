// The configuration of a run: one table of keys, from which come the struct, the file format, the
// range checks, `--set key=value` and the list of keys. Plain integers, units in the names.
#pragma once

#include "csim/base/std.h"
#include "csim/interface/numbers.h"

enum { PATHS = 4, CONFIG_SETTING_SIZE = 160 };

// What an operation of the burst is (paper, section 4): values of the keys `bulk_*` and `urgent_*`.
enum burst_kind {
    BURST_ATOMIC,
    BURST_WRITE,
    BURST_READ,
    BURST_SMALL_READ,
    BURST_NOTIFY,
    BURST_ANSWERED_WRITE // with a response where any_response is set
};

enum arrivals_choice { ARRIVALS_EVEN, ARRIVALS_POISSON };

enum traffic_choice { TRAFFIC_BURST, TRAFFIC_RANDOM, TRAFFIC_ADVERSARIAL };
enum stages_choice { STAGES_MODEL, STAGES_RANDOM };
enum windows_choice { WINDOWS_REQUESTED, WINDOWS_OWN };
enum mode_choice { MODE_ZERO, MODE_CLOCKED };
enum urgency_choice { URGENCY_TIME, URGENCY_BYTES };
enum banks_choice { BANKS_NONE, BANKS_FIRST_READY, BANKS_LITEDRAM };

// What the flows of a connection matrix are made of, and which of its nodes the receiver stands
// for.
enum matrix_choice { MATRIX_WRITE, MATRIX_READ, MATRIX_ATOMIC };
enum collective_choice {
    COLLECTIVE_NONE,
    ALL_TO_ALL_PAIRWISE,
    ALL_TO_ALL_TWO_STEP,
    ALL_TO_ALL_AT_ONCE,
    ALL_REDUCE_RING,
    ALL_REDUCE_TREE,
    ALL_REDUCE_ALL_PAIRS,
    ALL_GATHER_RING,
    COLLECTIVE_MOE
};
// The window of a class of HBM partitions.
enum class_window_choice { CLASS_SLOWEST, CLASS_SUM };
enum receiver_choice { RECEIVER_BUSIEST, RECEIVER_NODE, RECEIVER_ALL };

// The keys. NUMBER(name, default, least, most, unit, meaning, when, shows); CHOICE(name, default,
// its legal words, meaning, when, shows); LIST, of the columns of NUMBER, has one value for each
// path. GROUP(title) only orders the list. `when` says which runs read it: terms, all of which
// hold, each of alternatives with '|' between: a fact of a run (tb/cli/effect.c), a policy, KEY (is
// not 0), KEY=VALUE or KEY!=VALUE. `shows`: a value, of words the first that is another, with which
// such a run is another one (scripts/tests/keys.py).
#define CONFIG_KEYS(GROUP, NUMBER, CHOICE, LIST)                                                   \
    GROUP("admission block")                                                                       \
    NUMBER(clock_ps, 1000, 1, 1000000, "ps", "period of the clock", "env|clocked", "1700")         \
    CHOICE(depth, 128, depth_words, "reservations of a policy", "policy|block", "32 8")            \
    NUMBER(command_limit, 128, 1, DEPTH_MAX, "operations", "maximum number of reservations held",  \
           "", "3")                                                                                \
    NUMBER(window_hbm, 64000, 0, 4294967294, "bytes", "window of each HBM lane",                   \
           "env|windows=own|random", "9000")                                                       \
    NUMBER(window_atomic, 64000, 0, 4294967294, "1/16 ns", "window of the Atomic lane",            \
           "env|windows=own", "3200")                                                              \
    NUMBER(window_response, 16000, 0, 4294967294, "1/16 ns", "window of the response lane",        \
           "env|windows=own", "2400")                                                              \
    NUMBER(quantum_hbm, 0, 0, 15, "bits", "log2 of the unit of HBM lanes, in bytes", "env|vector", \
           "6")                                                                                    \
    NUMBER(quantum_time, 0, 0, 15, "bits", "log2 of the unit of the other lanes, in 1/16 ns",      \
           "env|vector", "5")                                                                      \
    NUMBER(grant_interval, 0, 0, 65535, "clocks", "timer of grant messages; 0: no timer",          \
           "env stages=random", "40")                                                              \
    NUMBER(grant_threshold_hbm, 0, 0, 4294967295, "bytes",                                         \
           "credit freed on an HBM lane that makes a grant message due; 0: no threshold",          \
           "env stages=random grant_interval", "300")                                              \
    NUMBER(grant_threshold_time, 0, 0, 4294967295, "1/16 ns", "the same for the other lanes",      \
           "env stages=random grant_interval", "300")                                              \
    NUMBER(starvation_bound, 0, 0, 65535, "clocks",                                                \
           "after which a waiting operation is due, beside a block; 0: no bound", "env|block",     \
           "1")                                                                                    \
    NUMBER(multiplier_min, 1, 0, 16383, "1/4096", "lower limit of calibrated multipliers",         \
           "adaptive|adaptive_window", "4100")                                                     \
    NUMBER(multiplier_max, 16383, 0, 16383, "1/4096", "upper limit of calibrated multipliers",     \
           "adaptive|adaptive_window", "4000")                                                     \
    GROUP("fabric and target")                                                                     \
    LIST(path_gbps, CONFIG_LIST(200, 200, 100, 200), 1, 1000000, "Gb/s",                           \
         "rate of each path, forward and back", "stages=model", "10,10,10,10")                     \
    LIST(path_ns, CONFIG_LIST(250, 300, 500, 350), 0, 1000000, "ns",                               \
         "one-way propagation of each path", "stages=model", "900,900,900,900")                    \
    CHOICE(stages, STAGES_MODEL, stages_words, "the paper's model, or short random delays", "",    \
           "random model")                                                                         \
    NUMBER(hbm_gbps, 512, 1, 1000000, "Gb/s", "rate of one HBM partition", "stages=model", "100")  \
    NUMBER(hbm_read_ns, 40, 0, 1000000, "ns", "time of a read beside its transfer",                \
           "stages=model hbm_banks=none|read_charged responds matrix_as!=atomic", "200")           \
    CHOICE(hbm_banks, BANKS_NONE, banks_words,                                                     \
           "partitions of banks, with this scheduler, instead of a rate "                          \
           "(csim/fabric/bank_queue.h)",                                                           \
           "stages=model", "first_ready litedram")                                                 \
    NUMBER(hbm_run_percent, 0, 0, 100, "%",                                                        \
           "of banks: operations that go on where the last of their partition and kind ended",     \
           "stages=model hbm_banks burst|random|adversarial|trace|collective|msccl|matrix", "90")  \
    NUMBER(                                                                                        \
        atomic_ns, 100, 0, 4095, "ns", "service time of an Atomic; also its charge",               \
        "stages=model responds burst|random|adversarial|trace|collective|msccl|matrix_as=atomic",  \
        "700")                                                                                     \
    NUMBER(slow_hbm_percent, 100, 1, 10000, "%",                                                   \
           "policies: service time of HBM partition 0, relative to the others'",                   \
           "policy|block hbm_banks=none", "900")                                                   \
    NUMBER(response_gbps, 512, 9, 1000000, "Gb/s", "rate of the response engine",                  \
           "stages=model responds", "100")                                                         \
    NUMBER(response_ns, 20, 0, 4095, "ns", "service time of a response beside its bytes",          \
           "stages=model responds", "200")                                                         \
    NUMBER(delay_ps, 2000, 0, 1000000000, "ps", "random stages: shortest delay of a stage",        \
           "env stages=random burst|random|trace|matrix", "9000")                                  \
    NUMBER(delay_spread_ps, 30000, 0, 1000000000, "ps", "random stages: longest addition to it",   \
           "env stages=random burst|random|trace|matrix", "90000")                                 \
    GROUP("traffic")                                                                               \
    CHOICE(traffic, TRAFFIC_BURST, traffic_words, "generator of the operations",                   \
           "burst|random|adversarial", "random burst")                                             \
    NUMBER(operations, 240, 0, 200000000, "operations", "length of the run",                       \
           "burst|random|adversarial|trace|matrix", "77")                                          \
    NUMBER(first_operation, 0, 0, 4000000000, "operations",                                        \
           "random and adversarial: tag of the first operation", "random|adversarial|domain", "7") \
    NUMBER(cycles, 0, 0, 1000000000000, "clocks",                                                  \
           "last clock in which an operation is offered; 0: no limit", "env", "5")                 \
    NUMBER(outstanding, 0, 0, 1000000, "operations",                                               \
           "policies: operations under way in a closed loop; 0: open loop", "policy|block alone",  \
           "4")                                                                                    \
    NUMBER(warmup_operations, 0, 0, 200000000, "operations",                                       \
           "policies: first operations, left out of the measures",                                 \
           "policy|block first_operation=0", "30")                                                 \
    NUMBER(spacing_ps, 1000, 0, 1000000000, "ps", "time between two submissions",                  \
           "burst|random|adversarial load_percent=0", "5000")                                      \
    NUMBER(large_bytes, 4112, 1, 16777216, "bytes", "a large write or read",                       \
           "burst|random|collective|msccl|goal|matrix", "2000")                                    \
    NUMBER(small_bytes, 272, 1, 16777216, "bytes", "a small read", "burst|random", "100")          \
    NUMBER(command_bytes, 80, 1, 16777216, "bytes",                                                \
           "a request without data, a notification, an Atomic's or a write's response",            \
           "burst|random|adversarial|collective|msccl|matrix_as", "60 1")                          \
    NUMBER(hot_percent, 0, 0, 100, "%", "share of operations that go to the hot partitions",       \
           "burst|random", "77")                                                                   \
    NUMBER(hot_partitions, 1, 1, 8, "partitions", "number of hot partitions, from partition 0 on", \
           "burst|random hot_percent", "3")                                                        \
    GROUP("traffic: burst")                                                                        \
    CHOICE(bulk_even, BURST_WRITE, burst_words, "bulk operations of even number", "burst",         \
           "notify")                                                                               \
    CHOICE(bulk_odd, BURST_WRITE, burst_words, "bulk operations of odd number", "burst", "notify") \
    CHOICE(urgent_even, BURST_ATOMIC, burst_words, "latency-sensitive operations of even number",  \
           "burst urgent_period", "notify")                                                        \
    CHOICE(urgent_odd, BURST_ATOMIC, burst_words, "latency-sensitive operations of odd number",    \
           "burst urgent_period", "notify")                                                        \
    CHOICE(arrivals, ARRIVALS_EVEN, arrivals_words,                                                \
           "gaps of spacing_ps, or exponential gaps of that mean without jitter", "burst",         \
           "poisson")                                                                              \
    NUMBER(load_percent, 0, 0, 1000, "%",                                                          \
           "load of the bottleneck, instead of spacing_ps; 0: spacing_ps holds", "burst", "150")   \
    NUMBER(urgent_period, 8, 0, 200000000, "operations",                                           \
           "distance of latency-sensitive operations; 0: none", "burst|random", "3")               \
    NUMBER(urgent_phase, 0, 0, 200000000, "operations",                                            \
           "number of the first latency-sensitive operation", "burst urgent_period", "2")          \
    NUMBER(urgent_hot_percent, 0, 0, 100, "%", "hot_percent of latency-sensitive operations",      \
           "burst urgent_period", "90")                                                            \
    NUMBER(change_operations, 0, 0, 200000000, "operations",                                       \
           "length of a phase, of which every second is changed; 0: none is",                      \
           "burst change_spacing_percent!=100|change_percent", "20")                               \
    NUMBER(change_spacing_percent, 100, 0, 10000, "%", "spacing in changed phases, of the other",  \
           "burst change_operations", "900")                                                       \
    CHOICE(change_bulk, BURST_WRITE, burst_words, "other bulk operations in changed phases",       \
           "burst change_operations change_percent", "notify")                                     \
    NUMBER(change_percent, 0, 0, 100, "%", "their share of bulk there", "burst change_operations", \
           "80")                                                                                   \
    GROUP("perturbation by seeds other than 0")                                                    \
    NUMBER(issue_jitter_ps, 2000, 0, 1000000000, "ps", "shortest delay of a submission",           \
           "burst|collective seed policy|block|stages=random", "900000")                           \
    NUMBER(issue_jitter_spread_ps, 2000, 0, 1000000000, "ps", "longest addition to it",            \
           "burst|collective seed", "50000")                                                       \
    NUMBER(serialise_jitter_ps, 2000, 0, 1000000000, "ps",                                         \
           "shortest addition to a forward serialisation", "stages=model seed", "9000")            \
    NUMBER(serialise_jitter_spread_ps, 2000, 0, 1000000000, "ps", "longest addition to that",      \
           "stages=model seed", "50000")                                                           \
    NUMBER(bank_redraw_percent, 10, 0, 100, "%",                                                   \
           "share of banks drawn again, each within its set", "burst seed", "100")                 \
    GROUP("traffic: random (weights are relative; all zero: all equal)")                           \
    NUMBER(weight_write, 30, 0, 1000000, "weight", "writes", "random", "300")                      \
    NUMBER(weight_read, 30, 0, 1000000, "weight", "reads", "random", "300")                        \
    NUMBER(weight_notify, 10, 0, 1000000, "weight", "notifications", "random", "300")              \
    NUMBER(weight_atomic, 29, 0, 1000000, "weight", "Atomics of all eight kinds", "random", "300") \
    NUMBER(weight_unknown, 1, 0, 1000000, "weight", "opcodes that do not exist", "random", "300")  \
    NUMBER(weight_length_zero, 5, 0, 1000000, "weight", "no bytes", "random", "300")               \
    NUMBER(weight_length_tiny, 15, 0, 1000000, "weight", "1 to 16 bytes", "random", "300")         \
    NUMBER(weight_length_small, 40, 0, 1000000, "weight", "17 to small_bytes", "random", "300")    \
    NUMBER(weight_length_large, 38, 0, 1000000, "weight", "small_bytes to large_bytes", "random",  \
           "300")                                                                                  \
    NUMBER(weight_length_window, 1, 0, 1000000, "weight", "window_hbm, one below, one above",      \
           "random", "300")                                                                        \
    NUMBER(weight_length_huge, 1, 0, 1000000, "weight", "any 32-bit length", "random", "300")      \
    NUMBER(train_operations, 16, 1, 1000000, "operations",                                         \
           "mean length of a train; spacing_ps holds within a train", "random", "3")               \
    NUMBER(train_gap_ps, 8000, 0, 1000000000, "ps", "mean gap between trains", "random", "100000") \
    NUMBER(ordering_domains, 0, 0, 1000000, "domains",                                             \
           "number of ordering domains, whose addresses overlap; 0: none", "random", "3")          \
    NUMBER(ordering_percent, 100, 0, 100, "%", "share of operations in an ordering domain",        \
           "random ordering_domains", "10")                                                        \
    NUMBER(fence_percent, 3, 0, 100, "%", "share of fences among these",                           \
           "random ordering_domains", "60")                                                        \
    GROUP("traffic: connection matrix (a file instead of a workload)")                             \
    CHOICE(matrix_as, MATRIX_WRITE, matrix_words, "kind of the flows' operations", "matrix",       \
           "read write")                                                                           \
    CHOICE(matrix_receiver, RECEIVER_BUSIEST, receiver_words,                                      \
           "receiving nodes: the busiest, matrix_node, or all", "matrix", "node all")              \
    NUMBER(matrix_node, 0, 0, 65535, "node", "the receiver, with matrix_receiver: node",           \
           "matrix matrix_receiver=node", "1")                                                     \
    NUMBER(matrix_gbps, 200, 1, 1000000, "Gb/s", "rate of each sender's link", "matrix alone",     \
           "10")                                                                                   \
    NUMBER(matrix_endless_bytes, 0, 0, 1000000000000, "bytes",                                     \
           "bytes of a flow without end (size 0); 0: none may be there", "matrix", "9000")         \
    NUMBER(matrix_start_ps, 1, 1, 1000000, "ps",                                                   \
           "unit of start times: ps of htsim, or us of older files", "matrix", "1000")             \
    GROUP("traffic: adversarial")                                                                  \
    NUMBER(phase_operations, 512, 1, 1000000, "operations", "length of a scenario", "adversarial", \
           "7")                                                                                    \
    GROUP("policies of the event simulator")                                                       \
    CHOICE(mode, MODE_ZERO, mode_words,                                                            \
           "block in a policy's place: simulated time stands still, or a clock runs", "block",     \
           "clocked zero")                                                                         \
    CHOICE(windows, WINDOWS_REQUESTED, windows_words,                                              \
           "windows of a policy: by window_request_ns, or its own: window_hbm and so on",          \
           "policy|block vector hbm_classes=0", "own")                                             \
    NUMBER(feedback_rtt_ns, 1000, 1, 1000000, "ns",                                                \
           "round trip of feedback; the base window is not shorter",                               \
           "policy|block vector|primary|reactive|resource_byte|scalar|bdp windows=requested",      \
           "3000")                                                                                 \
    NUMBER(window_request_ns, 1000, 0, 1000000, "ns",                                              \
           "requested base window, instead of window_*",                                           \
           "policy|block vector|primary|reactive|resource_byte|bdp windows=requested", "2500")     \
    NUMBER(atomic_window_multiple, 4, 1, 1000, "windows", "Atomic window, in base windows",        \
           "policy|block vector|primary|reactive windows=requested", "1")                          \
    NUMBER(link_window_percent, 100, 1, 10000, "%",                                                \
           "window of the link, or of the pool bdp, of its rate times the base window",            \
           "policy bdp|vector_link|vector_link_sent", "10")                                        \
    NUMBER(scalar_window_percent, 400, 1, 100000, "% of the round trip",                           \
           "window of the policy scalar", "scalar", "20")                                          \
    NUMBER(calibrate_shift, 4, 1, 12, "bits",                                                      \
           "adaptive: a multiplier moves 2^-n of the way to what is observed",                     \
           "policy adaptive|adaptive_window", "1")                                                 \
    NUMBER(calibrate_work_ns, 0, 0, 1000000, "ns",                                                 \
           "adaptive: charged work whose busy time is observed at once; 0: each completion",       \
           "policy adaptive|adaptive_window", "300")                                               \
    NUMBER(window_adapt_ns, 0, 0, 1000000, "ns",                                                   \
           "least time between two changes of a window by what is measured; 0: none",              \
           "policy|clocked empty_admits|clocked vector|primary|resource_byte", "500")              \
    NUMBER(class_reserve, 16, 0, 256, "operations",                                                \
           "part of the command limit that large operations cannot use", "aggregate_class", "100") \
    NUMBER(reactive_threshold_percent, 100, 0, 100000, "% of the window",                          \
           "backlog above which an arriving operation is refused", "reactive", "20")               \
    NUMBER(reactive_closures, 0, 0, 1000000, "times",                                              \
           "a resource is exhausted at most so often; 0: without bound", "reactive", "1")          \
    NUMBER(reactive_recovery_ns, 0, 0, 1000000, "ns",                                              \
           "time from a drained backlog to the next use of the resource", "reactive", "900")       \
    NUMBER(reactive_feedback_ns, 500, 0, 1000000, "ns",                                            \
           "time from a refusal to the operation's return to its source", "reactive", "9000")      \
    NUMBER(estimate_percent, 100, 1, 1000, "%",                                                    \
           "estimated service of Atomics and responses, relative to the true one",                 \
           "policy|block vector|primary|scalar responds", "300")                                   \
    NUMBER(variability_percent, 0, 0, 100, "%", "reduction of short response services",            \
           "policy|block responds", "90")                                                          \
    NUMBER(variability_long_percent, 10, 1, 99, "%",                                               \
           "share of long response services, which keep the mean",                                 \
           "policy|block variability_percent", "60")                                               \
    NUMBER(mapping_error_percent, 0, 0, 100, "%",                                                  \
           "share of operations with a wrong predicted partition",                                 \
           "policy|block predicts vector|primary|resource_byte|reactive", "90")                    \
    NUMBER(grant_interval_ns, 0, 0, 1000000, "ns",                                                 \
           "time between two grant messages; 0: a message for each return", "policy informs",      \
           "300")                                                                                  \
    NUMBER(grant_delay_ns, 0, 0, 1000000, "ns", "flight time of a grant message",                  \
           "policy informs", "900")                                                                \
    NUMBER(hbm_classes, 0, 0, 8, "classes",                                                        \
           "policies: classes that HBM partitions share as one credit each; 0: a credit each",     \
           "policy vector|primary", "2")                                                           \
    CHOICE(class_window, CLASS_SLOWEST, class_window_words,                                        \
           "window of such a class: that of its slowest member, or the sum of its members'",       \
           "policy hbm_classes", "sum")                                                            \
    NUMBER(class_learn, 0, 0, 1000000, "refusals",                                                 \
           "operations refused until their partition has a class of its own; 0: classes are "      \
           "neighbours",                                                                           \
           "policy hbm_classes", "5")                                                              \
    NUMBER(aging_ns, 0, 0, 1000000, "ns",                                                          \
           "wait after which an operation is due (csim/simulator/dispatcher.h); 0: never",         \
           "policy burst|random|adversarial|collective|trace|matrix", "300")                       \
    NUMBER(arbiter_slots, 0, 0, 1000000, "operations",                                             \
           "policies: waiting operations that the arbiter sees; 0: all", "policy", "3")            \
    NUMBER(any_response, 0, 0, 1, "yes",                                                           \
           "policies: 1: writes and notifications of a response length have a response",           \
           "policy|block burst|random|trace", "1")                                                 \
    NUMBER(empty_admits, 0, 0, 1, "yes",                                                           \
           "policies: 1: a lane without debt has room for any demand, if its window is not 0",     \
           "policy vector|primary|resource_byte", "1")                                             \
    NUMBER(port_slots, 0, 0, 1000000, "operations",                                                \
           "policies: the same, shared by classes (csim/simulator/offer_port.h); 0: no classes",   \
           "policy|block", "26")                                                                   \
    NUMBER(small_limit, 512, 0, 16777216, "bytes", "request of small bulk on the wire, at most",   \
           "env|block|port_slots", "2000 70")                                                      \
    NUMBER(initiators, 0, 0, 64, "initiators",                                                     \
           "policies: initiators that share the closed loop by messages; 0: no messages",          \
           "policy outstanding", "4")                                                              \
    NUMBER(initiator_delay_ns, 500, 0, 1000000, "ns",                                              \
           "mean flight time of an initiator's message", "policy initiators", "900")               \
    NUMBER(initiator_spread_percent, 0, 0, 100, "%",                                               \
           "change of that flight time: less for the nearest initiator, more for the farthest",    \
           "policy initiators", "90")                                                              \
    NUMBER(attackers, 0, 0, 64, "initiators",                                                      \
           "initiators, from 0 on, that mark all they send as latency-sensitive",                  \
           "policy initiators burst|random|adversarial|trace", "2")                                \
    NUMBER(urgency_permille, 0, 0, 1000, "1/1000",                                                 \
           "bucket of an initiator's latency-sensitive work, the rest goes as bulk; 0: none",      \
           "policy initiators burst|random|adversarial|trace", "1")                                \
    CHOICE(urgency_unit, URGENCY_TIME, urgency_words,                                              \
           "work: time of the stage that works longest for it, or bytes of the paths",             \
           "policy initiators burst|random|adversarial|trace urgency_permille", "bytes")           \
    NUMBER(urgency_burst_ns, 1000, 1, 1000000, "ns", "size of that bucket, in work",               \
           "policy initiators burst|random|adversarial|trace urgency_permille", "100000")          \
    NUMBER(urgency_held, 0, 0, 1000000, "operations",                                              \
           "of an initiator that the receiver takes for latency-sensitive at a time; 0: all",      \
           "policy initiators burst|random|adversarial|trace", "1")                                \
    NUMBER(initiator_late_ns, 0, 0, 1000000000, "ns", "later start of every second initiator",     \
           "policy initiators", "9000")                                                            \
    GROUP("domain of receivers (policies)")                                                        \
    NUMBER(receivers, 0, 0, 1024, "receivers", "receivers of a domain; 0: one alone",              \
           "policy|block burst|random|adversarial|collective|trace|matrix", "3")                   \
    NUMBER(egress_gbps, 0, 0, 1000000, "Gb/s", "rate of each source's link; 0: no limit",          \
           "domain", "50")                                                                         \
    NUMBER(request_ns, 0, 0, 1000000, "ns", "flight time of a request for credit, and of a grant", \
           "domain", "300")                                                                        \
    NUMBER(task_requests, 32, 0, 1000000, "operations",                                            \
           "operations of one task at their source at a time; 0: all",                             \
           "domain collective|msccl|goal|matrix|trace", "2")                                       \
    CHOICE(collective, COLLECTIVE_NONE, collective_words,                                          \
           "collective of the receivers instead of what traffic generates",                        \
           "domain burst|random|adversarial|collective", "moe all_reduce_ring")                    \
    NUMBER(collective_bytes, 1048576, 1, 1000000000000, "bytes",                                   \
           "message of a collective, at each receiver, or of an MSCCL algorithm",                  \
           "collective|msccl", "30000")                                                            \
    NUMBER(expert_hot_percent, 0, 0, 100, "%", "share of a moe message for the hot experts",       \
           "collective=moe", "80")                                                                 \
    NUMBER(expert_hot, 1, 1, 1024, "receivers", "number of hot experts, from receiver 0 on",       \
           "collective=moe expert_hot_percent", "2")                                               \
    NUMBER(background_gap_ps, 0, 0, 1000000000, "ps",                                              \
           "mean gap of a source's reads and Atomics beside a collective; 0: none", "collective",  \
           "30000")                                                                                \
    NUMBER(eager_bytes, 0, 0, 1000000, "bytes",                                                    \
           "longest message of a GOAL text that is one notification", "goal", "1000000")           \
    NUMBER(atomic_bytes, 0, 0, 1000000000, "bytes",                                                \
           "longest message that is reduced by Atomics for 8 bytes each", "reduces", "1000000000") \
    NUMBER(reduce_gbps, 0, 0, 1000000, "Gb/s", "rate of reductions and copies; 0: they take none", \
           "reduces", "80")                                                                        \
    GROUP("disturbances, for each million clocks")                                                 \
    NUMBER(chaos_bus, 0, 0, 1000000, "accesses",                                                   \
           "reads and writes of any register, and writes that may be refused",                     \
           "env stages=random burst|random|trace|matrix", "50000")                                 \
    NUMBER(chaos_pause, 0, 0, 1000000, "times", "pauses of the arbiter, of up to 200 clocks",      \
           "env stages=random burst|random|trace|matrix", "50000")                                 \
    NUMBER(chaos_duplicate, 0, 0, 1000000, "beats", "stage completions sent twice",                \
           "env stages=random burst|random|trace|matrix", "50000")                                 \
    NUMBER(chaos_unknown, 0, 0, 1000000, "beats", "stage completions of any id",                   \
           "env stages=random burst|random|trace|matrix", "50000")                                 \
    NUMBER(chaos_done, 0, 0, 1000000, "beats", "done of any id, mostly too early",                 \
           "env stages=random burst|random|trace|matrix", "50000")                                 \
    NUMBER(chaos_reset, 0, 0, 1000000, "resets", "resets of one to three clocks",                  \
           "env stages=random burst|random|trace|matrix", "20000")                                 \
    GROUP("one disturbance")                                                                       \
    NUMBER(upset_cycle, 0, 0, 1000000000000, "clock", "clock of the disturbance; 0: never",        \
           "faults upset_percent!=100|dead_sources", "300")                                        \
    NUMBER(upset_clocks, 0, 0, 1000000000, "clocks", "time from smaller windows to the old ones",  \
           "faults upset_cycle upset_percent!=100 upset_percent", "3000")                          \
    NUMBER(upset_percent, 100, 0, 100, "%", "remaining part of every window; 0: a reset instead",  \
           "faults upset_cycle", "20")                                                             \
    NUMBER(upset_receiver, 0, 0, 127, "receiver", "of a domain, the one whose block is reset",     \
           "domain faults upset_cycle upset_percent=0", "1")                                       \
    NUMBER(upset_drain, 1, 0, 1, "yes",                                                            \
           "of a domain: 1: that block is offered nothing until what was granted is over",         \
           "faults upset_cycle upset_percent=0", "0")                                              \
    NUMBER(dead_sources, 0, 0, 127, "sources",                                                     \
           "of a domain: so many, from 0 on, die at upset_cycle, and no block is reset",           \
           "domain faults upset_cycle upset_percent=0", "1")                                       \
    NUMBER(clear_ns, 1000000, 1, 1000000000, "ns",                                                 \
           "age at which a reservation of a dead source is cleared",                               \
           "domain faults upset_cycle upset_percent=0 dead_sources", "900")                        \
    GROUP("the environment")                                                                       \
    NUMBER(grant_stall_percent, 0, 0, 99, "%",                                                     \
           "share of clocks in which a grant message is not taken",                                \
           "env stages=random grant_interval", "99")                                               \
    NUMBER(loss_percent, 0, 0, 90, "%",                                                            \
           "share of offers whose answer is lost; the operation is offered again",                 \
           "env|faults burst|random|trace|matrix|collective|msccl|goal", "30")                     \
    NUMBER(duplicate_percent, 0, 0, 100, "%",                                                      \
           "of a domain: completions before which the last one of their port comes again",         \
           "domain faults", "50")                                                                  \
    NUMBER(stall_clocks, 100000, 100, 1000000000, "clocks",                                        \
           "longest time without an expected decision or return; then an error",                   \
           "env stages=random burst|random|trace|matrix", "100")

#define CONFIG_LIST(...)                                                                           \
    { __VA_ARGS__ }

#define CONFIG_GROUP_NOTHING(title)
#define CONFIG_VALUE_MEMBER(name, ...) uint64_t name;
#define CONFIG_LIST_MEMBER(name, ...)  uint64_t name[PATHS];

struct config {
    CONFIG_KEYS(CONFIG_GROUP_NOTHING, CONFIG_VALUE_MEMBER, CONFIG_VALUE_MEMBER, CONFIG_LIST_MEMBER)
};

#undef CONFIG_VALUE_MEMBER
#undef CONFIG_LIST_MEMBER

// The defaults: the paper's table 2 where it says something.
void config_init(struct config *config);

// What a workload says of the paper's block, for the block of this build where it has another size:
// all its reservations, and no more hot partitions than it has.
void config_fit(struct config *config);

// All functions below that take `error` return false on failure and leave there one line without a
// newline that says where, which key and what would have been legal. `config` is then unchanged.

// Sets the keys of a file of YAML, a mapping of keys to values or lists of values; the others keep
// their values.
bool config_load(struct config *config, const char *path, struct text_error *error);

// Sets the keys of DIRECTORY/WORKLOAD.yaml.
bool config_load_workload(struct config *config, const char *directory, const char *workload,
                          struct text_error *error);

// Sets one key: "key=value", values of a list separated by commas.
bool config_set(struct config *config, const char *assignment, struct text_error *error);

// Is `assignment`, "key=value", one of `key`?
bool config_sets(const char *assignment, const char *key);

// Where a configuration differs from the defaults: writes the next such key as "key=value", which
// config_set takes, from key number *key on, which is then the number after it. CONFIG_SETTING_SIZE
// bytes are enough. False: there is none.
bool config_next_change(const struct config *config, unsigned *key, char *setting, size_t size);

// Who knows where the values of a configuration come from: `tell` is called for each key with
// "default" in `from`, or "this run" where the value is another, and writes there what it knows
// better.
struct config_origins {
    void (*describe)(void *context, const char *key, char *from, size_t size);
    void *context;
};

// Every key with its value, and in a comment behind it where that comes from, the default, the
// range, the unit and the meaning: YAML that config_load reads. `origins` may be NULL.
void config_list(const struct config *config, const struct config_origins *origins, FILE *file);

// The column `when` of a setting's key; empty of what is no key. Is one of its terms, or
// alternatives, about a key? If so, does it hold?
const char *config_when(const char *assignment);
bool config_term(const struct config *config, const char *term, size_t length, bool *holds);

// Have both the same value for a key?
bool config_same(const struct config *one, const struct config *other, const char *key);

// The line of such a file on which `key` stands, counted from 1; 0: none.
uint64_t config_key_line(const char *path, const char *key);

// ---- The workloads that there are: the configurations of a folder, NAME.yaml or NAME.yml each. A
// new file is a new workload.

enum { WORKLOADS_MAX = 64, WORKLOAD_NAME_SIZE = 40, WORKLOAD_PATH_SIZE = 4096 };

// Sorted by name.
struct workloads {
    unsigned count;
    char name[WORKLOADS_MAX][WORKLOAD_NAME_SIZE];
};

// Lists a folder. False where it cannot be read or holds more than WORKLOADS_MAX. Of files whose
// names are none for a workload `left_out` is called, unless it is NULL.
bool workloads_list(struct workloads *workloads, const char *directory,
                    void (*left_out)(const char *directory, const char *file),
                    struct text_error *error);

#define WORKLOAD_NAME_RULE "letters, digits, _, - and, but first, ."

// Of these, fewer than WORKLOAD_NAME_SIZE.
bool workload_name_fits(const char *name);

// The file of a workload that is there; false: there is none, and which there are.
bool workload_path(const char *directory, const char *name, char path[WORKLOAD_PATH_SIZE],
                   struct text_error *error);

// Where a workload stands in tables: the number of its line in DIRECTORY/order.txt, which has a
// name a line, comments by '#'; UINT_MAX: it is not named there, or there is no such file.
unsigned workload_place(const char *directory, const char *name);

// Is it the name of a configuration's file, and not that of a workload? It ends in ".yaml" or
// ".yml".
bool workload_is_yaml(const char *text);

// Without that ending.
int workload_stem(const char *text);
