// Commit port: what a clock committed, shown in the next, with a gap-free order number.
//
// Promises: always present, never stalls; the fields of a channel that has nothing to say are
// zero; the order number is that of the first commit shown, or of the next one to come. Checkers
// listen here and never look inside a block.
//
// A waiting operation may be decided many times, but a denial that has been reported already is
// silent: a deny is shown at an operation's first decision and whenever another set refuses.
module sema_commit #(
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
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // window write that came into force with this clock
    input  logic                      window_i,
    input  logic [LaneW-1:0]          window_lane_i,
    input  logic [CntW-1:0]           window_value_i,
    // multipliers that a calibration brought into force with this clock, and all words in force
    input  logic [Lanes-1:0]          calibrated_i,
    input  logic [Lanes*WordW-1:0]    multiplier_i,
    // decision
    input  logic                      grant_i,
    input  logic                      deny_i,
    input  logic                      reject_i,
    input  logic                      repeat_i,
    input  logic                      deny_changed_i, // other than at the last denial
    input  logic [TagW-1:0]           tag_i,
    input  logic [IdW-1:0]            id_i,           // granted or repeated
    input  logic [Lanes-1:0]          used_i,
    input  logic [Lanes:0]            refused_i,
    input  logic [Lanes-1:0]          over_i,
    input  logic [HbmW-1:0]           lane_i,
    input  logic [CntW-1:0]           hbm_i,
    input  logic [CntW-1:0]           atomic_i,
    input  logic [CntW-1:0]           response_i,
    // returns
    input  logic                      hbm_return_i,
    input  logic                      hbm_stray_i,
    input  logic                      hbm_retire_i,
    input  logic [IdW-1:0]            hbm_id_i,
    input  logic [HbmW-1:0]           hbm_lane_i,
    input  logic [CntW-1:0]           hbm_amount_i,
    input  logic                      atomic_return_i,
    input  logic                      atomic_stray_i,
    input  logic                      atomic_retire_i,
    input  logic [IdW-1:0]            atomic_id_i,
    input  logic [CntW-1:0]           atomic_amount_i,
    input  logic                      response_return_i,
    input  logic                      response_stray_i,
    input  logic                      response_retire_i,
    input  logic [IdW-1:0]            response_id_i,
    input  logic [CntW-1:0]           response_amount_i,
    input  logic                      done_retire_i,
    input  logic                      done_stray_i,
    input  logic [IdW-1:0]            done_id_i,
    // debts after this clock
    input  logic [Lanes*CntW-1:0]     debt_i,
    // the port
    output logic [OrderW-1:0]         order_o,
    output logic                      reset_o,
    output logic                      window_o,
    output logic [LaneW-1:0]          window_lane_o,
    output logic [CntW-1:0]           window_value_o,
    output logic [Lanes-1:0]          calibrate_o,
    output logic [Lanes*WordW-1:0]    multiplier_o,
    output logic [2:0]                kind_o,
    output logic [TagW-1:0]           tag_o,
    output logic [IdW-1:0]            id_o,
    output logic [Lanes:0]            mask_o,
    output logic [LaneW-1:0]          lane_o,
    output logic [CntW-1:0]           hbm_o,
    output logic [CntW-1:0]           atomic_o,
    output logic [CntW-1:0]           response_o,
    output logic [1:0]                hbm_kind_o,
    output logic [1:0]                atomic_kind_o,
    output logic [1:0]                response_kind_o,
    output logic [IdW-1:0]            hbm_id_o,
    output logic [IdW-1:0]            atomic_id_o,
    output logic [IdW-1:0]            response_id_o,
    output logic [LaneW-1:0]          hbm_lane_o,
    output logic [CntW-1:0]           hbm_amount_o,
    output logic [CntW-1:0]           atomic_amount_o,
    output logic [CntW-1:0]           response_amount_o,
    output logic [1:0]                done_kind_o,
    output logic [IdW-1:0]            done_id_o,
    output logic [2:0]                retire_o,
    output logic [Lanes*CntW-1:0]     debt_o
);

  // Decision: what it is, and whether it is shown.
  logic           shown;   // with its demands
  logic [2:0]     kind;
  logic [Lanes:0] mask;
  assign shown = grant_i || reject_i || (deny_i && deny_changed_i);

  always_comb begin
    kind = sema_pkg::DecisionNone;
    mask = '0;
    if (grant_i) begin
      kind = sema_pkg::DecisionGrant;
      mask = {1'b0, used_i};
    end else if (reject_i) begin
      kind = sema_pkg::DecisionReject;
      mask = {1'b0, over_i};
    end else if (repeat_i) begin
      kind = sema_pkg::DecisionRepeat;
    end else if (shown) begin
      kind = sema_pkg::DecisionDeny;
      mask = refused_i;
    end
  end

  function automatic logic [1:0] channel_kind(input logic event_i, input logic stray_i);
    channel_kind = stray_i ? sema_pkg::ChannelStray :
                   event_i ? sema_pkg::ChannelReturn : sema_pkg::ChannelNone;
  endfunction

  logic fresh_q;  // the first clock after a reset

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fresh_q           <= 1'b1;
      reset_o           <= 1'b0;
      window_o          <= 1'b0;
      window_lane_o     <= '0;
      window_value_o    <= '0;
      calibrate_o       <= '0;
      multiplier_o      <= {Lanes{WordW'(sema_pkg::MultiplierOne)}};
      kind_o            <= sema_pkg::DecisionNone;
      tag_o             <= '0;
      id_o              <= '0;
      mask_o            <= '0;
      lane_o            <= '0;
      hbm_o             <= '0;
      atomic_o          <= '0;
      response_o        <= '0;
      hbm_kind_o        <= sema_pkg::ChannelNone;
      atomic_kind_o     <= sema_pkg::ChannelNone;
      response_kind_o   <= sema_pkg::ChannelNone;
      hbm_id_o          <= '0;
      atomic_id_o       <= '0;
      response_id_o     <= '0;
      hbm_lane_o        <= '0;
      hbm_amount_o      <= '0;
      atomic_amount_o   <= '0;
      response_amount_o <= '0;
      done_kind_o       <= sema_pkg::ChannelNone;
      done_id_o         <= '0;
      retire_o          <= '0;
      debt_o            <= '0;
    end else begin
      fresh_q           <= 1'b0;
      reset_o           <= fresh_q;
      window_o          <= fresh_q || window_i;
      window_lane_o     <= window_i ? window_lane_i : '0;
      window_value_o    <= window_i ? window_value_i : '0;
      calibrate_o       <= calibrated_i;
      multiplier_o      <= multiplier_i;
      kind_o            <= kind;
      tag_o             <= shown || repeat_i ? tag_i : '0;
      id_o              <= grant_i || repeat_i ? id_i : '0;
      mask_o            <= mask;
      lane_o            <= shown && used_i[NHbm-1:0] != '0 ? LaneW'(lane_i) : '0;
      hbm_o             <= shown ? hbm_i : '0;
      atomic_o          <= shown ? atomic_i : '0;
      response_o        <= shown ? response_i : '0;
      hbm_kind_o        <= channel_kind(hbm_return_i, hbm_stray_i);
      atomic_kind_o     <= channel_kind(atomic_return_i, atomic_stray_i);
      response_kind_o   <= channel_kind(response_return_i, response_stray_i);
      hbm_id_o          <= hbm_id_i;
      atomic_id_o       <= atomic_id_i;
      response_id_o     <= response_id_i;
      hbm_lane_o        <= LaneW'(hbm_lane_i);
      hbm_amount_o      <= hbm_amount_i;
      atomic_amount_o   <= atomic_amount_i;
      response_amount_o <= response_amount_i;
      done_kind_o       <= channel_kind(done_retire_i, done_stray_i);
      done_id_o         <= done_id_i;
      debt_o            <= debt_i;
      retire_o          <= {response_retire_i, atomic_retire_i, hbm_retire_i};
    end
  end

  // How many commits are shown, counted as they come.
  logic [2:0] changes_q, returns_q;  // with the decision and done; of the three classes
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      changes_q <= '0;
      returns_q <= '0;
    end else begin
      changes_q <= 3'(fresh_q) + 3'(fresh_q || window_i) + 3'(calibrated_i != '0) +
                   3'(kind != sema_pkg::DecisionNone) + 3'(done_retire_i || done_stray_i);
      returns_q <= 3'(hbm_return_i || hbm_stray_i) + 3'(atomic_return_i || atomic_stray_i) +
                   3'(response_return_i || response_stray_i) +
                   3'(hbm_retire_i) + 3'(atomic_retire_i) + 3'(response_retire_i);
    end
  end

  // Order: what is shown is counted when it has been shown. The upper bits go on at every
  // 2^LowW-th commit, five clocks after the last time at least, and what they go on to is there by
  // then.
  localparam int unsigned LowW = 6;
  localparam int unsigned HighW = OrderW - LowW;
  logic [LowW:0]    low;  // and a carry
  logic [LowW-1:0]  low_q;
  logic [HighW-1:0] high_q, high_next_q;
  assign low     = {1'b0, low_q} + (LowW+1)'(changes_q) + (LowW+1)'(returns_q);
  assign order_o = {high_q, low_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      low_q       <= '0;
      high_q      <= '0;
      high_next_q <= HighW'(1);
    end else begin
      low_q       <= low[LowW-1:0];
      high_next_q <= high_q + HighW'(1);
      if (low[LowW]) high_q <= high_next_q;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A reset brings its windows with it.
      Reset_A : assert (!reset_o || window_o);
      // A return frees a reservation only if it returned something to it.
      Retire_A : assert ((!retire_o[0] || hbm_kind_o == sema_pkg::ChannelReturn) &&
                         (!retire_o[1] || atomic_kind_o == sema_pkg::ChannelReturn) &&
                         (!retire_o[2] || response_kind_o == sema_pkg::ChannelReturn));
      // A denial names who refused.
      Deny_A : assert (kind_o != sema_pkg::DecisionDeny || mask_o != '0);
      // One decision a clock.
      One_M : assert ($onehot0({grant_i, deny_i, reject_i, repeat_i}));
    end
  end
`endif

endmodule
