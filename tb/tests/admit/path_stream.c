// The whole path, with the test as its environment: it knows what each operation is charged, what
// is owed and what has come back, and from that what each decision must be, whatever was chosen.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/rng.h"
#include "tb/tests/admit/admit_streams.h"
#include "tb/tests/admit/plain_demand.h"

enum {
    CLOCKS = 20000,
    DRAIN_CLOCKS = 6000, // with everything coming back and no offers
    RING = 64,
    SHOWN = 2, // a decision is shown so many clocks later
    SEEN_COMMIT = 2,
    SEEN_RETIRE = 4,
    SEEN_LIMIT = 5,
    SEEN_HELD = 3,
    RETURN_TO_COMMIT = 4,
    WINDOW_TO_COMMIT = 6,
    TO_SCALE = 4,
    SCALED_TO_FIRST = 12, // ScaleToSlot + DemandToDecision
    WALK_CLOCKS_MOST = 4 * (SLOTS + 1),
    OFFER_TO_FIRST = 16,
    WAITING_MOST = SLOTS,
    SETTINGS_MOST = 64, // of multipliers and quanta, in a stream
};

// A waiting operation, in the order of offers.
struct waiting {
    struct path_op op;
    struct plain_raw raw;
    uint64_t offer;
    bool denied;
    uint8_t last_denied;
};

struct reservation {
    bool held;
    bool returned[CLASSES];
    uint32_t tag;
    uint16_t used; // lanes
    uint32_t demand[CLASSES];
    uint64_t free_from; // clock of the first grant that may have the id again
    uint64_t retire_from;
};

// What holds in a clock.
struct instant {
    uint64_t returned[LANES]; // sum of what committed up to this clock
    uint32_t window[LANES];
    uint64_t retires;
    uint8_t limit;
    uint64_t held[2];
    uint32_t tags[DEPTH]; // of what is held
};

struct settings {
    uint64_t from; // clock
    struct demand_registers registers;
};

struct path_bench {
    struct rng rng;
    uint64_t clock;
    struct instant ring[RING];
    uint64_t granted[LANES], grants; // of decisions shown
    struct waiting waiting[WAITING_MOST];
    unsigned waits;
    struct reservation reservations[DEPTH];
    struct settings settings[SETTINGS_MOST];
    unsigned settings_count;
    uint32_t window_most, next_tag;
    struct {
        uint64_t granted, rejected, repeated, denied, table, settings;
    } counts;
    uint64_t first_decision; // of a stream, after its first offer
    uint64_t first_offer;
    struct admit_outcome *outcome;
};

static void check(struct path_bench *bench, const char *what, int64_t shown, int64_t expected) {
    if (shown == expected || bench->outcome->failed)
        return;
    bench->outcome->failed = true;
    bench->outcome->clock = bench->clock;
    snprintf(bench->outcome->text, sizeof bench->outcome->text, "%s %" PRIx64 ", expected %" PRIx64,
             what, (uint64_t)shown, (uint64_t)expected);
}

static struct instant *ago(struct path_bench *bench, unsigned clocks) {
    return &bench->ring[(bench->clock - clocks) % RING];
}

static unsigned class_of(unsigned lane) {
    return lane < HBM_LANES ? 0 : lane - HBM_LANES + 1;
}

static uint16_t used_lanes(const struct plain_raw *raw, const uint32_t demand[CLASSES]) {
    return (uint16_t)((demand[0] ? 1U << raw->lane : 0) | (demand[1] ? 1U << HBM_LANES : 0) |
                      (demand[2] ? 2U << HBM_LANES : 0));
}

static uint8_t by_class(uint16_t refused) {
    return (uint8_t)(refused >> HBM_LANES << 1 | ((refused & ((1U << HBM_LANES) - 1)) != 0));
}

// What the decision of clock d, SHOWN clocks ago, finds of a demand.
static void find_refused(struct path_bench *bench, uint16_t used, const uint32_t demand[CLASSES],
                         uint16_t *refused, uint16_t *over) {
    const struct instant *seen = ago(bench, SHOWN + SEEN_COMMIT);
    *refused = *over = 0;
    for (unsigned l = 0; l < LANES; l++) {
        const uint64_t asked = used >> l & 1 ? demand[class_of(l)] : 0;
        const uint64_t debt = bench->granted[l] - seen->returned[l];
        *over |= (uint16_t)((asked > seen->window[l]) << l);
        *refused |= (uint16_t)((asked > 0 && debt + asked > seen->window[l]) << l);
    }
    if (bench->grants - ago(bench, SHOWN + SEEN_RETIRE)->retires >=
        ago(bench, SHOWN + SEEN_LIMIT)->limit)
        *refused |= REFUSED_TABLE;
}

// Whether the tag is that of a reservation held when the decision looked, and of which.
static bool find_tag(struct path_bench *bench, uint32_t tag, unsigned *id) {
    const struct instant *seen = ago(bench, SHOWN + SEEN_HELD);
    for (*id = 0; *id < DEPTH; ++*id) {
        if (seen->held[*id / 64] >> *id % 64 & 1 && seen->tags[*id] == tag)
            return true;
    }
    return false;
}

// Whether the decision that is shown is right if the operation was scaled with these settings.
static bool is_right(struct path_bench *bench, const struct waiting *op,
                     const struct demand_registers *registers, const struct path_out *out,
                     uint32_t demand[CLASSES]) {
    uint16_t refused, over;
    plain_demand(&op->raw, registers, demand);
    const uint16_t used = used_lanes(&op->raw, demand);
    find_refused(bench, used, demand, &refused, &over);
    const bool reject = !op->denied && (!op->raw.known || over);
    if (out->rejected)
        return reject && out->over == over;
    if (out->granted) {
        const struct reservation *reservation = &bench->reservations[out->decided_id];
        return !reject && !refused && out->decided_used == used &&
               memcmp(reservation->demand, demand, sizeof reservation->demand) == 0;
    }
    return !reject && refused && out->refused == refused &&
           out->deny_changed == (!op->denied || by_class(refused) != op->last_denied);
}

// Operations of one tag or domain are decided in the order of their offers.
static struct waiting *find_waiting(struct path_bench *bench, uint32_t tag, bool leaves) {
    for (unsigned i = 0; i < bench->waits; i++) {
        struct waiting *op = &bench->waiting[i];
        if (op->op.tag != tag)
            continue;
        for (unsigned j = 0; j < i && leaves; j++) {
            if (op->op.domain && bench->waiting[j].op.domain == op->op.domain)
                check(bench, "an operation that passes its domain", tag, bench->waiting[j].op.tag);
        }
        return op;
    }
    check(bench, "a decision on no operation, tag", tag, -1);
    return NULL;
}

static void leave(struct path_bench *bench, struct waiting *op) {
    const unsigned index = (unsigned)(op - bench->waiting);
    memmove(op, op + 1, (--bench->waits - index) * sizeof *op);
}

static void check_decision(struct path_bench *bench, const struct path_out *out) {
    unsigned id;
    check(bench, "outcomes", out->granted + out->rejected + out->repeated + out->denied, 1);
    struct waiting *op = find_waiting(bench, out->decided_tag, !out->denied);
    if (!op)
        return;
    if (bench->first_decision == 0)
        bench->first_decision = bench->clock - SHOWN;
    const bool found = find_tag(bench, op->op.tag, &id);
    check(bench, "repeat", out->repeated, found);
    if (out->repeated) {
        check(bench, "id of the reservation", out->decided_id, id);
        bench->counts.repeated++;
        return leave(bench, op);
    }
    // Settings that the operation may have been scaled with last: those of its offer and after, but
    // for those that a walk has made good.
    uint32_t demand[CLASSES] = {0};
    const uint64_t decided = bench->clock - SHOWN;
    unsigned right = 0;
    for (unsigned i = bench->settings_count; i-- > 0 && !right;) {
        const uint64_t from = bench->settings[i].from;
        if (from > decided - SCALED_TO_FIRST)
            continue;
        right = is_right(bench, op, &bench->settings[i].registers, out, demand);
        if (from <= op->offer + TO_SCALE || from + WALK_CLOCKS_MOST <= decided - SCALED_TO_FIRST)
            break;
        bench->counts.settings += !right;
    }
    if (!right) {
        uint16_t refused, over;
        find_refused(bench, used_lanes(&op->raw, demand), demand, &refused, &over);
        check(bench,
              out->granted  ? "granted"
              : out->denied ? "denied"
                            : "rejected",
              out->denied ? out->refused : out->over, out->denied ? refused : over);
        check(bench, "outcome", 0, 1);
    }
    if (out->denied) {
        op->denied = true;
        op->last_denied = by_class(out->refused);
        bench->counts.denied += out->deny_changed;
        bench->counts.table += out->refused == REFUSED_TABLE;
        return;
    }
    if (out->granted) {
        const struct reservation *reservation = &bench->reservations[out->decided_id];
        check(bench, "reserved tag", reservation->tag, op->op.tag);
        for (unsigned l = 0; l < LANES; l++)
            bench->granted[l] += out->decided_used >> l & 1 ? demand[class_of(l)] : 0;
        bench->grants++;
    }
    bench->counts.granted += out->granted;
    bench->counts.rejected += out->rejected;
    leave(bench, op);
}

// A grant that is shown gets an id, any that is free.
static void reserve(struct path_bench *bench, const struct path_out *out, struct path_in *in) {
    in->id = (uint8_t)rng_below(&bench->rng, DEPTH);
    if (!out->grant)
        return;
    for (unsigned i = 0; i < DEPTH; i++, in->id = (uint8_t)((in->id + 1) % DEPTH)) {
        struct reservation *reservation = &bench->reservations[in->id];
        if (reservation->held || reservation->free_from > bench->clock)
            continue;
        *reservation = (struct reservation){
            .held = true, .tag = out->tag, .used = out->used, .retire_from = bench->clock + 1};
        for (unsigned k = 0; k < CLASSES; k++) {
            reservation->demand[k] = out->demand[k];
            reservation->returned[k] = out->demand[k] == 0;
        }
        const struct waiting *op = find_waiting(bench, out->tag, true);
        for (unsigned k = 0; k < CLASSES && op; k++)
            check(bench, "estimate", out->estimate[k], op->raw.estimate[k]);
        return;
    }
    check(bench, "a grant without an id", 1, 0);
}

// Components come back in any order; a reservation retires with the commit of its last at the
// earliest.
static void draw_returns(struct path_bench *bench, struct path_in *in, unsigned rate) {
    struct rng *rng = &bench->rng;
    struct instant *now = ago(bench, 0);
    unsigned channel = 0;
    for (unsigned tries = 0; tries < rate; tries++) {
        const unsigned id = (unsigned)rng_below(rng, DEPTH);
        struct reservation *reservation = &bench->reservations[id];
        if (!reservation->held || reservation->retire_from > bench->clock)
            continue;
        const unsigned k = (unsigned)rng_below(rng, CLASSES);
        if (!reservation->returned[k] && !(in->returns >> k & 1)) {
            in->returns |= (uint8_t)(1U << k);
            in->amount[k] = reservation->demand[k];
            if (k == 0)
                in->hbm_lane = (uint8_t)__builtin_ctz(reservation->used);
            reservation->returned[k] = true;
            reservation->retire_from = bench->clock + RETURN_TO_COMMIT;
        } else if (reservation->returned[0] && reservation->returned[1] &&
                   reservation->returned[2] && channel < 4) {
            in->retires |= (uint8_t)(1U << channel++);
            now->retires++;
            reservation->held = false;
            reservation->free_from = bench->clock + SEEN_RETIRE + 1;
        }
    }
}

static void draw_settings(struct path_bench *bench) {
    struct demand_registers *registers = &bench->settings[bench->settings_count].registers;
    *registers = bench->settings[bench->settings_count ? bench->settings_count - 1 : 0].registers;
    bench->settings[bench->settings_count++].from = bench->clock + 1;
    for (unsigned l = 0; l < LANES; l++)
        registers->multiplier[l] = (uint16_t)(0x8000 | (2048 + rng_below(&bench->rng, 6000)));
    registers->quantum_hbm = (uint8_t)rng_below(&bench->rng, 3);
    registers->quantum_time = (uint8_t)rng_below(&bench->rng, 3);
}

static void draw_registers(struct path_bench *bench) {
    struct demand_registers *registers = &bench->settings[0].registers;
    for (unsigned b = 0; b < 3; b++)
        registers->map_mask[b] = rng_next(&bench->rng);
    for (unsigned a = 0; a < 8; a++)
        registers->atomic_service[a] = (uint16_t)rng_between(&bench->rng, 100, 3000);
    registers->response_fixed = 320;
    registers->response_reciprocal = 1024;
    registers->hbm_reciprocal = (uint16_t)rng_next(&bench->rng);
    draw_settings(bench);
}

static void draw_offer(struct path_bench *bench, struct path_in *in, unsigned offers,
                       unsigned domains) {
    struct rng *rng = &bench->rng;
    struct path_op *op = &in->op;
    in->offered = rng_below(rng, 16) < offers && bench->waits < WAITING_MOST;
    op->tag = bench->next_tag++;
    // A tag that waits or is held, or was.
    if (rng_below(rng, 6) == 0)
        op->tag -= (uint32_t)rng_below(rng, 2 * SLOTS);
    op->wire_bytes = (uint32_t)rng_below(rng, 4096);
    op->urgent = rng_below(rng, 8) == 0;
    op->domain = (uint8_t)rng_below(rng, domains);
    op->opcode = (uint8_t)rng_below(rng, rng_below(rng, 8) ? 2 : 16);
    op->address = rng_next(rng);
    op->length = (uint32_t)rng_below(rng, bench->window_most / 4);
    op->response_length = (uint32_t)rng_below(rng, bench->window_most / 4);
}

// What a step of the clock makes of the environment: commits of now, inputs of the edge.
static void draw_inputs(struct path_bench *bench, struct path_in *in, unsigned stream) {
    static const unsigned offers[ADMIT_STREAMS] = {8, 16, 12, 16};
    static const unsigned domains[ADMIT_STREAMS] = {2, 100, 5, 2};
    static const unsigned returns[ADMIT_STREAMS] = {8, 24, 4, 16};
    static const unsigned changes[ADMIT_STREAMS] = {0, 2, 3, 0};
    static const unsigned windows[ADMIT_STREAMS] = {16, 2, 8, 0};
    struct rng *rng = &bench->rng;
    const bool drains = bench->clock >= CLOCKS;
    const struct demand_registers *registers =
        &bench->settings[bench->settings_count - 1].registers;
    *in = (struct path_in){.registers = *registers, .id = in->id};
    struct instant *now = ago(bench, 0);

    if (!drains && bench->clock > RING + 8)
        draw_offer(bench, in, offers[stream], domains[stream]);
    in->pause = !drains && bench->clock % 1024 > 1000;
    in->starvation_bound = stream == 2 ? 6 : 0;
    draw_returns(bench, in, drains ? 64 : returns[stream]);
    in->window_write = rng_below(rng, 1024) < windows[stream] || drains;
    in->window_lane = (uint8_t)rng_below(rng, LANES);
    in->window = drains ? UINT32_MAX - 1 : (uint32_t)rng_below(rng, bench->window_most);
    in->limit = now->limit;
    struct instant *next = ago(bench, RING - 1); // of the clock to come
    next->limit = now->limit;
    if (drains)
        next->limit = DEPTH;
    else if (rng_below(rng, 512) == 0)
        next->limit = (uint8_t)rng_below(rng, rng_below(rng, 2) ? 16 : DEPTH + 1);
    if (!drains && rng_below(rng, 1024) < changes[stream] &&
        bench->settings_count < SETTINGS_MOST) {
        draw_settings(bench);
        in->change = true;
    }
}

// Sums of the clock that begins, of what was put in before.
static void advance(struct path_bench *bench, const struct path_in *history) {
    struct instant *now = ago(bench, 0);
    const struct instant *before = ago(bench, 1);
    const struct path_in *returned = &history[(bench->clock - RETURN_TO_COMMIT) % RING];
    const struct path_in *written = &history[(bench->clock - WINDOW_TO_COMMIT) % RING];
    memcpy(now->returned, before->returned, sizeof now->returned);
    memcpy(now->window, before->window, sizeof now->window);
    now->retires = before->retires;
    for (unsigned k = 0; k < CLASSES; k++) {
        if (returned->returns >> k & 1)
            now->returned[k ? HBM_LANES - 1 + k : returned->hbm_lane] += returned->amount[k];
    }
    if (written->window_write)
        now->window[written->window_lane] = written->window;
}

static void note_held(struct path_bench *bench, struct path_in *in) {
    struct instant *now = ago(bench, 0);
    now->held[0] = now->held[1] = 0;
    for (unsigned id = 0; id < DEPTH; id++) {
        now->held[id / 64] |= (uint64_t)bench->reservations[id].held << id % 64;
        now->tags[id] = bench->reservations[id].tag;
    }
    memcpy(in->held, now->held, sizeof in->held);
}

static void run(struct path_bench *bench, struct admit *admit, unsigned stream) {
    static struct path_in history[RING];
    struct path_out out;
    struct path_in in = {.reset = true, .limit = DEPTH};
    memset(history, 0, sizeof history);
    in.registers = bench->settings[0].registers;
    path_edge(admit, &in, &out);
    for (; bench->clock < CLOCKS + DRAIN_CLOCKS && !bench->outcome->failed; bench->clock++) {
        advance(bench, history);
        draw_inputs(bench, &in, stream);
        note_held(bench, &in); // before the grant that is shown now
        reserve(bench, &out, &in);
        if (bench->clock > RING + 8) {
            if (out.granted || out.rejected || out.repeated || out.denied)
                check_decision(bench, &out);
            for (unsigned l = 0; l < LANES; l++)
                check(bench, "debt", out.debt[l],
                      (int64_t)(uint32_t)(bench->granted[l] - ago(bench, SHOWN)->returned[l]));
        }
        if (in.offered && out.ready && bench->waits < WAITING_MOST) {
            struct waiting *op = &bench->waiting[bench->waits++];
            *op = (struct waiting){.op = in.op, .offer = bench->clock};
            op->raw = plain_raw(in.op.opcode, in.op.address, in.op.length, in.op.response_length,
                                &in.registers);
            if (bench->first_offer == 0)
                bench->first_offer = bench->clock;
        }
        history[bench->clock % RING] = in;
        path_edge(admit, &in, &out);
    }
    check(bench, "operations left", bench->waits, 0);
    check(bench, "slots left", out.taken, 0);
}

void path_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome) {
    static const uint32_t window_most[ADMIT_STREAMS] = {100000, 20000, 64000, 3000};
    static struct path_bench bench;
    struct admit *admit = admit_open(form);
    bench = (struct path_bench){.rng = rng_stream(stream, RNG_TRAFFIC),
                                .outcome = outcome,
                                .window_most = window_most[stream],
                                .next_tag = 1000,
                                .clock = RING};
    *outcome = (struct admit_outcome){0};
    if (!admit)
        return check(&bench, "no memory", 0, 1);
    for (unsigned i = 0; i < RING; i++) {
        bench.ring[i].limit = DEPTH;
        for (unsigned l = 0; l < LANES; l++)
            bench.ring[i].window[l] = l <= HBM_LANES ? 64000 : 16000;
    }
    draw_registers(&bench);
    bench.settings[0].from = 0;
    run(&bench, admit, stream);
    check(&bench, "clocks to the first decision",
          (int64_t)(bench.first_decision - bench.first_offer), OFFER_TO_FIRST);
    if (!outcome->failed && (bench.counts.granted < 500 || bench.counts.rejected < 20 ||
                             bench.counts.repeated < 20 || bench.counts.denied < 200)) {
        outcome->failed = true;
        snprintf(outcome->text, sizeof outcome->text,
                 "a stream that shows little: %" PRIu64 " grants, %" PRIu64 " rejects, %" PRIu64
                 " repeats, %" PRIu64 " denies",
                 bench.counts.granted, bench.counts.rejected, bench.counts.repeated,
                 bench.counts.denied);
    }
    admit_close(admit);
}
