// Waves of a tape: what it does to the block again, with the golden model beside it, as an FST file
// and a view of it for GTKWave.
#pragma once

#include "csim/base/std.h"
#include "tb/block/fields.h"

// What the view shows when it is opened. Clock n of the tape is the time up to n ns, at which its
// edge samples.
enum { TAPE_MARKS = 4 };
struct tape_sight {
    uint64_t from, to; // clocks in the file
    struct tape_mark {
        uint64_t clock;
        const char *name; // NULL: no mark
    } mark[TAPE_MARKS];   // the first is in the middle of the view
    uint64_t in_sight;    // clocks from the first, within which other marks are in sight, too
    uint8_t first;        // enum field_group: what is on top; FIELD_GROUPS: the decision
    uint8_t channel;      // if that is of returns: of this one
    uint64_t lanes;       // that are open, a set
    uint64_t guilty;      // of them, or beside them: those that come first
    bool choice;          // it is about what is chosen: slots and ages come first
};

// Writes the FST file, and the view beside it, with a folder names/. False, with a line in `error`:
// this program's RTL has no waves or another size, or they cannot be written.
bool tape_waves(const char *tape, const char *fst, const char *view, const struct tape_sight *sight,
                struct text_error *error);

// The view alone.
bool tape_view_write(const char *fst, const char *view, const struct path_size *size,
                     const struct tape_sight *sight, struct text_error *error);
