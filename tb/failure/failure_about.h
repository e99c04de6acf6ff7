// What a report says of a divergence: every field that differs, and the operations, reservations
// and registers that these are about. Of what agrees it says nothing.
#ifndef SEMA_FAILURE_ABOUT_H
#define SEMA_FAILURE_ABOUT_H

#include <stdbool.h>
#include <stdio.h>

#include "csim/interface/lockstep.h"
#include "tb/cosim/witness.h"

// What the divergence is about, in few words: "the decision", "a register read".
const char *about_what(const struct divergence *divergence);

// Whether the two decisions differ.
bool about_decision(const struct divergence *divergence);

// The fields that differ, a line each, with what a field that keeps its value was a clock before.
void about_write_fields(const struct divergence *divergence, const struct witness *witness,
                        FILE *file);

// What the witness knows of the operations, reservations and registers that these are about.
void about_write(const struct divergence *divergence, const struct witness *witness, FILE *file);

// The last register writes, what is in force that is not as after a reset, and the last reset.
void about_write_registers(const struct witness *witness, FILE *file);

#endif
