// Fuzz target: bytes are deeds done to the block (tb/shrink/script_bytes.h), the oracle is lockstep
// with the golden model, and the checker. libFuzzer keeps what is new in any of these: branches of
// the golden model and the numbers it compares, bins of functional coverage, and which outputs of
// two clocks meet. What fails is shrunk and left as report, tape, waves and test.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "tb/checkers/checker.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/covergroups/coverage.h"
#include "tb/dut/rtl.h"
#include "tb/shrink/script.h"
#include "tb/shrink/script_bytes.h"
#include "tb/shrink/script_failure.h"
#include "tb/shrink/shrink.h"

enum { DEEDS = 256, MEETINGS = 1 << 14, BINS = 2048 };

// What libFuzzer takes for counters of ours. They say whether, not how often: of runs as long as
// these nearly every one counts otherwise than all before it.
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t meetings[MEETINGS];
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t bins[BINS];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

// ---- what is new ----------------------------------------------------------------------------

// Marks the kinds of what a clock shows, after those of the clock before.
struct watch {
    struct admitter admitter; // first: members of the family embed it
    struct admitter *inner;
    uint32_t last;
};

static uint32_t kinds_of(const struct edge_out *out) {
    uint32_t kinds = out->kind;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        kinds = kinds << 2 | out->return_kind[resource];
    kinds = kinds << 2 | out->done_kind;
    kinds = kinds << 1 | (out->retire != 0);
    kinds = kinds << 1 | out->window;
    kinds = kinds << 1 | (out->calibrate != 0);
    kinds = kinds << 1 | out->op_ready;
    kinds = kinds << 1 | out->grant_valid;
    kinds = kinds << 1 | out->axi_bvalid;
    kinds = kinds << 1 | out->axi_rvalid;
    kinds = kinds << 1 | out->quiet;
    return kinds << 1 | (out->mask >> LANES & 1); // the table's bit
}

static void watch_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct watch *const watch = (struct watch *)self;
    admitter_edge(watch->inner, in, out);
    const uint32_t kinds = kinds_of(out);
    meetings[rng_mix(watch->last ^ (uint64_t)kinds << 32) % MEETINGS] = 1;
    watch->last = kinds;
}

static void watch_close(struct admitter *self) {
    admitter_close(((struct watch *)self)->inner);
    free(self);
}

static struct admitter *watch_open(struct admitter *inner) {
    static const struct admitter_ops ops = {
        .name = "watch", .edge = watch_edge, .close = watch_close};
    struct watch *const watch = calloc(1, sizeof *watch);
    if (!watch)
        abort();
    watch->admitter.ops = &ops;
    watch->inner = inner;
    return &watch->admitter;
}

// What the bins have been met with in this input.
static void mark(const struct coverage *coverage) {
    static uint64_t before[BINS];
    unsigned covered, total;
    coverage_count(coverage, &covered, &total);
    const uint64_t *const hits = coverage_hits(coverage);
    for (unsigned i = 0; i < total && i < BINS; i++) {
        bins[i] = hits[i] != before[i];
        before[i] = hits[i];
    }
}

// ---- one input ------------------------------------------------------------------------------

// Opened once, since that takes longer than most inputs: a reset is all that is between two.
static struct admitter *block;
static struct coverage *coverage;

static void lent_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    (void)self;
    admitter_edge(block, in, out);
}

static void lent_close(struct admitter *self) {
    (void)self;
}

static struct admitter *lend_block(void) {
    static const struct admitter_ops ops = {.name = "rtl", .edge = lent_edge, .close = lent_close};
    static struct admitter lent = {.ops = &ops};
    if (!block) {
        block = rtl_open(DEPTH);
        coverage = coverage_open(DEPTH);
    }
    if (!block || !coverage)
        abort();
    const struct edge_in reset = {.reset = 1};
    struct edge_out ignored;
    for (unsigned clock = 0; clock < 2; clock++)
        admitter_edge(block, &reset, &ignored);
    coverage_restart(coverage);
    return &lent;
}

static bool plays_well(const struct script *script) {
    struct admitter *const lockstep = lockstep_open(lend_block(), golden_open(DEPTH), false);
    struct admitter *const watch = watch_open(lockstep);
    struct stimulus *const play = script_play_open(script, NULL);
    struct checker *const checker = checker_open(DEPTH);
    if (!lockstep || !play || !checker)
        abort();
    const struct cosim_loop_listeners listeners = {.checker = checker, .coverage = coverage};
    const struct cosim_loop_limits limits = {0};
    cosim_loop(play, watch, lockstep, 1, &listeners, &limits);
    mark(coverage);
    const bool well = !lockstep_divergence(lockstep)->found && !checker_finding(checker)->check;
    checker_close(checker);
    stimulus_close(play);
    admitter_close(watch);
    return well;
}

// Leaves what there is to look at, and ends.
static void explain(const struct script *found) {
    // Shrinking takes deeds from the heap, and may need more of them.
    struct script all = *found, *const script = &all;
    script->deeds = malloc(found->capacity * sizeof *found->deeds);
    if (!script->deeds)
        abort();
    memcpy(script->deeds, found->deeds, found->count * sizeof *found->deeds);
    char caught[CAUGHT_SIZE] = "not again, from the state that a new block has";
    struct text_error error;
    uint64_t cycle = 0;
    const bool again = script_fails(script, NULL, caught, &cycle);
    fprintf(stderr, "FAILED: fuzz_block: %s\n", caught);
    const struct script_failure failure = {
        .name = "fuzz", .workload = "fuzz_block", .clock_ps = 1000, .caught = caught};
    if (again && !script_failure_write(script, &failure, "build/failures", stderr, &error))
        fprintf(stderr, "FAILED: fuzz_block: %s\n", error.text);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct deed deeds[DEEDS];
    struct script script = {.deeds = deeds, .capacity = DEEDS, .depth = DEPTH};
    script.count = script_from_bytes(data, size, deeds, DEEDS);
    if (script.count > 0 && !plays_well(&script))
        explain(&script);
    return 0;
}

// ---- the next input -------------------------------------------------------------------------

// Changed as bytes, but whole records of them.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    (void)seed;
    const size_t changed = LLVMFuzzerMutate(data, size, room);
    const size_t whole = changed / SCRIPT_RECORD * SCRIPT_RECORD;
    return whole > 0 ? whole : changed;
}
