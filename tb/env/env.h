// The environment around an admission block: traffic, fabric, target stages and disturbances,
// closed into a loop over the block's edge interface. Integer picoseconds; clock edge n is at n
// times clock_ps. A granted operation enters the network at the time of the edge that granted it; a
// stage completion becomes a beat at the first edge at or after it.
#ifndef SEMA_ENV_H
#define SEMA_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/config/config.h"
#include "csim/interface/stimulus.h"
#include "csim/traffic/traffic.h"

// Opens an environment; `config` is copied. Its first beats write the registers in which the
// configuration differs from their reset values; the traffic's time counts from there. With `skip`,
// clocks in which the block is quiet and nothing is due are left out and counted in edge_in.gap:
// same beats, same clocks. Returns NULL with one line in `error` when out of memory. The caller
// closes it by stimulus_close.
//
// The environment ends when every operation is decided, returned and completed, or with
// env_error(). It believes the block's commits, never its own intent, and is safe against a faulty
// block.
struct stimulus *env_open(const struct config *config, uint64_t seed, bool skip,
                          struct text_error *error);

// The same with other operations than the configuration's generator makes, which are of
// `config->operations` at most. The environment takes `traffic` over, also where it returns NULL;
// NULL: out of memory.
struct stimulus *env_open_traffic(const struct config *config, struct traffic *traffic,
                                  uint64_t seed, bool skip, struct text_error *error);

// Can a run begin in a state that is drawn (csim/record/block_draw.h)? Only with random stages and
// the default depth. And does that of this seed? Its operations are then known by their tags
// (csim/interface/tag_code.h).
bool env_can_begin(const struct config *config);
bool env_draws(const struct config *config, uint64_t seed);

// Why the run ended before all work was done, one line; NULL if it did not.
const char *env_error(const struct stimulus *env);

struct env_stats {
    uint64_t cycles;  // clocks so far, skipped ones counted
    uint64_t edges;   // edges handed out: resets counted, skipped clocks not
    uint64_t offered; // operations that the block took,
    uint64_t again;   // and those that it took once more, as their answers were lost
    uint64_t granted;
    uint64_t denials; // deny commits
    uint64_t rejected;
    uint64_t repeated;        // offers answered with the reservation that their operation holds
    uint64_t returned;        // return commits
    uint64_t completed;       // reservations freed
    uint64_t voided;          // offers lost in a reset,
    uint64_t dropped;         // and reservations
    uint64_t voided_executed; // of those offers: their operations have completed end to end
    uint64_t strays;
    uint64_t fences; // which went no further than the source
    uint64_t disturbances;
    uint64_t resets;
    uint64_t mends;          // times the environment put the registers right because nothing moved
    uint64_t messages;       // grant messages taken
    uint64_t feedback_bytes; // of them on the wire: 8, and 4 for each lane that has changed
    uint64_t goodput_bytes;  // response bytes of reads and Atomics, wire bytes of writes, completed
                             // for the first time
    uint64_t first_submit_ps;
    uint64_t last_complete_ps; // end to end
};

const struct env_stats *env_stats(const struct stimulus *env);

// Credit that grant messages have told of, of each lane; LANES sums over the whole run.
const uint64_t *env_credit_sent(const struct stimulus *env);

// Time of the last edge handed out.
uint64_t env_now_ps(const struct stimulus *env);

// Latencies from submission to end-to-end completion, in order of completion, of the
// latency-sensitive operations or of the others. Kept where the stages are the model's; else
// *count is 0.
const uint64_t *env_latencies(const struct stimulus *env, bool urgent, size_t *count);

// One line on what became of an operation, for failure reports; says so where it is forgotten (only
// the last thousands are kept) or not yet offered.
void env_describe_op(const struct stimulus *env, uint32_t tag, FILE *file);

#endif
