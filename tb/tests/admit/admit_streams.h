// Random streams for the stages of the admission path, each compared with a plain reading
// of rtl/spec in every clock.
#ifndef SEMA_ADMIT_STREAMS_H
#define SEMA_ADMIT_STREAMS_H

#include "tb/dut/admit.h"

enum { ADMIT_TEXT_BYTES = 200, ADMIT_STREAMS = 4 };

struct admit_outcome {
    bool failed; // the rest says how
    uint64_t clock;
    char text[ADMIT_TEXT_BYTES]; // one line
};

// Runs stream 0 to ADMIT_STREAMS - 1 on a new model. A stream that shows little fails too.
void demand_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome);
void decide_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome);
void lookup_stream_run(enum admit_form form, unsigned stream, struct admit_outcome *outcome);

#endif
