#include "csim/traffic/disturbance.h"

void disturbance_rates(const struct config *config, uint64_t rate[DISTURBANCES]) {
    rate[DISTURB_WINDOW] = config->chaos_window;
    rate[DISTURB_MULTIPLIER] = config->chaos_multiplier;
    rate[DISTURB_QUANTUM] = config->chaos_quantum;
    rate[DISTURB_LIMIT] = config->chaos_limit;
    rate[DISTURB_GRANT] = config->chaos_grant;
    rate[DISTURB_CALIBRATE] = config->chaos_calibrate;
    rate[DISTURB_STARVATION] = config->chaos_starvation;
    rate[DISTURB_AUTOTUNE] = config->chaos_autotune;
    rate[DISTURB_REGISTER] = config->chaos_register;
    rate[DISTURB_BUS] = config->chaos_bus;
    rate[DISTURB_MEND] = config->chaos_mend;
    rate[DISTURB_PAUSE] = config->chaos_pause;
    rate[DISTURB_DUPLICATE] = config->chaos_duplicate;
    rate[DISTURB_UNKNOWN] = config->chaos_unknown;
    rate[DISTURB_DONE] = config->chaos_done;
    rate[DISTURB_RESET] = config->chaos_reset;
}
