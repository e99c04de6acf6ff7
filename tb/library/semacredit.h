// libsemacredit: the admission block of semacredit for other testbenches. Its golden model, the
// checks of its promises, its workloads and tapes, the paper's policies and event simulator.
//
// A testbench holds the ports of one clock (struct semacredit_ports). In each clock a workload, a
// tape or the testbench itself sets the inputs; the golden model, or a device under test, sets the
// outputs; the checker looks at both:
//
//     struct semacredit_ports *ports = semacredit_ports_open(128);
//     struct semacredit_golden *golden = semacredit_golden_open(128);
//     while (semacredit_workload_clock(workload, ports)) {
//         semacredit_golden_clock(golden, ports);
//         if (!semacredit_checker_clock(checker, ports))
//             puts(semacredit_checker_finding(checker));
//     }
//
// All objects are opaque and independent: none has global state, and two threads may each use their
// own. Functions that open return NULL on failure, those with `error` with one line there; who
// opens closes, and NULL may be closed. Names and meaning of ports are those of
// rtl/semacredit.sv (rtl/spec/ports.md).
#ifndef SEMACREDIT_H
#define SEMACREDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// The binary interface: changes where a program that was compiled for the last one would fail.
// semacredit_abi() is that of the library at hand.
#define SEMACREDIT_ABI 1
int semacredit_abi(void);

// ---- ports

struct semacredit_ports;

// Out of reset, all inputs idle. `depth`: reservations of the block, 128 or 256.
struct semacredit_ports *semacredit_ports_open(unsigned depth);
void semacredit_ports_close(struct semacredit_ports *ports);

// The number of a port by its name, such as "op_valid_i"; negative: there is none. They count from
// 0, in the order of their declaration; the clock is none of them. The name of a number: NULL from
// the last on.
int semacredit_port(const char *name);
const char *semacredit_port_name(int port);

// Elements of a port (lanes, HBM partitions; else 1), bits of each, and who sets it.
unsigned semacredit_port_elements(int port);
unsigned semacredit_port_bits(const struct semacredit_ports *ports, int port);
bool semacredit_port_is_output(int port);

// Upper bits of the value, above those of the port, are lost.
uint64_t semacredit_get(const struct semacredit_ports *ports, int port, unsigned element);
void semacredit_set(struct semacredit_ports *ports, int port, unsigned element, uint64_t value);

// Do the outputs differ? `text` gets the first difference, "name: dut VALUE, ref VALUE".
bool semacredit_differ(const struct semacredit_ports *dut, const struct semacredit_ports *ref,
                       char *text, size_t size);

// Copies the inputs.
void semacredit_drive(struct semacredit_ports *ports, const struct semacredit_ports *from);

// ---- the golden model: equal to the RTL output by output, clock by clock

struct semacredit_golden;
struct semacredit_golden *semacredit_golden_open(unsigned depth);
void semacredit_golden_close(struct semacredit_golden *golden);

// One clock edge: reads the inputs, sets the outputs. Never allocates.
void semacredit_golden_clock(struct semacredit_golden *golden, struct semacredit_ports *ports);

// ---- the checker: the promises of rtl/spec/promises.md, checked from the ports alone

struct semacredit_checker;
struct semacredit_checker *semacredit_checker_open(unsigned depth);
void semacredit_checker_close(struct semacredit_checker *checker);

// Comes after the outputs of a clock are set. False from the first broken promise on.
bool semacredit_checker_clock(struct semacredit_checker *checker,
                              const struct semacredit_ports *ports);

// After the last clock of a run in which everything came back: is anything still held?
bool semacredit_checker_drained(struct semacredit_checker *checker);

// The first broken promise: "clock CLOCK, CHECK: what was expected, what was seen"; NULL: none is.
const char *semacredit_checker_finding(const struct semacredit_checker *checker);

// ---- inputs: a workload in a closed loop around the block, or a tape

struct semacredit_workload;

// `path`: a configuration FILE.yaml, or a tape, FILE.tape or FILE.tape.gz (csim/record/tape.h). One
// file and one seed give the same inputs for the same outputs.
struct semacredit_workload *semacredit_workload_open(const char *path, uint64_t seed, char *error,
                                                     size_t size);
void semacredit_workload_close(struct semacredit_workload *workload);

// Reads the outputs of the last clock, sets the inputs of the next. False: the run has ended.
bool semacredit_workload_clock(struct semacredit_workload *workload,
                               struct semacredit_ports *ports);

// Why it has ended before its time; NULL: it has not.
const char *semacredit_workload_failure(const struct semacredit_workload *workload);

// ---- policies, in the paper's event simulator

struct semacredit_result {
    uint64_t operations;    // completed
    double goodput_gbps;    // useful bytes over the time to the last completion
    double urgent_p50_ns;   // latency of latency-sensitive operations
    double urgent_p99_ns;   //
    double bulk_p99_ns;     // and of the others
    double max_queueing_ns; // longest wait at any stage
};

// Runs a configuration under a policy ("semacredit", "aggregate", ...), without a clock. False: the
// reason is in `error`.
bool semacredit_simulate(const char *path, const char *policy, uint64_t seed,
                         struct semacredit_result *result, char *error, size_t size);

// ---- the same policies, operation by operation, for a network simulator of one's own

struct semacredit_policy;

// What asks for admission.
struct semacredit_operation {
    unsigned opcode;          // as at op_opcode_i (rtl/spec/ports.md)
    unsigned partition;       // of HBM, from 0: the one that it is charged on
    uint32_t length;          // bytes of the request that HBM sees: writes, notifications
    uint32_t response_length; // bytes of the response: reads, Atomics
};

// What an admitted operation holds. The caller keeps it from admission to completion, and leaves it
// as it is.
struct semacredit_charge {
    struct semacredit_operation operation;
    uint32_t amount[3]; // of HBM, Atomic engine, response engine, in the policy's units
    unsigned lane;      // of the first
    bool held;
};

// Lanes, bit by bit: the HBM partitions from bit 0, the Atomic engine, the response engine; and
// what else may refuse an operation.
enum {
    SEMACREDIT_LANES = (1 << 10) - 1,
    SEMACREDIT_COMMANDS = 1 << 10, // the bound on operations between admission and completion
    SEMACREDIT_NEVER = 1 << 11, // no such operation, or more than a window: it cannot be admitted
};

// What may happen to an admitted operation. It comes back, as the policy has it, at its arrival, as
// each stage is through with it, or at its completion, which frees whatever it still holds.
enum semacredit_event {
    SEMACREDIT_HBM_DONE,
    SEMACREDIT_ATOMIC_DONE,
    SEMACREDIT_RESPONSE_DONE,
    SEMACREDIT_ARRIVED,  // at the target
    SEMACREDIT_COMPLETED // end to end
};

// Rates, windows and bounds are those of the configuration. Not a policy that refuses at the target
// (reactive): semacredit_simulate runs it.
struct semacredit_policy *semacredit_policy_open(const char *path, const char *name, char *error,
                                                 size_t size);
void semacredit_policy_close(struct semacredit_policy *policy);

// What refuses an operation now; 0: nothing.
unsigned semacredit_policy_refused(const struct semacredit_policy *policy,
                                   const struct semacredit_operation *operation);

// Admits it if nothing refuses it; returns what does, and then holds nothing. Never allocates.
unsigned semacredit_policy_admit(struct semacredit_policy *policy,
                                 const struct semacredit_operation *operation,
                                 struct semacredit_charge *charge);

// `service_ps`: how long the stage worked for it, for a policy that learns; 0: not known. Returns
// the bits of SEMACREDIT_LANES and SEMACREDIT_COMMANDS whose refusals are worth another look. An
// event of what is not held, or that came before, does nothing.
unsigned semacredit_policy_event(struct semacredit_policy *policy, struct semacredit_charge *charge,
                                 enum semacredit_event event, uint64_t service_ps);

// Window and debt of a lane by its number, in the policy's units; of lane 10 the bound on commands
// and the commands that are admitted and not completed.
uint64_t semacredit_policy_window(const struct semacredit_policy *policy, unsigned lane);
uint64_t semacredit_policy_debt(const struct semacredit_policy *policy, unsigned lane);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
