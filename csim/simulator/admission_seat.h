// What the two members of struct admission with a block in the policy's seat share.
#ifndef SEMA_ADMISSION_SEAT_H
#define SEMA_ADMISSION_SEAT_H

#include "csim/simulator/simulation.h"

// An operation waits, from this instant on, for a slot or for credit.
void seated_offer(struct simulation *sim, uint32_t index);
// Beats; and the state as it would be if they took no time.
void seated_stage_done(struct simulation *sim, uint32_t index, unsigned class);
void seated_through(struct simulation *sim, uint32_t index);

// One clock of the block at the present instant; and what follows from its decision, if there is
// one on a job.
void seated_clock(struct simulation *sim, bool pause, uint64_t gap);
enum decision_kind seated_decide(struct simulation *sim, uint32_t *job);

#endif
