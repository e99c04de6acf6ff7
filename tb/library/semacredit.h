// SPDX-License-Identifier: Apache-2.0
// libsemacredit: the admission block of semacredit for other testbenches. Its golden model, its
// RTL, the checks of its promises, its workloads and tapes.
//
// A testbench holds the ports of one clock (struct semacredit_ports). In each clock the outputs are
// there, a workload, a tape or the testbench itself sets the inputs, the checker looks at both, and
// the edge that ends the clock gives the outputs of the next one. A device of your own is read
// once more beside these inputs, before the edge: an output that follows an input is no flop's.
//
//     while (semacredit_workload_clock(workload, ports)) {
//         if (!semacredit_checker_clock(checker, ports))
//             puts(semacredit_checker_finding(checker));
//         semacredit_block_clock(block, ports);
//     }
//
// All objects are opaque and independent: none has global state, and two threads may each use their
// own. Functions that open return NULL on failure, those with `error` with one line there; who
// opens closes, and NULL may be closed. Names and meaning of ports are those of
// rtl/semacredit.sv (rtl/spec/ports.md).
//
// `size`, of a block: its parameters NHbm-NAtomic-NResponse-CntW-Depth-Slots-TagW-GenW-AgeW-WireW;
// NULL or "" is the default, 8-1-1-32-128-40-32-8-16-24.
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
#define SEMACREDIT_ABI 2
int semacredit_abi(void);

// ---- ports

struct semacredit_ports;

// All zero: idle, and in reset.
struct semacredit_ports *semacredit_ports_open(const char *size);
void semacredit_ports_close(struct semacredit_ports *ports);

// The number of a port by its name, such as "op_valid_i"; negative: there is none. They count from
// 0, inputs first; the clock is none of them, nor is trace_return_observed_o. The name of a number
// is there until the next call: NULL from the last on.
int semacredit_port(const char *name);
const char *semacredit_port_name(int port);
bool semacredit_port_is_output(int port);

// Elements of a port, lowest bits first: partitions, engines, lanes, channels; else 1.
unsigned semacredit_port_elements(const struct semacredit_ports *ports, int port);

// A value to set fits the port.
uint64_t semacredit_get(const struct semacredit_ports *ports, int port, unsigned element);
void semacredit_set(struct semacredit_ports *ports, int port, unsigned element, uint64_t value);

// Do the outputs differ? And the first difference of the last time that they did, in words: "name:
// dut VALUE, ref VALUE".
bool semacredit_differ(struct semacredit_ports *dut, const struct semacredit_ports *ref);
const char *semacredit_difference(const struct semacredit_ports *dut);

// Copies the inputs.
void semacredit_drive(struct semacredit_ports *ports, const struct semacredit_ports *from);

// ---- the block: the golden model, the RTL, or both in lockstep

struct semacredit_block;

// `kind`: "golden", "rtl" or "lockstep". RTL has the default size only. Begins with a reset.
struct semacredit_block *semacredit_block_open(const char *kind, const char *size, char *error,
                                               size_t error_size);
void semacredit_block_close(struct semacredit_block *block);

// One clock edge: reads the inputs, sets the outputs of the next clock. Never allocates.
void semacredit_block_clock(struct semacredit_block *block, struct semacredit_ports *ports);

// What is wrong with it: the first difference of a lockstep, "clock CLOCK: name: dut VALUE, ref
// VALUE", or an assertion of the RTL that failed. NULL: nothing.
const char *semacredit_block_wrong(struct semacredit_block *block);

// ---- the checker: the promises of rtl/spec/promises.md, checked from the ports alone

struct semacredit_checker;
struct semacredit_checker *semacredit_checker_open(const char *size);
void semacredit_checker_close(struct semacredit_checker *checker);

// Comes with the outputs and inputs of one clock, before its edge. False from the first broken
// promise on.
bool semacredit_checker_clock(struct semacredit_checker *checker,
                              const struct semacredit_ports *ports);

// After the last clock of a run in which everything came back: is nothing waiting or held?
bool semacredit_checker_drained(struct semacredit_checker *checker);

// The first broken promise: "clock CLOCK: RULE: what is wrong"; NULL: none is.
const char *semacredit_checker_finding(const struct semacredit_checker *checker);

// ---- inputs: a workload in a closed loop around the block, or a tape

struct semacredit_workload;

// `path`: a configuration FILE.yaml, or a tape, FILE.tape or FILE.tape.gz (tb/block/block_tape.h),
// of a block of that size. One file and one seed give the same inputs for the same outputs.
struct semacredit_workload *semacredit_workload_open(const char *path, uint64_t seed,
                                                     const char *size, char *error,
                                                     size_t error_size);
void semacredit_workload_close(struct semacredit_workload *workload);

// Reads the outputs of this clock, sets its inputs; payload whose valid is low has arbitrary
// values. False: the run has ended.
bool semacredit_workload_clock(struct semacredit_workload *workload,
                               struct semacredit_ports *ports);

// Why it has ended before its time; NULL: it has not.
const char *semacredit_workload_failure(const struct semacredit_workload *workload);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
