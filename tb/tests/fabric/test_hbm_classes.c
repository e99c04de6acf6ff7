// Classes of HBM partitions by themselves; whole runs with them are compared by `make reference`.
#include "csim/policy/policy_windows.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

enum { WINDOW = 64000 };

static struct policy_state opened(const char *const *sets) {
    static struct config config;
    config = config_of(NULL, sets);
    struct policy_state state;
    struct text_error error = {""};
    cr_assert(policy_open(&policy_semacredit, &state, &config, &error), "%s", error.text);
    return state;
}

static const struct {
    const char *set[3];
    uint8_t class[HBM_LANES];
    unsigned members[3]; // windows of the first classes, in windows of a partition
} configured[] = {
    {{"hbm_classes=0", NULL}, {0, 1, 2, 3, 4, 5, 6, 7}, {1, 1, 1}},
    {{"hbm_classes=4", "class_window=slowest"}, {0, 0, 1, 1, 2, 2, 3, 3}, {1, 1, 1}},
    {{"hbm_classes=3", "class_window=sum"}, {0, 0, 0, 1, 1, 1, 2, 2}, {3, 3, 2}},
    {{"hbm_classes=1", "class_window=sum"}, {0}, {8, 1, 1}},
};

EACH(hbm_classes, neighbours_share_a_window, configured) {
    struct policy_state state = opened(row->set);
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        const struct op op = {.opcode = OP_WRITE, .length = 4096};
        struct demand demand;
        charge_vector(&state, &op, lane, &demand);
        cr_expect(eq(u32, demand.lane, row->class[lane]), "%s, %u", row->set[0], lane);
    }
    for (unsigned i = 0; i < COUNT(row->members); i++)
        cr_expect(eq(u64, state.window[i], row->members[i] * WINDOW), "%s, %u", row->set[0], i);
}

static bool refuse(struct policy_state *state, unsigned partition) {
    return hbm_classes_refused(&state->classes, state->config, partition, state->window);
}

Test(hbm_classes, who_is_refused_often_gets_one) {
    struct policy_state state = opened(SETS("hbm_classes=3", "class_learn=2", "class_window=sum"));
    static const unsigned refused[] = {5, 7, 5, 5, 7, 0, 0}, left[] = {2, 4};
    unsigned next = 0;
    for (unsigned i = 0; i < COUNT(refused); i++) {
        const bool leaves = next < COUNT(left) && i == left[next];
        cr_expect(eq(int, refuse(&state, refused[i]), leaves), "%u", i);
        next += leaves;
        cr_expect(eq(u64, state.window[0], (8 - next) * WINDOW), "%u", i);
    }
    cr_expect(eq(u32, state.classes.lane[5], 1));
    cr_expect(eq(u32, state.classes.lane[7], 2));
    cr_expect(eq(u32, state.classes.lane[0], 0), "none is left");
}

static const char *const as_none[][3] = {{"hbm_classes=8", NULL}, {"class_learn=1", NULL}};

EACH(hbm_classes, a_class_for_each_is_as_none, as_none) {
    for (const char *const *workload = workload_names; workload < workload_names + PAPER_WORKLOADS;
         workload++) {
        const struct config none = config_of(*workload, NULL), each = config_of(*workload, *row);
        const struct simulate_result a = config_run(&none, &policy_semacredit, 1, NULL),
                                     b = config_run(&each, &policy_semacredit, 1, NULL);
        cr_expect(results_equal(&a, &b), "%s", *workload);
    }
}
