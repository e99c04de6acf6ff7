// A small language for tests of an admission block: offer, give, step, expect. A directed
// test is a sentence of rtl/spec that can be seen from outside: it knows `struct admitter`
// only, and runs over every admitter that this build has. Every commit of a test also goes to the
// checker.
#ifndef SEMA_BENCH_H
#define SEMA_BENCH_H

#include <stdbool.h>

#include "csim/interface/axi_master.h"
#include "csim/record/commit.h"
#include "tb/checkers/checker.h"
#include "tb/cosim/admitters.h"
#include "tb/covergroups/coverage.h"
#include "tb/tests/base/fixture.h"

struct bench {
    const char *name;  // of the admitter
    struct edge_in in; // being put together for the next clock
    struct edge_out out;
    uint64_t clock;           // clocks evaluated
    struct axi_master master; // writes and reads that wait
    struct admitter *admitter;
    struct checker *checker;
    struct coverage *coverage;
    struct commit_spread spread;
    struct commit commits[COMMITS_PER_EDGE]; // of the last clock
    unsigned count;
};

// ADMIT(grants_an_exact_fit) { ... } is a test of the suite `admit`, of golden model and RTL in
// lockstep. Its body is given a `bench` in the second clock after reset.
#define ADMIT(behaviour)                                                                           \
    static void behaviour(struct bench *bench);                                                    \
    Test(admit, behaviour) {                                                                       \
        bench_in_lockstep(behaviour);                                                              \
    }                                                                                              \
    static void behaviour(struct bench *bench)
void bench_in_lockstep(void (*behaviour)(struct bench *bench));

// Steps from giving a beat to seeing what it commits: one shows the clock of the beat itself.
enum {
    DECISION = OFFER_TO_DECISION + 1,
    STAGE_COMMIT = BEAT_TO_COMMIT + 1,
    HBM_COMMIT = HBM_RETURN_TO_USE - COMMIT_TO_DECISION + 1,
    DONE_COMMIT = BEAT_TO_COMMIT + 1,
    HBM_EARLIER = HBM_COMMIT - STAGE_COMMIT, // for the commit of an HBM beat in the same clock
    // From seeing a return to seeing the decision on an operation that waited for its credit.
    CREDIT = COMMIT_TO_COMPARE + COMPARE_TO_CHOICE + CHOICE_TO_DECISION,
    // From giving a write of a window to seeing the decision on an operation that waited for it.
    HEADROOM = CONFIG_TO_USE + 1 + WINDOW_TO_DECISION - COMMIT_TO_DECISION + CREDIT,
    // The same of the command limit.
    LIMIT_HEADROOM = CONFIG_TO_USE + 1 + LIMIT_TO_DECISION - COMMIT_TO_DECISION + CREDIT,
    // From seeing a reservation freed to seeing the decision on an operation that waited for it.
    RETIRED = RETIRE_TO_USE - COMMIT_TO_DECISION + CREDIT,
    // From seeing an operation leave to seeing the decision on one that it blocked.
    UNBLOCKED = LEAVE_TO_CHOICE + CHOICE_TO_DECISION,
    // A walk, behind the clock in which a change comes into force.
    WALK = SLOTS * WALK_CLOCKS,
    // From the clock in which a change comes into force to the decision on the operation in the
    // slot of the walk's first step, if that waited for a smaller demand.
    RESCALED =
        WALK_CLOCKS + OFFER_TO_SCALE + SCALE_TO_SLOT + COMPARE_TO_CHOICE + CHOICE_TO_DECISION,
    // From seeing a decision to seeing quiet, if nothing else is going on: it was chosen before.
    SETTLED = QUIET_CLOCKS - CHOICE_TO_DECISION,
};

// Of two such numbers of steps, that of the one to be given first.
#define LATER(a, b) ((unsigned)(a) > (unsigned)(b) ? (unsigned)(a) : (unsigned)(b))

// Names for bits of a decision's mask; the bit of an HBM lane is 1 << lane, that of the table is
// REFUSED_TABLE.
enum { ATOMIC_BIT = 1 << ATOMIC_LANE, RESPONSE_BIT = 1 << RESPONSE_LANE };

// Channels that retire.
enum {
    RETIRE_HBM = 1 << CLASS_HBM,
    RETIRE_ATOMIC = 1 << CLASS_ATOMIC,
    RETIRE_RESPONSE = 1 << CLASS_RESPONSE
};

// One bench by hand, just out of reset: its first step shows reset and windows. False: not in this
// build.
bool bench_open(struct bench *bench, const struct admitter_kind *kind, unsigned depth);
// Fails the test where the checker has a finding, order numbers had gaps, or lockstep diverged.
void bench_close(struct bench *bench);

// The next clock's beats; each returns `bench`. Lanes are partitions under the map of the reset
// values.
struct bench *offer_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length);
struct bench *offer_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes);
struct bench *offer_atomic(struct bench *bench, uint32_t tag, uint32_t response_length);
struct bench *offer(struct bench *bench, uint32_t tag, uint8_t opcode, uint64_t address,
                    uint32_t length, uint32_t response_length);
struct bench *give_hbm(struct bench *bench, unsigned partition, uint16_t id);
struct bench *give_atomic(struct bench *bench, uint16_t id);
struct bench *give_response(struct bench *bench, uint16_t id);
struct bench *give_done(struct bench *bench, uint16_t id);
// A register write, by word, and a read. They follow those that are still under way; with none, the
// beats are the next clock's.
struct bench *configure(struct bench *bench, unsigned word, uint32_t data);
struct bench *send_read(struct bench *bench, unsigned word);

// One clock with the beats put together so far, or `clocks` of them of which only the first has
// beats; or one in which reset is asserted. Each returns `bench`, for an expectation of what comes
// of it: expect_grant(steps(bench, DECISION), 1, 0, 1).
struct bench *step(struct bench *bench);
struct bench *steps(struct bench *bench, unsigned clocks);
struct bench *step_reset(struct bench *bench);

// What the last clock must have committed.
void expect_grant(struct bench *bench, uint32_t tag, unsigned id, unsigned mask);
void expect_deny(struct bench *bench, uint32_t tag, unsigned mask);
void expect_reject(struct bench *bench, uint32_t tag, unsigned mask);
void expect_repeat(struct bench *bench, uint32_t tag, unsigned id);
// A deny that is reported: as much later than the decision of an operation that fits.
void expect_report(struct bench *bench, uint32_t tag, unsigned mask);
void expect_demand(struct bench *bench, uint32_t hbm, uint32_t atomic, uint32_t response);
void expect_no_decision(struct bench *bench);
void expect_return(struct bench *bench, enum resource_class resource, unsigned id, uint32_t amount);
void expect_stray(struct bench *bench, enum resource_class resource, unsigned id);
void expect_done(struct bench *bench, enum channel_kind kind, unsigned id);
void expect_commits(struct bench *bench, unsigned count);
void expect_silence(struct bench *bench); // nothing committed
// So many clocks, each with nothing committed, or with no decision.
void expect_silent_clocks(struct bench *bench, unsigned clocks);
void expect_undecided_clocks(struct bench *bench, unsigned clocks);
void expect(struct bench *bench, const char *what, uint64_t expected, uint64_t seen);
// A field of what the last clock shows: EXPECT_OUT(steps(bench, 2), quiet, 1).
#define EXPECT_OUT(bench_, field, expected)                                                        \
    do {                                                                                           \
        struct bench *const shown_by = (bench_);                                                   \
        expect(shown_by, #field, expected, shown_by->out.field);                                   \
    } while (0)

// Response service of `bytes` with the reset values: 20 ns and a byte each 1/64 ns, in 1/16 ns.
uint32_t response_quanta(uint32_t bytes);

// Offers an operation and steps to its decision.
struct bench *decide_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length);
struct bench *decide_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes);
struct bench *decide_atomic(struct bench *bench, uint32_t tag, uint32_t response_length);
// The same; it must be granted under reservation `id`.
void admit_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length, unsigned id);
void admit_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes, unsigned id);
void admit_atomic(struct bench *bench, uint32_t tag, uint32_t response_length, unsigned id);
// Gives a beat and steps to the clock in which it commits.
struct bench *commit_hbm(struct bench *bench, unsigned partition, uint16_t id);
struct bench *commit_atomic(struct bench *bench, uint16_t id);
struct bench *commit_response(struct bench *bench, uint16_t id);
struct bench *commit_done(struct bench *bench, uint16_t id);
// Writes a register and steps to the decision on an operation that waited for it.
struct bench *reconfigure(struct bench *bench, unsigned word, uint32_t data);
// Writes a register and steps to the clock in which it is in force; of a multiplier or a quantum,
// in which the walk is over.
struct bench *set(struct bench *bench, unsigned word, uint32_t data);
// Gives a return, HBM's from partition 0, for which an operation waits. That must be granted as
// late as the return takes to be usable, to be compared and to be chosen, and not before.
struct bench *credit_comes_back(struct bench *bench, enum resource_class resource, uint16_t id);

#endif
