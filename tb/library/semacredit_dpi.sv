// libsemacredit for SystemVerilog: semacredit.h by DPI-C, and the ports of rtl/semacredit.sv for
// testbenches that hand them over. Handles are chandles. Where C takes a buffer for a message, this
// passes none.
package semacredit_dpi;
  import "DPI-C" function int semacredit_abi();
  import "DPI-C" function chandle semacredit_ports_open(int unsigned depth);
  import "DPI-C" function void semacredit_ports_close(chandle ports);
  import "DPI-C" function int semacredit_port(string name);
  import "DPI-C" function longint unsigned semacredit_get(chandle ports, int port,
                                                          int unsigned element);
  import "DPI-C" function void semacredit_set(chandle ports, int port, int unsigned element,
                                              longint unsigned value);
  import "DPI-C" function bit semacredit_differ(chandle dut, chandle ref_ports, chandle text,
                                                longint unsigned size);
  import "DPI-C" function void semacredit_drive(chandle ports, chandle from);
  import "DPI-C" function chandle semacredit_golden_open(int unsigned depth);
  import "DPI-C" function void semacredit_golden_close(chandle golden);
  import "DPI-C" function void semacredit_golden_clock(chandle golden, chandle ports);
  import "DPI-C" function chandle semacredit_checker_open(int unsigned depth);
  import "DPI-C" function void semacredit_checker_close(chandle checker_);
  import "DPI-C" function bit semacredit_checker_clock(chandle checker_, chandle ports);
  import "DPI-C" function bit semacredit_checker_drained(chandle checker_);
  import "DPI-C" function string semacredit_checker_finding(chandle checker_);
  import "DPI-C" function chandle semacredit_workload_open(string path, longint unsigned seed,
                                                           chandle error, longint unsigned size);
  import "DPI-C" function void semacredit_workload_close(chandle workload);
  import "DPI-C" function bit semacredit_workload_clock(chandle workload, chandle ports);
endpackage

// The ports but clock and reset, as `DRIVE(port, bits, elements) for inputs and `SHOW(...) for
// outputs, which a testbench defines. It knows NHbm, Lanes and widths by the names of semacredit.sv.
`define SEMACREDIT_PORTS \
    `DRIVE(op_valid_i, 1, 1) \
    `SHOW(op_ready_o, 1, 1) \
    `DRIVE(op_tag_i, TagW, 1) \
    `DRIVE(op_opcode_i, 4, 1) \
    `DRIVE(op_address_i, 64, 1) \
    `DRIVE(op_length_i, 32, 1) \
    `DRIVE(op_response_length_i, 32, 1) \
    `DRIVE(op_wire_bytes_i, WireW, 1) \
    `DRIVE(op_urgent_i, 1, 1) \
    `DRIVE(op_domain_i, DomainW, 1) \
    `DRIVE(pause_i, 1, 1) \
    `DRIVE(hbm_valid_i, NHbm, 1) \
    `SHOW(hbm_ready_o, NHbm, 1) \
    `DRIVE(hbm_id_i, IdW, NHbm) \
    `DRIVE(hbm_service_i, ServiceW, NHbm) \
    `DRIVE(atomic_valid_i, 1, 1) \
    `DRIVE(atomic_id_i, IdW, 1) \
    `DRIVE(atomic_service_i, ServiceW, 1) \
    `DRIVE(response_valid_i, 1, 1) \
    `DRIVE(response_id_i, IdW, 1) \
    `DRIVE(response_service_i, ServiceW, 1) \
    `DRIVE(done_valid_i, 1, 1) \
    `DRIVE(done_id_i, IdW, 1) \
    `DRIVE(axi_awvalid_i, 1, 1) \
    `SHOW(axi_awready_o, 1, 1) \
    `DRIVE(axi_awaddr_i, AddressW, 1) \
    `DRIVE(axi_wvalid_i, 1, 1) \
    `SHOW(axi_wready_o, 1, 1) \
    `DRIVE(axi_wdata_i, 32, 1) \
    `DRIVE(axi_wstrb_i, 4, 1) \
    `SHOW(axi_bvalid_o, 1, 1) \
    `DRIVE(axi_bready_i, 1, 1) \
    `SHOW(axi_bresp_o, 2, 1) \
    `DRIVE(axi_arvalid_i, 1, 1) \
    `SHOW(axi_arready_o, 1, 1) \
    `DRIVE(axi_araddr_i, AddressW, 1) \
    `SHOW(axi_rvalid_o, 1, 1) \
    `DRIVE(axi_rready_i, 1, 1) \
    `SHOW(axi_rdata_o, 32, 1) \
    `SHOW(axi_rresp_o, 2, 1) \
    `DRIVE(now_i, TimeW, 1) \
    `SHOW(grant_valid_o, 1, 1) \
    `DRIVE(grant_ready_i, 1, 1) \
    `SHOW(grant_credit_o, CntW, Lanes) \
    `SHOW(quiet_o, 1, 1) \
    `SHOW(commit_order_o, OrderW, 1) \
    `SHOW(commit_reset_o, 1, 1) \
    `SHOW(commit_window_o, 1, 1) \
    `SHOW(commit_window_lane_o, LaneW, 1) \
    `SHOW(commit_window_value_o, CntW, 1) \
    `SHOW(commit_calibrate_o, Lanes, 1) \
    `SHOW(commit_multiplier_o, WordW, Lanes) \
    `SHOW(commit_kind_o, 3, 1) \
    `SHOW(commit_tag_o, TagW, 1) \
    `SHOW(commit_id_o, IdW, 1) \
    `SHOW(commit_mask_o, Lanes + 1, 1) \
    `SHOW(commit_lane_o, LaneW, 1) \
    `SHOW(commit_hbm_o, CntW, 1) \
    `SHOW(commit_atomic_o, CntW, 1) \
    `SHOW(commit_response_o, CntW, 1) \
    `SHOW(commit_hbm_kind_o, 2, 1) \
    `SHOW(commit_atomic_kind_o, 2, 1) \
    `SHOW(commit_response_kind_o, 2, 1) \
    `SHOW(commit_hbm_id_o, IdW, 1) \
    `SHOW(commit_atomic_id_o, IdW, 1) \
    `SHOW(commit_response_id_o, IdW, 1) \
    `SHOW(commit_hbm_lane_o, LaneW, 1) \
    `SHOW(commit_hbm_amount_o, CntW, 1) \
    `SHOW(commit_atomic_amount_o, CntW, 1) \
    `SHOW(commit_response_amount_o, CntW, 1) \
    `SHOW(commit_done_kind_o, 2, 1) \
    `SHOW(commit_done_id_o, IdW, 1) \
    `SHOW(commit_retire_o, 3, 1) \
    `SHOW(commit_debt_o, CntW, Lanes)
