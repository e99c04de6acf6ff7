#include "tb/checkers/calibrate_scoreboard.h"

#include <stdio.h>
#include <string.h>

#include "csim/interface/block_state.h"

enum {
    MULTIPLIER_MOST = (1 << MULTIPLIER_BITS) - 1,
    FLAGS = MULTIPLIER_ENABLE | MULTIPLIER_FREEZE,
};
_Static_assert(SAMPLE_CLOCKS > (int)CALIBRATE_CLOCKS, "a sample is remembered until it is used");

static void take_limits(struct calibrate_scoreboard *scoreboard) {
    scoreboard->least = (uint16_t)scoreboard->image.word[REGISTER_MULTIPLIER_MIN];
    scoreboard->most = (uint16_t)scoreboard->image.word[REGISTER_MULTIPLIER_MAX];
}

static void take_words(struct calibrate_scoreboard *scoreboard) {
    for (unsigned lane = 0; lane < LANES; lane++)
        scoreboard->word[lane] = (uint16_t)scoreboard->image.word[REGISTER_MULTIPLIER + lane];
}

void calibrate_scoreboard_reset(struct calibrate_scoreboard *scoreboard, unsigned depth) {
    *scoreboard = (struct calibrate_scoreboard){
        .depth = depth, .written = LANES, .beats = {.hbm_ready = (1 << HBM_LANES) - 1}};
    register_image_reset(&scoreboard->image, depth);
    take_limits(scoreboard);
    take_words(scoreboard);
}

void calibrate_scoreboard_begin(struct calibrate_scoreboard *scoreboard, unsigned depth,
                                const struct block_state *state) {
    calibrate_scoreboard_reset(scoreboard, depth);
    register_image_begin(&scoreboard->image, depth, &state->registers);
    take_limits(scoreboard);
    take_words(scoreboard);
    scoreboard->beats.turn = state->pointer;
    for (unsigned id = 0; id < depth; id++)
        memcpy(scoreboard->held[id], state->reservation[id].estimate, sizeof scoreboard->held[id]);
}

// --- the checks ---------------------------------------------------------------------------

static bool multiplier_as_written(const struct calibrate_scoreboard *scoreboard,
                                  const struct edge_out *out, char *text, size_t size) {
    uint16_t expected[LANES];

    if (scoreboard->written == LANES && !out->calibrate &&
        memcmp(out->multiplier, scoreboard->word, sizeof scoreboard->word) == 0)
        return true;
    memcpy(expected, scoreboard->word, sizeof expected);
    if (scoreboard->written < LANES)
        expected[scoreboard->written] = scoreboard->data;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const bool calibrated = out->calibrate >> lane & 1;
        if (calibrated ? lane != scoreboard->written : out->multiplier[lane] == expected[lane])
            continue;
        snprintf(text, size, "lane %u: multiplier word 0x%04x expected%s, 0x%04x seen", lane,
                 expected[lane], calibrated ? ", as written" : "", out->multiplier[lane]);
        return false;
    }
    return true;
}

// A sixteenth of the way, rounded down, within the limits.
static uint16_t moved(const struct calibrate_scoreboard *scoreboard, const struct sample *sample,
                      uint16_t word) {
    const int32_t m = word & MULTIPLIER_MOST;
    const uint32_t quotient =
        (((uint32_t)sample->observed << MULTIPLIER_FRACTION) + sample->estimate / 2u) /
        sample->estimate;
    const int32_t target = quotient < MULTIPLIER_MOST ? (int32_t)quotient : MULTIPLIER_MOST;
    const int32_t parts = 1 << CALIBRATE_SHIFT, way = target - m;
    int32_t next = m + (way >= 0 ? way / parts : -((-way + parts - 1) / parts));
    next = next < scoreboard->most ? next : scoreboard->most;
    next = next > scoreboard->least ? next : scoreboard->least;
    return (uint16_t)((word & FLAGS) | next);
}

static bool calibrated_lane(const struct calibrate_scoreboard *scoreboard,
                            const struct edge_out *out, uint64_t clock, unsigned lane, char *text,
                            size_t size) {
    const uint16_t word = scoreboard->word[lane];
    const struct sample *const sample =
        &scoreboard->sample[lane_class(lane)][(clock - CALIBRATE_CLOCKS) % SAMPLE_CLOCKS];

    if ((word & FLAGS) != MULTIPLIER_ENABLE) {
        snprintf(text, size, "lane %u: calibrated with word 0x%04x", lane, word);
        return false;
    }
    if (clock < CALIBRATE_CLOCKS || sample->clock != clock - CALIBRATE_CLOCKS ||
        sample->lane != lane || sample->observed == SERVICE_UNKNOWN || sample->estimate == 0 ||
        sample->estimate == SERVICE_UNKNOWN) {
        snprintf(text, size, "lane %u: calibrated without a return to learn from", lane);
        return false;
    }
    const uint16_t expected = moved(scoreboard, sample, word);
    if (out->multiplier[lane] == expected && expected != word)
        return true;
    snprintf(text, size,
             "lane %u: from word 0x%04x by service %u over %u to 0x%04x expected, 0x%04x seen",
             lane, word, sample->observed, sample->estimate, expected, out->multiplier[lane]);
    return false;
}

static bool calibrated_exactly(const struct calibrate_scoreboard *scoreboard,
                               const struct edge_out *out, uint64_t clock, char *text,
                               size_t size) {
    for (unsigned left = out->calibrate & ((1u << LANES) - 1); left; left &= left - 1)
        if (!calibrated_lane(scoreboard, out, clock, (unsigned)__builtin_ctz(left), text, size))
            return false;
    return true;
}

// --- what is kept ------------------------------------------------------------------------------

static uint16_t whole(uint64_t quanta) {
    return quanta < SERVICE_UNKNOWN ? (uint16_t)quanta : SERVICE_UNKNOWN;
}

static uint16_t rounded(uint64_t fine) {
    return whole((fine + (1u << (RECIPROCAL_FRACTION - 1))) >> RECIPROCAL_FRACTION);
}

// What the stages of the operation offered are expected to take.
static void enter_offer(struct calibrate_scoreboard *scoreboard, const struct edge_in *in) {
    const uint32_t *const word = scoreboard->image.word;
    const bool reads = in->opcode == OP_READ;
    const bool is_atomic = in->opcode >= OP_FETCH_ADD && in->opcode <= OP_FETCH_MAX;
    const uint64_t bytes = reads ? in->response_length : in->length;
    const uint64_t fixed = (uint64_t)word[REGISTER_RESPONSE_FIXED] << RECIPROCAL_FRACTION;

    memset(scoreboard->estimate, 0, sizeof scoreboard->estimate);
    if (in->opcode <= OP_NOTIFY)
        scoreboard->estimate[CLASS_HBM] = rounded(bytes * word[REGISTER_HBM_RECIPROCAL]);
    if (is_atomic)
        scoreboard->estimate[CLASS_ATOMIC] =
            whole(word[REGISTER_ATOMIC_SERVICE + in->opcode - OP_FETCH_ADD]);
    if (reads || (is_atomic && in->response_length))
        scoreboard->estimate[CLASS_RESPONSE] =
            rounded(fixed + (uint64_t)in->response_length * word[REGISTER_RESPONSE_RECIPROCAL]);
}

static void enter_returns(struct calibrate_scoreboard *scoreboard, const struct edge_out *out,
                          uint64_t clock, const uint16_t observed[CLASSES]) {
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        if (out->return_kind[resource] != CHANNEL_RETURN)
            continue;
        scoreboard->sample[resource][clock % SAMPLE_CLOCKS] = (struct sample){
            .clock = clock,
            .observed = observed[resource],
            .estimate = scoreboard->held[out->return_id[resource] % DEPTH_MAX][resource],
            .lane = (uint8_t)(resource == CLASS_HBM ? out->hbm_lane
                                                    : HBM_LANES + resource - CLASS_ATOMIC)};
    }
}

static void enter_write(struct calibrate_scoreboard *scoreboard,
                        const struct register_write *write) {
    const unsigned lane = write->word - REGISTER_MULTIPLIER;

    register_image_write(&scoreboard->image, write->word, write->data);
    if (lane >= LANES)
        return;
    scoreboard->written = (uint8_t)lane;
    scoreboard->data = (uint16_t)write->data;
}

const char *calibrate_scoreboard_edge(struct calibrate_scoreboard *scoreboard,
                                      const struct waiting_op *granted, const struct edge_in *in,
                                      const struct edge_out *out,
                                      const struct register_write *write, uint64_t clock,
                                      char *text, size_t size) {
    uint16_t observed[CLASSES];

    if (in->reset) {
        calibrate_scoreboard_reset(scoreboard, scoreboard->depth);
        return NULL;
    }
    if (!multiplier_as_written(scoreboard, out, text, size))
        return "multiplier_as_written";
    if (out->calibrate && !calibrated_exactly(scoreboard, out, clock, text, size))
        return "calibrated_exactly";
    memcpy(scoreboard->word, out->multiplier, sizeof scoreboard->word);
    beat_watch_edge(&scoreboard->beats, in, out, clock, observed);
    enter_returns(scoreboard, out, clock, observed);
    if (granted)
        memcpy(scoreboard->held[out->id % DEPTH_MAX], granted->estimate, sizeof granted->estimate);
    if (in->op_valid)
        enter_offer(scoreboard, in);
    take_limits(scoreboard);
    scoreboard->written = LANES;
    if (write->valid)
        enter_write(scoreboard, write);
    return NULL;
}
