#include "csim/disturbance/fault_planned.h"

void fault_planned_init(struct fault_planned *fault_planned, const struct config *config) {
    *fault_planned = (struct fault_planned){
        .kind = config->upset_percent ? FAULT_PLANNED_SHRINK : FAULT_PLANNED_RESET,
        .next_cycle = config->upset_cycle ? config->upset_cycle : UINT64_MAX,
        .clocks = config->upset_clocks};
}

enum fault_planned_kind fault_planned_take(struct fault_planned *fault_planned) {
    const enum fault_planned_kind kind = fault_planned->kind;
    fault_planned->next_cycle = kind == FAULT_PLANNED_SHRINK
                                    ? fault_planned->next_cycle + fault_planned->clocks
                                    : UINT64_MAX;
    fault_planned->kind = FAULT_PLANNED_RESTORE;
    return kind;
}

bool fault_planned_stop(struct fault_planned *fault_planned) {
    const bool smaller =
        fault_planned->kind == FAULT_PLANNED_RESTORE && fault_planned->next_cycle != UINT64_MAX;
    fault_planned->next_cycle = UINT64_MAX;
    return smaller;
}
