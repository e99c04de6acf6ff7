// The properties of the event simulator (paper, section 4.2), checked by a watcher that keeps its
// own scoreboard: from the steps that it is shown, the policy's state and
// tb/tests/simulator/rules.h, never from the simulator's insides. The first property that does not
// hold is kept, with the step at which it was found.
#ifndef SEMA_TEST_PROPERTIES_H
#define SEMA_TEST_PROPERTIES_H

#include "tb/tests/simulator/scenario.h"

#define PROPERTIES(PROPERTY)                                                                       \
    PROPERTY(PROPERTY_TRAFFIC, "operations are submitted as traffic has them, on time")            \
    PROPERTY(PROPERTY_LOOP, "a closed loop keeps its number of operations outstanding")            \
    PROPERTY(PROPERTY_ORDER, "an operation's steps come in order")                                 \
    PROPERTY(PROPERTY_TIME, "time does not go back")                                               \
    PROPERTY(PROPERTY_PAST, "no arrival in the past")                                              \
    PROPERTY(PROPERTY_PATHS, "a path serialises, and the first one free is taken")                 \
    PROPERTY(PROPERTY_PARTITION, "service is at the true partition")                               \
    PROPERTY(PROPERTY_FIFO, "a stage serves in the order of arrival")                              \
    PROPERTY(PROPERTY_SERIAL, "a stage serves one operation at a time, for its whole service")     \
    PROPERTY(PROPERTY_IDLE, "a stage never idles while operations wait at it")                     \
    PROPERTY(PROPERTY_WINDOW, "debt is within its window, and commands within their limit")        \
    PROPERTY(PROPERTY_DEBT, "debt is what was charged and not returned: exactly, where and when")  \
    PROPERTY(PROPERTY_IN_FLIGHT, "commands in flight are those that were dispatched and not over") \
    PROPERTY(PROPERTY_ADMISSION, "only what is admissible is dispatched")                          \
    PROPERTY(PROPERTY_ARBITER, "the arbiter takes the first in its order")                         \
    PROPERTY(PROPERTY_CONSERVES, "no admissible operation waits")                                  \
    PROPERTY(PROPERTY_REJECT, "what can never be admitted, and nothing else, is rejected")         \
    PROPERTY(PROPERTY_REFUSAL, "the target refuses above its threshold, and only then")            \
    PROPERTY(PROPERTY_RETRY, "a refused operation is back at its source after the feedback time")  \
    PROPERTY(PROPERTY_RECOVERY, "a resource is disabled from a refusal until it has recovered")    \
    PROPERTY(PROPERTY_MULTIPLIER,                                                                  \
             "multipliers move by the rule, and for the adaptive policy only")                     \
    PROPERTY(PROPERTY_COMPLETE, "every operation completes, and nothing is left pending")          \
    PROPERTY(PROPERTY_LITTLE, "Little's law: time integrals of numbers are sums of times")         \
    PROPERTY(PROPERTY_UTILISATION, "a stage is busy for the sum of its services")                  \
    PROPERTY(PROPERTY_RESULT, "the result is what was seen")

#define PROPERTY_NAME(name, meaning) name,
enum property { PROPERTIES(PROPERTY_NAME) PROPERTY_COUNT };
#undef PROPERTY_NAME

extern const char *const property_meaning[PROPERTY_COUNT];

// What the run had of what properties are about.
struct properties_count {
    uint64_t waited;          // operations that waited at their source,
    uint64_t rejected;        // were rejected there,
    uint64_t refused;         // at the target (again for each time),
    uint64_t away[HBM_LANES]; // by how many partitions the predicted one is from the true one
    uint64_t span_ps;         // from the first submission to the last completion,
    uint64_t busy_ps[LANES];  // in which the stages were so long busy,
    uint64_t idle_ps[LANES];  // and so long idle after one operation and before another
};

// Scoreboard for one run of a scenario, which must outlive it and be without ordering domains
// (those are test_ordering.c's). The test fails when out of memory.
struct properties;
struct properties *properties_open(const struct scenario *scenario, const struct policy *policy);
struct simulate_watcher properties_watcher(struct properties *properties);

// Closes the scoreboard of a run that is over, with this result; NULL: it failed.
// Returns the first property that did not hold, PROPERTY_COUNT where all did; `text` is then what
// it is, where it was found and the command that runs it again. `count` may be NULL.
enum { PROPERTIES_TEXT_SIZE = 600 + SCENARIO_COMMAND_SIZE };
enum property properties_close(struct properties *properties, const struct simulate_result *result,
                               char text[PROPERTIES_TEXT_SIZE], struct properties_count *count);

// All of it for one run: the test fails where a property does not hold.
struct properties_count properties_check(const struct scenario *scenario,
                                         const struct policy *policy);

#endif
