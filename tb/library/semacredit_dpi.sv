// SPDX-License-Identifier: Apache-2.0
// libsemacredit for SystemVerilog: semacredit.h by DPI-C, and what a table of ports is read by.
// Handles are chandles. Where C takes a buffer for a message, this
// passes none.
package semacredit_dpi;
  import "DPI-C" function int semacredit_abi();
  import "DPI-C" function chandle semacredit_ports_open(string size);
  import "DPI-C" function void semacredit_ports_close(chandle ports);
  import "DPI-C" function int semacredit_port(string name);
  import "DPI-C" function longint unsigned semacredit_get(chandle ports, int port,
                                                          int unsigned element);
  import "DPI-C" function void semacredit_set(chandle ports, int port, int unsigned element,
                                              longint unsigned value);
  import "DPI-C" function bit semacredit_differ(chandle dut, chandle ref_ports);
  import "DPI-C" function string semacredit_difference(chandle dut);
  import "DPI-C" function void semacredit_drive(chandle ports, chandle from);
  import "DPI-C" function chandle semacredit_block_open(string kind, string size, chandle error,
                                                        longint unsigned error_size);
  import "DPI-C" function void semacredit_block_close(chandle block);
  import "DPI-C" function void semacredit_block_clock(chandle block, chandle ports);
  import "DPI-C" function string semacredit_block_wrong(chandle block);
  import "DPI-C" function chandle semacredit_checker_open(string size);
  import "DPI-C" function void semacredit_checker_close(chandle checker_);
  import "DPI-C" function bit semacredit_checker_clock(chandle checker_, chandle ports);
  import "DPI-C" function bit semacredit_checker_drained(chandle checker_);
  import "DPI-C" function string semacredit_checker_finding(chandle checker_);
  import "DPI-C" function chandle semacredit_workload_open(string path, longint unsigned seed,
                                                           string size, chandle error,
                                                           longint unsigned error_size);
  import "DPI-C" function void semacredit_workload_close(chandle workload);
  import "DPI-C" function bit semacredit_workload_clock(chandle workload, chandle ports);
endpackage

// What tb/block/dut/ports.h says of a port, its elements and the bits of each, by the names of
// semacredit.sv: a testbench includes that table, made one of macros (Makefile), wherever it has
// said by `IN_PORT and `OUT_PORT what becomes of a port.
`define FIELD_ONE 1
`define FIELD_EACH_HBM NHbm
`define FIELD_EACH_ATOMIC NAtomic
`define FIELD_EACH_RESPONSE NResponse
`define FIELD_EACH_LANE Lanes
`define FIELD_EACH_CLASS 3*Lanes
`define FIELD_EACH_CHANNEL Channels
`define BITS_TAG TagW
`define BITS_CNT CntW
`define BITS_WIRE WireW
`define FLAG 1
`define NUMBER(bits) bits
`define HEX(bits) bits
`define HANDLE HandleW
`define SET (Lanes+1)
`define KIND(names, bits) bits
