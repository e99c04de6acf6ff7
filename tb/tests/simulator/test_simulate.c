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

enum { JOBS = 40, LONE = 17 }; // places that a lone lane with room gets

struct bench {
    struct config config;
    struct policy_state state;
    struct dispatcher dispatcher;
    struct offer_port port;
    struct job jobs[JOBS];
};

static void open(struct bench *bench) {
    struct text_error error = {""};
    *bench = (struct bench){.config = config_of(NULL, SETS("port_slots=40"))};
    cr_assert(policy_open(&policy_semacredit, &bench->state, &bench->config, &error));
    cr_assert(dispatcher_open(&bench->dispatcher, bench->jobs, JOBS));
    offer_port_init(&bench->port, &bench->config, true,
                    &(struct offer_arbiter){&bench->dispatcher, &policy_semacredit, &bench->state});
}

// A write is submitted. True: it is in, and waits.
static bool enters(struct bench *bench, uint32_t number, uint32_t index, unsigned lane,
                   uint32_t bytes) {
    struct job *job = &bench->jobs[number];
    struct demand demand;
    *job = (struct job){
        .op = {.index = index, .opcode = OP_WRITE, .wire_bytes = bytes, .length = bytes},
        .order = index,
        .lane = (uint8_t)lane};
    if (!offer_port_enter(&bench->port, bench->jobs, number))
        return false;
    policy_semacredit.charge(&bench->state, &job->op, lane, &demand);
    dispatcher_add(&bench->dispatcher, number, &demand);
    return true;
}

// So many of each of four lanes in turn: about half of the pool; two of each group, if no lane has
// room. Of the other group one finds a place: 512 bytes are small.
static const struct {
    bool room;
    uint32_t bytes;
    unsigned in[4];
} lanes[] = {{true, 80, {LONE, 9, 5, 3}}, {true, 513, {LONE, 9, 5, 3}}, {false, 512, {2, 2, 2, 2}}};

EACH(offer_port, lanes_share_the_pool, lanes) {
    for (unsigned lane = 0; lane < 4; lane++) {
        struct bench bench;
        open(&bench);
        if (!row->room)
            memset(bench.state.window, 0, sizeof bench.state.window);
        uint32_t number = 0;
        for (unsigned of = 0; of <= lane; of++)
            for (unsigned i = 0; i < row->in[of]; i++, number++)
                cr_assert(enters(&bench, number, number, of, row->bytes), "%u of lane %u", i, of);
        cr_expect(not(enters(&bench, number, number, lane, row->bytes)), "lane %u", lane);
        cr_expect(enters(&bench, number + 1, number, lane, 512 + 513 - row->bytes), "lane %u",
                  lane);
        dispatcher_close(&bench.dispatcher);
    }
}

Test(offer_port, one_held_back_comes_to_its_place) {
    static const uint32_t indices[] = {20, 30, 10, 25}, order[] = {2, 0, 3, 1};
    struct bench bench;
    struct demand demand;
    open(&bench);
    for (uint32_t i = 0; i < LONE; i++)
        cr_assert(enters(&bench, i, i, 0, 4112));
    for (uint32_t i = 0; i < 4; i++)
        cr_assert(not(enters(&bench, LONE + i, 100 + indices[i], 0, 4112)));
    for (uint32_t i = 0; i < LONE; i++)
        cr_expect(eq(
            u32, dispatcher_take(&bench.dispatcher, &policy_semacredit, &bench.state, &demand), i));
    for (uint32_t i = 0; i < 4; i++)
        cr_expect(eq(u32, offer_port_take(&bench.port, bench.jobs), LONE + order[i]));
    cr_expect(eq(u32, offer_port_take(&bench.port, bench.jobs), JOB_NONE));
    dispatcher_close(&bench.dispatcher);
}
