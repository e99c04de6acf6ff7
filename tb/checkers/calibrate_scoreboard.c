#include "tb/checkers/scoreboards.h"

#include <string.h>

#include "csim/interface/block_state.h"

enum {
    MULTIPLIER_MOST = (1 << MULTIPLIER_BITS) - 1,
    FLAGS = MULTIPLIER_ENABLE | MULTIPLIER_FREEZE,
};
_Static_assert(SAMPLE_CLOCKS > (int)CALIBRATE_CLOCKS, "a sample is remembered until it is used");

void calibrate_scoreboard_reset(struct calibrate_scoreboard *scoreboard,
                                const struct register_image *image) {
    *scoreboard = (struct calibrate_scoreboard){.written = LANES, .beats = {.hbm_ready = HBM_SET}};
    for (unsigned lane = 0; lane < LANES; lane++)
        scoreboard->word[lane] = (uint16_t)image->word[REGISTER_MULTIPLIER + lane];
}

void calibrate_scoreboard_begin(struct calibrate_scoreboard *scoreboard,
                                const struct register_image *image,
                                const struct block_state *state) {
    calibrate_scoreboard_reset(scoreboard, image);
    scoreboard->beats.turn = state->pointer;
    for (unsigned id = 0; id < image->depth; id++)
        memcpy(scoreboard->held[id], state->reservation[id].estimate, sizeof scoreboard->held[id]);
}

// --- the checks ---------------------------------------------------------------------------

static bool multiplier_as_written(const struct calibrate_scoreboard *scoreboard,
                                  const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    uint16_t expected[LANES];
    if (scoreboard->written == LANES && !out->calibrate &&
        memcmp(out->multiplier, scoreboard->word, sizeof scoreboard->word) == 0)
        return true;
    memcpy(expected, scoreboard->word, sizeof expected);
    if (scoreboard->written < LANES)
        expected[scoreboard->written] = scoreboard->data;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const bool calibrated = out->calibrate >> lane & 1;
        if (calibrated ? lane == scoreboard->written : out->multiplier[lane] != expected[lane])
            return broken(clock->finding, "lane %u: multiplier word 0x%04x expected%s, 0x%04x seen",
                          lane, expected[lane], calibrated ? ", as written" : "",
                          out->multiplier[lane]);
    }
    return true;
}

// A sixteenth of the way, rounded down, within the limits.
static uint16_t moved(const struct sample *sample, uint16_t word) {
    const int32_t m = word & MULTIPLIER_MOST;
    const uint32_t quotient =
        (((uint32_t)sample->observed << MULTIPLIER_FRACTION) + sample->estimate / 2u) /
        sample->estimate;
    const int32_t target = quotient < MULTIPLIER_MOST ? (int32_t)quotient : MULTIPLIER_MOST;
    const int32_t parts = 1 << CALIBRATE_SHIFT, way = target - m;
    int32_t next = m + (way >= 0 ? way / parts : -((-way + parts - 1) / parts));
    next = next < sample->most ? next : sample->most;
    next = next > sample->least ? next : sample->least;
    return (uint16_t)((word & FLAGS) | next);
}

static bool calibrated_lane(struct calibrate_scoreboard *scoreboard,
                            const struct checked_clock *clock, unsigned lane) {
    const uint16_t word = scoreboard->word[lane], seen = clock->out->multiplier[lane];
    const uint64_t learnt = clock->cycle - CALIBRATE_CLOCKS;
    const unsigned k = lane_class(lane);
    const struct sample *const sample = &scoreboard->sample[k][learnt % SAMPLE_CLOCKS];
    if ((word & FLAGS) != MULTIPLIER_ENABLE)
        return broken(clock->finding, "lane %u: calibrated with word 0x%04x", lane, word);
    if (clock->cycle < CALIBRATE_CLOCKS || sample->clock != learnt || sample->lane != lane ||
        sample->observed == SERVICE_UNKNOWN || sample->estimate == 0 ||
        sample->estimate == SERVICE_UNKNOWN)
        return broken(clock->finding, "lane %u: calibrated without a return to learn from", lane);
    if (learnt < scoreboard->free_to_learn[lane])
        return broken(clock->finding, "lane %u: calibrated over a write of the word", lane);
    if (learnt < scoreboard->moved[k])
        return broken(clock->finding, "lane %u: calibrated from two returns at once", lane);
    scoreboard->moved[k] = clock->cycle;
    const uint16_t expected = moved(sample, word);
    return (seen == expected && expected != word) ||
           broken(clock->finding,
                  "lane %u: from word 0x%04x by service %u over %u to 0x%04x expected, 0x%04x seen",
                  lane, word, sample->observed, sample->estimate, expected, seen);
}

static bool calibrated_exactly(struct calibrate_scoreboard *scoreboard,
                               const struct checked_clock *clock) {
    for (unsigned left = clock->out->calibrate & ALL_LANES; left; left &= left - 1)
        if (!calibrated_lane(scoreboard, clock, (unsigned)__builtin_ctz(left)))
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

// What the stages of the operation offered OFFER_TO_CONFIG clocks ago are expected to take.
static void enter_offer(struct calibrate_scoreboard *scoreboard,
                        const struct checked_clock *clock) {
    enum { CLOCKS = OFFER_TO_CONFIG + 1 };
    const struct edge_in *const now = clock->in;
    scoreboard->offered[clock->cycle % CLOCKS] =
        (struct offered){now->length, now->response_length, (uint8_t)now->opcode};
    const struct offered *const in = &scoreboard->offered[(clock->cycle + 1) % CLOCKS];
    const uint32_t *const word = clock->image->word;
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

static void enter_returns(struct calibrate_scoreboard *scoreboard,
                          const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    const uint32_t *const word = clock->image->word;
    uint16_t observed[CLASSES];
    beat_watch_edge(&scoreboard->beats, clock->in, out, clock->cycle, observed);
    for (unsigned k = 0; k < CLASSES; k++)
        if (out->return_kind[k] == CHANNEL_RETURN)
            scoreboard->sample[k][clock->cycle % SAMPLE_CLOCKS] =
                (struct sample){.clock = clock->cycle,
                                .observed = observed[k],
                                .estimate = scoreboard->held[out->return_id[k] % DEPTH_MAX][k],
                                .least = (uint16_t)word[REGISTER_MULTIPLIER_MIN],
                                .most = (uint16_t)word[REGISTER_MULTIPLIER_MAX],
                                .lane = (uint8_t)lane_of_class(k, out->hbm_lane)};
}

const char *calibrate_scoreboard_edge(struct calibrate_scoreboard *scoreboard,
                                      const struct waiting_op *granted,
                                      const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
#define CHECK(check)                                                                               \
    if (!check(scoreboard, clock))                                                                 \
        return #check;
    CALIBRATE_CHECKS(CHECK)
#undef CHECK
    memcpy(scoreboard->word, out->multiplier, sizeof scoreboard->word);
    enter_returns(scoreboard, clock);
    if (granted)
        memcpy(scoreboard->held[out->id % DEPTH_MAX], granted->estimate, sizeof granted->estimate);
    if (clock->in->op_valid || OFFER_TO_CONFIG)
        enter_offer(scoreboard, clock);
    scoreboard->written = LANES;
    const unsigned lane =
        (unsigned)clock->write.word - REGISTER_MULTIPLIER; // wraps below the first
    if (clock->write.valid && lane < LANES) {
        scoreboard->written = (uint8_t)lane;
        scoreboard->data = (uint16_t)clock->write.data;
        scoreboard->free_to_learn[lane] = clock->cycle + 1;
    }
    return NULL;
}
