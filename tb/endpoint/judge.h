// The block inside the endpoint, judged at its own ports: golden model in lockstep, and the rules
// of tb/block/check.
#pragma once

#include "csim/golden/block.h"

struct judge;

struct judge *judge_open(const struct path_size *size);
void judge_close(struct judge *judge);

// Every clock from the first reset on. False: something is wrong, and has been printed.
bool judge_clock(struct judge *judge, uint64_t clock, const struct block_out *out,
                 const struct block_in *in);
// The run is over, and nothing may wait or be held.
bool judge_end(struct judge *judge);
