// What disturbs a block in drawn traffic, and how often: rates for each million clocks.
#ifndef SEMA_DISTURBANCE_H
#define SEMA_DISTURBANCE_H

#include "csim/config/config.h"

enum disturbance {
    DISTURB_WINDOW, // writes of registers
    DISTURB_MULTIPLIER,
    DISTURB_QUANTUM,
    DISTURB_LIMIT,
    DISTURB_GRANT,
    DISTURB_CALIBRATE,
    DISTURB_STARVATION,
    DISTURB_AUTOTUNE,
    DISTURB_REGISTER,
    DISTURB_BUS,       // any access
    DISTURB_MEND,      // a register put right
    DISTURB_PAUSE,     // of the arbiter, for a while
    DISTURB_DUPLICATE, // completions
    DISTURB_UNKNOWN,
    DISTURB_DONE,
    DISTURB_RESET,
    DISTURBANCES
};

// The rates of a configuration.
void disturbance_rates(const struct config *config, uint64_t rate[DISTURBANCES]);

#endif
