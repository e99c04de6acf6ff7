// What the two members of struct admission with a block in the policy's place share.
#ifndef SEMA_BLOCK_ADMISSION_H
#define SEMA_BLOCK_ADMISSION_H

#include "csim/simulator/simulation.h"

// An operation waits, from this instant on, for a slot or for credit.
void block_admission_offer(struct simulation *sim, uint32_t index);
// Beats; and the state as it would be if they took no time.
void block_admission_stage_done(struct simulation *sim, uint32_t index, unsigned resource);
void block_admission_completed(struct simulation *sim, uint32_t index);

// One clock of the block at the present instant; and what follows from its decision, if there is
// one on a job.
void block_admission_clock(struct simulation *sim, bool pause, uint64_t gap);
enum decision_kind block_admission_decide(struct simulation *sim, uint32_t *job);

#endif
