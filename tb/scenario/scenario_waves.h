// Waves of a scenario, golden model beside RTL, with a view for GTKWave.
#pragma once

#include "tb/block/block_tape.h"

struct scenario_waves {
    struct block_tape *tape;
    struct observer observers[2];
    struct observed observed;
    uint64_t clock, first[8]; // of a commit of that enum path_kind; 0: none
    uint64_t lanes;           // that an operation was denied by, else that it used; a set
    char path[3][512];        // tape, waves, view
};

// They are to be FOLDER/NAME.fst and .gtkw. False, with a line in `error`: they cannot be written.
bool scenario_waves_begin(struct scenario_waves *waves, const char *folder, const char *name,
                          const struct path_size *size, struct text_error *error);

// `model`, which it takes over, with its boundary recorded: of one run from before its reset.
struct block_model scenario_waves_model(struct scenario_waves *waves, struct block_model model);

// Once that run has ended and its model is closed: writes both. The view opens where the scenario
// failed, or at its first refusal or grant.
bool scenario_waves_end(struct scenario_waves *waves, bool passed, struct text_error *error);
