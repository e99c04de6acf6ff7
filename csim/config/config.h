// The configuration of a run: one table of keys, from which come the struct, the file format, the
// range checks, `--set key=value` and the list of keys. Plain integers, units in the names.
#ifndef SEMA_CONFIG_H
#define SEMA_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/base/text_error.h"

enum { PATHS = 4, CONFIG_SETTING_SIZE = 160 };

// What an operation of the burst is (paper, section 4): values of the keys `bulk_*` and `urgent_*`.
enum burst_kind { BURST_ATOMIC, BURST_WRITE, BURST_READ, BURST_SMALL_READ, BURST_NOTIFY };

enum arrivals_choice { ARRIVALS_EVEN, ARRIVALS_POISSON };
// Lanes whose multipliers follow observed service.
enum calibrate_choice { CALIBRATE_NOTHING, CALIBRATE_TIME, CALIBRATE_ALL };

enum traffic_choice { TRAFFIC_BURST, TRAFFIC_RANDOM, TRAFFIC_ADVERSARIAL };
enum stages_choice { STAGES_MODEL, STAGES_RANDOM };
enum mode_choice { MODE_ZERO, MODE_CLOCKED };

// What the flows of a connection matrix are made of, and which of its nodes the receiver stands
// for.
enum matrix_choice { MATRIX_WRITE, MATRIX_READ, MATRIX_ATOMIC };
enum receiver_choice { RECEIVER_BUSIEST, RECEIVER_NODE, RECEIVER_ALL };

// The keys. NUMBER(name, default, least, most, unit, meaning); CHOICE(name, default, its legal
// words, meaning); LIST(name, defaults, least, most, unit, meaning) has one value for each path.
// GROUP(title) only orders the list.
#define CONFIG_KEYS(GROUP, NUMBER, CHOICE, LIST)                                                   \
    GROUP("admission block")                                                                       \
    NUMBER(clock_ps, 1000, 1, 1000000, "ps", "period of the clock")                                \
    CHOICE(depth, 128, depth_words, "reservations of the block")                                   \
    NUMBER(command_limit, 128, 1, 256, "operations", "most reservations held at a time")           \
    NUMBER(window_hbm, 64000, 0, 4294967294, "bytes", "window of each HBM lane")                   \
    NUMBER(window_atomic, 64000, 0, 4294967294, "1/16 ns", "window of the Atomic lane")            \
    NUMBER(window_response, 16000, 0, 4294967294, "1/16 ns", "window of the response lane")        \
    NUMBER(quantum_hbm, 0, 0, 15, "bits", "HBM lanes count in units of 2^this bytes")              \
    NUMBER(quantum_time, 0, 0, 15, "bits", "the other lanes count in units of 2^this / 16 ns")     \
    NUMBER(grant_interval, 0, 0, 65535, "clocks", "of the grant coalescer's timer; 0: none")       \
    NUMBER(grant_threshold_hbm, 0, 0, 4294967295, "bytes",                                         \
           "freed on an HBM lane, that make a grant message due; 0: any number waits")             \
    NUMBER(grant_threshold_time, 0, 0, 4294967295, "1/16 ns", "the same of the other lanes")       \
    NUMBER(starvation_bound, 0, 0, 65535, "grants",                                                \
           "to others, after which nothing passes the oldest operation; 0: no bound")              \
    CHOICE(calibrate, CALIBRATE_NOTHING, calibrate_words,                                          \
           "lanes whose demands follow observed service: none, all but HBM's, or all")             \
    NUMBER(multiplier_min, 1, 0, 16383, "1/4096", "least that calibration makes of a multiplier")  \
    NUMBER(multiplier_max, 16383, 0, 16383, "1/4096", "most that calibration makes of it")         \
    NUMBER(autotune_interval, 0, 0, 16777215, "clocks",                                            \
           "windows are tuned, each at most once in so many; 0: they are not")                     \
    GROUP("fabric and target")                                                                     \
    LIST(path_gbps, CONFIG_LIST(200, 200, 100, 200), 1, 1000000, "Gb/s",                           \
         "rate of each path, forward and back")                                                    \
    LIST(path_ns, CONFIG_LIST(250, 300, 500, 350), 0, 1000000, "ns",                               \
         "one-way propagation of each path")                                                       \
    CHOICE(stages, STAGES_MODEL, stages_words, "the paper's model, or short random delays")        \
    NUMBER(hbm_gbps, 512, 1, 1000000, "Gb/s", "rate of one HBM partition")                         \
    NUMBER(hbm_read_ns, 40, 0, 1000000, "ns", "beside the transfer, for any read")                 \
    NUMBER(atomic_ns, 100, 0, 4095, "ns", "service of one Atomic; also what it is charged")        \
    NUMBER(response_gbps, 512, 9, 1000000, "Gb/s", "rate of the response engine")                  \
    NUMBER(response_ns, 20, 0, 4095, "ns", "for each response, beside its bytes")                  \
    NUMBER(delay_ps, 2000, 0, 1000000000, "ps", "random stages: least delay of a stage")           \
    NUMBER(delay_spread_ps, 30000, 0, 1000000000, "ps", "random stages: at most this more")        \
    GROUP("traffic")                                                                               \
    CHOICE(traffic, TRAFFIC_BURST, traffic_words, "generator of the operations")                   \
    NUMBER(operations, 240, 0, 200000000, "operations", "length of the run")                       \
    NUMBER(first_operation, 0, 0, 4000000000, "operations",                                        \
           "random and adversarial: number of the first, which is its tag")                        \
    NUMBER(cycles, 0, 0, 1000000000000, "clocks",                                                  \
           "no operation is offered after this many; 0: no such bound")                            \
    NUMBER(outstanding, 0, 0, 1000000, "operations",                                               \
           "policies: closed loop, so many from submission to completion; 0: open loop")           \
    NUMBER(warmup_operations, 0, 0, 200000000, "operations",                                       \
           "policies: the first ones, which are not measured")                                     \
    NUMBER(spacing_ps, 1000, 0, 1000000000, "ps", "from one submission to the next")               \
    NUMBER(large_bytes, 4112, 1, 16777216, "bytes", "a large write or read")                       \
    NUMBER(small_bytes, 272, 1, 16777216, "bytes", "a small read")                                 \
    NUMBER(command_bytes, 80, 1, 16777216, "bytes",                                                \
           "a request without data, a notification, an Atomic's response")                         \
    NUMBER(hot_percent, 0, 0, 100, "%", "part of the operations that goes to the hot partitions")  \
    NUMBER(hot_partitions, 1, 1, 8, "partitions", "the hot ones are 0 to this, exclusive")         \
    GROUP("traffic: burst")                                                                        \
    CHOICE(bulk_even, BURST_WRITE, burst_words, "bulk operations of even number")                  \
    CHOICE(bulk_odd, BURST_WRITE, burst_words, "bulk operations of odd number")                    \
    CHOICE(urgent_even, BURST_ATOMIC, burst_words, "latency-sensitive ones of even number")        \
    CHOICE(urgent_odd, BURST_ATOMIC, burst_words, "latency-sensitive ones of odd number")          \
    CHOICE(arrivals, ARRIVALS_EVEN, arrivals_words,                                                \
           "gaps of spacing_ps, or exponential ones of that mean and no jitter")                   \
    NUMBER(load_percent, 0, 0, 1000, "%",                                                          \
           "of what the bottleneck can serve; in place of spacing_ps; 0: spacing_ps holds")        \
    NUMBER(urgent_period, 8, 0, 200000000, "operations",                                           \
           "one of so many is latency-sensitive; 0: none")                                         \
    NUMBER(urgent_phase, 0, 0, 200000000, "operations", "the first one's number")                  \
    NUMBER(urgent_hot_percent, 0, 0, 100, "%", "as hot_percent, for latency-sensitive ones")       \
    GROUP("perturbation by seeds other than 0")                                                    \
    NUMBER(issue_jitter_ps, 2000, 0, 1000000000, "ps", "least delay of a submission")              \
    NUMBER(issue_jitter_spread_ps, 2000, 0, 1000000000, "ps", "at most this more")                 \
    NUMBER(serialise_jitter_ps, 2000, 0, 1000000000, "ps",                                         \
           "least addition to a forward serialisation")                                            \
    NUMBER(serialise_jitter_spread_ps, 2000, 0, 1000000000, "ps", "at most this more")             \
    NUMBER(bank_redraw_percent, 10, 0, 100, "%", "banks drawn anew, each within its set")          \
    GROUP("traffic: random (weights are relative; all zero: all equal)")                           \
    NUMBER(weight_write, 30, 0, 1000000, "weight", "writes")                                       \
    NUMBER(weight_read, 30, 0, 1000000, "weight", "reads")                                         \
    NUMBER(weight_notify, 10, 0, 1000000, "weight", "notifications")                               \
    NUMBER(weight_atomic, 29, 0, 1000000, "weight", "Atomics of all eight kinds")                  \
    NUMBER(weight_unknown, 1, 0, 1000000, "weight", "opcodes that do not exist")                   \
    NUMBER(weight_length_zero, 5, 0, 1000000, "weight", "no bytes")                                \
    NUMBER(weight_length_tiny, 15, 0, 1000000, "weight", "1 to 16 bytes")                          \
    NUMBER(weight_length_small, 40, 0, 1000000, "weight", "17 to small_bytes")                     \
    NUMBER(weight_length_large, 38, 0, 1000000, "weight", "small_bytes to large_bytes")            \
    NUMBER(weight_length_window, 1, 0, 1000000, "weight", "window_hbm, one below, one above")      \
    NUMBER(weight_length_huge, 1, 0, 1000000, "weight", "any 32-bit length")                       \
    NUMBER(train_operations, 16, 1, 1000000, "operations",                                         \
           "mean length of a train, within which spacing_ps holds")                                \
    NUMBER(train_gap_ps, 8000, 0, 1000000000, "ps", "mean gap between trains")                     \
    NUMBER(ordering_domains, 0, 0, 1000000, "domains",                                             \
           "ordering domains of the operations, whose addresses then overlap; 0: none")            \
    NUMBER(ordering_percent, 100, 0, 100, "%", "operations that are of one of the domains")        \
    NUMBER(fence_percent, 3, 0, 100, "%", "of those, the ones that are fences")                    \
    GROUP("traffic: connection matrix (a file in place of a workload)")                            \
    CHOICE(matrix_as, MATRIX_WRITE, matrix_words, "operations that the flows are made of")         \
    CHOICE(matrix_receiver, RECEIVER_BUSIEST, receiver_words,                                      \
           "nodes that are the receiver: that of most bytes, matrix_node, or all")                 \
    NUMBER(matrix_node, 0, 0, 65535, "node", "see matrix_receiver")                                \
    NUMBER(matrix_gbps, 200, 1, 1000000, "Gb/s", "rate of each sender's link")                     \
    NUMBER(matrix_start_ps, 1, 1, 1000000, "ps", "unit of start: htsim's ps; older files: us")     \
    GROUP("traffic: adversarial")                                                                  \
    NUMBER(phase_operations, 512, 1, 1000000, "operations", "length of a phase")                   \
    GROUP("policies of the event simulator")                                                       \
    CHOICE(                                                                                        \
        mode, MODE_ZERO, mode_words,                                                               \
        "of a block in the policy's place: time stands still while it works, or its clock runs")   \
    NUMBER(feedback_rtt_ns, 1000, 1, 1000000, "ns", "round trip of feedback: the least window")    \
    NUMBER(window_request_ns, 1000, 0, 1000000, "ns",                                              \
           "base window asked for; in place of the block's window_*")                              \
    NUMBER(atomic_window_multiple, 4, 1, 1000, "windows", "Atomic window, in base windows")        \
    NUMBER(scalar_window_percent, 400, 1, 100000, "% of the round trip", "the scalar's window")    \
    NUMBER(class_reserve, 16, 0, 256, "operations",                                                \
           "of the command limit, out of reach for large operations")                              \
    NUMBER(reactive_threshold_percent, 100, 0, 100000, "% of the window",                          \
           "backlog above which an arriving operation is refused")                                 \
    NUMBER(reactive_recovery_ns, 0, 0, 1000000, "ns",                                              \
           "from a drained backlog to the resource's use again")                                   \
    NUMBER(reactive_feedback_ns, 500, 0, 1000000, "ns",                                            \
           "from a refusal to the operation's return to its source")                               \
    NUMBER(estimate_percent, 100, 1, 1000, "%",                                                    \
           "estimate of Atomic and response service over the truth")                               \
    NUMBER(variability_percent, 0, 0, 100, "%",                                                    \
           "response service: the short ones are by this part shorter")                            \
    NUMBER(variability_long_percent, 10, 1, 99, "%",                                               \
           "of the responses are long instead, such that the mean stays")                          \
    NUMBER(mapping_error_percent, 0, 0, 100, "%", "operations with a wrong predicted partition")   \
    NUMBER(grant_interval_ns, 0, 0, 1000000, "ns",                                                 \
           "from a return to the message that tells of it and later ones; 0: one a return")        \
    NUMBER(grant_threshold_percent, 0, 0, 100, "% of the window",                                  \
           "returned credit of a lane that is told before the interval ends; 0: none")             \
    NUMBER(grant_delay_ns, 0, 0, 1000000, "ns", "flight time of such a message")                   \
    NUMBER(arbiter_slots, 0, 0, 1000000, "operations",                                             \
           "policies: that the arbiter sees, in order of submission; 0: all that wait")            \
    NUMBER(initiators, 0, 0, 64, "initiators",                                                     \
           "policies: that share the closed loop, asking and told by message; 0: none of that")    \
    NUMBER(initiator_delay_ns, 500, 0, 1000000, "ns", "flight time of such a message, mean")       \
    NUMBER(initiator_spread_percent, 0, 0, 100, "%",                                               \
           "by which it is shorter for the nearest initiator, and longer for the farthest")        \
    NUMBER(initiator_late_ns, 0, 0, 1000000000, "ns", "every second initiator starts as late")     \
    GROUP("disturbances, for each million clocks")                                                 \
    NUMBER(chaos_window, 0, 0, 1000000, "writes", "windows")                                       \
    NUMBER(chaos_multiplier, 0, 0, 1000000, "writes", "multipliers")                               \
    NUMBER(chaos_quantum, 0, 0, 1000000, "writes", "quanta")                                       \
    NUMBER(chaos_limit, 0, 0, 1000000, "writes", "command limit")                                  \
    NUMBER(chaos_register, 0, 0, 1000000, "writes", "other registers, existing or not")            \
    NUMBER(chaos_grant, 0, 0, 1000000, "writes", "rule of the grant coalescer")                    \
    NUMBER(chaos_calibrate, 0, 0, 1000000, "writes", "limits and estimates of calibration")        \
    NUMBER(chaos_starvation, 0, 0, 1000000, "writes", "starvation bound")                          \
    NUMBER(chaos_autotune, 0, 0, 1000000, "writes", "rule and limits of window autotuning")        \
    NUMBER(chaos_bus, 0, 0, 1000000, "accesses",                                                   \
           "reads of any register, and writes that may be refused")                                \
    NUMBER(chaos_mend, 0, 0, 1000000, "times", "every register put right")                         \
    NUMBER(chaos_pause, 0, 0, 1000000, "times", "the arbiter pauses for up to 200 clocks")         \
    NUMBER(chaos_duplicate, 0, 0, 1000000, "beats", "a stage completion once more")                \
    NUMBER(chaos_unknown, 0, 0, 1000000, "beats", "a stage completion for any id")                 \
    NUMBER(chaos_done, 0, 0, 1000000, "beats", "done for any id, mostly too early")                \
    NUMBER(chaos_reset, 0, 0, 1000000, "resets", "reset for one to three clocks")                  \
    GROUP("one disturbance")                                                                       \
    NUMBER(upset_cycle, 0, 0, 1000000000000, "clock", "in which it comes; 0: never")               \
    NUMBER(upset_clocks, 0, 0, 1000000000, "clocks", "from smaller windows to those of before")    \
    NUMBER(upset_percent, 100, 0, 100, "%", "that is left of every window; 0: a reset instead")    \
    GROUP("where a run begins")                                                                    \
    NUMBER(begin_percent, 0, 0, 100, "% of seeds",                                                 \
           "whose runs begin in a state at rest that is drawn; the others out of reset")           \
    NUMBER(begin_operations, 400, 0, 4294967295, "operations", "of a run that begins so, at most") \
    NUMBER(begin_near_percent, 20, 0, 100, "%",                                                    \
           "of its operations have a value that differs in one bit from that of an earlier one")   \
    GROUP("the environment")                                                                       \
    NUMBER(grant_stall_percent, 0, 0, 99, "%", "clocks in which a grant message is not taken")     \
    NUMBER(bus_stall_percent, 0, 0, 99, "%",                                                       \
           "clocks in which a channel of the register bus waits")                                  \
    NUMBER(loss_percent, 0, 0, 90, "%",                                                            \
           "offers whose answer is lost, so that the operation is offered once more")              \
    NUMBER(stall_clocks, 100000, 100, 1000000000, "clocks",                                        \
           "so long without a decision or a return, where one is expected, is an error")

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

// All functions below that take `error` return false on failure and leave there one line without a
// newline that says where, which key and what would have been legal. `config` is
// then unchanged.

// Sets the keys of a YAML file, a flat mapping of at most 64 KiB; the others keep their values.
bool config_load(struct config *config, const char *path, struct text_error *error);

// The same for text in memory; `name` stands for the file in messages.
bool config_parse(struct config *config, const char *name, const char *text, size_t length,
                  struct text_error *error);

// Sets the keys of DIRECTORY/WORKLOAD.yaml (csim/config/workloads.h).
bool config_load_workload(struct config *config, const char *directory, const char *workload,
                          struct text_error *error);

// Sets one key: "key=value", values of a list separated by commas.
bool config_set(struct config *config, const char *assignment, struct text_error *error);

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

// Have both the same value for a key?
bool config_same(const struct config *one, const struct config *other, const char *key);

// The line of a file's text on which `key` stands as a key for the n-th time, counted from 1; 0 if
// nowhere.
unsigned config_key_line(const char *text, size_t length, const char *key, unsigned n);

#endif
