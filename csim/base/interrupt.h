// The end that is asked for, by SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGQUIT or SIGXCPU: runs end at
// their next clock or event, nothing half is published, and the program says so and ends with the
// status of the signal.
#pragma once

#include <signal.h>

// The signal that came; 0: none has. Read by interrupted().
extern volatile sig_atomic_t interrupt_came;

static inline int interrupted(void) {
    return interrupt_came;
}

// From now on each of these signals asks for the end, unless it was ignored before. What does
// not want to wait sends it again a second later, or disarms: then it ends the program as it always
// did.
void interrupt_arm(void);
void interrupt_disarm(void);
