// Proof of sema_register_update: a window or a multiplier word has one writer, and software goes first; no
// window is all ones; a calibration keeps the word's flags and changes no other lane; a change
// that is made is told of in the next clock, once, with what came into force.
module sema_register_update_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned MultiplierW = sema_pkg::MultiplierBits
) (
    input logic                    clk_i, rst_ni,
    input logic [Lanes-1:0]        window_write_i, multiplier_write_i,
    input logic [LaneW-1:0]        lane_i,
    input logic [CntW-1:0]         window_i,
    input logic                    hbm_move_i,
    input logic [HbmW-1:0]         hbm_lane_i,
    input logic [MultiplierW-1:0]  hbm_multiplier_i,
    input logic                    atomic_move_i,
    input logic [MultiplierW-1:0]  atomic_multiplier_i,
    input logic                    response_move_i,
    input logic [MultiplierW-1:0]  response_multiplier_i,
    input logic [Lanes*WordW-1:0]  multiplier_i,
    input logic                    tune_i,
    input logic [LaneW-1:0]        tune_lane_i,
    input logic [CntW-1:0]         tune_window_i
);

  logic                   window_write_o, into_force_o;
  logic [LaneW-1:0]       window_lane_o, into_force_lane_o;
  logic [CntW-1:0]        window_o, into_force_window_o;
  logic [Lanes-1:0]       move_o, multiplier_write_o, calibrated_o;
  logic [Lanes*WordW-1:0] word_o;
  logic [Lanes*CntW-1:0]  windows_o;

  sema_register_update #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // One lane is followed: which one is free. Its calibrator's move, and the word that makes.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] lane;
  assign lane = 32'(any_lane) < Lanes ? any_lane : '0;
  logic                   moves;
  logic [MultiplierW-1:0] multiplier;
  logic [WordW-1:0]       word_was, word_is;
  assign moves      = lane == LaneW'(NHbm) ? atomic_move_i :
                      lane == LaneW'(NHbm + 1) ? response_move_i :
                      hbm_move_i && lane == LaneW'(hbm_lane_i);
  assign multiplier = lane == LaneW'(NHbm) ? atomic_multiplier_i :
                      lane == LaneW'(NHbm + 1) ? response_multiplier_i : hbm_multiplier_i;
  assign word_was   = multiplier_i[lane*WordW +: WordW];
  assign word_is    = word_o[lane*WordW +: WordW];

  logic written, changed_q, moved_q;
  logic [LaneW-1:0] lane_q;
  logic [CntW-1:0]  asked, window_q, kept_q;
  assign written = window_write_i != '0;
  assign asked   = written ? window_i : tune_window_i;
  always_ff @(posedge clk_i) begin
    changed_q <= rst_ni && (written || tune_i);
    moved_q   <= rst_ni && moves && !multiplier_write_i[lane];
    lane_q    <= written ? lane_i : tune_lane_i;
    window_q  <= asked - CntW'(asked == '1);
    if (!rst_ni) kept_q <= CntW'(sema_pkg::window_reset_of(32'(lane), NHbm, CntW));
    else if ((written || tune_i) && lane == (written ? lane_i : tune_lane_i)) begin
      kept_q <= asked - CntW'(asked == '1);
    end
  end

  always_comb begin
    // Software writes one window at a time, that of the lane it names (proof registers).
    Written_M : assume (!written || window_write_i == Lanes'(1) << lane_i);

    if (began_o) begin
      // Software's window, else the tuned one, else none; as it is, but never all ones.
      window_A : assert (window_write_o == (written || tune_i) &&
                         (!window_write_o || (window_lane_o == (written ? lane_i : tune_lane_i) &&
                                            window_o == asked - CntW'(asked == '1))));
      shown_A : assert (into_force_o == changed_q && calibrated_o[lane] == moved_q &&
                       (!into_force_o || (into_force_lane_o == lane_q && into_force_window_o == window_q)) &&
                       windows_o[lane*CntW +: CntW] == kept_q);
      // A calibration gives way to software, and keeps the flags; by a change of a word, whoever makes
      // it, demands become stale.
      word_A : assert (move_o[lane] == (moves && !multiplier_write_i[lane]) &&
                       (!move_o[lane] || word_is == {word_was[15:14], multiplier}) &&
                       multiplier_write_o[lane] == (multiplier_write_i[lane] || move_o[lane]));

      window_C : cover (written && tune_i && lane_i != tune_lane_i && asked == '1);
      shown_C : cover (into_force_o && calibrated_o[lane]);
      word_C : cover (move_o[lane] && word_was[15:14] == 2'b11 && multiplier != word_was[13:0]);
    end
  end

endmodule
