// What a study measures: the steps of a collective add up to its time, and the receiver that all
// waited for is found.
#include <math.h>

#include "csim/traffic/tasks.h"
#include "tb/sweep/collective_rows.h"
#include "tb/tests/base/fixture.h"

static struct text_error error;

static struct task write_to(uint16_t from, uint16_t to, uint64_t bytes, uint16_t step) {
    return (struct task){
        .op = {.opcode = OP_WRITE, .source = from, .wire_bytes = 4096, .length = 4096},
        .bytes = bytes,
        .piece = 4096,
        .target = to,
        .step = step};
}

// Two steps: a little to all; then much to one receiver, from which the last task is not.
Test(collective_run, the_receiver_with_most_to_do_is_waited_for) {
    const struct config config = config_of(
        "random", SETS("receivers=4", "egress_gbps=700", "stages=model", "loss_percent=0"));
    struct task_graph graph = {.error = &error, .receivers = 4};
    const struct task tasks[] = {write_to(0, 1, 4096, 1), write_to(1, 2, 1 << 20, 2),
                                 write_to(2, 3, 4096, 3)};
    for (uint32_t i = 0; i < 3; i++) {
        cr_assert(task_graph_add(&graph, &tasks[i]), "%s", error.text);
        if (i > 0)
            cr_assert(task_graph_wait(&graph, i, i - 1, TASK_ARRIVED), "%s", error.text);
    }
    cr_assert(task_graph_check(&graph), "%s", error.text);
    double step_ns[3];
    struct collective_outcome outcome = {.step_ns = step_ns};
    cr_assert(collective_run(&config, policy_find("semacredit"), 1, &graph, &outcome, &error), "%s",
              error.text);
    cr_expect(eq(u32, outcome.steps, 3));
    cr_expect(fabs(step_ns[0] + step_ns[1] + step_ns[2] - outcome.completion_ns) < 1e-6);
    cr_expect(step_ns[1] > step_ns[0] && step_ns[1] > step_ns[2]);
    cr_expect(eq(u32, outcome.waited_for, 2));
    cr_expect(outcome.waited_percent > 90 && outcome.waited_percent < 100);
    // A MiB at 700 Gb/s takes 11,984 ns.
    cr_expect(outcome.completion_ns > 11984 && outcome.completion_ns < 16000);
    task_graph_close(&graph);
}
