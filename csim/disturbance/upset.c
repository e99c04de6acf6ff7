#include "csim/disturbance/upset.h"

void upset_init(struct upset *upset, const struct config *config) {
    *upset = (struct upset){.kind = config->upset_percent ? UPSET_SHRINK : UPSET_RESET,
                            .next_cycle = config->upset_cycle ? config->upset_cycle : UINT64_MAX,
                            .clocks = config->upset_clocks};
}

enum upset_kind upset_take(struct upset *upset) {
    const enum upset_kind kind = upset->kind;
    upset->next_cycle = kind == UPSET_SHRINK ? upset->next_cycle + upset->clocks : UINT64_MAX;
    upset->kind = UPSET_RESTORE;
    return kind;
}

bool upset_stop(struct upset *upset) {
    const bool smaller = upset->kind == UPSET_RESTORE && upset->next_cycle != UINT64_MAX;
    upset->next_cycle = UINT64_MAX;
    return smaller;
}
