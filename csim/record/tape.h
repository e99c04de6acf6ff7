// Tapes: every beat and every out of a run in a text file (gzip when the name ends in .gz; a reader
// takes both).
//
//     semacredit tape 4
//     size HBM=16 DEPTH=256 SLOTS=64 WIDTH=24        only of a block of another size
//     depth 128
//     clock_ps 1000
//     note free text: where it came from
//     begins now=77 order=5 ...                      only of a run that begins in a state at rest
//     clocks
//     op_valid=1 tag=0 address=0x3000 length=4112 | kind=1 mask=0x8 demand[0]=4112 order=2
//     debt[3]=4112 gap=40 hbm_valid=0x8 hbm_id[3]=0 | end 2
//
// The state is written as csim/record/block_text.h says. One line a clock: beats left of the bar,
// what the block showed right of it, with the names of edge.h. What is not named is zero, or, where
// it shows state (order, debt, multipliers, readys, quiet, the grant message), as in the line
// before.
#ifndef SEMA_TAPE_H
#define SEMA_TAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"
#include "csim/interface/admitter.h"
#include "csim/interface/block_state.h"
#include "csim/interface/stimulus.h"

struct tape_header {
    unsigned depth;    // reservations of the recorded block: a power of two, 2..DEPTH_MAX
    uint32_t clock_ps; // 1..10^9
    char note[200];
    struct block_state *begins; // of a tape that is read, in which state it begins; NULL: out of
                                // reset. The reader's
};

// Writing. A tape is whole or not there: the file appears under its name when it is closed.
struct tape_writer;

// NULL on failure, with "PATH: reason" in `error`. The caller closes it.
struct tape_writer *tape_writer_open(const char *path, const struct tape_header *header,
                                     struct text_error *error);
// The run begins in a state at rest; comes before the first clock.
void tape_write_state(struct tape_writer *tape, const struct block_state *state);
void tape_write(struct tape_writer *tape, const struct edge_in *in, const struct edge_out *out);
// Ends the tape and frees the writer. False: the file could not be written, and does not exist.
bool tape_writer_close(struct tape_writer *tape, struct text_error *error);

// Frees the writer and leaves no file.
void tape_writer_discard(struct tape_writer *tape);

// Reading. Any file is safe to read: what is not a tape gives one line "PATH:LINE: what was
// expected".
struct tape_reader;

struct tape_reader *tape_reader_open(const char *path, struct tape_header *header,
                                     struct text_error *error);
// 1: the next clock is in *in and *out; 0: the tape has ended; -1: it is broken, the line is in
// `error`.
int tape_read(struct tape_reader *tape, struct edge_in *in, struct edge_out *out,
              struct text_error *error);
void tape_reader_close(struct tape_reader *tape);

// An admitter that runs `inner` (taken over) and writes every clock to `tape` (not taken over).
struct admitter *tape_record_open(struct admitter *inner, struct tape_writer *tape);

// A tape as admitter (its outs) and as stimulus (its beats). Both read the file on their own, so
// that they may be put into lockstep with anything: the beats drive the dut, the recorded outs are
// the ref. The header is read too. After a run, tape_failed tells whether the file broke on the
// way, or, for the admitter, whether it was driven with other beats than recorded.
struct admitter *tape_replay_open(const char *path, struct tape_header *header,
                                  struct text_error *error);
struct stimulus *tape_stimulus_open(const char *path, struct tape_header *header,
                                    struct text_error *error);
const char *tape_replay_failed(const struct admitter *replay);   // NULL: fine
const char *tape_stimulus_failed(const struct stimulus *replay); // NULL: fine

#endif
