// Coverage of the register bus: writes, reads, errors, windows.
#include "register_map.h"
#include "tb/covergroups/coverage_state.h"

void coverage_see_write(struct coverage *coverage, const struct register_write *write) {
    const unsigned word = write->word;
    const bool waits = coverage->at.waiting.denied != 0;
    registers_write(&coverage->at.registers, coverage->depth, word, write->data);
    if (word < CONFIG_WINDOW + LANES)
        return; // commits
    if (word >= CONFIG_MULTIPLIER && word < CONFIG_MULTIPLIER + LANES) {
        const unsigned resource = lane_class(word - CONFIG_MULTIPLIER);
        hit_if(coverage,
               coverage->at.sample_lane[resource] == word - CONFIG_MULTIPLIER &&
                   coverage->at.sample[resource] + CALIBRATE_CLOCKS > coverage->at.clock,
               calibrate_not + 4);
        hit_if(coverage, waits, refresh_of_waiting + lane_class(word - CONFIG_MULTIPLIER));
        hit(coverage, multiplier_written + lane_class(word - CONFIG_MULTIPLIER));
    } else if (word >= CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD &&
               word <= CONFIG_ATOMIC_SERVICE + OP_FETCH_MAX) {
        hit(coverage, register_written);
    } else if (word >= CONFIG_RESPONSE_FIXED && word <= CONFIG_MULTIPLIER_MAX) {
        hit(coverage, register_written + 1 + word - CONFIG_RESPONSE_FIXED);
        hit_if(coverage, waits && (word == CONFIG_QUANTUM_HBM || word == CONFIG_QUANTUM_TIME),
               refresh_of_waiting + CLASSES);
    } else if (word >= CONFIG_MAP_MASK && word < CONFIG_MAP_MASK + 2 * MAP_MASKS) {
        hit(coverage, register_written_last);
    }
}

// Registers that the block writes, in the order of their bins.
static const struct {
    uint16_t first, count;
} status_families[] = {
    {REGISTER_GRANTS, 1},           {REGISTER_REJECTS, 1},
    {REGISTER_REPEATS, 1},          {REGISTER_COMPLETES, 1},
    {REGISTER_RETURNS, CLASSES},    {REGISTER_CALIBRATIONS, 1},
    {REGISTER_MESSAGES, 1},         {REGISTER_HELD, 1},
    {REGISTER_HELD_MAX, 1},         {REGISTER_WAITING, 1},
    {REGISTER_ERRORS, 1},           {REGISTER_FIRST_ERROR, 1},
    {REGISTER_FIRST_ERROR_INFO, 1}, {REGISTER_FIRST_ERROR_TIME, 1},
    {REGISTER_DENIALS, LANES + 1},  {REGISTER_DEBT, LANES},
    {REGISTER_DEBT_MAX, LANES},     {REGISTER_BUSY, LANES},
};
enum { FAMILIES = sizeof status_families / sizeof *status_families };
_Static_assert(FAMILIES == status_read_last - status_read + 1, "a bin each");

// The family of a word; FAMILIES: none.
static unsigned status_family(unsigned word) {
    unsigned family = 0;
    while (family < FAMILIES &&
           word - status_families[family].first >= status_families[family].count)
        family++;
    return family;
}

void coverage_see_refused(struct coverage *coverage, const struct register_write *write) {
    if (write->address % 4)
        hit(coverage, write_refused + 2);
    else if (write->strobe != AXI_STROBES)
        hit(coverage, write_refused + 3);
    else
        hit(coverage, write_refused + (status_family(write->word) < FAMILIES));
}

void coverage_see_bus(struct coverage *coverage, const struct edge_in *in,
                      const struct edge_out *out, const struct axi_monitor *before,
                      const struct register_read *read) {
    const struct axi_monitor *const after = &coverage->at.watch;
    const struct standing *const at = &coverage->at;

    if (after->has_address && after->has_data && !(before->has_address && before->has_data))
        hit(coverage, write_places + (before->has_address ? 1 : before->has_data ? 2 : 0));
    hit_if(coverage, at->bvalid && !in->axi_bready, write_places + 3);
    hit_if(coverage, at->rvalid && !in->axi_rready, read_held);
    if (!read->answered)
        return;
    const unsigned family = status_family(read->address / 4u);
    if (read->address % 4)
        hit(coverage, read_refused + 1);
    else if (out->axi_rresp != AXI_OKAY)
        hit(coverage, read_refused);
    else
        hit_if(coverage, family < FAMILIES, status_read + (family < FAMILIES ? family : 0));
}

void coverage_see_errors(struct coverage *coverage, const struct edge_out *out,
                         const struct register_write *write, const struct register_read *read) {
    struct standing *const at = &coverage->at;
    const bool refused = read->answered && out->axi_rresp != AXI_OKAY;
    unsigned set = (unsigned)write->refused << ERROR_AXI_WRITE |
                   (unsigned)refused << ERROR_AXI_READ |
                   (unsigned)(out->done_kind == CHANNEL_STRAY) << ERROR_STRAY_DONE;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        set |= (unsigned)(out->return_kind[resource] == CHANNEL_STRAY) << resource;
    if (out->kind == DECISION_REJECT)
        set |= 1u << (out->mask ? ERROR_ABOVE_WINDOW : ERROR_UNKNOWN_OPCODE);
    hit_bits(coverage, set, error_set);
    if (set && !at->errors)
        hit(coverage, error_first + (unsigned)__builtin_ctz(set));
    if (write->valid && write->word == REGISTER_ERRORS && at->errors & write->data) {
        hit(coverage, errors_cleared + ((at->errors & ~write->data) != 0));
        hit_if(coverage, set & write->data, errors_cleared + 2);
        at->errors = (uint8_t)(at->errors & ~write->data);
    }
    at->errors = (uint8_t)(at->errors | set);
}

static void see_tuned(struct coverage *coverage, unsigned lane, uint32_t before, uint32_t after) {
    const unsigned resource = lane_class(lane);
    hit(coverage, (after > before ? tuned_up : tuned_down) + resource);
    hit_if(coverage, after == coverage->at.registers.window_floor[resource], tuned_limit);
    hit_if(coverage, after == coverage->at.registers.window_ceiling[resource], tuned_limit + 1);
}

void coverage_see_window(struct coverage *coverage, const struct edge_out *out) {
    const unsigned lane = out->window_lane;
    if (out->reset || lane >= LANES)
        return;
    if (!coverage->at.window_written)
        see_tuned(coverage, lane, coverage->at.registers.window[lane], out->window_value);
    late_facts_window(&coverage->at.late, coverage->at.clock, coverage->at.registers.window);
    coverage->at.registers.window[lane] = out->window_value;
    hit(coverage, window_written + lane);
    hit_if(coverage, out->window_value < coverage->at.debt[lane],
           window_below_debt + lane_class(lane));
    hit_if(coverage, out->kind == DECISION_GRANT, window_with_grant);
    hit_if(coverage, out->window_value == COUNTER_MAX - 1, window_largest);
}
