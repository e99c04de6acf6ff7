#include "csim/interface/numbers.h"

const char *lane_name(unsigned lane) {
    static const char *const hbm[] = {"HBM 0",  "HBM 1",  "HBM 2",  "HBM 3",  "HBM 4",  "HBM 5",
                                      "HBM 6",  "HBM 7",  "HBM 8",  "HBM 9",  "HBM 10", "HBM 11",
                                      "HBM 12", "HBM 13", "HBM 14", "HBM 15", "HBM 16", "HBM 17",
                                      "HBM 18", "HBM 19", "HBM 20", "HBM 21", "HBM 22", "HBM 23",
                                      "HBM 24", "HBM 25", "HBM 26", "HBM 27", "HBM 28", "HBM 29"};
    static const char *const others[] = {"Atomic", "response", "table or limit", "link"};
    _Static_assert(HBM_LANES <= sizeof hbm / sizeof *hbm, "a name for each HBM lane");
    if (lane < HBM_LANES)
        return hbm[lane];
    return lane < ALL_LANES ? others[lane - HBM_LANES] : "no lane";
}

const char *opcode_name(unsigned opcode) {
    static const char *const names[OPCODES] = {
        [OP_WRITE] = "write",         [OP_READ] = "read",
        [OP_NOTIFY] = "notification", [OP_FETCH_ADD] = "fetch-add",
        [OP_SWAP] = "swap",           [OP_COMPARE_SWAP] = "compare-swap",
        [OP_FETCH_AND] = "fetch-and", [OP_FETCH_OR] = "fetch-or",
        [OP_FETCH_XOR] = "fetch-xor", [OP_FETCH_MIN] = "fetch-min",
        [OP_FETCH_MAX] = "fetch-max",
    };
    return opcode < OPCODES && names[opcode] ? names[opcode] : "unknown";
}
