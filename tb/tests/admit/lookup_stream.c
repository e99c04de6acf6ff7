#include <inttypes.h>
#include <stdio.h>

#include "csim/base/rng.h"
#include "tb/tests/admit/admit_streams.h"

enum { CLOCKS = 20000, RING = 8, LOOK_TO_FOUND = 2, LOOK_TO_ID = 4, GRANT_TO_LOOK = 2 };

// A look-up, by its clock.
struct look {
    struct lookup_in in;
    bool found;
    uint8_t id;
};

void lookup_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome) {
    static const unsigned tags[ADMIT_STREAMS] = {64, 400, 4, 1000};
    struct admit *admit = admit_open(form);
    struct rng rng = rng_stream(stream, RNG_TRAFFIC);
    struct look ring[RING] = {0};
    uint32_t tag[DEPTH];
    struct lookup_out out = {0};
    uint64_t found = 0, ids = 0;

    *outcome = (struct admit_outcome){0};
    if (!admit) {
        outcome->failed = true;
        return;
    }
    // Every id has a tag first, so that nothing is compared with what memories begin with.
    for (uint64_t clock = 0; clock < CLOCKS && !outcome->failed; clock++) {
        const struct look *answered = &ring[(clock - LOOK_TO_FOUND) % RING];
        const struct look *named = &ring[(clock - LOOK_TO_ID) % RING];
        if (clock > DEPTH + RING) {
            if (answered->in.look && out.found != answered->found)
                outcome->failed = true;
            if (named->in.look && named->found && out.id != named->id)
                outcome->failed = true;
            found += answered->found;
            ids |= named->found ? UINT64_C(1) << named->id % 64 : 0;
        }
        if (outcome->failed) {
            outcome->clock = clock;
            snprintf(outcome->text, sizeof outcome->text,
                     "found %d, expected %d; id %u, expected %u", out.found, answered->found,
                     out.id, named->id);
        }

        struct look *now = &ring[clock % RING];
        const struct lookup_in *granted = &ring[(clock - GRANT_TO_LOOK) % RING].in;
        if (clock >= GRANT_TO_LOOK && granted->grant)
            tag[granted->id] = granted->tag;
        *now = (struct look){0};
        now->in.grant = clock < DEPTH || rng_below(&rng, 2);
        now->in.id = (uint8_t)(clock < DEPTH ? clock : rng_below(&rng, DEPTH));
        // Near tags differ in one bit or in many.
        now->in.tag = (uint32_t)rng_mix(rng_below(&rng, tags[stream]) / 2) ^
                      (uint32_t)(rng_below(&rng, 2) << rng_below(&rng, 32));
        now->in.look = clock > DEPTH + GRANT_TO_LOOK && rng_below(&rng, 4) != 0;
        now->in.look_tag = rng_below(&rng, 2) && clock > DEPTH + GRANT_TO_LOOK
                               ? tag[rng_below(&rng, DEPTH)]
                               : (uint32_t)rng_mix(rng_below(&rng, tags[stream]) / 2);
        for (unsigned i = 0; i < 2; i++) {
            now->in.held[i] = rng_next(&rng);
            now->in.held[i] &= rng_next(&rng);
            now->in.held[i] &= rng_next(&rng);
        }
        const struct lookup_in *written = &ring[(clock - 1) % RING].in;
        for (unsigned id = DEPTH; now->in.look && id-- > 0;) {
            if (!(written->grant && written->id == id) && now->in.held[id / 64] >> id % 64 & 1 &&
                tag[id] == now->in.look_tag) {
                now->found = true;
                now->id = (uint8_t)id;
            }
        }
        lookup_edge(admit, &now->in, &out);
    }
    if (!outcome->failed && (found < CLOCKS / 64 || ids != UINT64_MAX)) {
        outcome->failed = true;
        snprintf(outcome->text, sizeof outcome->text,
                 "a stream that shows little: found %" PRIu64 ", ids %" PRIx64, found, ids);
    }
    admit_close(admit);
}
