// What a failure report is made of: the witness of a run counts as the block does, and registers
// have their names and fields.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/interface/register_names.h"
#include "register_map.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/cosim/witness.h"
#include "tb/env/env.h"
#include "tb/failure/failure_about.h"
#include "tb/tests/simulator/scenario.h"

// ---- registers by name

Test(register_names, families_by_lane_class_and_opcode) {
    static const struct {
        unsigned word;
        const char *name, *expression;
    } known[] = {
        {REGISTER_WINDOW + 3, "window[HBM 3]", "4 * (REGISTER_WINDOW + 3)"},
        {REGISTER_MULTIPLIER + ATOMIC_LANE, "multiplier[Atomic]",
         "4 * (REGISTER_MULTIPLIER + ATOMIC_LANE)"},
        {REGISTER_ATOMIC_SERVICE + 2, "atomic_service[compare-swap]",
         "4 * (REGISTER_ATOMIC_SERVICE + 2)"},
        {REGISTER_MAP_MASK + 3, "map_mask[bit 1, high half]", "4 * (REGISTER_MAP_MASK + 3)"},
        {REGISTER_WINDOW_FLOOR + CLASS_RESPONSE, "window_floor[response]",
         "4 * (REGISTER_WINDOW_FLOOR + CLASS_RESPONSE)"},
        {REGISTER_COMMAND_LIMIT, "command_limit", "4 * REGISTER_COMMAND_LIMIT"},
        {REGISTER_DENIALS + LANES, "denials[table or limit]", "4 * (REGISTER_DENIALS + LANES)"},
        {REGISTER_AUTOTUNE_ENABLE + 1, "autotune_enable[high half]",
         "4 * (REGISTER_AUTOTUNE_ENABLE + 1)"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[REGISTER_NAME_BYTES];
        cr_expect(register_name(known[i].word, text, sizeof text) != NULL);
        cr_expect(eq(str, text, (char *)known[i].name));
        register_expression(4 * known[i].word, text, sizeof text);
        cr_expect(eq(str, text, (char *)known[i].expression));
    }
    char text[REGISTER_NAME_BYTES];
    cr_expect(register_name(0x3f, text, sizeof text) == NULL);
    register_address_name(0x242, text, sizeof text);
    cr_expect(eq(str, text, (char *)"address 0x242, no multiple of 4"));
    register_address_name(4 * 0x3f, text, sizeof text);
    cr_expect(eq(str, text, (char *)"address 0x0fc, where no register is"));
}

Test(register_names, values_with_their_fields) {
    static const struct {
        unsigned word;
        uint32_t value;
        const char *text;
    } known[] = {
        {REGISTER_MULTIPLIER, 0x9800, "0x9800: enabled, 1.5000"},
        {REGISTER_MULTIPLIER, 0x4800, "0x4800: not enabled, frozen, 0.5000"},
        {REGISTER_QUANTUM_TIME, 3, "3: units of 8 quanta"},
        {REGISTER_MAP_MASK + 1, 0x9, "0x00000009: address bits 32, 35"},
        {REGISTER_AUTOTUNE_ENABLE, 0x101, "0x101: HBM 0, Atomic"},
        {REGISTER_ERRORS, 0x82, "0x82: stray Atomic, AXI read"},
        {REGISTER_HBM_RECIPROCAL, 1024, "1024: 0.2500 quanta a byte"},
        {REGISTER_WINDOW, 64000, "64000"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[REGISTER_VALUE_BYTES];
        register_value(known[i].word, known[i].value, text, sizeof text);
        cr_expect(eq(str, text, (char *)known[i].text));
    }
}

// ---- the witness

static uint32_t read_register(struct admitter *admitter, unsigned word, uint64_t *now) {
    struct edge_in in = {.grant_ready = 1,
                         .axi_rready = 1,
                         .axi_bready = 1,
                         .axi_arvalid = 1,
                         .axi_araddr = (uint16_t)(4 * word),
                         .now = (*now)++};
    struct edge_out out, after;
    for (unsigned clock = 0; clock < READ_CLOCKS; clock++) {
        admitter_edge(admitter, &in, &out);
        in.axi_arvalid = 0;
        in.now = (*now)++;
    }
    admitter_edge(admitter, &in, &after);
    cr_assert(eq(u8, out.axi_rvalid, 1));
    return out.axi_rdata;
}

// Status registers that the witness reckons from the commits.
static const struct {
    unsigned first, count;
} reckoned[] = {{REGISTER_GRANTS, 1},       {REGISTER_REJECTS, 1},  {REGISTER_REPEATS, 1},
                {REGISTER_COMPLETES, 1},    {REGISTER_RETURNS, 3},  {REGISTER_CALIBRATIONS, 1},
                {REGISTER_MESSAGES, 1},     {REGISTER_HELD, 1},     {REGISTER_HELD_MAX, 1},
                {REGISTER_WAITING, 1},      {REGISTER_DENIALS, 11}, {REGISTER_DEBT, LANES},
                {REGISTER_DEBT_MAX, LANES}, {REGISTER_BUSY, LANES}};

// After a run, resets in its middle included, every one of them reads as the witness says.
Test(witness, counts_as_the_block_does) {
    static struct witness witness;
    static const char *const workloads[] = {"random", "adversarial", "moe"};
    for (unsigned w = 0; w < 3; w++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct scenario scenario;
            struct text_error error;
            scenario_init(&scenario, workloads[w]);
            scenario_set(&scenario, "operations=3000");
            const unsigned depth = (unsigned)scenario.config.depth;
            struct stimulus *const env = env_open(&scenario.config, seed, true, &error);
            witness_init(&witness, depth, UINT64_MAX);
            struct admitter *const admitter = witness_open(golden_open(depth), &witness, depth);
            cr_assert(env && admitter);
            const struct cosim_loop_listeners listeners = {0};
            const struct cosim_loop_limits limits = {0};
            cosim_loop(env, admitter, NULL, 1000, &listeners, &limits);
            uint64_t now = witness.clock;
            for (size_t i = 0; i < sizeof reckoned / sizeof reckoned[0]; i++)
                for (unsigned k = 0; k < reckoned[i].count; k++) {
                    char name[REGISTER_NAME_BYTES];
                    const unsigned word = reckoned[i].first + k;
                    register_name(word, name, sizeof name);
                    cr_expect(
                        eq(u32, witness.status[word].value, read_register(admitter, word, &now)),
                        "%s, seed %llu: %s", workloads[w], (unsigned long long)seed, name);
                }
            admitter_close(admitter);
            stimulus_close(env);
        }
}
