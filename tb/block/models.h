// Models of the block made of others: one whose boundary is observed, and golden model and RTL in
// lockstep; and a block by name.
#pragma once

#include "csim/base/std.h"
#include "csim/golden/block.h"

// An observer of what crosses the boundary of the block, clock by clock.
struct observer {
    void *self;
    // `out` is what the block shows in clock `clock`, counted from 0; `in` is what the edge that
    // ends that clock samples. Both belong to the caller, which calls for every clock, resets
    // included.
    void (*observe)(void *self, uint64_t clock, const struct block_out *out,
                    const struct block_in *in);
};

enum { MODELS_AHEAD = 31 }; // clocks, at most

struct observed {
    struct block_model model;
    const struct observer *observers;
    unsigned count;
    uint64_t clock; // of the next edge
    bool shown;     // `out` is that of this clock
    unsigned ahead; // clocks: observed_run_ahead
    struct pair *pair;
    const bool *stop;
    uint64_t done; // clocks that were observed
    // Of clocks that were not, and of the one before them, in turn.
    struct block_out out[MODELS_AHEAD + 2];
    struct block_in in[MODELS_AHEAD + 2];
};

// `model`, which it takes over and closes, and before each edge every observer in turn. Memory and
// observers are the caller's. What an observer sees stays as it is for one more clock.
struct block_model observed_model(struct observed *observed, struct block_model model,
                                  const struct observer *observers, unsigned count);

// What it shows in this clock, and what the next edge will sample, to be driven: no copies.
const struct block_out *observed_shows(struct observed *observed);
struct block_in *observed_drives(struct observed *observed);

// From now on the model runs up to `clocks` ahead of its observers, at most MODELS_AHEAD, and if it
// is a pair (else NULL), the golden model of the RTL: what runs for some clocks at a stretch stays
// in the caches. All observe the same in the same order, until *stop, and a difference in its
// clock.
void observed_run_ahead(struct observed *observed, struct pair *pair, unsigned clocks,
                        const bool *stop);

// Observers now get what was put off. Its `close` does that, too.
void observed_catch_up(struct observed *observed);

enum { PAIR_FOLLOWS = 200 };

struct pair {
    struct block_model golden, dut;
    uint64_t clock; // of the next edge, counted from 0
    bool reset;     // there was one: before it the RTL shows anything
    bool ahead;     // observed_run_ahead: the RTL waits for its clocks
    bool differs;   // the first clock in which a field did, and what both showed in it
    uint64_t differs_clock;
    struct block_out golden_out, dut_out;
    const struct block_out *shown; // by the golden model in this clock; NULL: nothing was
    // "axi_awready follows rst_n": an output that is no function of flops only, or "".
    char follows[PAIR_FOLLOWS];
};

// The pair as a model: it shows what the golden model does, and at each edge compares what it was
// asked to show in that clock, up to the first difference; both go on. The RTL shows it beside the
// inputs that the edge samples: what is no function of flops only differs. What was shown stays as
// it is until the edge. It has taken both over, and closes them. `pair` is the caller's memory.
struct block_model pair_model(struct pair *pair, struct block_model golden, struct block_model dut);

// --- a block by name: the golden model, the RTL, both in lockstep -------------------------------

enum block_kind { BLOCK_GOLDEN, BLOCK_RTL, BLOCK_LOCKSTEP };

struct admitter_kind {
    const char *name; // "golden", "rtl", "lockstep"
    enum block_kind kind;
};

// Ends with a NULL name.
extern const struct admitter_kind admitter_kinds[];

// NULL if the name is unknown.
const struct admitter_kind *admitter_kind_find(const char *name);

// One block, open. Its memory is the caller's; it stays where it is while the model is in use.
struct block {
    struct path_size size;
    struct block_model model; // of what decides; to be closed, which closes everything
    struct block_model rtl;   // `self` NULL: there is none
    bool has_pair;
    struct pair pair; // of a lockstep
};

// Opens a block of that size, before its first reset. False, with one line in `error`: this build
// has no RTL of that size, or there is none.
bool block_open(struct block *block, enum block_kind kind, const struct path_size *size,
                struct text_error *error);

// What is wrong with it, one line: golden model and RTL differ, or an assertion has failed. False:
// nothing.
bool block_is_wrong(const struct block *block, struct text_error *error);
