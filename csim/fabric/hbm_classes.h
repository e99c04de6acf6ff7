// Opaque classes of HBM partitions (paper, section 6: explicit credits, "coarse bank groups or
// learned conflict classes"). The receiver advertises `hbm_classes` of them beside the classes of
// the Atomic and of the response engine. The initiator attaches the class of the partition that it
// gets for the address, and an operation is charged to that class: a debt and a window for each.
// The window of a class is that of its slowest member, so that no partition has more work than its
// own window, or the sum of those of its members (`class_window`).
//
// Configured classes are neighbours. With `class_learn` they follow from refusals: all partitions
// begin in class 0; the partition for which that has refused so many operations, counted as they
// come, gets a class of its own, for good, while there is one left. What is under way stays charged
// to the class that it was charged to: until that is over the partition may have two windows of
// work.
#pragma once

#include "csim/config/config.h"
#include "csim/interface/numbers.h"

// Open value. The lane that a partition's demand is charged to is its class.
struct hbm_classes {
    uint8_t lane[HBM_LANES];
    uint8_t used;
    uint64_t refusals[HBM_LANES];
};

// A class for each partition.
void hbm_classes_init(struct hbm_classes *classes);

// Those of the configuration. Of each lane of HBM the window is that of a partition before, and
// that of a class after.
void hbm_classes_open(struct hbm_classes *classes, const struct config *config,
                      uint64_t window[LANES]);

// Lane 0 has refused an operation for that partition. Has it left class 0 by this?
bool hbm_classes_refused(struct hbm_classes *classes, const struct config *config,
                         unsigned partition, uint64_t window[LANES]);
