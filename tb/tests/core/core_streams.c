#include "tb/tests/core/core_streams.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/rng.h"
#include "tb/tests/core/core_golden.h"

// What a stream is made of.
struct stream {
    const char *name;
    uint64_t clocks;
    uint32_t window;      // largest window written
    unsigned lanes;       // so many from any one on: each is used with a chance of a half
    unsigned idle;        // clocks without an operation, of 16
    unsigned exact;       // demands at an edge of what fits, of 16
    unsigned window_rate; // clocks with a window write, of 256
    unsigned reset_rate;  // clocks with a reset, of 4096
};

static const struct stream streams[CORE_STREAMS] = {
    {"random", 100000, 100000, 10, 4, 0, 8, 1},        {"dense", 100000, 3000, 10, 0, 4, 2, 0},
    {"one lane", 50000, 64000, 1, 0, 8, 1, 0},         {"edges", 100000, 5000, 3, 1, 12, 16, 1},
    {"widest", 50000, UINT32_MAX - 1, 4, 0, 6, 32, 2}, {"windows", 20000, 500, 2, 2, 8, 200, 8},
};

// Debts that can be returned: what was granted and, in the view of the stimulus, is decided.
struct owed {
    uint64_t debt[LANES];
};

static uint32_t pick_demand(const struct core_golden *core, const struct stream *stream,
                            struct rng *rng, unsigned lane) {
    if (rng_below(rng, 16) < stream->exact) {
        // What fits at most, one more, or what would fit but for the operation before.
        const int64_t headroom = core->seen[lane];
        const int64_t part = rng_below(rng, 2) ? 1 : 2;
        const int64_t edge = headroom / part + (int64_t)rng_below(rng, 3) - 1;
        if (edge > 0 && edge <= UINT32_MAX)
            return (uint32_t)edge;
    }
    return 1 + (uint32_t)rng_below(rng, (uint64_t)stream->window / 2 + 1);
}

static struct core_in pick_inputs(const struct core_golden *core, const struct stream *stream,
                                  struct rng *rng, struct owed *owed) {
    struct core_in in = {.reset = rng_below(rng, 4096) < stream->reset_rate,
                         .valid = rng_below(rng, 16) >= stream->idle,
                         .hbm_lane = (uint8_t)rng_below(rng, HBM_LANES),
                         .window_write = rng_below(rng, 256) < stream->window_rate,
                         .window_lane = (uint8_t)rng_below(rng, LANES)};

    in.window = (uint32_t)rng_below(rng, (uint64_t)stream->window + 1);
    const unsigned first = (unsigned)rng_below(rng, LANES);
    for (unsigned l = 0; l < LANES; l++) {
        if ((l + LANES - first) % LANES < stream->lanes && rng_below(rng, 2))
            in.used |= (uint16_t)(1 << l);
        in.demand[l] = in.used >> l & 1 ? pick_demand(core, stream, rng, l)
                                        : (uint32_t)rng_next(rng); // must not matter
    }
    for (unsigned k = 0; k < 3; k++) {
        const unsigned lane = k == 0 ? in.hbm_lane : HBM_LANES + k - 1;
        const uint64_t most = owed->debt[lane] < UINT32_MAX ? owed->debt[lane] : UINT32_MAX;
        in.amount[k] = (uint32_t)rng_below(rng, most + 1);
        if (rng_below(rng, 4) > 0 && !in.reset) {
            in.returns |= (uint8_t)(1 << k);
            owed->debt[lane] -= in.amount[k];
        }
    }
    return in;
}

// The start of every run: a reset, then the widest windows of the stream in all lanes.
static void open_windows(struct core_in *in, const struct stream *stream, uint64_t clock) {
    if (clock == 0)
        *in = (struct core_in){.reset = true};
    else if (clock <= LANES)
        *in = (struct core_in){
            .window_write = true, .window_lane = (uint8_t)(clock - 1), .window = stream->window};
}

// The run has failed: room for CORE_TEXT_BYTES that say how.
static char *failing(struct core_outcome *outcome, uint64_t clock) {
    outcome->failed = true;
    outcome->clock = clock;
    return outcome->text;
}

static void compare(uint64_t clock, const struct core_out *rtl, const struct core_out *golden,
                    struct core_outcome *outcome) {
    if (rtl->decided != golden->decided)
        snprintf(failing(outcome, clock), CORE_TEXT_BYTES, "decided %d, expected %d", rtl->decided,
                 golden->decided);
    else if (rtl->grant != golden->grant || rtl->refused != golden->refused)
        snprintf(failing(outcome, clock), CORE_TEXT_BYTES,
                 "grant %d, refused %03x; expected %d, %03x", rtl->grant, rtl->refused,
                 golden->grant, golden->refused);
    for (unsigned l = 0; l < LANES && !outcome->failed; l++)
        if (rtl->headroom[l] != golden->headroom[l])
            snprintf(failing(outcome, clock), CORE_TEXT_BYTES,
                     "lane %u: headroom %" PRId64 ", expected %" PRId64, l, rtl->headroom[l],
                     golden->headroom[l]);
}

const char *core_stream_name(unsigned stream) {
    return streams[stream].name;
}

void core_stream_run(enum core_build build, unsigned number, uint64_t seed, uint64_t most,
                     struct core_outcome *outcome) {
    const struct stream *const stream = &streams[number];
    struct core_golden golden = {.delays = core_delays[build]};
    struct core_rtl *const rtl = core_rtl_open(build);
    struct rng rng = rng_stream(number + CORE_STREAMS * seed, RNG_TRAFFIC);
    struct owed owed = {{0}};
    struct core_in kept[CORE_DELAY_MAX]; // operations that are not decided yet
    const uint64_t clocks = most && most < stream->clocks ? most : stream->clocks;
    uint64_t grants = 0, refusals = 0;

    *outcome = (struct core_outcome){0};
    if (!rtl) {
        snprintf(failing(outcome, 0), CORE_TEXT_BYTES, "out of memory");
        return;
    }
    for (uint64_t clock = 0; clock < clocks && !outcome->failed; clock++) {
        struct core_in in = pick_inputs(&golden, stream, &rng, &owed);
        struct core_out got, expected;
        open_windows(&in, stream, clock);
        core_golden_edge(&golden, &in, &expected);
        core_rtl_edge(rtl, &in, &got);
        if (clock > 0) // before the first reset the outputs are anything
            compare(clock, &got, &expected, outcome);
        if (in.reset)
            memset(&owed, 0, sizeof owed);
        else if (expected.grant) {
            const struct core_in *const op =
                &kept[(clock - core_delays[build].decision) % CORE_DELAY_MAX];
            for (unsigned l = 0; l < LANES; l++)
                owed.debt[l] += op->used >> l & 1 ? op->demand[l] : 0;
        }
        kept[clock % CORE_DELAY_MAX] = in;
        grants += expected.grant;
        refusals += expected.decided && !expected.grant;
    }
    core_rtl_close(rtl);
    if (!outcome->failed && (grants * 50 <= clocks || refusals * 50 <= clocks))
        snprintf(failing(outcome, clocks), CORE_TEXT_BYTES,
                 "%" PRIu64 " grants, %" PRIu64 " refusals: one is rare", grants, refusals);
}
