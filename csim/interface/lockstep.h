// Lockstep: two admitters fed with the same beats, every field of every out compared. One leads
// (its outs are what the caller sees), mostly the `dut`; the other follows.
#ifndef SEMA_LOCKSTEP_H
#define SEMA_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/interface/admitter.h"

// The first disagreement of a run.
struct divergence {
    bool found;
    uint64_t cycle; // clocks since the run began, skipped ones counted
    struct edge_in in;
    struct edge_out dut;
    struct edge_out ref;
};

// Takes both admitters over, also on failure (NULL: out of memory, or one of them is NULL). The ref
// follows at most 64 clocks behind the dut. With `beside` it does so on a thread of its own: a run
// is then hardly slower than the dut alone, at the price of a second core; where many runs share
// the cores, it is of no use.
struct admitter *lockstep_open(struct admitter *dut, struct admitter *ref, bool beside);

// The same, but the ref leads, and the dut follows at most 256 clocks behind: the caller sees the
// ref's outs as soon as that one, which is faster, has them, and threads can evaluate the dut.
struct admitter *lockstep_open_led_by_ref(struct admitter *dut, struct admitter *ref);

// Threads, 1 and more, for whoever follows in any of these locksteps: a list of `count` admitters
// opened by the functions above, or NULL, that stays the caller's. What the locksteps find does not
// depend on the threads. NULL: there are none to be had, and each lockstep goes on by itself, as it
// does after lockstep_threads_close, which comes before the locksteps are closed.
struct lockstep_threads *lockstep_threads_open(struct admitter *const *locksteps, unsigned count,
                                               unsigned threads);
void lockstep_threads_close(struct lockstep_threads *threads); // takes NULL

// The first divergence of an admitter opened by lockstep_open; lets who follows catch up first. The
// result stays valid and is updated as the run goes on, so that a run loop may look at `found` in
// every clock. Later clocks are not reported any more.
const struct divergence *lockstep_divergence(struct admitter *lockstep);

// Describes the i-th field that differs: "name: dut VALUE, ref VALUE". Returns false where there
// are no more.
bool divergence_field(const struct divergence *divergence, unsigned i, char *text, size_t size);

// The name of the first field that differs: what "caught by" means for a lockstep check.
const char *divergence_first(const struct divergence *divergence);

#endif
