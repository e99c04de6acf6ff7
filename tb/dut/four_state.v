// Runs test vectors (tb/dut/vectors.h) through the block in a four-state simulator, and compares
// every bit of every output: an x is never what was expected. A difference ends the program with a
// status that is not 0, as no vectors do.
// plusargs: +vectors=FILE
module four_state;
  localparam Inputs = 562;
  localparam Outputs = 1240;

  reg clk_i;
  reg [Inputs-1:0] beats;
  reg [Outputs-1:0] expected;
  wire [Outputs-1:0] shown;

  wire rst_ni, op_valid_i, op_urgent_i, pause_i, atomic_valid_i, response_valid_i, done_valid_i,
      axi_awvalid_i, axi_wvalid_i, axi_bready_i, axi_arvalid_i, axi_rready_i, grant_ready_i;
  wire [31:0] op_tag_i, op_length_i, op_response_length_i, axi_wdata_i;
  wire [3:0] op_opcode_i, axi_wstrb_i;
  wire [63:0] op_address_i;
  wire [23:0] op_wire_bytes_i;
  wire [7:0] op_domain_i, hbm_valid_i;
  wire [55:0] hbm_id_i;
  wire [127:0] hbm_service_i;
  wire [6:0] atomic_id_i, response_id_i, done_id_i;
  wire [15:0] atomic_service_i, response_service_i;
  wire [11:0] axi_awaddr_i, axi_araddr_i;
  wire [47:0] now_i;
  wire op_ready_o, axi_awready_o, axi_wready_o, axi_bvalid_o, axi_arready_o, axi_rvalid_o,
      grant_valid_o, quiet_o, commit_reset_o, commit_window_o;
  wire [7:0] hbm_ready_o;
  wire [1:0] axi_bresp_o, axi_rresp_o, commit_hbm_kind_o, commit_atomic_kind_o,
      commit_response_kind_o, commit_done_kind_o;
  wire [31:0] axi_rdata_o, commit_window_value_o, commit_tag_o, commit_hbm_o, commit_atomic_o,
      commit_response_o, commit_hbm_amount_o, commit_atomic_amount_o, commit_response_amount_o;
  wire [319:0] grant_credit_o, commit_debt_o;
  wire [47:0] commit_order_o;
  wire [3:0] commit_window_lane_o, commit_lane_o, commit_hbm_lane_o;
  wire [9:0] commit_calibrate_o;
  wire [159:0] commit_multiplier_o;
  wire [2:0] commit_kind_o, commit_retire_o;
  wire [6:0] commit_id_o, commit_hbm_id_o, commit_atomic_id_o, commit_response_id_o,
      commit_done_id_o;
  wire [10:0] commit_mask_o;

  assign {
      rst_ni, op_valid_i, op_tag_i, op_opcode_i, op_address_i, op_length_i, op_response_length_i,
      op_wire_bytes_i, op_urgent_i, op_domain_i, pause_i, hbm_valid_i, hbm_id_i, hbm_service_i,
      atomic_valid_i, atomic_id_i, atomic_service_i, response_valid_i, response_id_i,
      response_service_i, done_valid_i, done_id_i, axi_awvalid_i, axi_awaddr_i, axi_wvalid_i,
      axi_wdata_i, axi_wstrb_i, axi_bready_i, axi_arvalid_i, axi_araddr_i, axi_rready_i, now_i,
      grant_ready_i
  } = beats;
  assign shown = {
      op_ready_o, hbm_ready_o, axi_awready_o, axi_wready_o, axi_bvalid_o, axi_bresp_o,
      axi_arready_o, axi_rvalid_o, axi_rdata_o, axi_rresp_o, grant_valid_o, grant_credit_o, quiet_o,
      commit_order_o, commit_reset_o, commit_window_o, commit_window_lane_o, commit_window_value_o,
      commit_calibrate_o, commit_multiplier_o, commit_kind_o, commit_tag_o, commit_id_o,
      commit_mask_o, commit_lane_o, commit_hbm_o, commit_atomic_o, commit_response_o,
      commit_hbm_kind_o, commit_atomic_kind_o, commit_response_kind_o, commit_hbm_id_o,
      commit_atomic_id_o, commit_response_id_o, commit_hbm_lane_o, commit_hbm_amount_o,
      commit_atomic_amount_o, commit_response_amount_o, commit_done_kind_o, commit_done_id_o,
      commit_retire_o, commit_debt_o
  };

  semacredit block (.*);

  task edge_of_clock;
    begin
      #1 clk_i = 1;
      #1 clk_i = 0;
    end
  endtask

  reg [8*1024-1:0] path;
  integer file, clock;
  initial begin
    if (!$value$plusargs("vectors=%s", path)) begin
      $display("FAILED: expected +vectors=FILE");
      $fatal;
    end
    file  = $fopen(path, "r");
    clk_i = 0;
    // Out of any state: in reset nothing but the reset is known.
    beats = {1'b0, {Inputs - 1{1'bx}}};
    edge_of_clock;
    edge_of_clock;
    clock = 0;
    while ($fscanf(file, "%b %b\n", beats, expected) == 2) begin
      edge_of_clock;
      if (shown !== expected) begin
        $display("FAILED: clock %0d", clock);
        $display("shown    %b", shown);
        $display("expected %b", expected);
        $fatal;
      end
      clock = clock + 1;
    end
    $display("clocks %0d", clock);
    if (clock == 0) $fatal;
    $finish;
  end
endmodule
