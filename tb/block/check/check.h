// Whether the block keeps its promises: a table of rules, judged clock by clock on the reference
// state of the boundary (tb/block/ref_state.h). Nothing of it comes from a model.
#pragma once

#include "tb/block/ref_state.h"

enum { CHECK_RULES = 33, CHECK_SHOWN = 20 };

struct check {
    FILE *file;        // where findings are reported, the first CHECK_SHOWN of them; NULL: nowhere
    uint64_t asked;    // judgements, of all rules in all clocks
    uint64_t findings; // of all rules
    uint64_t found[CHECK_RULES];
    char first[500];                 // the first finding: `clock N: RULE: what is wrong`
    const char *first_loss;          // what a user loses by it
    unsigned first_rule, first_what; // of it: its rule, and where what is wrong begins
    unsigned rule;                   // that judges now
    unsigned unreported; // clocks in which credit at its threshold was reported by no message
    unsigned unanswered; // clocks in which none is loaded that software has asked for
};

struct check_rule {
    const char *name;
    const char *loss; // what a user loses if it breaks
};

extern const struct check_rule CHECK_RULE[];
extern const unsigned CHECK_RULE_COUNT;

void check_begin(struct check *check, FILE *file);

// Judges every clock of the reference state that it is added to.
struct ref_reader check_reader(struct check *check);

// The run is over, long after the last disturbance: nothing may wait or be held.
void check_end(struct check *check, const struct ref_state *ref);
