#include "tb/shrink/shrink_steps.h"

#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/golden/registers.h"
#include "register_map.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/cosim/witness.h"

enum { STATES = 12, WRITE_CLOCKS = CONFIG_TO_USE, SETTLE_CLOCKS = 8, GRANT_CLOCKS = 6 };

// Clocks ahead of the failure, and ahead of a reset, that are looked at.
static const uint16_t ahead_of_failure[] = {3, 6, 12, 24, 48, 96, 256};
static const uint16_t ahead_of_reset[] = {2, 32};

// One of them; of its operations the places of the deeds that offered them, DEED_NOBODY: unknown.
struct section_state {
    struct witness witness;
    uint64_t reset; // the clock in which the reset ahead of which it is has ended; 0: none
    uint32_t held[DEPTH_MAX], waiting[SLOTS + 1];
    uint32_t rest; // the first deed that is done from its clock on
};

struct section_states {
    struct section_state states[STATES];
    unsigned count;
    uint64_t cycle; // of the failure
};

static void want(struct section_states *states, uint64_t cycle, uint64_t ahead, uint64_t reset,
                 unsigned depth) {
    if (ahead >= cycle || states->count == STATES)
        return;
    struct section_state *const state = &states->states[states->count++];
    state->reset = reset;
    witness_init(&state->witness, depth, cycle - ahead);
}

// The last two resets before the clock.
static void want_resets(const struct script *script, struct section_states *states,
                        uint64_t cycle) {
    unsigned resets = 2;
    for (uint32_t place = script->count; place > 0 && resets > 0; place--) {
        const struct deed *const deed = &script->deeds[place - 1];
        if (deed->kind != DEED_RESET || deed->clock >= cycle)
            continue;
        resets--;
        for (unsigned i = 0; i < sizeof ahead_of_reset / sizeof ahead_of_reset[0]; i++)
            want(states, deed->clock, ahead_of_reset[i], deed->clock + deed->length, script->depth);
    }
}

static bool holds(const struct witness_hold *hold) {
    return hold->ever && !hold->freed;
}

// The deed that offered an operation; DEED_NOBODY: it is not found.
static uint32_t deed_of(const struct script *script, const struct witness_offer *offer) {
    for (uint32_t place = script->count; place > 0; place--) {
        const struct deed *const deed = &script->deeds[place - 1];
        if (deed->kind == DEED_OFFER && deed->tag == offer->in.tag && deed->clock <= offer->clock)
            return place - 1;
    }
    return DEED_NOBODY;
}

// Sections are drawn by the hundred, and a script may have more deeds than that by the thousand:
// where the deeds are is looked up once.
static void look_up(const struct script *script, struct section_state *state) {
    const struct witness *const witness = &state->witness;
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        if (holds(&witness->hold[id]))
            state->held[id] = deed_of(script, &witness->hold[id].offer);
    for (unsigned i = 0; i < witness->waitings; i++)
        state->waiting[i] = deed_of(script, &witness->waiting[i]);
    uint32_t rest = script->count;
    while (rest > 0 && (deed_is_tied(&script->deeds[rest - 1]) ||
                        script->deeds[rest - 1].clock >= witness->until))
        rest--;
    state->rest = rest;
}

struct section_states *section_states_open(const struct script *script, uint64_t cycle) {
    struct section_states *const states = calloc(1, sizeof *states);
    if (!states)
        return NULL;
    for (unsigned i = 0; i < sizeof ahead_of_failure / sizeof ahead_of_failure[0]; i++)
        want(states, cycle, ahead_of_failure[i], 0, script->depth);
    states->cycle = cycle;
    want_resets(script, states, cycle);
    struct stimulus *const play = script_play_open(script, NULL);
    struct admitter *admitter = golden_open(script->depth);
    for (unsigned i = 0; i < states->count; i++)
        admitter = witness_open(admitter, &states->states[i].witness, script->depth);
    if (play && admitter) {
        const struct cosim_loop_listeners listeners = {0};
        const struct cosim_loop_limits limits = {.cycles = cycle + 1};
        cosim_loop(play, admitter, NULL, 1, &listeners, &limits);
    }
    admitter_close(admitter);
    stimulus_close(play);
    for (unsigned i = 0; i < states->count; i++)
        look_up(script, &states->states[i]);
    return states;
}

void section_states_close(struct section_states *states) {
    free(states);
}

// ---- a section

// What is being made: operations by the places of their deeds in the script.
struct making {
    const struct script *script;
    const struct section_state *state;
    struct script *section;
    uint64_t clock; // of the next deed
    uint32_t ops;   // that are in: the script's places, and the section's
    uint32_t from[DEPTH_MAX + SLOTS + 1], to[DEPTH_MAX + SLOTS + 1];
    bool held[DEPTH_MAX + SLOTS + 1];
    uint64_t granted[DEPTH_MAX + SLOTS + 1]; // clock, of those that held
    uint64_t skip_from, skip_to;             // clocks of the script in which nothing is done
};

static struct deed *add(struct making *making, const struct deed *deed) {
    return section_add(making->section, deed, making->clock);
}

static void add_write(struct making *making, unsigned word, uint32_t data) {
    const struct deed write = deed_write(word, data);
    add(making, &write);
    making->clock += WRITE_CLOCKS;
}

// Every register that is not as after a reset; windows and the limit smaller by what is left out.
static void add_registers(struct making *making, const uint32_t debt[LANES], unsigned left_out) {
    struct registers now = making->state->witness.before, reset;
    registers_reset(&reset, making->script->depth);
    for (unsigned lane = 0; lane < LANES; lane++)
        now.window[lane] -= now.window[lane] < debt[lane] ? now.window[lane] : debt[lane];
    now.command_limit -= (uint16_t)(now.command_limit < left_out ? now.command_limit : left_out);
    for (unsigned word = 0; word < REGISTER_WORDS; word++) {
        uint32_t is, was;
        if (registers_read(&now, word, &is) && registers_read(&reset, word, &was) && is != was)
            add_write(making, word, is);
    }
    making->clock += SETTLE_CLOCKS;
}

static void add_op(struct making *making, uint32_t place, uint64_t granted) {
    const struct deed *const added =
        place == DEED_NOBODY ? NULL : add(making, &making->script->deeds[place]);
    if (!added)
        return;
    making->from[making->ops] = place;
    making->to[making->ops] = making->section->count - 1;
    making->held[making->ops] = granted != WITNESS_NEVER;
    making->granted[making->ops++] = granted;
    making->clock++;
}

// Holders are drawn before registers are written, which depend on them, and offered after.
static void add_holders(struct making *making, enum section_holders mode, struct rng *rng) {
    const struct witness *const witness = &making->state->witness;
    bool in[DEPTH_MAX];
    uint32_t debt[LANES] = {0};
    unsigned left_out = 0;
    for (unsigned id = 0; id < DEPTH_MAX; id++) {
        const struct witness_hold *const hold = &witness->hold[id];
        in[id] =
            holds(hold) && (mode == HOLDERS_ALL || (mode == HOLDERS_SOME && rng_chance(rng, 1, 8)));
        if (!holds(hold) || in[id])
            continue;
        left_out++;
        for (unsigned k = 0; k < CLASSES; k++)
            if (!hold->returned[k])
                debt[lane_of_class(k, hold->lane)] += hold->amount[k];
    }
    add_registers(making, debt, left_out);
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        if (in[id])
            add_op(making, making->state->held[id], witness->hold[id].granted);
    making->clock += GRANT_CLOCKS;
}

static void add_waiting(struct making *making, struct rng *rng) {
    const bool all = rng_chance(rng, 2, 3);
    for (unsigned i = 0; i < making->state->witness.waitings; i++)
        if (all || rng_chance(rng, 1, 2))
            add_op(making, making->state->waiting[i], WITNESS_NEVER);
}

// The section's operation of a place of the script; the number of them: it is not in.
static uint32_t op_of(const struct making *making, uint32_t place) {
    uint32_t op = 0;
    while (op < making->ops && making->from[op] != place)
        op++;
    return op;
}

// The first deed that is done from the state's clock on, or that completes an operation that is in.
static uint32_t rest_from(const struct making *making) {
    uint32_t from = making->state->rest;
    for (uint32_t op = 0; op < making->ops; op++)
        if (making->from[op] < from)
            from = making->from[op];
    return from;
}

// What the script did from the clock of the state on.
static void add_rest(struct making *making) {
    const struct script *const script = making->script;
    const uint64_t since = making->state->witness.until, begin = making->clock;
    for (uint32_t place = rest_from(making);
         place < script->count && making->section->count < SECTION_DEEDS; place++) {
        const struct deed *const deed = &script->deeds[place];
        const bool tied = deed_is_tied(deed);
        if (!tied && (deed->clock < since ||
                      (deed->clock >= making->skip_from && deed->clock < making->skip_to)))
            continue;
        const uint32_t op = tied ? op_of(making, deed->of) : 0;
        struct deed copy = *deed;
        if (tied) {
            if (op == making->ops ||
                (making->held[op] && making->granted[op] + deed->clock < since))
                continue;
            copy.of = making->to[op];
            making->clock = deed->clock;
            if (making->held[op]) // it is granted anew some clocks after it is offered
                making->clock += making->granted[op] + begin - since -
                                 making->section->deeds[copy.of].clock - OFFER_TO_DECISION;
        } else {
            making->clock = begin + deed->clock - since;
            if (deed->clock >= making->skip_to)
                making->clock -= making->skip_to - making->skip_from;
        }
        if (add(making, &copy) && deed->kind == DEED_OFFER &&
            making->ops < sizeof making->from / sizeof making->from[0]) {
            making->from[making->ops] = place;
            making->to[making->ops] = making->section->count - 1;
            making->held[making->ops++] = false;
        }
    }
}

// From a while after the reset to a while before the failure in `cycle`, mostly.
static void draw_skip(uint64_t cycle, struct rng *rng, struct making *making) {
    static const uint16_t whiles[] = {4, 16, 64, 256};
    const uint64_t reset = making->state->reset, after = reset + SETTLE_CLOCKS;
    const uint64_t before = whiles[rng_below(rng, sizeof whiles / sizeof whiles[0])];
    if (reset == 0 || after + before >= cycle || rng_chance(rng, 1, 4))
        return;
    making->skip_from = after;
    making->skip_to = cycle - before;
}

void section_state_draw(const struct script *script, const struct section_states *states,
                        enum section_holders mode, struct rng *rng, struct script *section) {
    struct making making = {.script = script, .section = section};
    section->count = 0;
    section->depth = script->depth;
    if (states->count == 0)
        return;
    const unsigned drawn = (unsigned)rng_below(rng, states->count);
    making.state = &states->states[drawn];
    if (!making.state->witness.reached)
        return;
    draw_skip(states->cycle, rng, &making);
    add_holders(&making, mode, rng);
    add_waiting(&making, rng);
    add_rest(&making);
}
