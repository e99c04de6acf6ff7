#include "csim/golden/status.h"

#include "register_map.h"

static unsigned errors_of(const struct edge_out *out) {
    unsigned errors = 0;

    for (unsigned resource = 0; resource < CLASSES; resource++)
        errors |= (unsigned)(out->return_kind[resource] == CHANNEL_STRAY)
                  << (ERROR_STRAY_HBM + resource);
    errors |= (unsigned)(out->done_kind == CHANNEL_STRAY) << ERROR_STRAY_DONE;
    if (out->kind == DECISION_REJECT)
        errors |= out->mask ? 1u << ERROR_ABOVE_WINDOW : 1u << ERROR_UNKNOWN_OPCODE;
    return errors;
}

static uint32_t info_of(unsigned error, const struct edge_out *out,
                        const struct status_events *events) {
    switch (error) {
    case ERROR_STRAY_DONE:
        return out->done_id;
    case ERROR_UNKNOWN_OPCODE:
    case ERROR_ABOVE_WINDOW:
        return out->tag;
    case ERROR_AXI_WRITE:
        return events->write_address;
    case ERROR_AXI_READ:
        return events->read_address;
    default:
        return out->return_id[error - ERROR_STRAY_HBM];
    }
}

static void note_errors(struct status *status, const struct edge_out *out,
                        const struct status_events *events) {
    const unsigned set = errors_of(out) | events->errors;

    if (set && !status->errors) {
        const unsigned first = (unsigned)__builtin_ctz(set);
        status->first_error = (uint8_t)(1 + first);
        status->first_info = info_of(first, out, events);
        status->first_time = (uint32_t)events->now;
    }
    status->errors = (uint8_t)((status->errors & ~(unsigned)events->cleared) | set);
    if (!status->errors)
        status->first_error = 0;
}

static void note_debt(struct status *status, unsigned lane, uint32_t debt, uint32_t now) {
    const unsigned was = (unsigned)(status->indebted >> lane & 1), is = debt != 0;

    if (debt > status->debt_max[lane])
        status->debt_max[lane] = debt;
    if (is > was)
        status->busy_since[lane] = now;
    if (is < was)
        status->busy[lane] += now - status->busy_since[lane];
    status->indebted ^= (lane_set)(was ^ is) << lane;
}

void status_clock(struct status *status, const struct edge_out *out, const uint32_t debt[LANES],
                  const struct status_events *events) {
    const unsigned strays = out->return_kind[CLASS_HBM] | out->return_kind[CLASS_ATOMIC] |
                            out->return_kind[CLASS_RESPONSE] | out->done_kind;

    status->decisions[out->kind]++;
    if (out->kind == DECISION_DENY)
        for (lane_set left = out->mask; left; left &= left - 1)
            status->denials[lane_first(left)]++;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        status->returns[resource] += out->return_kind[resource] == CHANNEL_RETURN;
    status->completes += (out->retire & 1u) + (out->retire >> 1 & 1u) + (out->retire >> 2 & 1u) +
                         (out->done_kind == CHANNEL_COMPLETE);
    status->calibrations += out->calibrate != 0;
    status->messages += events->loaded;
    if (events->held > status->held_max)
        status->held_max = events->held;
    for (lane_set left = events->touched; left; left &= left - 1) {
        const unsigned lane = lane_first(left);
        note_debt(status, lane, debt[lane], (uint32_t)events->now);
    }
    if ((strays & CHANNEL_STRAY) | (out->kind == DECISION_REJECT) | events->errors |
        events->cleared)
        note_errors(status, out, events);
}

bool status_read(const struct status *status, unsigned word, uint32_t *value) {
    const struct {
        unsigned first, count;
        const uint32_t *values;
    } family[] = {
        {REGISTER_GRANTS, 1, &status->decisions[DECISION_GRANT]},
        {REGISTER_REJECTS, 1, &status->decisions[DECISION_REJECT]},
        {REGISTER_REPEATS, 1, &status->decisions[DECISION_REPEAT]},
        {REGISTER_COMPLETES, 1, &status->completes},
        {REGISTER_RETURNS, CLASSES, status->returns},
        {REGISTER_CALIBRATIONS, 1, &status->calibrations},
        {REGISTER_MESSAGES, 1, &status->messages},
        {REGISTER_HELD_MAX, 1, &status->held_max},
        {REGISTER_FIRST_ERROR_INFO, 1, &status->first_info},
        {REGISTER_FIRST_ERROR_TIME, 1, &status->first_time},
        {REGISTER_DENIALS, LANES + 1, status->denials},
        {REGISTER_DEBT_MAX, LANES, status->debt_max},
        {REGISTER_BUSY, LANES, status->busy},
    };

    if (word == REGISTER_ERRORS || word == REGISTER_FIRST_ERROR) {
        *value = word == REGISTER_ERRORS ? status->errors : status->first_error;
        return true;
    }
    for (unsigned i = 0; i < sizeof family / sizeof *family; i++)
        if (word - family[i].first < family[i].count) { // wraps below the first
            *value = family[i].values[word - family[i].first];
            return true;
        }
    return false;
}
