// Registers by their names and fields, as reports and shrunk scripts have them.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "csim/interface/register_names.h"
#include "register_map.h"

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
