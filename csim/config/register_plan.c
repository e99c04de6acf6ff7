#include "csim/config/register_plan.h"

#include <string.h>

#include "csim/golden/registers.h"
#include "csim/interface/numbers.h"

// Every register that there is, in the order of writing: quanta before windows, which count in
// them.
static unsigned register_list(uint8_t list[REGISTER_LIST_MAX]) {
    unsigned count = 0;
    list[count++] = CONFIG_QUANTUM_HBM;
    list[count++] = CONFIG_QUANTUM_TIME;
    for (unsigned lane = 0; lane < LANES; lane++)
        list[count++] = (uint8_t)(CONFIG_WINDOW + lane);
    for (unsigned lane = 0; lane < LANES; lane++)
        list[count++] = (uint8_t)(CONFIG_MULTIPLIER + lane);
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        list[count++] = (uint8_t)(CONFIG_ATOMIC_SERVICE + opcode);
    list[count++] = CONFIG_RESPONSE_FIXED;
    list[count++] = CONFIG_RESPONSE_RECIPROCAL;
    list[count++] = CONFIG_COMMAND_LIMIT;
    list[count++] = CONFIG_GRANT_INTERVAL;
    list[count++] = CONFIG_GRANT_THRESHOLD_HBM;
    list[count++] = CONFIG_GRANT_THRESHOLD_TIME;
    list[count++] = CONFIG_STARVATION_BOUND;
    list[count++] = CONFIG_HBM_RECIPROCAL;
    list[count++] = CONFIG_MULTIPLIER_MIN;
    list[count++] = CONFIG_MULTIPLIER_MAX;
    for (unsigned half = 0; half < 2 * MAP_MASKS; half++)
        list[count++] = (uint8_t)(CONFIG_MAP_MASK + half);
    for (unsigned half = 0; half < 2; half++)
        list[count++] = (uint8_t)(CONFIG_AUTOTUNE_ENABLE + half);
    list[count++] = CONFIG_AUTOTUNE_INTERVAL;
    list[count++] = CONFIG_CLOCK_QUANTA;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        list[count++] = (uint8_t)(CONFIG_WINDOW_FLOOR + resource);
        list[count++] = (uint8_t)(CONFIG_WINDOW_CEILING + resource);
    }
    return count;
}

static void read_image(uint32_t image[REGISTERS], const struct registers *registers) {
    uint8_t list[REGISTER_LIST_MAX];
    const unsigned count = register_list(list);
    for (unsigned i = 0; i < count; i++)
        registers_read(registers, list[i], &image[list[i]]);
}

static void reset_image(uint32_t image[REGISTERS], uint64_t depth) {
    struct registers registers;
    registers_reset(&registers, (unsigned)depth);
    memset(image, 0, REGISTERS * sizeof image[0]);
    read_image(image, &registers);
}

void register_plan_init(struct register_plan *plan, uint64_t seed, unsigned stall_percent) {
    axi_master_init(&plan->master, seed, stall_percent);
}

void register_plan_reset(struct register_plan *plan, uint64_t depth) {
    reset_image(plan->written, depth);
    axi_master_reset(&plan->master);
    plan->settling = false;
}

void register_plan_want_windows(struct register_plan *plan, const struct config *config,
                                uint64_t hbm, uint64_t atomic, uint64_t response) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        plan->wanted[CONFIG_WINDOW + lane] = (uint32_t)(hbm >> config->quantum_hbm);
    plan->wanted[CONFIG_WINDOW + ATOMIC_LANE] = (uint32_t)(atomic >> config->quantum_time);
    plan->wanted[CONFIG_WINDOW + RESPONSE_LANE] = (uint32_t)(response >> config->quantum_time);
}

// In units of a quantum; never 0, which would be none, where there is one.
static uint32_t threshold(uint64_t amount, uint64_t quantum) {
    return (uint32_t)((amount + (UINT64_C(1) << quantum) - 1) >> quantum);
}

// Lanes that the calibrator may touch.
static unsigned calibrated_lanes(uint64_t calibrate) {
    const unsigned time = LANE_BIT(ATOMIC_LANE) | LANE_BIT(RESPONSE_LANE);
    return calibrate == CALIBRATE_ALL ? ALL_LANES : calibrate == CALIBRATE_TIME ? time : 0;
}

void register_plan_want_arbiter(struct register_plan *plan, uint64_t starvation_bound,
                                uint64_t calibrate) {
    const unsigned lanes = calibrated_lanes(calibrate);
    for (unsigned lane = 0; lane < LANES; lane++)
        plan->wanted[CONFIG_MULTIPLIER + lane] =
            MULTIPLIER_ONE | (lanes >> lane & 1 ? (uint32_t)MULTIPLIER_ENABLE : 0);
    plan->wanted[CONFIG_STARVATION_BOUND] = (uint32_t)starvation_bound;
}

// Quanta for one byte at a rate, rounded up.
static uint32_t reciprocal(uint64_t gbps) {
    const uint64_t byte_quanta = 8ull * QUANTA_PER_NS << RECIPROCAL_FRACTION; // at 1 Gb/s
    const uint64_t quanta = (byte_quanta + gbps - 1) / gbps;
    return quanta < UINT16_MAX ? (uint32_t)quanta : UINT16_MAX;
}

void register_plan_want(struct register_plan *plan, const struct config *config) {
    uint32_t *wanted = plan->wanted;
    reset_image(wanted, config->depth);
    register_plan_want_windows(plan, config, config->window_hbm, config->window_atomic,
                               config->window_response);
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        wanted[CONFIG_ATOMIC_SERVICE + opcode] = (uint32_t)(config->atomic_ns * QUANTA_PER_NS);
    wanted[CONFIG_RESPONSE_FIXED] = (uint32_t)(config->response_ns * QUANTA_PER_NS);
    wanted[CONFIG_RESPONSE_RECIPROCAL] = reciprocal(config->response_gbps);
    wanted[CONFIG_HBM_RECIPROCAL] = reciprocal(config->hbm_gbps);
    // A limit above the number of reservations means nothing, and the register might not hold it.
    wanted[CONFIG_COMMAND_LIMIT] =
        (uint32_t)(config->command_limit < config->depth ? config->command_limit : config->depth);
    wanted[CONFIG_QUANTUM_HBM] = (uint32_t)config->quantum_hbm;
    wanted[CONFIG_QUANTUM_TIME] = (uint32_t)config->quantum_time;
    wanted[CONFIG_GRANT_INTERVAL] = (uint32_t)config->grant_interval;
    wanted[CONFIG_GRANT_THRESHOLD_HBM] =
        threshold(config->grant_threshold_hbm, config->quantum_hbm);
    wanted[CONFIG_GRANT_THRESHOLD_TIME] =
        threshold(config->grant_threshold_time, config->quantum_time);
    wanted[CONFIG_MULTIPLIER_MIN] = (uint32_t)config->multiplier_min;
    wanted[CONFIG_MULTIPLIER_MAX] = (uint32_t)config->multiplier_max;
    register_plan_want_arbiter(plan, config->starvation_bound, config->calibrate);
    register_plan_want_autotune(plan, config->autotune_interval);
}

void register_plan_begin(struct register_plan *plan, const struct registers *registers) {
    read_image(plan->wanted, registers);
    memcpy(plan->written, plan->wanted, sizeof plan->written);
    if (plan->wanted[CONFIG_COMMAND_LIMIT] == 0) // under which nothing would ever be granted
        plan->wanted[CONFIG_COMMAND_LIMIT] = 1;
}

void register_plan_want_autotune(struct register_plan *plan, uint64_t interval) {
    plan->wanted[CONFIG_AUTOTUNE_ENABLE] = interval ? ALL_LANES : 0;
    plan->wanted[CONFIG_AUTOTUNE_INTERVAL] = (uint32_t)interval;
}

void register_plan_write(struct register_plan *plan, uint8_t word, uint32_t data) {
    if (axi_master_write(&plan->master, (uint16_t)(4 * word), data, AXI_STROBES))
        plan->written[word] = data;
}

void register_plan_access(struct register_plan *plan, const struct bus_access *access) {
    const unsigned word = access->address / 4;

    if (access->read)
        axi_master_read(&plan->master, access->address);
    else if (axi_master_write(&plan->master, access->address, access->data, access->strobe) &&
             access->address % 4 == 0 && access->strobe == AXI_STROBES && word < REGISTERS)
        plan->written[word] = access->data;
}

void register_plan_window(struct register_plan *plan, const struct edge_out *out) {
    if (!out->reset && out->window_lane < LANES)
        plan->written[CONFIG_WINDOW + out->window_lane] = out->window_value;
}

void register_plan_calibrated(struct register_plan *plan, const struct edge_out *out) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (out->calibrate >> lane & 1)
            plan->written[CONFIG_MULTIPLIER + lane] = out->multiplier[lane];
}

bool register_plan_mend(struct register_plan *plan) {
    uint8_t list[REGISTER_LIST_MAX];
    const unsigned registers = register_list(list);
    bool any = false;
    for (unsigned i = 0; i < registers; i++)
        if (plan->written[list[i]] != plan->wanted[list[i]]) {
            register_plan_write(plan, list[i], plan->wanted[list[i]]);
            any = true;
        }
    plan->settling = plan->settling || any;
    return any;
}

void register_plan_open_wide(struct register_plan *plan) {
    enum { DEMAND_BITS = 24 }; // at most, in these units (rtl/spec/estimator.md)
    const uint32_t least = MULTIPLIER_ENABLE | MULTIPLIER_FREEZE | 1;
    for (unsigned lane = 0; lane < LANES && BUILD_WIDTH <= DEMAND_BITS; lane++)
        register_plan_write(plan, (uint8_t)(CONFIG_MULTIPLIER + lane), least);
    register_plan_write(plan, CONFIG_QUANTUM_HBM, (1u << QUANTUM_BITS) - 1);
    register_plan_write(plan, CONFIG_QUANTUM_TIME, (1u << QUANTUM_BITS) - 1);
    for (unsigned lane = 0; lane < LANES; lane++)
        register_plan_write(plan, (uint8_t)(CONFIG_WINDOW + lane), UINT32_MAX);
}

void register_plan_fill(struct register_plan *plan, const struct edge_out *last,
                        struct edge_in *in) {
    if (!register_plan_is_busy(plan))
        return;
    axi_master_fill(&plan->master, last, in);
    if (axi_master_writing(&plan->master) == 0)
        plan->settling = false;
}
