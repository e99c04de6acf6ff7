// Tapes: what the block's inputs carried in every clock of a run, in a file (gzip when the name
// ends in .gz; a reader takes both). They are for this program and later ones, not for people:
//
//     semacredit block tape 2
//     size 8-1-1-32-128-40-32-8-16-24
//     seed 7
//     name hbm_hotspot
//     found 4711 322 operation 322: returns other bytes than were written
//     fields rst_n op_valid ...
//
// (of which `found` is there where what surrounds the block has found a failure) and then numbers
// of seven bits a byte: for each clock one more than the elements that are not as in the clock
// before, and for each of these its distance from the last one and the bits that changed; at the
// end 0, how many clocks there were, and the CRC-32 of all bytes before it (those of the tape
// itself where it is packed), lowest byte first.
#pragma once

#include "csim/base/std.h"
#include "csim/golden/block.h"
#include "tb/block/models.h"

struct block_tape_header {
    struct path_size size;
    uint64_t seed;
    char name[64]; // of what was run; one line
    // What surrounds the block has found: a line, or ""; when, and of which operation (0: none).
    char found[256];
    uint64_t found_clock, found_tag;
};

// Writing. NULL on failure, with "PATH: reason" in `error`.
struct block_tape *block_tape_create(const char *path, const struct block_tape_header *header,
                                     struct text_error *error);

// A recorder: every clock that it observes, without allocating. Ends with the tape.
struct observer block_tape_recorder(struct block_tape *tape);

// Ends the tape: a file that is whole, under its name. False: it could not be written, and does not
// exist. Or leaves no file.
bool block_tape_close(struct block_tape *tape, struct text_error *error);
void block_tape_discard(struct block_tape *tape);

// Reading. Any file is safe to read: what is no tape, is cut off or has another checksum gives one
// line "PATH: what was expected"; so does a tape of another size than `size`, where that is not
// NULL.
struct block_tape_reader *block_tape_open(const char *path, const struct path_size *size,
                                          struct block_tape_header *header,
                                          struct text_error *error);

// 1: the next clock is in *in; 0: the tape has ended; -1: it is broken.
int block_tape_next(struct block_tape_reader *reader, struct block_in *in,
                    struct text_error *error);

// Plays what is left into a model, which is shown and clocked. 0 at the end, -1 as above.
int block_tape_play(struct block_tape_reader *reader, const struct block_model *model,
                    struct text_error *error);
void block_tape_reader_close(struct block_tape_reader *reader); // takes NULL
