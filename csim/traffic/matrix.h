// Connection matrices, as the public htsim simulators read them:
//
//     Nodes 128
//     Connections 2
//     Triggers 1
//     1->0 id 1 start 0 size 2000000 send_done_trigger 1
//     2->0 id 2 trigger 1 size 2000000
//     trigger id 1 oneshot
//
// `start` is in units of matrix_start_ps, fractions of a ps cut off (csg-htsim reads picoseconds;
// older files hold microseconds), `size` in bytes, 0 a flow without end, which is refused or ends
// after matrix_endless_bytes; `id`, `msg` (with a number or without) and `prio` may be there and
// change nothing. Headers come in any order. `Connections` and `Triggers` say how many lines of
// each there are: more are refused, fewer too, but where there may be triggers: public files name
// too many there, and `note` says how many are missing. It also says so where the last line has no
// end, as of a file that was cut short. A flow with `trigger N` begins when trigger N fires, which
// `send_done_trigger N` and `recv_done_trigger N` of other flows do: a `oneshot` fires once, for
// all that wait; each firing of a `multishot` is for the next one that waits, in the order of the
// file; a `barrier count M` fires with the M-th, for all. Failures of links have no meaning here
// and are refused.
#ifndef SEMA_MATRIX_H
#define SEMA_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_reader.h"

enum {
    MATRIX_NODES_MAX = 1 << 16,
    MATRIX_FLOWS_MAX = 1 << 24,
    MATRIX_PAGE_BYTES = 4096,
    MATRIX_NOTE_SIZE = 128
};

struct matrix_flow {
    uint64_t start_ps;
    uint64_t bytes;
    uint32_t line;
    uint32_t trigger;              // that begins it, or 0: its start does
    uint32_t send_done, recv_done; // triggers that it fires, or 0
    uint16_t source, target;
};

struct matrix_trigger {
    uint32_t id, line;
    uint32_t count; // of a barrier; 0: it is none
    bool multishot;
};

// Open value.
struct matrix_file {
    uint64_t nodes;
    struct matrix_flow *flows; // in the order of the file
    struct matrix_trigger *triggers;
    uint32_t count, room, trigger_count, trigger_room;
    uint64_t bytes;              // of all flows
    char note[MATRIX_NOTE_SIZE]; // what a user should know of the file; may be empty
};

struct matrix_reading {
    uint64_t start_ps;      // unit of start times
    uint64_t endless_bytes; // of a flow without end; 0: it is refused
    bool triggers;          // or they are refused
};

// False, with "PATH:LINE: ..." in `error`. To be closed either way.
bool matrix_read(struct matrix_file *matrix, const char *path, const struct matrix_reading *reading,
                 struct text_error *error);
void matrix_close(struct matrix_file *matrix);

// Does a line of it speak of triggers?
bool matrix_has_triggers(const char *path);

#endif
