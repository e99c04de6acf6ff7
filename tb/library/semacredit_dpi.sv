// SPDX-License-Identifier: Apache-2.0
// libsemacredit for SystemVerilog: semacredit.h by DPI-C, and the ports of rtl/semacredit.sv
// for testbenches that hand them over. Handles are chandles. Where C takes a buffer for a message, this
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

// The ports but clock and reset, as `DRIVE(port, bits, elements) for inputs and `SHOW(...) for
// outputs, which a testbench defines. It knows NHbm, Lanes and widths by the names of semacredit.sv.
`define SEMACREDIT_PORTS \
    `DRIVE(op_valid_i, 1, 1) \
    `SHOW(op_ready_o, 1, 3*Lanes) \
    `DRIVE(op_tag_i, TagW, 1) \
    `DRIVE(op_opcode_i, 4, 1) \
    `DRIVE(op_stage_i, 5, 1) \
    `DRIVE(op_engine_i, 2, 1) \
    `DRIVE(op_length_i, 32, 1) \
    `DRIVE(op_response_length_i, 32, 1) \
    `DRIVE(op_reply_i, 1, 1) \
    `DRIVE(op_wire_bytes_i, WireW, 1) \
    `DRIVE(op_urgent_i, 1, 1) \
    `DRIVE(op_domain_i, 8, 1) \
    `DRIVE(op_again_i, 1, 1) \
    `SHOW(answer_kind_o, 2, 1) \
    `SHOW(answer_tag_o, TagW, 1) \
    `SHOW(answer_handle_o, HandleW, 1) \
    `SHOW(decision_kind_o, 2, 1) \
    `SHOW(decision_tag_o, TagW, 1) \
    `SHOW(decision_handle_o, HandleW, 1) \
    `SHOW(free_valid_o, 1, Channels) \
    `SHOW(free_handle_o, HandleW, Channels) \
    `DRIVE(hbm_valid_i, 1, NHbm) \
    `SHOW(hbm_ready_o, 1, NHbm) \
    `DRIVE(hbm_handle_i, HandleW, NHbm) \
    `DRIVE(atomic_valid_i, 1, NAtomic) \
    `SHOW(atomic_ready_o, 1, NAtomic) \
    `DRIVE(atomic_handle_i, HandleW, NAtomic) \
    `DRIVE(response_valid_i, 1, NResponse) \
    `SHOW(response_ready_o, 1, NResponse) \
    `DRIVE(response_handle_i, HandleW, NResponse) \
    `DRIVE(done_valid_i, 1, 1) \
    `SHOW(done_ready_o, 1, 1) \
    `DRIVE(done_handle_i, HandleW, 1) \
    `DRIVE(hbm_observed_i, 16, NHbm) \
    `DRIVE(atomic_observed_i, 16, NAtomic) \
    `DRIVE(response_observed_i, 16, NResponse) \
    `DRIVE(epoch_i, 2, 1) \
    `DRIVE(pause_i, 1, 1) \
    `DRIVE(now_i, 48, 1) \
    `DRIVE(axi_awvalid_i, 1, 1) \
    `SHOW(axi_awready_o, 1, 1) \
    `DRIVE(axi_awaddr_i, 12, 1) \
    `DRIVE(axi_wvalid_i, 1, 1) \
    `SHOW(axi_wready_o, 1, 1) \
    `DRIVE(axi_wdata_i, 32, 1) \
    `DRIVE(axi_wstrb_i, 4, 1) \
    `SHOW(axi_bvalid_o, 1, 1) \
    `DRIVE(axi_bready_i, 1, 1) \
    `SHOW(axi_bresp_o, 2, 1) \
    `DRIVE(axi_arvalid_i, 1, 1) \
    `SHOW(axi_arready_o, 1, 1) \
    `DRIVE(axi_araddr_i, 12, 1) \
    `SHOW(axi_rvalid_o, 1, 1) \
    `DRIVE(axi_rready_i, 1, 1) \
    `SHOW(axi_rdata_o, 32, 1) \
    `SHOW(axi_rresp_o, 2, 1) \
    `SHOW(message_valid_o, 1, 1) \
    `DRIVE(message_ready_i, 1, 1) \
    `SHOW(message_epoch_o, 2, 1) \
    `SHOW(message_credit_o, CntW, Lanes) \
    `SHOW(quiet_o, 1, 1) \
    `SHOW(trace_kind_o, 3, 1) \
    `SHOW(trace_tag_o, TagW, 1) \
    `SHOW(trace_handle_o, HandleW, 1) \
    `SHOW(trace_mask_o, Lanes + 1, 1) \
    `SHOW(trace_stage_o, CntW, 1) \
    `SHOW(trace_response_o, CntW, 1) \
    `SHOW(trace_return_kind_o, 2, Channels) \
    `SHOW(trace_return_handle_o, HandleW, Channels) \
    `SHOW(trace_return_lane_o, 6, Channels) \
    `SHOW(trace_return_amount_o, CntW, Channels)
