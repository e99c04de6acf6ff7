// The boundary of the admission path of rtl, clock by clock, as plain values: rtl/spec,
// ports.md. Golden model, RTL and checkers share this file, block.h and registers.h, nothing else.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The largest block that these structs can carry.
enum {
    PATH_HBM = 32,
    PATH_ATOMIC = 4,
    PATH_RESPONSE = 4,
    PATH_LANES = PATH_HBM + PATH_ATOMIC + PATH_RESPONSE,
    PATH_CHANNELS = PATH_ATOMIC + PATH_RESPONSE + 2,
    PATH_SLOTS = 80,
    PATH_DEPTH = 1024,
    PATH_GROUPS = 3,
    PATH_EPOCHS = 4,
};

// The parameters of ports.md, 1.2.
struct path_size {
    uint16_t hbm, atomic, response, cnt_w, depth, slots, tag_w, gen_w, age_w, wire_w;
};

enum answer_kind { ANSWER_NONE, ANSWER_HELD, ANSWER_WAITS, ANSWER_UNKNOWN };
enum path_kind { PATH_NONE, PATH_GRANT, PATH_DENY, PATH_REJECT, PATH_WINDOW, PATH_FLUSHED };
enum return_kind { RETURN_NONE, RETURN_BACK, RETURN_STRAY, RETURN_LATE };

// What the inputs carry in a clock. Fields whose valid is low are ignored, as are bits above a
// port's width.
struct path_in {
    bool rst_n;
    bool op_valid, op_reply, op_urgent, op_again;
    uint8_t op_opcode, op_stage, op_engine, op_domain;
    uint32_t op_length, op_response_length, op_wire_bytes;
    uint64_t op_tag;

    bool hbm_valid[PATH_HBM], atomic_valid[PATH_ATOMIC], response_valid[PATH_RESPONSE], done_valid;
    uint32_t hbm_handle[PATH_HBM], atomic_handle[PATH_ATOMIC], response_handle[PATH_RESPONSE];
    uint32_t done_handle; // {epoch, generation, id}, epoch on top
    uint8_t epoch;

    bool pause;
    bool write_valid, send_valid;
    uint8_t write_lane, send_channel;
    uint32_t write_value, send_handle;

    uint16_t hold; // bit of each opcode
    uint32_t small_limit;
};

// What the outputs show in a clock. Elements beyond the block's size are zero, as is padding: two
// of them can be compared as memory.
struct path_out {
    bool op_ready[PATH_GROUPS][PATH_LANES];
    bool hbm_ready[PATH_HBM], atomic_ready[PATH_ATOMIC], response_ready[PATH_RESPONSE], done_ready;

    uint8_t answer_kind; // enum answer_kind
    uint32_t answer_handle;
    uint64_t answer_tag;

    uint8_t decision_kind; // 0 none, 1 grant, 2 reject, 3 flushed
    uint32_t decision_handle;
    uint64_t decision_tag;

    bool free_valid[PATH_CHANNELS];
    uint32_t free_handle[PATH_CHANNELS];

    uint8_t trace_kind; // enum path_kind
    uint32_t trace_handle;
    uint64_t trace_tag;
    uint64_t trace_mask; // bit Lanes: the table
    uint32_t trace_stage, trace_response;
    uint8_t return_kind[PATH_CHANNELS]; // enum return_kind
    uint8_t return_lane[PATH_CHANNELS];
    uint32_t return_handle[PATH_CHANNELS];
    uint32_t return_amount[PATH_CHANNELS];
};

// An observed service that is not known.
#define PATH_UNKNOWN UINT16_MAX

static inline unsigned path_stages(const struct path_size *size) {
    return (unsigned)size->hbm + size->atomic;
}

static inline unsigned path_lanes(const struct path_size *size) {
    return (unsigned)size->hbm + size->atomic + size->response;
}

static inline unsigned path_channels(const struct path_size *size) {
    return (unsigned)size->atomic + size->response + 2;
}

// The channels at which a field of path_out is not 0, as a set: none in most clocks.
static inline unsigned path_channel_set(const void *field) {
    static const uint8_t NONE[PATH_CHANNELS] = {0};
    const uint8_t *of = (const uint8_t *)field;
    unsigned set = 0;
    if (memcmp(of, NONE, sizeof NONE) == 0)
        return 0;
    for (unsigned k = 0; k < PATH_CHANNELS; k++)
        set |= (unsigned)(of[k] != 0) << k;
    return set;
}

// Each channel of a set, lowest first.
#define CHANNELS_EACH(k, set)                                                                      \
    for (unsigned k##_left = (set), k; k##_left && (k = (unsigned)__builtin_ctz(k##_left), true);  \
         k##_left &= k##_left - 1)

// Bits of an id: the depth is a power of two.
static inline unsigned path_id_w(const struct path_size *size) {
    return (unsigned)__builtin_ctz(size->depth);
}

// The id of a handle, whatever else it says.
static inline unsigned path_id(const struct path_size *size, uint32_t handle) {
    return handle & (size->depth - 1u);
}
