#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/rng.h"
#include "tb/tests/admit/admit_streams.h"

enum {
    CLOCKS = 30000,
    RING = 32, // clocks that something counts for later, at most
    WORD_TO_DECISION = 3,
    WORD_TO_FOUND = 2,
    DECISION_TO_COMMIT = 2, // latencies of numbers.h are those of the commit port
    LIMIT_SEEN = LIMIT_TO_DECISION - DECISION_TO_COMMIT,
    RETURN_TO_COMMIT = 4,
    WINDOW_TO_COMMIT = 6,
    RESET_CLOCKS = 16, // without operations, behind a reset
    HELD_MOST = 256,
};

// What a decision is.
struct outcome {
    bool decided, grant, reject, repeat, deny, deny_changed;
    uint16_t refused, over;
};

// What holds in a clock, or comes with it.
struct instant {
    struct decide_in in;
    struct outcome outcome;                   // of the decision of this clock
    uint64_t granted[LANES], returned[LANES]; // sums of all commits up to this clock
    uint64_t grants, retires;
    uint32_t window[LANES];
    uint8_t limit;
};

struct reservation {
    uint16_t used;
    uint32_t demand[CLASSES]; // 0: returned
};

struct decide_bench {
    struct rng rng;
    uint64_t clock;
    struct instant ring[RING];
    struct reservation held[HELD_MOST];
    unsigned held_count;
    uint32_t window_most;
    uint64_t counts[5]; // grants, rejects, repeats, denies, refused by the table alone
    struct admit_outcome *outcome;
};

static void check(struct decide_bench *bench, const char *what, int64_t shown, int64_t expected) {
    if (shown == expected || bench->outcome->failed)
        return;
    bench->outcome->failed = true;
    bench->outcome->clock = bench->clock;
    snprintf(bench->outcome->text, sizeof bench->outcome->text, "%s %" PRIx64 ", expected %" PRIx64,
             what, (uint64_t)shown, (uint64_t)expected);
}

static struct instant *ago(struct decide_bench *bench, unsigned clocks) {
    return &bench->ring[(bench->clock - clocks) % RING];
}

static unsigned class_of(unsigned lane) {
    return lane < HBM_LANES ? 0 : lane - HBM_LANES + 1;
}

// The decision of this clock.
static void decide(struct decide_bench *bench, struct instant *now) {
    const struct decide_in *op = &ago(bench, WORD_TO_DECISION)->in;
    const struct instant *seen = ago(bench, COMMIT_TO_DECISION);
    const struct instant *before = ago(bench, 1);
    struct outcome *outcome = &now->outcome;
    *outcome = (struct outcome){0};
    if (!op->valid)
        return;
    outcome->decided = true;
    for (unsigned l = 0; l < LANES; l++) {
        const uint64_t demand = op->used >> l & 1 ? op->demand[class_of(l)] : 0;
        const uint64_t debt = before->granted[l] - seen->returned[l];
        outcome->over |= (uint16_t)((demand > seen->window[l]) << l);
        outcome->refused |= (uint16_t)((demand > 0 && debt + demand > seen->window[l]) << l);
    }
    const uint64_t held = before->grants - ago(bench, RETIRE_TO_USE)->retires;
    if (held >= ago(bench, LIMIT_SEEN)->limit)
        outcome->refused |= REFUSED_TABLE;
    const bool found = ago(bench, WORD_TO_DECISION - WORD_TO_FOUND)->in.found;
    if (op->tried && found)
        outcome->repeat = true;
    else if (op->tried && op->first && (!op->known || outcome->over))
        outcome->reject = true;
    else if (op->tried && !outcome->refused)
        outcome->grant = true;
    else if (outcome->refused)
        outcome->deny = true;
    const uint8_t refused_class = (uint8_t)((outcome->refused >> HBM_LANES << 1) |
                                            ((outcome->refused & ((1U << HBM_LANES) - 1)) != 0));
    outcome->deny_changed = outcome->deny && (op->first || refused_class != op->last_denied);
    bench->counts[0] += outcome->grant;
    bench->counts[1] += outcome->reject;
    bench->counts[2] += outcome->repeat;
    bench->counts[3] += outcome->deny;
    bench->counts[4] += outcome->deny && outcome->refused == REFUSED_TABLE;
    if (!outcome->grant)
        return;
    now->grants++;
    struct reservation *reservation = &bench->held[bench->held_count++];
    *reservation = (struct reservation){.used = op->used};
    for (unsigned l = 0; l < LANES; l++) {
        if (op->used >> l & 1) {
            now->granted[l] += op->demand[class_of(l)];
            reservation->demand[class_of(l)] = op->demand[class_of(l)];
        }
    }
}

// What commits in this clock, and the decision.
static void advance(struct decide_bench *bench) {
    struct instant *now = ago(bench, 0);
    const struct decide_in *returned = &ago(bench, RETURN_TO_COMMIT)->in;
    const struct decide_in *written = &ago(bench, WINDOW_TO_COMMIT)->in;
    const struct instant *before = ago(bench, 1);
    memcpy(now->granted, before->granted, sizeof now->granted);
    memcpy(now->returned, before->returned, sizeof now->returned);
    memcpy(now->window, before->window, sizeof now->window);
    now->grants = before->grants;
    now->retires = before->retires;
    for (unsigned k = 0; k < CLASSES; k++) {
        if (returned->returns >> k & 1)
            now->returned[k ? HBM_LANES - 1 + k : returned->hbm_lane] += returned->amount[k];
    }
    if (written->window_write)
        now->window[written->window_lane] = written->window;
    decide(bench, now);
}

// What the outputs must be in this clock: of decisions one and two clocks ago.
static void compare(struct decide_bench *bench, const struct decide_out *out) {
    const struct instant *last = ago(bench, 1);
    const struct instant *then = ago(bench, 2);
    const struct outcome *now = &last->outcome;
    const struct outcome *outcome = &then->outcome;
    check(bench, "grant now", out->grant_now, now->grant);
    check(bench, "other now", out->other_now, now->reject || now->repeat);
    check(bench, "grant", out->grant, outcome->grant);
    check(bench, "reject", out->reject, outcome->reject);
    check(bench, "repeat", out->repeat, outcome->repeat);
    check(bench, "deny", out->deny, outcome->deny);
    if (outcome->deny)
        check(bench, "deny changed", out->deny_changed, outcome->deny_changed);
    if (outcome->decided) {
        check(bench, "refused", out->refused, outcome->refused);
        check(bench, "over", out->over, outcome->over);
        check(bench, "used", out->used, ago(bench, 2 + WORD_TO_DECISION)->in.used);
    }
    for (unsigned l = 0; l < LANES; l++) {
        const int64_t debt = (int64_t)(then->granted[l] - then->returned[l]);
        check(bench, "debt", out->debt[l], debt);
        check(bench, "headroom", out->headroom[l],
              (int64_t)last->window[l] - (int64_t)(last->granted[l] - last->returned[l]));
    }
}

static uint32_t draw_demand(struct decide_bench *bench, unsigned lane) {
    const struct instant *now = ago(bench, 1);
    const int64_t room =
        (int64_t)now->window[lane] - (int64_t)(now->granted[lane] - now->returned[lane]);
    const int64_t edge =
        room / (rng_below(&bench->rng, 2) ? 1 : 2) + (int64_t)rng_below(&bench->rng, 3) - 1;
    if (rng_below(&bench->rng, 3) == 0 && edge > 0 && edge <= UINT32_MAX)
        return (uint32_t)edge;
    return 1 + (uint32_t)rng_below(&bench->rng, (uint64_t)bench->window_most * 9 / 16 + 1);
}

static void draw_operation(struct decide_bench *bench, struct decide_in *in) {
    struct rng *rng = &bench->rng;
    in->valid = rng_below(rng, 8) != 0;
    in->tried = rng_below(rng, 4) != 0;
    in->known = rng_below(rng, 16) != 0;
    in->first = in->tried && (!in->known || rng_below(rng, 2));
    in->tried |= !in->known;
    in->first |= !in->known;
    in->last_denied = (uint8_t)rng_below(rng, 16);
    const unsigned lane = (unsigned)rng_below(rng, HBM_LANES + 2);
    in->used = 0;
    if (in->known) {
        in->used = (uint16_t)(lane < HBM_LANES ? 1U << lane : 0);
        uint64_t time = rng_below(rng, 4); // Atomic, response: each in one of four
        time &= rng_below(rng, 4);
        in->used |= (uint16_t)(time << HBM_LANES);
    }
    for (unsigned k = 0; k < CLASSES; k++)
        in->demand[k] = (uint32_t)rng_next(rng); // must not matter
    for (unsigned l = 0; l < LANES; l++) {
        if (in->used >> l & 1)
            in->demand[class_of(l)] = draw_demand(bench, l);
    }
}

// Components and reservations of any age come back.
static void draw_returns(struct decide_bench *bench, struct instant *now, unsigned rate) {
    struct rng *rng = &bench->rng;
    struct decide_in *in = &now->in;
    in->returns = 0;
    in->retires = 0;
    for (unsigned channel = 0; channel < 4 && bench->held_count; channel++) {
        if (rng_below(rng, 16) >= rate)
            continue;
        const unsigned index = (unsigned)rng_below(rng, bench->held_count);
        struct reservation *reservation = &bench->held[index];
        for (unsigned k = 0; k < CLASSES; k++) {
            if (reservation->demand[k] && !(in->returns >> k & 1)) {
                in->returns |= (uint8_t)(1U << k);
                in->amount[k] = reservation->demand[k];
                if (k == 0)
                    in->hbm_lane =
                        (uint8_t)__builtin_ctz(reservation->used & ((1U << HBM_LANES) - 1));
                reservation->demand[k] = 0;
            }
        }
        if (!reservation->demand[0] && !reservation->demand[1] && !reservation->demand[2]) {
            in->retires |= (uint8_t)(1U << channel);
            now->retires++;
            *reservation = bench->held[--bench->held_count];
        }
    }
}

static void draw_inputs(struct decide_bench *bench, unsigned stream) {
    static const unsigned returns[ADMIT_STREAMS] = {8, 12, 6, 3};
    static const unsigned windows[ADMIT_STREAMS] = {4, 64, 0, 256};
    struct rng *rng = &bench->rng;
    struct instant *now = ago(bench, 0);
    struct decide_in *in = &now->in;
    *in = (struct decide_in){.limit = now->limit};
    draw_operation(bench, in);
    if (bench->clock < RING + RESET_CLOCKS)
        in->valid = false;
    in->found = rng_below(rng, 16) == 0;
    draw_returns(bench, now, returns[stream]);
    in->window_write = rng_below(rng, 256) < windows[stream];
    in->window_lane = (uint8_t)rng_below(rng, LANES);
    in->window = (uint32_t)rng_below(rng, (uint64_t)bench->window_most + 1);
    struct instant *next = ago(bench, RING - 1); // of the clock to come
    next->limit = now->limit;
    if (rng_below(rng, 64) == 0)
        next->limit = (uint8_t)(rng_below(rng, 4) ? rng_below(rng, 24) : rng_below(rng, 129));
}

void decide_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome) {
    static const uint32_t window_most[ADMIT_STREAMS] = {100000, 5000, 64000, UINT32_MAX - 1};
    struct admit *admit = admit_open(form);
    struct decide_bench bench = {.rng = rng_stream(stream, RNG_TRAFFIC),
                                 .outcome = outcome,
                                 .window_most = window_most[stream],
                                 .clock = RING};
    struct decide_in reset = {.reset = true, .limit = DEPTH};
    struct decide_out out;

    *outcome = (struct admit_outcome){0};
    if (!admit)
        return check(&bench, "no memory", 0, 1);
    for (unsigned i = 0; i < RING; i++) {
        struct instant *instant = &bench.ring[i];
        instant->limit = DEPTH;
        for (unsigned l = 0; l < LANES; l++)
            instant->window[l] = l <= HBM_LANES ? 64000 : 16000;
    }
    decide_edge(admit, &reset, &out);
    for (; bench.clock < CLOCKS && !outcome->failed; bench.clock++) {
        advance(&bench);
        if (bench.clock >= RING + RESET_CLOCKS)
            compare(&bench, &out);
        draw_inputs(&bench, stream);
        decide_edge(admit, &ago(&bench, 0)->in, &out);
    }
    for (unsigned i = 0; i < 5; i++) {
        if (bench.counts[i] < 20)
            check(&bench, "a stream that shows little: outcome", i, (int64_t)bench.counts[i]);
    }
    admit_close(admit);
}
