// The stages of the admission path (rtl/spec/core.md, estimator.md), each a Verilated model by
// itself, in both of its forms: words, as simulation runs it, and gates, as synthesis builds it.
#ifndef SEMA_ADMIT_H
#define SEMA_ADMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum admit_form { ADMIT_WORDS, ADMIT_GATES, ADMIT_FORMS };

struct demand_registers {
    uint64_t map_mask[3];
    uint16_t atomic_service[8];
    uint16_t response_fixed, response_reciprocal, hbm_reciprocal;
    uint16_t multiplier[LANES];
    uint8_t quantum_hbm, quantum_time;
};

struct demand_in {
    bool reset;
    uint8_t opcode;
    uint64_t address;
    uint32_t length, response_length;
    bool inserted; // the operation of two clocks ago was taken, into this slot
    uint8_t insert_slot;
    struct demand_registers registers;
    bool change;
    bool read;
    uint8_t read_slot;
};

struct demand_out {
    bool hold, walking, known;
    uint32_t scaled; // slots
    uint8_t lane, used;
    uint32_t demand[CLASSES]; // 0 if nothing is scaled
    uint16_t estimate[CLASSES];
};

struct decide_in {
    bool reset;
    bool valid, tried, first, known;
    uint8_t last_denied;
    uint16_t used; // lanes
    uint32_t demand[CLASSES];
    bool found;      // of the operation of two clocks ago
    uint8_t returns; // classes
    uint8_t hbm_lane;
    uint32_t amount[CLASSES];
    bool window_write;
    uint8_t window_lane;
    uint32_t window;
    uint8_t retires; // channels
    uint8_t limit;
};

struct decide_out {
    bool grant_now, other_now;
    bool grant, reject, repeat, deny, deny_changed;
    uint16_t refused, over, used;
    uint8_t refused_class;
    uint32_t debt[LANES];
    int64_t headroom[LANES];
    bool full;
};

struct lookup_in {
    bool grant;
    uint8_t id;
    uint32_t tag;
    uint64_t held[2];
    bool look;
    uint32_t look_tag;
};

struct lookup_out {
    bool found;
    uint8_t id;
};

// Models. NULL when out of memory; the caller closes them. An edge shows in `out` what the outputs
// are in the clock behind it.
struct admit;
struct admit *admit_open(enum admit_form form);
void admit_close(struct admit *admit);
void demand_edge(struct admit *admit, const struct demand_in *in, struct demand_out *out);
void decide_edge(struct admit *admit, const struct decide_in *in, struct decide_out *out);
void lookup_edge(struct admit *admit, const struct lookup_in *in, struct lookup_out *out);

#ifdef __cplusplus
}
#endif

#endif
