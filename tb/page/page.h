// The event simulator and the golden model for a page (scripts/page): one run at a time, and what
// is seen of it in memory that the page reads. Numbers lie there as in the structs
// below, whose sizes the result tells.
#pragma once

#include <stdint.h>

#include "csim/interface/numbers.h"

enum { PAGE_TEXT = 4096, PAGE_OPERATIONS = 4096, PAGE_EVENTS = 1 << 16 };

// What an operation is.
struct page_operation {
    double submit_ns;
    uint32_t wire_bytes, goodput_bytes;
    uint8_t opcode, urgent, partition, responds;
};

// A step of an operation (enum simulate_step), and of a lane what its counter and its window are
// after it, in the policy's units; or a grant or denial, by 16 and enum commit_kind.
struct page_event {
    double ns;
    uint32_t operation, lanes; // of a commit: the set that was charged or that refused
    uint32_t kind, in_flight;
    uint32_t debt[LANES];
    uint32_t charge[LANES]; // of a commit
};

// Where a run's request is written: lines of KEY=VALUE, which config_set takes, and before them
// those of `policy`, `block` (1: the golden model decides) and `seed`.
char *page_text(void);

// Runs it. 0: page_text has one line of JSON, with what was measured; 1: one line that says why
// not.
int page_run(void);

// page_text has a line of each policy: its name, a tab, what it is.
void page_policies(void);

const struct page_operation *page_operations(void);
const struct page_event *page_events(void);
