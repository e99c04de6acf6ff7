// Decision core, low latency: no look-ahead.
//
// Each lane compares its demand with its headroom, H >= d; the AND over the lanes is the decision,
// which selects between two sums that are made meanwhile, H + e0 and H + e1. What the decision does
// not wait for, e1 = change - d, is made a clock before. So the loop is one comparison, the AND and
// the select: longer than that of the high-rate core by the comparison.
module sema_core_low_latency #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned W = CntW + 1
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  valid_i,
    input  logic [Lanes-1:0]      used_i,
    input  logic [Lanes*CntW-1:0] demand_i,
    input  logic [Lanes*W-1:0]    change_i,
    output logic                  decided_o,
    output logic                  grant_o,
    output logic [Lanes-1:0]      refused_o,
    output logic [Lanes*W-1:0]    headroom_o
);

  logic             run_1q, run_2q, valid_1q, valid_2q;
  logic [Lanes-1:0] fits;
  logic             grant, keep;

  assign grant = valid_2q && &fits;
  assign keep  = run_2q && !grant;

  always_ff @(posedge clk_i) begin
    run_1q    <= rst_ni;
    run_2q    <= run_1q && rst_ni; // changes of before the reset are still on their way for a clock
    valid_1q  <= valid_i && rst_ni;
    valid_2q  <= valid_1q && rst_ni;
    decided_o <= valid_2q && rst_ni;
    grant_o   <= grant;
    refused_o <= ~fits;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic            used_1q, pass_2q;
    logic [CntW-1:0] demand_1q, demand_2q;
    logic [W-1:0]    e0_2q, e1_2q, e1, kept, taken, headroom, compared_q;
    logic [2:0]      unused_carries;

    sema_add #(.W(W)) u_register_update (
        .a_i    (change_i[l*W +: W]),
        .b_i    (~{1'b0, demand_1q}),
        .carry_i(1'b1),
        .sum_o  (e1),
        .carry_o(unused_carries[0])
    );

    always_ff @(posedge clk_i) begin
      used_1q   <= used_i[l] && valid_i;
      demand_1q <= used_i[l] && valid_i ? demand_i[l*CntW +: CntW] : '0;
      pass_2q   <= !used_1q;
      demand_2q <= demand_1q;
      e0_2q     <= change_i[l*W +: W];
      e1_2q     <= e1;
    end

    sema_at_least #(.W(CntW)) u_fits (
        .a_i   (compared_q[CntW-1:0]),
        .b_i   (demand_2q),
        .pass_i(pass_2q),
        .fail_i(compared_q[CntW]),
        .yes_o (fits[l])
    );
    sema_add #(.W(W)) u_kept (
        .a_i    (headroom_o[l*W +: W]),
        .b_i    (e0_2q),
        .carry_i(1'b0),
        .sum_o  (kept),
        .carry_o(unused_carries[1])
    );
    sema_add #(.W(W)) u_taken (
        .a_i    (headroom_o[l*W +: W]),
        .b_i    (e1_2q),
        .carry_i(1'b0),
        .sum_o  (taken),
        .carry_o(unused_carries[2])
    );

    assign headroom = {W{grant}} & taken | {W{keep}} & kept;
    sema_dup_flop #(.W(W)) u_compared (.clk_i, .d_i(headroom), .q_o(compared_q));
    sema_dup_flop #(.W(W)) u_headroom (.clk_i, .d_i(headroom), .q_o(headroom_o[l*W +: W]));
  end

endmodule
