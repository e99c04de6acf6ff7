// What a report says of a divergence, by what it is about: the decision, a return, the debt, a
// message, a register access, a calibration. Of what agrees it says nothing.
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

// Everything that the witness knows of what differs.
void about_write(const struct divergence *divergence, const struct witness *witness, FILE *file);

// The last register writes, what is in force that is not as after a reset, and the last reset.
void about_write_registers(const struct witness *witness, FILE *file);

// A reservation: whose it is, what it froze, what has come back, and the last completions for it.
void about_write_reservation(const struct witness *witness, unsigned id, FILE *file);

#endif
