// Plays a scenario on one model of the block, or on two in lockstep.
#pragma once

#include "csim/golden/block.h"
#include "tb/block/models.h"
#include "tb/scenario/scenario_file.h"

// What is played, and on what.
struct play {
    const struct scenario *scenario;
    const char *path; // of its file
    const struct path_size *size;
    const struct block_model *model;
    const struct pair
        *pair;  // that the model is: its two must show the same in every clock; or NULL
    FILE *said; // what did not come about, or what is broken, in a line
    FILE *log;  // what crosses the boundary, or NULL
    bool world; // no rule judges, only scoreboards do
};

// *clocks: how many it took. False: something was said.
bool player_run(const struct play *play, uint64_t *clocks);
