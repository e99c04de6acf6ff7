#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/rng.h"
#include "tb/tests/admit/admit_streams.h"
#include "tb/tests/admit/plain_demand.h"

enum {
    CLOCKS = 20000,
    RING = 16,                    // clocks that an operation may be on its way, at most
    TO_GIVEN = SCALE_TO_SLOT - 1, // the slot has it in the clock behind
    TO_ESTIMATE = 7,
};

// An operation on its way, by the clock of its offer or of its step.
struct transit {
    bool offered, step;
    uint8_t slot;
    struct demand_in fields;
    struct plain_raw raw;
    bool defined; // raw is something
    uint32_t demand[CLASSES];
};

struct slot {
    bool offered_ever;
    uint64_t offer; // clock of the last one
    struct plain_raw raw;
};

struct demand_bench {
    struct rng rng;
    uint64_t clock;
    struct demand_registers registers;
    struct transit ring[RING];
    struct slot slots[SLOTS];
    unsigned left, pointer;
    uint64_t walk_from; // steps are made WALK_CLOCKS, 2 WALK_CLOCKS and so on behind it
    bool reading;
    uint8_t read_slot;
    uint64_t scaled, steps, saturated, read;
    struct admit_outcome *outcome;
};

static void fail(struct demand_bench *bench, const char *what, uint64_t shown, uint64_t expected) {
    if (bench->outcome->failed)
        return;
    bench->outcome->failed = true;
    bench->outcome->clock = bench->clock;
    snprintf(bench->outcome->text, sizeof bench->outcome->text, "%s %" PRIx64 ", expected %" PRIx64,
             what, shown, expected);
}

static void check(struct demand_bench *bench, const char *what, uint64_t shown, uint64_t expected) {
    if (shown != expected)
        fail(bench, what, shown, expected);
}

static struct transit *transit_of(struct demand_bench *bench, unsigned ago) {
    return &bench->ring[(bench->clock - ago) % RING];
}

// Numbers of any size: often of all bits, else of as many as drawn.
static uint64_t draw(struct rng *rng, unsigned bits) {
    const uint64_t most = rng_next(rng) >> (64 - bits);
    return rng_below(rng, 4) == 0 ? most : most >> rng_below(rng, bits);
}

static void draw_registers(struct demand_bench *bench) {
    struct demand_registers *registers = &bench->registers;
    for (unsigned b = 0; b < 3; b++) {
        registers->map_mask[b] = rng_next(&bench->rng);
        registers->map_mask[b] &= rng_next(&bench->rng);
    }
    for (unsigned a = 0; a < 8; a++)
        registers->atomic_service[a] = (uint16_t)draw(&bench->rng, 16);
    registers->response_fixed = (uint16_t)draw(&bench->rng, 16);
    registers->response_reciprocal = (uint16_t)draw(&bench->rng, 16);
    registers->hbm_reciprocal = (uint16_t)draw(&bench->rng, 16);
}

static void draw_scaling(struct demand_bench *bench) {
    for (unsigned l = 0; l < LANES; l++)
        bench->registers.multiplier[l] = (uint16_t)rng_next(&bench->rng);
    const bool fine = rng_below(&bench->rng, 2);
    bench->registers.quantum_hbm = (uint8_t)(fine ? 0 : rng_below(&bench->rng, 16));
    bench->registers.quantum_time = (uint8_t)(fine ? 0 : rng_below(&bench->rng, 16));
}

// What the outputs must be in this clock.
static void compare(struct demand_bench *bench, const struct demand_out *out) {
    const struct transit *given = transit_of(bench, OFFER_TO_SCALE + TO_GIVEN);
    const bool is_given =
        bench->clock >= OFFER_TO_SCALE + TO_GIVEN && (given->offered || given->step);
    const bool stepped = bench->left > 0 && bench->clock > bench->walk_from &&
                         (bench->clock - bench->walk_from) % WALK_CLOCKS == 0;
    check(bench, "hold", out->hold, stepped);
    check(bench, "walking", out->walking, bench->left > 0);
    check(bench, "scaled", out->scaled, is_given ? UINT32_C(1) << given->slot : 0);
    if (is_given && given->defined && !bench->outcome->failed) {
        uint8_t used = 0;
        for (unsigned k = 0; k < CLASSES; k++) {
            check(bench, "demand", out->demand[k], given->demand[k]);
            used |= (uint8_t)((given->demand[k] > 0) << k);
            bench->saturated += given->demand[k] == UINT32_MAX;
        }
        check(bench, "used", out->used, used);
        check(bench, "lane", out->lane, 1U << given->raw.lane);
        bench->scaled++;
        bench->steps += given->step;
    }
    if (bench->reading) {
        const struct plain_raw *raw = &bench->slots[bench->read_slot].raw;
        check(bench, "known", out->known, raw->known);
        for (unsigned k = 0; k < CLASSES; k++)
            check(bench, "estimate", out->estimate[k], raw->estimate[k]);
        bench->read++;
    }
}

// One clock: what comes of it, and the inputs of its edge.
static void run_clock(struct demand_bench *bench, struct demand_in *in, bool hold, unsigned slots,
                      unsigned offers, unsigned changes) {
    struct rng *rng = &bench->rng;
    struct transit *now = transit_of(bench, 0);
    *now = (struct transit){0};

    // A step of this clock.
    if (hold) {
        struct slot *slot = &bench->slots[bench->pointer];
        const bool young = slot->offered_ever && slot->offer + OFFER_TO_SCALE >= bench->clock;
        now->step = !young;
        now->slot = (uint8_t)bench->pointer;
        now->defined = slot->offered_ever;
        now->raw = slot->raw;
        bench->pointer = (bench->pointer + 1) % SLOTS;
        bench->left--;
    }

    // Registers change with this edge; what is estimated and scaled in this clock sees them as they
    // are.
    struct transit *estimated = transit_of(bench, OFFER_TO_CONFIG);
    if (estimated->offered && bench->clock >= OFFER_TO_CONFIG) {
        const struct demand_in *op = &estimated->fields;
        estimated->raw =
            plain_raw(op->opcode, op->address, op->length, op->response_length, &bench->registers);
        estimated->defined = true;
        bench->slots[estimated->slot].raw = estimated->raw;
    }
    struct transit *scaling = transit_of(bench, OFFER_TO_SCALE);
    if (bench->clock >= OFFER_TO_SCALE)
        plain_demand(&scaling->raw, &bench->registers, scaling->demand);

    // Offer.
    in->opcode = (uint8_t)rng_below(rng, 16);
    in->address = rng_next(rng);
    in->length = (uint32_t)draw(rng, 32);
    in->response_length = rng_below(rng, 8) ? (uint32_t)draw(rng, 32) : 0;
    if (!hold && rng_below(rng, 16) < offers) {
        now->offered = true;
        now->slot = (uint8_t)rng_below(rng, slots);
        now->fields = *in;
        bench->slots[now->slot].offered_ever = true;
        bench->slots[now->slot].offer = bench->clock;
    }
    const struct transit *told = transit_of(bench, 2);
    in->inserted = bench->clock >= 2 && told->offered;
    in->insert_slot = told->slot;

    // A slot to read, whose last offer has its estimates.
    const unsigned slot = (unsigned)rng_below(rng, SLOTS);
    in->read =
        bench->slots[slot].offered_ever && bench->clock >= bench->slots[slot].offer + TO_ESTIMATE;
    in->read_slot = (uint8_t)slot;
    bench->reading = in->read;
    bench->read_slot = in->read_slot;

    // Registers of the next clock.
    in->registers = bench->registers;
    in->change = false;
    if (rng_below(rng, 32) == 0)
        draw_registers(bench);
    if (rng_below(rng, 1024) < changes) {
        draw_scaling(bench);
        in->change = true;
        if (bench->left == 0 && !hold)
            bench->walk_from = bench->clock + 1;
        bench->left = SLOTS;
    }
}

void demand_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome) {
    static const unsigned offers[ADMIT_STREAMS] = {8, 16, 16, 3};
    static const unsigned changes[ADMIT_STREAMS] = {3, 8, 60, 300};
    static const unsigned slots[ADMIT_STREAMS] = {SLOTS, SLOTS, 3, SLOTS};
    struct admit *admit = admit_open(form);
    struct demand_bench bench = {.rng = rng_stream(stream, RNG_TRAFFIC), .outcome = outcome};
    struct demand_in in = {.reset = true};
    struct demand_out out;

    *outcome = (struct admit_outcome){0};
    if (!admit)
        return fail(&bench, "no memory", 0, 0);
    draw_registers(&bench);
    draw_scaling(&bench);
    in.registers = bench.registers;
    demand_edge(admit, &in, &out);
    in.reset = false;
    for (; bench.clock < CLOCKS && !outcome->failed; bench.clock++) {
        if (bench.clock > 0)
            compare(&bench, &out);
        run_clock(&bench, &in, out.hold, slots[stream], offers[stream], changes[stream]);
        demand_edge(admit, &in, &out);
    }
    if (bench.scaled < CLOCKS / 8 || bench.steps < 100 || bench.saturated < 10 || bench.read < 100)
        fail(&bench, "a stream that shows little", bench.scaled, bench.steps);
    admit_close(admit);
}
