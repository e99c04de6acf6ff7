#include "tb/checkers/calibrate_books.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/block_state.h"

enum {
    MULTIPLIER_MOST = (1 << MULTIPLIER_BITS) - 1,
    FLAGS = MULTIPLIER_ENABLE | MULTIPLIER_FREEZE,
};
_Static_assert(SAMPLE_CLOCKS > (int)CALIBRATE_CLOCKS, "a sample is remembered until it is used");

static void take_limits(struct calibrate_books *books) {
    books->least = (uint16_t)books->image.word[REGISTER_MULTIPLIER_MIN];
    books->most = (uint16_t)books->image.word[REGISTER_MULTIPLIER_MAX];
}

static void take_words(struct calibrate_books *books) {
    for (unsigned lane = 0; lane < LANES; lane++)
        books->word[lane] = (uint16_t)books->image.word[REGISTER_MULTIPLIER + lane];
}

void calibrate_books_reset(struct calibrate_books *books, unsigned depth) {
    *books = (struct calibrate_books){
        .depth = depth, .written = LANES, .beats = {.hbm_ready = (1 << HBM_LANES) - 1}};
    register_image_reset(&books->image, depth);
    take_limits(books);
    take_words(books);
}

void calibrate_books_begin(struct calibrate_books *books, unsigned depth,
                           const struct block_state *state) {
    calibrate_books_reset(books, depth);
    register_image_begin(&books->image, depth, &state->registers);
    take_limits(books);
    take_words(books);
    books->beats.turn = state->pointer;
    for (unsigned id = 0; id < depth; id++)
        memcpy(books->held[id], state->reservation[id].estimate, sizeof books->held[id]);
}

// --- what is claimed ---------------------------------------------------------------------------

static bool multiplier_as_written(const struct calibrate_books *books, const struct edge_out *out,
                                  char *text, size_t size) {
    uint16_t expected[LANES];

    if (books->written == LANES && !out->calibrate &&
        memcmp(out->multiplier, books->word, sizeof books->word) == 0)
        return true;
    memcpy(expected, books->word, sizeof expected);
    if (books->written < LANES)
        expected[books->written] = books->data;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const bool calibrated = out->calibrate >> lane & 1;
        if (calibrated ? lane != books->written : out->multiplier[lane] == expected[lane])
            continue;
        snprintf(text, size, "lane %u: multiplier word 0x%04x expected%s, 0x%04x seen", lane,
                 expected[lane], calibrated ? ", as written" : "", out->multiplier[lane]);
        return false;
    }
    return true;
}

// A sixteenth of the way, rounded down, within the limits.
static uint16_t moved(const struct calibrate_books *books, const struct sample *sample,
                      uint16_t word) {
    const int32_t m = word & MULTIPLIER_MOST;
    const uint32_t quotient =
        (((uint32_t)sample->observed << MULTIPLIER_FRACTION) + sample->estimate / 2u) /
        sample->estimate;
    const int32_t target = quotient < MULTIPLIER_MOST ? (int32_t)quotient : MULTIPLIER_MOST;
    const int32_t parts = 1 << CALIBRATE_SHIFT, way = target - m;
    int32_t next = m + (way >= 0 ? way / parts : -((-way + parts - 1) / parts));
    next = next < books->most ? next : books->most;
    next = next > books->least ? next : books->least;
    return (uint16_t)((word & FLAGS) | next);
}

static bool calibrated_lane(const struct calibrate_books *books, const struct edge_out *out,
                            uint64_t clock, unsigned lane, char *text, size_t size) {
    const uint16_t word = books->word[lane];
    const struct sample *const sample =
        &books->sample[lane_class(lane)][(clock - CALIBRATE_CLOCKS) % SAMPLE_CLOCKS];

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
    const uint16_t expected = moved(books, sample, word);
    if (out->multiplier[lane] == expected && expected != word)
        return true;
    snprintf(text, size,
             "lane %u: from word 0x%04x by service %u over %u to 0x%04x expected, 0x%04x seen",
             lane, word, sample->observed, sample->estimate, expected, out->multiplier[lane]);
    return false;
}

static bool calibrated_exactly(const struct calibrate_books *books, const struct edge_out *out,
                               uint64_t clock, char *text, size_t size) {
    for (unsigned left = out->calibrate & ((1u << LANES) - 1); left; left &= left - 1)
        if (!calibrated_lane(books, out, clock, (unsigned)__builtin_ctz(left), text, size))
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
static void enter_offer(struct calibrate_books *books, const struct edge_in *in) {
    const uint32_t *const word = books->image.word;
    const bool reads = in->opcode == OP_READ;
    const bool is_atomic = in->opcode >= OP_FETCH_ADD && in->opcode <= OP_FETCH_MAX;
    const uint64_t bytes = reads ? in->response_length : in->length;
    const uint64_t fixed = (uint64_t)word[REGISTER_RESPONSE_FIXED] << RECIPROCAL_FRACTION;

    memset(books->estimate, 0, sizeof books->estimate);
    if (in->opcode <= OP_NOTIFY)
        books->estimate[CLASS_HBM] = rounded(bytes * word[REGISTER_HBM_RECIPROCAL]);
    if (is_atomic)
        books->estimate[CLASS_ATOMIC] =
            whole(word[REGISTER_ATOMIC_SERVICE + in->opcode - OP_FETCH_ADD]);
    if (reads || (is_atomic && in->response_length))
        books->estimate[CLASS_RESPONSE] =
            rounded(fixed + (uint64_t)in->response_length * word[REGISTER_RESPONSE_RECIPROCAL]);
}

static void enter_returns(struct calibrate_books *books, const struct edge_out *out, uint64_t clock,
                          const uint16_t observed[CLASSES]) {
    for (unsigned class = 0; class < CLASSES; class ++) {
        if (out->return_kind[class] != CHANNEL_RETURN)
            continue;
        books->sample[class][clock % SAMPLE_CLOCKS] = (struct sample){
            .clock = clock,
            .observed = observed[class],
            .estimate = books->held[out->return_id[class] % DEPTH_MAX][class],
            .lane =
                (uint8_t)(class == CLASS_HBM ? out->hbm_lane : HBM_LANES + class - CLASS_ATOMIC)};
    }
}

static void enter_write(struct calibrate_books *books, const struct register_write *write) {
    const unsigned lane = write->word - REGISTER_MULTIPLIER;

    register_image_write(&books->image, write->word, write->data);
    if (lane >= LANES)
        return;
    books->written = (uint8_t)lane;
    books->data = (uint16_t)write->data;
}

const char *calibrate_books_edge(struct calibrate_books *books, const struct waiting_op *granted,
                                 const struct edge_in *in, const struct edge_out *out,
                                 const struct register_write *write, uint64_t clock, char *text,
                                 size_t size) {
    uint16_t observed[CLASSES];

    if (in->reset) {
        calibrate_books_reset(books, books->depth);
        return NULL;
    }
    if (!multiplier_as_written(books, out, text, size))
        return "multiplier_as_written";
    if (out->calibrate && !calibrated_exactly(books, out, clock, text, size))
        return "calibrated_exactly";
    memcpy(books->word, out->multiplier, sizeof books->word);
    beat_watch_edge(&books->beats, in, out, clock, observed);
    enter_returns(books, out, clock, observed);
    if (granted)
        memcpy(books->held[out->id % DEPTH_MAX], granted->estimate, sizeof granted->estimate);
    if (in->op_valid)
        enter_offer(books, in);
    take_limits(books);
    books->written = LANES;
    if (write->valid)
        enter_write(books, write);
    return NULL;
}
