// Proof of sema_resource_table, ten lanes of 32 bits: an operation is granted whole or not at all,
// and only if it fits everywhere; nothing but its own grants, returns and window writes changes a
// lane; every operation gets the one answer that the rules say, in its own clock.
//
// A lane's debt is its window less its headroom: that is the proof lane's, and here all is headroom.
// Sums are written in the circuit's order and shape, because to a SAT solver a sum in another order
// is another sum.
module sema_resource_table_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned W = CntW + 1
) (
    input logic             clk_i, rst_ni, decide_i, try_i, repeat_i, first_i, known_i,
    input logic [Lanes-1:0] used_i,
    input logic [CntW-1:0]  hbm_i, atomic_i, response_i,
    input logic             id_ready_i, hbm_return_i,
    input logic [HbmW-1:0]  hbm_lane_i,
    input logic [CntW-1:0]  hbm_amount_i,
    input logic             atomic_return_i,
    input logic [CntW-1:0]  atomic_amount_i,
    input logic             response_return_i,
    input logic [CntW-1:0]  response_amount_i,
    input logic             window_write_i,
    input logic [LaneW-1:0] window_lane_i,
    input logic [CntW-1:0]  window_i
);

  logic                  grant_o, deny_o, reject_o, repeat_o;
  logic [Lanes:0]        refused_o;
  logic [Lanes-1:0]      over_o;
  logic [Lanes*CntW-1:0] windows_o, room_o, debt_o;

  sema_resource_table #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // Headroom of each lane.
  (* peek = "u_dut.gen_hbm[0].u_lane.headroom_q" *) logic [W-1:0] headroom0;
  (* peek = "u_dut.gen_hbm[1].u_lane.headroom_q" *) logic [W-1:0] headroom1;
  (* peek = "u_dut.gen_hbm[2].u_lane.headroom_q" *) logic [W-1:0] headroom2;
  (* peek = "u_dut.gen_hbm[3].u_lane.headroom_q" *) logic [W-1:0] headroom3;
  (* peek = "u_dut.gen_hbm[4].u_lane.headroom_q" *) logic [W-1:0] headroom4;
  (* peek = "u_dut.gen_hbm[5].u_lane.headroom_q" *) logic [W-1:0] headroom5;
  (* peek = "u_dut.gen_hbm[6].u_lane.headroom_q" *) logic [W-1:0] headroom6;
  (* peek = "u_dut.gen_hbm[7].u_lane.headroom_q" *) logic [W-1:0] headroom7;
  (* peek = "u_dut.u_atomic.headroom_q" *) logic [W-1:0] headroom8;
  (* peek = "u_dut.u_response.headroom_q" *) logic [W-1:0] headroom9;
  logic [Lanes*W-1:0] headrooms;
  assign headrooms = {headroom9, headroom8, headroom7, headroom6, headroom5, headroom4, headroom3,
                      headroom2, headroom1, headroom0};

  // The rules, the plain way; and what each lane must be after this clock.
  logic               tried, reset_q, granted_q, idle_q;
  logic [Lanes*(W+CntW)-1:0] state_q;
  logic [Lanes-1:0]   fits, impossible;
  logic [Lanes*W-1:0] headrooms_q;
  logic [Lanes*CntW-1:0] windows_q;
  assign tried = decide_i && try_i && !repeat_i;
  always_ff @(posedge clk_i) begin
    reset_q   <= !rst_ni;
    idle_q    <= rst_ni && !decide_i && !hbm_return_i && !atomic_return_i && !response_return_i &&
                 !window_write_i;
    state_q   <= {headrooms, windows_o};
    granted_q <= grant_o && $countones(used_i) == 3;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic signed [W-1:0] headroom, demand, kept, taken;
    logic [CntW-1:0]     window, amount;
    logic                returned, written;
    assign headroom = $signed(headrooms[l*W +: W]);
    assign window   = windows_o[l*CntW +: CntW];
    assign demand   = $signed({1'b0, l == NHbm ? atomic_i : l > NHbm ? response_i : hbm_i});
    assign amount   = l == NHbm ? atomic_amount_i : l > NHbm ? response_amount_i : hbm_amount_i;
    assign returned = l == NHbm ? atomic_return_i : l > NHbm ? response_return_i :
                      hbm_return_i && hbm_lane_i == HbmW'(l);
    assign written  = window_write_i && window_lane_i == LaneW'(l);

    assign fits[l]       = !used_i[l] || demand <= headroom;
    assign impossible[l] = used_i[l] && demand[CntW-1:0] > window;

    assign kept  = returned ? headroom + $signed({1'b0, amount}) : headroom;
    assign taken = used_i[l] ? kept - demand : kept;
    always_ff @(posedge clk_i) begin
      windows_q[l*CntW +: CntW] <= written ? window_i : window;
      if (written) begin
        headrooms_q[l*W +: W] <=
            grant_o ? taken + ($signed({1'b0, window_i}) - $signed({1'b0, window})) :
                    kept + ($signed({1'b0, window_i}) - $signed({1'b0, window}));
      end else begin
        headrooms_q[l*W +: W] <= grant_o ? taken : kept;
      end
    end
  end

  always_comb begin
    // A demand above the window is above the headroom: debt is never negative.
    over_M : assume ((over_o & ~refused_o[Lanes-1:0]) == '0);

    if (began_o) begin
      all_or_none_A : assert (reset_q || headrooms == headrooms_q);
      fits_A : assert (!grant_o || (tried && known_i && id_ready_i && fits == '1));
      granted_A : assert (!(tried && known_i && id_ready_i && fits == '1) || grant_o);
      answered_A : assert ($onehot0({grant_o, deny_o, reject_o, repeat_o}) &&
                           (decide_i && (known_i || (try_i && first_i)) ?
                            (grant_o || deny_o || reject_o || repeat_o) == (try_i || refused_o != '0) :
                            decide_i || !(grant_o || deny_o || reject_o || repeat_o)));
      refused_A : assert (refused_o == {!id_ready_i, ~fits});
      repeated_A : assert (repeat_o == (decide_i && try_i && repeat_i));
      // What the arbiter takes for granted (proof arbiter, Leave_M).
      left_A : assert (grant_o || reject_o || repeat_o ? decide_i && try_i && !deny_o : !grant_o);
      rejected_A : assert (reject_o == (tried && first_i && (!known_i || impossible != '0)) &&
                           over_o == impossible);
      window_A : assert (reset_q || windows_o == windows_q);
      quiet_A : assert (!idle_q || {headrooms, windows_o} == state_q);

      quiet_C : cover (idle_q && headroom0 != W'(windows_o[CntW-1:0]));
      all_or_none_C : cover (!reset_q && granted_q && headrooms[W-1:0] != W'(windows_o[CntW-1:0]));
      fits_C : cover (grant_o && $countones(used_i) == 3 && used_i[0] && headroom0 != '0 &&
                      headroom0 == {1'b0, hbm_i});
      granted_C : cover (grant_o && $countones(used_i) == 3);
      answered_C : cover (deny_o && !first_i && $countones(refused_o) == 2);
      refused_C : cover (refused_o[0] && hbm_i < windows_o[CntW-1:0]);
      repeated_C : cover (repeat_o && $countones(refused_o) == 2);
      left_C : cover (repeat_o && refused_o != '0 && !reset_q);
      rejected_C : cover (reject_o && known_i && over_o == Lanes'(1) << NHbm);
      window_C : cover (!reset_q && headroom0[CntW]);
    end
  end

endmodule
