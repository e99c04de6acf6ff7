// Proof of sema_commit: what a clock did is shown in the next, whole and unchanged, and nothing else is;
// the order number is that of the first commit shown, without a gap, in all its bits.
//
// What is expected of the order is reckoned from what was shown in the clock before, so that every bit
// of it is proved, also those that no simulation reaches.
module sema_commit_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned OrderW = sema_pkg::OrderBits,
    localparam int unsigned WordW = sema_pkg::WordBits
) (
    input logic                        clk_i, rst_ni, window_i,
    input logic [LaneW-1:0]            window_lane_i,
    input logic [CntW-1:0]             window_value_i,
    input logic [Lanes-1:0]            calibrated_i,
    input logic [Lanes*WordW-1:0]      multiplier_i,
    input logic                        grant_i, deny_i, reject_i, repeat_i, deny_changed_i,
    input logic [TagW-1:0]             tag_i,
    input logic [IdW-1:0]              id_i,
    input logic [Lanes-1:0]            used_i,
    input logic [Lanes:0]              refused_i,
    input logic [Lanes-1:0]            over_i,
    input logic [HbmW-1:0]             lane_i,
    input logic [CntW-1:0]             hbm_i, atomic_i, response_i,
    input logic                        hbm_return_i, hbm_stray_i, hbm_retire_i,
    input logic [IdW-1:0]              hbm_id_i,
    input logic [HbmW-1:0]             hbm_lane_i,
    input logic [CntW-1:0]             hbm_amount_i,
    input logic                        atomic_return_i, atomic_stray_i, atomic_retire_i,
    input logic [IdW-1:0]              atomic_id_i,
    input logic [CntW-1:0]             atomic_amount_i,
    input logic                        response_return_i, response_stray_i, response_retire_i,
    input logic [IdW-1:0]              response_id_i,
    input logic [CntW-1:0]             response_amount_i,
    input logic                        done_retire_i, done_stray_i,
    input logic [IdW-1:0]              done_id_i,
    input logic [Lanes*CntW-1:0]       debt_i
);

  logic [OrderW-1:0]           order_o;
  logic                        reset_o, window_o;
  logic [LaneW-1:0]            window_lane_o;
  logic [CntW-1:0]             window_value_o;
  logic [Lanes-1:0]            calibrate_o;
  logic [Lanes*WordW-1:0]      multiplier_o;
  logic [2:0]                  kind_o;
  logic [TagW-1:0]             tag_o;
  logic [IdW-1:0]              id_o;
  logic [Lanes:0]              mask_o;
  logic [LaneW-1:0]            lane_o;
  logic [CntW-1:0]             hbm_o, atomic_o, response_o;
  logic [1:0]                  hbm_kind_o, atomic_kind_o, response_kind_o;
  logic [IdW-1:0]              hbm_id_o, atomic_id_o, response_id_o;
  logic [LaneW-1:0]            hbm_lane_o;
  logic [CntW-1:0]             hbm_amount_o, atomic_amount_o, response_amount_o;
  logic [1:0]                  done_kind_o;
  logic [IdW-1:0]              done_id_o;
  logic [2:0]                  retire_o;
  logic [Lanes*CntW-1:0]       debt_o;

  sema_commit #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .TagW(TagW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* peek = "u_dut.fresh_q" *) logic fresh;
  (* peek = "u_dut.changes_q" *) logic [2:0] changes_count;
  (* peek = "u_dut.returns_q" *) logic [2:0] returns_count;
  (* peek = "u_dut.high_next_q" *) logic [OrderW-7:0] high_next;

  // How many commits are shown: a reset, a window, a calibration, a decision, four channels, three retires.
  logic [3:0] shown;
  always_comb begin
    shown = '0;
    if (reset_o) shown++;
    if (window_o) shown++;
    if (calibrate_o != '0) shown++;
    if (kind_o != sema_pkg::DecisionNone) shown++;
    if (hbm_kind_o != sema_pkg::ChannelNone) shown++;
    if (atomic_kind_o != sema_pkg::ChannelNone) shown++;
    if (response_kind_o != sema_pkg::ChannelNone) shown++;
    if (done_kind_o != sema_pkg::ChannelNone) shown++;
    for (int k = 0; k < 3; k++) if (retire_o[k]) shown++;
  end

  // What the clock before did: the first one after a reset brings the reset and its windows.
  logic              reset_q, first_q, idle_q;
  logic [OrderW-1:0] next_q;
  // All that is shown but the order, and what it must be, in the same order.
  localparam int unsigned ChangesW = 2 + LaneW + CntW + Lanes + Lanes * (WordW + CntW);
  localparam int unsigned DecisionW = 3 + TagW + IdW + Lanes + 1 + LaneW + 3 * CntW;
  localparam int unsigned ReturnsW = 3 * (2 + IdW + CntW) + LaneW + 2 + IdW + 3;
  logic [ChangesW-1:0]  changes, changes_q;
  logic [DecisionW-1:0] decision, decision_q, decided;
  logic [ReturnsW-1:0]  returns, returns_q;
  logic [LaneW-1:0]     lane;
  assign changes  = {reset_o, window_o, window_lane_o, window_value_o, calibrate_o,
                     multiplier_o, debt_o};
  assign decision = {kind_o, tag_o, id_o, mask_o, lane_o, hbm_o, atomic_o,
                     response_o};
  assign returns  = {hbm_kind_o, hbm_id_o, hbm_amount_o, atomic_kind_o, atomic_id_o,
                     atomic_amount_o, response_kind_o, response_id_o, response_amount_o,
                     hbm_lane_o, done_kind_o, done_id_o, retire_o};

  function automatic logic [1:0] channel(input logic happened, input logic stray);
    case ({stray, happened})
      2'b00: channel = sema_pkg::ChannelNone;
      2'b01: channel = sema_pkg::ChannelReturn;
      default: channel = sema_pkg::ChannelStray;
    endcase
  endfunction

  // An operation's lane means nothing where no HBM lane is used.
  assign lane = used_i[NHbm-1:0] == '0 ? '0 : LaneW'(lane_i);
  always_comb begin
    case ({grant_i, reject_i, repeat_i, deny_i && deny_changed_i})
      4'b1000: decided = {sema_pkg::DecisionGrant, tag_i, id_i, 1'b0, used_i, lane, hbm_i, atomic_i, response_i};
      4'b0100: decided = {sema_pkg::DecisionReject, tag_i, IdW'(0), 1'b0, over_i, lane, hbm_i, atomic_i, response_i};
      4'b0010: decided = {sema_pkg::DecisionRepeat, tag_i, id_i, (Lanes + 1 + LaneW + 3 * CntW)'(0)};
      4'b0001: decided = {sema_pkg::DecisionDeny, tag_i, IdW'(0), refused_i, lane, hbm_i, atomic_i, response_i};
      default: decided = '0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    reset_q    <= !rst_ni;
    first_q    <= rst_ni && reset_q;
    next_q     <= !rst_ni ? '0 : order_o + OrderW'(shown);
    idle_q     <= rst_ni && !reset_q && !window_i && calibrated_i == '0 && {grant_i, reject_i, repeat_i, deny_i, hbm_return_i, hbm_stray_i, atomic_return_i,
                  atomic_stray_i, response_return_i, response_stray_i, done_retire_i, done_stray_i,
                  hbm_retire_i, atomic_retire_i, response_retire_i} == '0;
    changes_q  <= !rst_ni ? {(2 + LaneW + CntW + Lanes)'(0), {Lanes{16'd4096}}, (Lanes * CntW)'(0)} :
                  {reset_q, window_i || reset_q, window_i ? window_lane_i : LaneW'(0),
                   window_i ? window_value_i : CntW'(0), calibrated_i, multiplier_i, debt_i};
    decision_q <= !rst_ni ? '0 : decided;
    returns_q  <= !rst_ni ? '0 :
                  {channel(hbm_return_i, hbm_stray_i), hbm_id_i, hbm_amount_i,
                   channel(atomic_return_i, atomic_stray_i), atomic_id_i, atomic_amount_i,
                   channel(response_return_i, response_stray_i), response_id_i, response_amount_i,
                   LaneW'(hbm_lane_i), channel(done_retire_i, done_stray_i), done_id_i,
                   response_retire_i, atomic_retire_i, hbm_retire_i};
  end

  always_comb begin
    // One answer a clock.
    one_M : assume ($onehot0({grant_i, deny_i, reject_i, repeat_i}));

    if (began_o) begin
      order_A : assert (order_o == next_q);
      changes_A : assert (changes == changes_q);
      decision_A : assert (decision == decision_q);
      returns_A : assert (returns == returns_q);
      quiet_A : assert (!idle_q || shown == '0);
      fresh_I : assert (fresh == reset_q);
      count_I : assert (4'(changes_count) + 4'(returns_count) == shown);
      // The upper bits have just gone on, or know what they go on to.
      high_I : assert (order_o[5:0] <= 6'd10 ||
                       high_next == order_o[OrderW-1:6] + (OrderW-6)'(1));

      order_C : cover (order_o == OrderW'(21) && shown == 4'd9 && !reset_q);
      changes_C : cover (first_q && window_lane_o == LaneW'(3) && calibrate_o == Lanes'(5));
      decision_C : cover (kind_o == sema_pkg::DecisionDeny && mask_o[Lanes] && lane_o == LaneW'(2));
      returns_C : cover (retire_o == 3'b101 && done_kind_o == sema_pkg::ChannelStray);
      quiet_C : cover (idle_q && order_o != '0 && window_i);
    end
  end

endmodule
