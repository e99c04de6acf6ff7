// Proof of conservation, as the plain sum, at a small size: the debt of every lane is the sum of the
// components held on it. So nothing is returned that is not owed, which the proof lane relies on.
//
// The resource table is the block's; beside it stands the reservation table's contract, which the
// proof reservation_table is about at full size: of what was frozen under an id, each component
// comes back once, as it was. An entry is free when it holds nothing.
module sema_resource_table_conservation_prove #(
    parameter int unsigned NHbm = 2,    // no other: the peeks are written for two
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned W = CntW + IdW + 1
) (
    input logic             clk_i, rst_ni, decide_i, try_i, repeat_i, first_i, known_i,
    input logic [2:0]       uses_i,         // of HBM, Atomic, response
    input logic [HbmW-1:0]  partition_i,
    input logic [CntW-1:0]  hbm_i, atomic_i, response_i,
    input logic [IdW-1:0]   id_i,
    input logic [2:0]       complete_i,     // stage completions, and whose
    input logic [3*IdW-1:0] complete_id_i,
    input logic             window_write_i,
    input logic [LaneW-1:0] window_lane_i,
    input logic [CntW-1:0]  window_i
);

  // What is held, by entry and class.
  logic [3*Depth-1:0]      held_q;
  logic [3*Depth*CntW-1:0] amount_q;
  logic [Depth*HbmW-1:0]   lane_q;

  logic [2:0]         returned;
  logic [3*CntW-1:0]  amount;
  logic [HbmW-1:0]    lane;
  for (genvar k = 0; k < 3; k++) begin : gen_return
    logic [IdW-1:0] id;
    assign id          = complete_id_i[k*IdW +: IdW];
    assign returned[k] = complete_i[k] && held_q[32'(id)*3 + k];
    assign amount[k*CntW +: CntW] = amount_q[(32'(id)*3 + k)*CntW +: CntW];
  end
  assign lane = lane_q[complete_id_i[IdW-1:0]*HbmW +: HbmW];

  logic                  grant_o, deny_o, reject_o, repeat_o, free;
  logic [Lanes:0]        refused_o;
  logic [Lanes-1:0]      used, over_o;
  logic [Lanes*CntW-1:0] windows_o, room_o, debt_o;
  assign free = held_q[32'(id_i)*3 +: 3] == '0;
  assign used = {uses_i[2], uses_i[1], uses_i[0] ? NHbm'(1) << partition_i : NHbm'(0)};

  sema_resource_table #(.NHbm(NHbm), .CntW(CntW)) u_dut (
      .used_i(used), .id_ready_i(free), .hbm_return_i(returned[0]), .hbm_lane_i(lane),
      .hbm_amount_i(amount[0 +: CntW]), .atomic_return_i(returned[1]),
      .atomic_amount_i(amount[CntW +: CntW]), .response_return_i(returned[2]),
      .response_amount_i(amount[2*CntW +: CntW]), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q <= '0;
    end else begin
      for (int k = 0; k < 3; k++) begin
        if (returned[k]) held_q[32'(complete_id_i[k*IdW +: IdW])*3 + k] <= 1'b0;
      end
      if (grant_o) held_q[32'(id_i)*3 +: 3] <= uses_i;
    end
    if (grant_o) begin
      amount_q[32'(id_i)*3*CntW +: 3*CntW] <= {response_i, atomic_i, hbm_i};
      lane_q[id_i*HbmW +: HbmW]            <= partition_i;
    end
  end

  // The sums, and the debts with a bit for their sign.
  (* peek = "u_dut.gen_hbm[0].u_lane.headroom_q" *) logic [CntW:0] headroom0;
  (* peek = "u_dut.gen_hbm[1].u_lane.headroom_q" *) logic [CntW:0] headroom1;
  (* peek = "u_dut.u_atomic.headroom_q" *) logic [CntW:0] headroom2;
  (* peek = "u_dut.u_response.headroom_q" *) logic [CntW:0] headroom3;
  logic [Lanes*(CntW+1)-1:0] headrooms;
  logic [Lanes-1:0]          conserved, valid;
  assign headrooms = {headroom3, headroom2, headroom1, headroom0};
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int unsigned Class = l < NHbm ? 0 : l - NHbm + 1;
    logic [W-1:0]    sum;
    logic [CntW:0]   owed;
    logic [CntW-1:0] window;
    always_comb begin
      sum = '0;
      for (int e = 0; e < Depth; e++) begin
        if (held_q[e*3 + Class] && (l >= NHbm || lane_q[e*HbmW +: HbmW] == HbmW'(l))) begin
          sum = sum + W'(amount_q[(e*3 + Class)*CntW +: CntW]);
        end
      end
    end
    assign window       = windows_o[l*CntW +: CntW];
    assign owed         = (CntW+1)'(window) - headrooms[l*(CntW+1) +: CntW+1];
    assign conserved[l] = sum == W'(debt_o[l*CntW +: CntW]) && !owed[CntW];
    assign valid[l]     = window != '1;
  end

  always_comb begin
    // No window is all ones.
    window_M : assume (!window_write_i || window_i != '1);

    if (began_o) begin
      sum_A : assert (conserved == '1);
      window_I : assert (valid == '1);

      sum_C : cover (debt_o[NHbm*CntW +: CntW] > CntW'(1) && held_q[1] && held_q[4] &&
                     returned == '1 && window_write_i);
    end
  end

endmodule
