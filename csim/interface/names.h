// Lanes and opcodes by name.
#pragma once

#include "csim/interface/numbers.h"

// "HBM 3", "Atomic"; "table or limit" for lane LANES.
const char *lane_name(unsigned lane);
const char *opcode_name(unsigned opcode); // "unknown" for those that the block does not know
