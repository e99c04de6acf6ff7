// The checker's scoreboard of multipliers (rtl/spec/calibration.md): what was written, and which
// service was observed beside which estimate, from what crosses the boundary.
#ifndef SEMA_CALIBRATE_SCOREBOARD_H
#define SEMA_CALIBRATE_SCOREBOARD_H

#include <stddef.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "tb/checkers/axi_monitor.h"
#include "tb/checkers/beat_watch.h"
#include "tb/checkers/register_image.h"
#include "tb/checkers/slot_scoreboard.h"

enum { SAMPLE_CLOCKS = 32 }; // more than can be between return and use

// A return, with what a calibrator learns from it.
struct sample {
    uint64_t clock; // in which it commits
    uint16_t observed;
    uint16_t estimate;
    uint8_t lane;
};

// Open value: initialise with calibrate_scoreboard_reset.
struct calibrate_scoreboard {
    unsigned depth;
    struct register_image image;       // in force in the next clock
    uint16_t least, most;              // limits in force in the last clock
    uint16_t word[LANES];              // as last shown
    uint16_t estimate[CLASSES];        // of the operation offered in the last clock
    uint16_t held[DEPTH_MAX][CLASSES]; // estimates, of reservations
    struct beat_watch beats;
    uint8_t written; // the lane's word, by the last clock's write; LANES: none
    uint16_t data;
    struct sample sample[CLASSES][SAMPLE_CLOCKS];
};

// Out of reset, a block of `depth` reservations.
void calibrate_scoreboard_reset(struct calibrate_scoreboard *scoreboard, unsigned depth);

// In a state at rest.
struct block_state;
void calibrate_scoreboard_begin(struct calibrate_scoreboard *scoreboard, unsigned depth,
                                const struct block_state *state);

// Checks, in the order in which they are checked.
#define CALIBRATE_CHECKS(X)                                                                        \
    X(multiplier_as_written) /* a word is what was written, until calibration is shown */          \
    X(calibrated_exactly)    /* which moves it as its sample says, within the limits */

// Takes in one clock, which performs `write`; `granted` is the operation that is granted in it,
// NULL if none is. Returns the name of the check that it breaks, with the reason in `text`; NULL if
// none. The estimates of an operation offered in this clock are in `estimate` then.
const char *calibrate_scoreboard_edge(struct calibrate_scoreboard *scoreboard,
                                      const struct waiting_op *granted, const struct edge_in *in,
                                      const struct edge_out *out,
                                      const struct register_write *write, uint64_t clock,
                                      char *text, size_t size);

#endif
