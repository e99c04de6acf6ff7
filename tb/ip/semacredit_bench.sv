// SPDX-License-Identifier: Apache-2.0
// The block alone, for a first look: some operations are offered, granted and
// completed; demands, credit and debts are those of rtl/spec. Prints a line and ends with a status;
// needs no other file than the RTL.
module semacredit_bench;
  localparam int unsigned NHbm = 8, Lanes = 10, CntW = 32, TagW = 32, HandleW = 13, Operations = 6;
  localparam int unsigned Atomic = 8, Response = 9; // lanes
  localparam int unsigned ResponseFixed = 320; // quanta, after reset
  localparam int unsigned InForce = 'h200, Debt = 'h300, Held = 'h92c;

  logic clk_i = 1'b0, rst_ni = 1'b0;
  always #1 clk_i = !clk_i;

  // offer
  logic op_valid_i = 1'b0, op_reply_i = 1'b0, op_urgent_i = 1'b0, op_again_i = 1'b0;
  logic [TagW-1:0] op_tag_i = '0;
  logic [3:0]      op_opcode_i = '0;
  logic [4:0]      op_stage_i = '0;
  logic [1:0]      op_engine_i = '0;
  logic [31:0]     op_length_i = '0, op_response_length_i = '0;
  logic [23:0]     op_wire_bytes_i = 24'd64;
  logic [7:0]      op_domain_i = '0;
  logic [3*Lanes-1:0] op_ready_o;
  // completions, by lane; then done
  logic [Lanes-1:0]   completes = '0;
  logic [HandleW-1:0] completed = '0;
  wire [NHbm-1:0]         hbm_valid_i = completes[NHbm-1:0], hbm_ready_o;
  wire [NHbm*HandleW-1:0] hbm_handle_i = {NHbm{completed}};
  wire [HandleW-1:0] atomic_handle_i = completed, response_handle_i = completed;
  wire atomic_valid_i = completes[Atomic], response_valid_i = completes[Response];
  wire atomic_ready_o, response_ready_o, done_ready_o;
  logic [HandleW-1:0] done_handle_i = '0;
  logic done_valid_i = 1'b0;
  wire [Lanes-1:0] completable = {response_ready_o, atomic_ready_o, hbm_ready_o};
  logic [16*NHbm-1:0] hbm_observed_i = '1;
  logic [15:0] atomic_observed_i = '1, response_observed_i = '1;
  logic [1:0]  epoch_i = 2'd1;
  logic        pause_i = 1'b0;
  logic [Lanes-1:0]   stage_idle_i = '0;
  logic [8*Lanes-1:0] stage_queue_i = '0;
  logic [47:0] now_i = '0;
  // registers and messages
  logic axi_awvalid_i = 1'b0, axi_wvalid_i = 1'b0, axi_bready_i = 1'b1;
  logic axi_arvalid_i = 1'b0, axi_rready_i = 1'b1, message_ready_i = 1'b1;
  logic axi_awready_o, axi_wready_o, axi_bvalid_o, axi_arready_o, axi_rvalid_o;
  logic message_valid_o, quiet_o, irq_o;
  logic [11:0] axi_awaddr_i = '0, axi_araddr_i = '0;
  logic [31:0] axi_wdata_i = '0, axi_rdata_o;
  logic [3:0]  axi_wstrb_i = '1;
  logic [1:0]  axi_bresp_o, axi_rresp_o, message_epoch_o;
  logic [Lanes*CntW-1:0] message_credit_o;
  // what it says
  logic [1:0] answer_kind_o, decision_kind_o;
  logic [2:0] trace_kind_o;
  logic [TagW-1:0] answer_tag_o, decision_tag_o, trace_tag_o;
  logic [HandleW-1:0] answer_handle_o, decision_handle_o, trace_handle_o;
  logic [3:0] free_valid_o;
  logic [4*HandleW-1:0] free_handle_o, trace_return_handle_o;
  logic [Lanes:0] trace_mask_o;
  logic [CntW-1:0] trace_stage_o, trace_response_o;
  logic [7:0] trace_return_kind_o;
  logic [23:0] trace_return_lane_o;
  logic [4*CntW-1:0] trace_return_amount_o;
  logic [63:0] trace_return_observed_o;
  semacredit u_block (.*);

  int unsigned errors = 0;
  task automatic expect_equal(string what, logic [63:0] want, logic [63:0] got);
    if (want !== got) begin
      errors++;
      $display("FAILED: %s: expected %0d, got %0d", what, want, got);
    end
  endtask

  // What was decided of each tag, its handle, and the credit that each lane gave back.
  int unsigned grants[Operations], denies[Operations], rejects[Operations], frees = 0;
  logic [HandleW-1:0] handle[Operations];
  logic [CntW-1:0] stage[Operations], response[Operations], credit[Lanes];
  initial for (int l = 0; l < Lanes; l++) credit[l] = '0;
  always @(negedge clk_i) if (rst_ni) begin
    now_i <= now_i + 1'b1;
    if (decision_kind_o == 2'd1) handle[decision_tag_o[2:0]] = decision_handle_o;
    if (trace_kind_o == 3'd1) begin
      grants[trace_tag_o[2:0]]++;
      stage[trace_tag_o[2:0]]    = trace_stage_o;
      response[trace_tag_o[2:0]] = trace_response_o;
    end
    if (trace_kind_o == 3'd2) denies[trace_tag_o[2:0]]++;
    if (trace_kind_o == 3'd3) rejects[trace_tag_o[2:0]]++;
    for (int k = 0; k < 4; k++) begin
      frees += 32'(free_valid_o[k]);
      if (trace_return_kind_o[2*k +: 2] == 2'd1)
        credit[trace_return_lane_o[6*k +: 4]] += trace_return_amount_o[CntW*k +: CntW];
      if (trace_return_kind_o[2*k+1]) expect_equal("a stray return, channel", 64'd99, 64'(k));
    end
  end

  // Inputs change at falling edges, half a clock before they are sampled.
  task automatic clocks(int unsigned count);
    repeat (count) @(negedge clk_i);
  endtask

  task automatic offer(logic [2:0] tag, logic [3:0] opcode, logic [4:0] at, logic [31:0] length,
                       logic [31:0] response_length, bit reply);
    while (op_ready_o != '1) clocks(1);
    op_tag_i             = TagW'(tag);
    op_opcode_i          = opcode;
    op_stage_i           = at;
    op_length_i          = length;
    op_response_length_i = response_length;
    op_reply_i           = reply;
    op_valid_i           = 1'b1;
    clocks(1);
    op_valid_i = 1'b0;
  endtask

  task automatic complete(logic [2:0] tag, int unsigned lane);
    while (!completable[lane]) clocks(1);
    completed = handle[tag];
    completes = Lanes'(1) << lane;
    clocks(1);
    completes = '0;
  endtask

  task automatic bus_expect(string what, int unsigned address, logic [31:0] want);
    while (!axi_arready_o) clocks(1);
    {axi_araddr_i, axi_arvalid_i} = {12'(address), 1'b1};
    clocks(1);
    axi_arvalid_i = 1'b0;
    while (!axi_rvalid_o) clocks(1);
    expect_equal(what, 64'(want), 64'(axi_rdata_o));
    clocks(1);
  endtask

  task automatic expect_grant(logic [2:0] tag, logic [31:0] want_stage, logic [31:0] want_response);
    expect_equal($sformatf("grants of operation %0d", tag), 64'd1, 64'(grants[tag]));
    expect_equal($sformatf("stage demand of operation %0d", tag), 64'(want_stage), 64'(stage[tag]));
    expect_equal($sformatf("response demand of operation %0d", tag), 64'(want_response),
                 64'(response[tag]));
  endtask

  initial begin
    clocks(5);
    rst_ni = 1'b1;
    clocks(2);
    bus_expect("window of a partition", InForce, 32'd64000);

    offer(3'd0, 4'd0, 5'd2, 32'd4096, 32'd0, 1'b0);    // write at partition 2
    offer(3'd1, 4'd1, 5'd3, 32'd0, 32'd1000, 1'b0);    // read at partition 3
    offer(3'd2, 4'd2, 5'd0, 32'd64, 32'd0, 1'b0);      // notification at partition 0
    offer(3'd3, 4'd8, 5'd0, 32'd8, 32'd8, 1'b1);       // Atomic
    offer(3'd4, 4'd5, 5'd0, 32'd8, 32'd0, 1'b0);       // an opcode that there is none of
    clocks(30);
    offer(3'd5, 4'd0, 5'd2, 32'd80000, 32'd0, 1'b0);   // more than partition 2 has room for
    clocks(30);
    expect_grant(3'd0, 32'd4096, 32'd0);
    expect_grant(3'd1, 32'd1000, ResponseFixed + 250); // and a quantum for 4 bytes
    expect_grant(3'd2, 32'd64, 32'd0);
    expect_grant(3'd3, 32'd1600, ResponseFixed + 2);
    expect_equal("rejects of operation 4", 64'd1, 64'(rejects[4]));
    expect_equal("operation 5 waits", 64'd0, 64'(grants[5]));
    expect_equal("denies of operation 5", 64'd1, 64'(denies[5]));
    bus_expect("debt of lane 2", Debt + 4 * 2, 32'd4096);
    bus_expect("debt of the response engine", Debt + 4 * Response, 32'd892);
    bus_expect("reservations held", Held, 32'd4);

    complete(3'd0, 2);
    clocks(30);
    expect_grant(3'd5, 32'd80000, 32'd0);              // an empty lane admits it
    complete(3'd1, 3);
    complete(3'd2, 0);
    complete(3'd3, Atomic);
    complete(3'd5, 2);
    complete(3'd3, Response);
    complete(3'd1, Response);
    for (int c = 0; c < 1000 && !quiet_o; c++) clocks(1);
    expect_equal("quiet at the end", 64'd1, 64'(quiet_o));
    expect_equal("operations completed", 64'd5, 64'(frees));
    for (int unsigned l = 0; l < Lanes; l++) begin
      expect_equal($sformatf("credit returned at lane %0d", l), 64'(
                   l == 0 ? 64 : l == 2 ? 84096 : l == 3 ? 1000 : l == Atomic ? 1600 :
                   l == Response ? 892 : 0), 64'(credit[l]));
      bus_expect("debt at the end", Debt + 4 * l, 32'd0);
    end
    bus_expect("reservations held at the end", Held, 32'd0);
    if (errors != 0) $fatal(1, "semacredit_bench: %0d errors", errors);
    $display("semacredit_bench: 5 operations granted and completed, 1 rejected");
    $finish;
  end

  initial begin
    #100000 $fatal(1, "semacredit_bench: it does not end");
  end
endmodule
