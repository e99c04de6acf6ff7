#include "csim/fabric/hbm_classes.h"

void hbm_classes_init(struct hbm_classes *classes) {
    *classes = (struct hbm_classes){.used = HBM_LANES};
    for (unsigned i = 0; i < HBM_LANES; i++)
        classes->lane[i] = (uint8_t)i;
}

void hbm_classes_open(struct hbm_classes *classes, const struct config *config,
                      uint64_t window[LANES]) {
    const uint64_t partition = window[0];
    unsigned members[HBM_LANES] = {0};
    if (config->hbm_classes == 0)
        return;
    classes->used = config->class_learn ? 1 : (uint8_t)config->hbm_classes;
    for (unsigned i = 0; i < HBM_LANES; i++) {
        classes->lane[i] = (uint8_t)(i * classes->used / HBM_LANES);
        members[classes->lane[i]]++;
    }
    for (unsigned lane = 0; lane < classes->used && config->class_window == CLASS_SUM; lane++)
        window[lane] = partition * members[lane];
}

bool hbm_classes_refused(struct hbm_classes *classes, const struct config *config,
                         unsigned partition, uint64_t window[LANES]) {
    if (config->class_learn == 0 || classes->lane[partition] != 0 ||
        classes->used >= config->hbm_classes ||
        ++classes->refusals[partition] < config->class_learn)
        return false;
    const unsigned own = classes->used++;
    classes->lane[partition] = (uint8_t)own;
    if (config->class_window == CLASS_SUM)
        window[0] -= window[own];
    return true;
}
