// The event simulator, where no run of `make reference` and `make files` would show a fault.
#include "csim/simulator/offer_port.h"
#include "csim/simulator/simulate.h"
#include "tb/tests/base/fixture.h"

static bool run(struct config *config, struct simulate_result *result, struct text_error *error) {
    const struct simulate_run run = {.config = config, .policy = &policy_semacredit};
    return simulate_run(&run, result, error);
}

Test(simulate, what_can_never_run_is_said) {
    struct config config = config_of(NULL, NULL);
    struct simulate_result result;
    struct text_error error = {""};
    config.command_limit = 0; // no key allows it
    cr_expect(not(run(&config, &result, &error)));
    expect_part(error.text, "never became admissible");
}

Test(simulate, a_closed_window_admits_nothing) {
    struct config config = config_of(
        NULL, SETS("empty_admits=1", "window_request_ns=1", "feedback_rtt_ns=1", "quantum_hbm=15"));
    struct simulate_result result;
    struct text_error error = {""};
    cr_assert(run(&config, &result, &error), "%s", error.text);
    cr_expect(eq(u64, result.rejected, 210), "writes; Atomics have a window");
    cr_expect(eq(u64, result.operations, 30));
}

// --- the offer port ----------------------------------------------------------------------------

// The length that divides small from large, and one that its ordering domain had held back.
enum { JOBS = 40 };

struct bench {
    struct config config;
    struct offer_port port;
    struct job jobs[JOBS];
};

static void open(struct bench *bench, uint64_t threshold_percent) {
    *bench = (struct bench){.config = config_of(NULL, SETS("port_slots=32"))};
    bench->config.port_threshold_percent = threshold_percent;
    offer_port_init(&bench->port, &bench->config, true);
}

// A write is submitted. True: it is in, and waits.
static bool enters(struct bench *bench, uint32_t number, uint32_t index, unsigned lane,
                   uint32_t bytes) {
    bench->jobs[number] =
        (struct job){.op = {.index = index, .opcode = OP_WRITE, .wire_bytes = bytes},
                     .order = index,
                     .lane = (uint8_t)lane};
    if (!offer_port_enter(&bench->port, bench->jobs, number))
        return false;
    offer_port_hold(&bench->port, &bench->jobs[number]);
    return true;
}

// Of one lane up to half of a group's places, of the next one half of those left.
static const struct {
    uint32_t bytes;
    uint64_t threshold_percent;
    unsigned in[4];
} groups[] = {{80, 100, {4, 2, 1, 1}},  {512, 100, {4, 2, 1, 1}}, {513, 100, {8, 4, 2, 1}},
              {512, 200, {6, 2, 0, 0}}, {512, 50, {3, 2, 1, 1}},  {513, 10000, {10, 6, 0, 0}}};

EACH(offer_port, places_are_shared_within_a_group, groups) {
    struct bench bench;
    open(&bench, row->threshold_percent);
    for (uint32_t i = 0; i < JOBS; i++)
        cr_expect(eq(int, enters(&bench, i, i, i / 10, row->bytes), i % 10 < row->in[i / 10]), "%u",
                  i);
}

Test(offer_port, one_held_back_comes_to_its_place) {
    static const uint32_t indices[] = {20, 30, 10, 25}, order[] = {2, 0, 3, 1};
    struct bench bench;
    open(&bench, 100);
    for (uint32_t i = 0; i < 8; i++)
        cr_assert(enters(&bench, i, i, 0, 4112));
    for (uint32_t i = 0; i < 4; i++)
        cr_assert(not(enters(&bench, 8 + i, indices[i], 0, 4112)));
    for (uint32_t i = 0; i < 8; i++)
        offer_port_leave(&bench.port, &bench.jobs[i]);
    for (uint32_t i = 0; i < 4; i++)
        cr_expect(eq(u32, offer_port_take(&bench.port, bench.jobs), 8 + order[i]));
    cr_expect(eq(u32, offer_port_take(&bench.port, bench.jobs), JOB_NONE));
}
