// Why a run failed, in a sentence, and where to read on.
#pragma once

#include "tb/block/failure/snapshot.h"

struct cause {
    char text[CHECKED_REASON];
    const char *rule, *loss; // that is broken, and what a user loses; NULL: no rule says it
    const char *about;       // a row of the table of cause.c
    bool by_ports;           // and it comes from how a port is used (snapshot->cause)
};

// What a rule says of the RTL alone (`judged`, up to the clock of the failure); else what differs,
// by the kind of commit, transaction or message that it belongs to.
void cause_find(struct cause *cause, const struct snapshot *snapshot,
                const struct checked_outcome *judged);

// It is about which of those that wait is chosen.
bool cause_of_choice(const struct cause *cause);

// Files of the specification and of the RTL in `folder`, as many of the latter as there are.
void cause_places(const struct cause *cause, const char *folder, FILE *file);
