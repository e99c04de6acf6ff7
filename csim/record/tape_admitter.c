// Tapes in the family of admitters and of stimuli.
#include <stdlib.h>
#include <string.h>

#include "csim/interface/edge_fields.h"
#include "csim/record/state_at_rest.h"
#include "csim/record/tape.h"

// ---- recording

struct record {
    struct admitter admitter;
    struct admitter *inner;
    struct tape_writer *tape;
};

static void record_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct record *record = (struct record *)self;
    admitter_edge(record->inner, in, out);
    tape_write(record->tape, in, out);
}

static bool record_begin(struct admitter *self, const struct block_state *state) {
    struct record *record = (struct record *)self;
    if (!admitter_begin(record->inner, state))
        return false;
    tape_write_state(record->tape, state);
    return true;
}

static void record_close(struct admitter *self) {
    admitter_close(((struct record *)self)->inner);
    free(self);
}

static const struct admitter_ops record_ops = {
    .name = "tape", .edge = record_edge, .begin = record_begin, .close = record_close};

struct admitter *tape_record_open(struct admitter *inner, struct tape_writer *tape) {
    struct record *record = inner ? malloc(sizeof *record) : NULL;
    if (!record) {
        admitter_close(inner);
        return NULL;
    }
    *record = (struct record){.admitter.ops = &record_ops, .inner = inner, .tape = tape};
    return &record->admitter;
}

// ---- replaying outs

struct replay {
    struct admitter admitter;
    struct tape_reader *tape;
    struct edge_out last;
    struct text_error error; // empty: none
};

static void replay_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct replay *replay = (struct replay *)self;
    struct edge_in recorded;
    *out = replay->last;
    if (replay->error.text[0])
        return;
    const int got = tape_read(replay->tape, &recorded, out, &replay->error);
    if (got == 1 && memcmp(in, &recorded, sizeof recorded) == 0)
        replay->last = *out;
    else if (got == 1)
        text_error_set(&replay->error, "the tape was driven with other beats than recorded");
    else if (got == 0)
        text_error_set(&replay->error, "the run is longer than the tape");
}

// Its own, which is that of the beats.
static bool replay_begin(struct admitter *self, const struct block_state *state) {
    struct replay *replay = (struct replay *)self;
    block_state_show(state, &replay->last);
    return true;
}

static void replay_close(struct admitter *self) {
    tape_reader_close(((struct replay *)self)->tape);
    free(self);
}

static const struct admitter_ops replay_ops = {
    .name = "tape", .edge = replay_edge, .begin = replay_begin, .close = replay_close};

struct admitter *tape_replay_open(const char *path, struct tape_header *header,
                                  struct text_error *error) {
    struct replay *replay = calloc(1, sizeof *replay);
    if (!replay) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    replay->admitter.ops = &replay_ops;
    replay->tape = tape_reader_open(path, header, error);
    if (!replay->tape) {
        free(replay);
        return NULL;
    }
    return &replay->admitter;
}

const char *tape_replay_failed(const struct admitter *replay) {
    const struct replay *self = (const struct replay *)replay;
    return self->error.text[0] ? self->error.text : NULL;
}

// ---- replaying beats

struct tape_stimulus {
    struct stimulus stimulus;
    struct tape_reader *tape;
    const struct block_state *begins;
    struct text_error error; // empty: none
};

static bool beats_next(struct stimulus *self, const struct edge_out *last, struct edge_in *in) {
    (void)last; // a tape does not listen
    struct tape_stimulus *beats = (struct tape_stimulus *)self;
    struct edge_out recorded;
    return tape_read(beats->tape, in, &recorded, &beats->error) == 1;
}

static void beats_close(struct stimulus *self) {
    tape_reader_close(((struct tape_stimulus *)self)->tape);
    free(self);
}

static const struct block_state *beats_begins(const struct stimulus *self) {
    return ((const struct tape_stimulus *)self)->begins;
}

static const struct stimulus_ops beats_ops = {
    .name = "tape", .next = beats_next, .close = beats_close, .begins = beats_begins};

struct stimulus *tape_stimulus_open(const char *path, struct tape_header *header,
                                    struct text_error *error) {
    struct tape_stimulus *beats = calloc(1, sizeof *beats);
    if (!beats) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    beats->stimulus.ops = &beats_ops;
    beats->tape = tape_reader_open(path, header, error);
    if (!beats->tape) {
        free(beats);
        return NULL;
    }
    beats->begins = header->begins;
    return &beats->stimulus;
}

const char *tape_stimulus_failed(const struct stimulus *replay) {
    const struct tape_stimulus *self = (const struct tape_stimulus *)replay;
    return self->error.text[0] ? self->error.text : NULL;
}
