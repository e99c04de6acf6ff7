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
    input logic                        clk_i,
    input logic                        rst_ni,
    input logic                        window_i,
    input logic [LaneW-1:0]            window_lane_i,
    input logic [CntW-1:0]             window_value_i,
    input logic [Lanes-1:0]            calibrated_i,
    input logic [Lanes*WordW-1:0]      multiplier_i,
    input logic                        grant_i,
    input logic                        deny_i,
    input logic                        reject_i,
    input logic                        repeat_i,
    input logic                        deny_changed_i,
    input logic [TagW-1:0]             tag_i,
    input logic [IdW-1:0]              id_i,
    input logic [IdW-1:0]              repeat_id_i,
    input logic [Lanes-1:0]            used_i,
    input logic [Lanes:0]              refused_i,
    input logic [Lanes-1:0]            over_i,
    input logic [HbmW-1:0]             lane_i,
    input logic [CntW-1:0]             hbm_i,
    input logic [CntW-1:0]             atomic_i,
    input logic [CntW-1:0]             response_i,
    input logic                        hbm_return_i,
    input logic                        hbm_stray_i,
    input logic                        hbm_retire_i,
    input logic [IdW-1:0]              hbm_id_i,
    input logic [HbmW-1:0]             hbm_lane_i,
    input logic [CntW-1:0]             hbm_amount_i,
    input logic                        atomic_return_i,
    input logic                        atomic_stray_i,
    input logic                        atomic_retire_i,
    input logic [IdW-1:0]              atomic_id_i,
    input logic [CntW-1:0]             atomic_amount_i,
    input logic                        response_return_i,
    input logic                        response_stray_i,
    input logic                        response_retire_i,
    input logic [IdW-1:0]              response_id_i,
    input logic [CntW-1:0]             response_amount_i,
    input logic                        done_retire_i,
    input logic                        done_stray_i,
    input logic [IdW-1:0]              done_id_i
);

  logic [OrderW-1:0]           order;
  logic                        after_reset;
  logic                        shown_window;
  logic [LaneW-1:0]            shown_window_lane;
  logic [CntW-1:0]             shown_window_value;
  logic [Lanes-1:0]            shown_calibrate;
  logic [Lanes*WordW-1:0]      shown_multiplier;
  logic [2:0]                  shown_kind;
  logic [TagW-1:0]             shown_tag;
  logic [IdW-1:0]              shown_id;
  logic [Lanes:0]              shown_mask;
  logic [LaneW-1:0]            shown_lane;
  logic [CntW-1:0]             shown_hbm;
  logic [CntW-1:0]             shown_atomic;
  logic [CntW-1:0]             shown_response;
  logic [1:0]                  shown_hbm_kind;
  logic [1:0]                  shown_atomic_kind;
  logic [1:0]                  shown_response_kind;
  logic [IdW-1:0]              shown_hbm_id;
  logic [IdW-1:0]              shown_atomic_id;
  logic [IdW-1:0]              shown_response_id;
  logic [LaneW-1:0]            shown_hbm_lane;
  logic [CntW-1:0]             shown_hbm_amount;
  logic [CntW-1:0]             shown_atomic_amount;
  logic [CntW-1:0]             shown_response_amount;
  logic [1:0]                  shown_done_kind;
  logic [IdW-1:0]              shown_done_id;
  logic [2:0]                  shown_retire;
  logic                        due;

  sema_commit #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth), .TagW(TagW)) u_dut (
      .clk_i,
      .rst_ni,
      .window_i,
      .window_lane_i,
      .window_value_i,
      .calibrated_i,
      .multiplier_i,
      .grant_i,
      .deny_i,
      .reject_i,
      .repeat_i,
      .deny_changed_i,
      .tag_i,
      .id_i,
      .repeat_id_i,
      .used_i,
      .refused_i,
      .over_i,
      .lane_i,
      .hbm_i,
      .atomic_i,
      .response_i,
      .hbm_return_i,
      .hbm_stray_i,
      .hbm_retire_i,
      .hbm_id_i,
      .hbm_lane_i,
      .hbm_amount_i,
      .atomic_return_i,
      .atomic_stray_i,
      .atomic_retire_i,
      .atomic_id_i,
      .atomic_amount_i,
      .response_return_i,
      .response_stray_i,
      .response_retire_i,
      .response_id_i,
      .response_amount_i,
      .done_retire_i,
      .done_stray_i,
      .done_id_i,
      .order_o           (order),
      .reset_o           (after_reset),
      .window_o          (shown_window),
      .window_lane_o     (shown_window_lane),
      .window_value_o    (shown_window_value),
      .calibrate_o       (shown_calibrate),
      .multiplier_o      (shown_multiplier),
      .kind_o            (shown_kind),
      .tag_o             (shown_tag),
      .id_o              (shown_id),
      .mask_o            (shown_mask),
      .lane_o            (shown_lane),
      .hbm_o             (shown_hbm),
      .atomic_o          (shown_atomic),
      .response_o        (shown_response),
      .hbm_kind_o        (shown_hbm_kind),
      .atomic_kind_o     (shown_atomic_kind),
      .response_kind_o   (shown_response_kind),
      .hbm_id_o          (shown_hbm_id),
      .atomic_id_o       (shown_atomic_id),
      .response_id_o     (shown_response_id),
      .hbm_lane_o        (shown_hbm_lane),
      .hbm_amount_o      (shown_hbm_amount),
      .atomic_amount_o   (shown_atomic_amount),
      .response_amount_o (shown_response_amount),
      .done_kind_o       (shown_done_kind),
      .done_id_o         (shown_done_id),
      .retire_o          (shown_retire),
      .due_o             (due)
  );

  (* peek = "u_dut.fresh_q" *) logic fresh;

  // How many commits are shown: a reset, a window, a calibration, a decision, four channels, three retires.
  logic [3:0] shown;
  always_comb begin
    shown = '0;
    if (after_reset) shown++;
    if (shown_window) shown++;
    if (shown_calibrate != '0) shown++;
    if (shown_kind != sema_pkg::DecisionNone) shown++;
    if (shown_hbm_kind != sema_pkg::ChannelNone) shown++;
    if (shown_atomic_kind != sema_pkg::ChannelNone) shown++;
    if (shown_response_kind != sema_pkg::ChannelNone) shown++;
    if (shown_done_kind != sema_pkg::ChannelNone) shown++;
    for (int k = 0; k < 3; k++) if (shown_retire[k]) shown++;
  end

  // What the clock before did: the first one after a reset brings the reset and its windows.
  logic              began_q, reset_q, first_q, idle_q;
  logic [OrderW-1:0] next_q;
  initial began_q = 1'b0;
  // All that is shown but the order, and what it must be, in the same order.
  localparam int unsigned ChangesW = 2 + LaneW + CntW + Lanes + Lanes * WordW;
  localparam int unsigned DecisionW = 3 + TagW + IdW + Lanes + 1 + LaneW + 3 * CntW;
  localparam int unsigned ReturnsW = 3 * (2 + IdW + CntW) + LaneW + 2 + IdW + 3;
  logic [ChangesW-1:0]  changes, changes_q;
  logic [DecisionW-1:0] decision, decision_q, decided;
  logic [ReturnsW-1:0]  returns, returns_q;
  logic [LaneW-1:0]     lane;
  assign changes  = {after_reset, shown_window, shown_window_lane, shown_window_value, shown_calibrate,
                     shown_multiplier};
  assign decision = {shown_kind, shown_tag, shown_id, shown_mask, shown_lane, shown_hbm, shown_atomic,
                     shown_response};
  assign returns  = {shown_hbm_kind, shown_hbm_id, shown_hbm_amount, shown_atomic_kind, shown_atomic_id,
                     shown_atomic_amount, shown_response_kind, shown_response_id, shown_response_amount,
                     shown_hbm_lane, shown_done_kind, shown_done_id, shown_retire};

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
      4'b0010: decided = {sema_pkg::DecisionRepeat, tag_i, repeat_id_i, (Lanes + 1 + LaneW + 3 * CntW)'(0)};
      4'b0001: decided = {sema_pkg::DecisionDeny, tag_i, IdW'(0), refused_i, lane, hbm_i, atomic_i, response_i};
      default: decided = '0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    began_q    <= 1'b1;
    reset_q    <= !rst_ni;
    first_q    <= rst_ni && reset_q;
    next_q     <= !rst_ni ? '0 : order + OrderW'(shown);
    idle_q     <= rst_ni && !due && {grant_i, reject_i, repeat_i, deny_i, hbm_return_i, hbm_stray_i, atomic_return_i,
                  atomic_stray_i, response_return_i, response_stray_i, done_retire_i, done_stray_i,
                  hbm_retire_i, atomic_retire_i, response_retire_i} == '0;
    changes_q  <= !rst_ni ? {(2 + LaneW + CntW + Lanes)'(0), {Lanes{16'd4096}}} :
                  {reset_q, window_i || reset_q, window_i ? window_lane_i : LaneW'(0),
                   window_i ? window_value_i : CntW'(0), calibrated_i, multiplier_i};
    decision_q <= !rst_ni ? '0 : decided;
    returns_q  <= !rst_ni ? '0 :
                  {channel(hbm_return_i, hbm_stray_i), hbm_id_i, hbm_amount_i,
                   channel(atomic_return_i, atomic_stray_i), atomic_id_i, atomic_amount_i,
                   channel(response_return_i, response_stray_i), response_id_i, response_amount_i,
                   LaneW'(hbm_lane_i), channel(done_retire_i, done_stray_i), done_id_i,
                   response_retire_i, atomic_retire_i, hbm_retire_i};
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began_q || !rst_ni);
    // One answer a clock.
    one_M : assume ($onehot0({grant_i, deny_i, reject_i, repeat_i}));

    if (began_q) begin
      order_A : assert (order == next_q);
      changes_A : assert (changes == changes_q);
      decision_A : assert (decision == decision_q);
      returns_A : assert (returns == returns_q);
      quiet_A : assert (!idle_q || shown == '0);
      fresh_I : assert (fresh == reset_q);

      order_C : cover (order == OrderW'(21) && shown == 4'd9 && !reset_q);
      changes_C : cover (first_q && shown_window_lane == LaneW'(3) && shown_calibrate == Lanes'(5));
      decision_C : cover (shown_kind == sema_pkg::DecisionDeny && shown_mask[Lanes] && shown_lane == LaneW'(2));
      returns_C : cover (shown_retire == 3'b101 && shown_done_kind == sema_pkg::ChannelStray);
      quiet_C : cover (idle_q && order != '0 && window_i);
    end
  end

endmodule
