// Changes of windows and multipliers: who writes them, and when they are told of.
//
// Both have two writers, software and the block itself. Promises: a change made in this clock is
// in force from the next on, and told of then, by into_force_o or calibrated_o; a lane's change
// has one writer. Same clock: a software write of a word goes before a calibration of it, and a
// software write of any window before a tuning, which is dropped. A calibration keeps the flags.
//
// A window is never all ones, so that a saturated demand is above every window.
module sema_register_update #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned MultiplierW = sema_pkg::MultiplierBits
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    // software, in the clock of the write
    input  logic [Lanes-1:0]        window_write_i,
    input  logic [Lanes-1:0]        multiplier_write_i,
    input  logic [LaneW-1:0]        lane_i,            // of the window
    input  logic [CntW-1:0]         window_i,
    // calibration
    input  logic                    hbm_move_i,
    input  logic [HbmW-1:0]         hbm_lane_i,
    input  logic [MultiplierW-1:0]  hbm_multiplier_i,
    input  logic                    atomic_move_i,
    input  logic [MultiplierW-1:0]  atomic_multiplier_i,
    input  logic                    response_move_i,
    input  logic [MultiplierW-1:0]  response_multiplier_i,
    input  logic [Lanes*WordW-1:0]  multiplier_i,      // words in force
    // tuning
    input  logic                    tune_i,
    input  logic [LaneW-1:0]        tune_lane_i,
    input  logic [CntW-1:0]         tune_window_i,
    // lanes
    output logic                    window_write_o,
    output logic [LaneW-1:0]        window_lane_o,
    output logic [CntW-1:0]         window_o,
    // register file
    output logic [Lanes-1:0]        move_o,
    output logic [Lanes*WordW-1:0]  word_o,            // of lanes that move_o names
    // arbiter: words that change
    output logic [Lanes-1:0]        multiplier_write_o,
    // came into force with this clock
    output logic [Lanes-1:0]        calibrated_o,
    output logic                    into_force_o,
    output logic [LaneW-1:0]        into_force_lane_o,
    output logic [CntW-1:0]         into_force_window_o,
    output logic [Lanes*CntW-1:0]   windows_o          // in force
);

  // Windows.
  logic            written, ones;
  logic [CntW-1:0] window;
  assign written        = window_write_i != '0;
  assign window         = written ? window_i : tune_window_i;
  assign window_write_o = written || tune_i;
  assign window_lane_o  = written ? lane_i : tune_lane_i;
  assign ones           = written ? &window_i : &tune_window_i;
  assign window_o       = window & {{CntW-1{1'b1}}, ~ones};

  // Multiplier words.
  logic [NHbm-1:0] hbm_move;
  for (genvar l = 0; l < NHbm; l++) begin : gen_move
    assign hbm_move[l] = hbm_move_i && hbm_lane_i == HbmW'(l);
  end
  assign move_o = {response_move_i, atomic_move_i, hbm_move} & ~multiplier_write_i;
  assign multiplier_write_o = multiplier_write_i | move_o;

  always_comb begin
    word_o = multiplier_i;
    for (int l = 0; l < NHbm; l++) word_o[l*WordW +: MultiplierW] = hbm_multiplier_i;
    word_o[NHbm*WordW +: MultiplierW]     = atomic_multiplier_i;
    word_o[(NHbm+1)*WordW +: MultiplierW] = response_multiplier_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      calibrated_o <= '0;
      into_force_o <= 1'b0;
    end else begin
      calibrated_o <= move_o;
      into_force_o <= window_write_o;
    end
    into_force_lane_o   <= window_lane_o;
    into_force_window_o <= window_o;
    for (int l = 0; l < Lanes; l++) begin
      if (!rst_ni) windows_o[l*CntW +: CntW] <= CntW'(sema_pkg::window_reset_of(l, NHbm, CntW));
      else if (window_write_i[l] || (tune_i && !written && tune_lane_i == LaneW'(l))) begin
        windows_o[l*CntW +: CntW] <= window_o;
      end
    end
  end

`ifndef SYNTHESIS
  initial Width_P : assert (CntW >= 8 && CntW <= 32 && Lanes <= 64);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A saturated demand is above every window that can be written.
      Window_A : assert (!window_write_o || window_o != '1);
      // A word has one writer at a time, and one of each class at most is moved.
      Writer_A : assert ((multiplier_write_i & move_o) == '0 && $onehot0(multiplier_write_i) &&
                         $onehot0(move_o[NHbm-1:0]));
      // Software's window goes first.
      Software_A : assert (!written || (window_write_i[window_lane_o] &&
                                        window_o >= (window_i & ~CntW'(1))));
      Written_M : assert (!written || window_write_i == Lanes'(1) << lane_i);
    end
  end
`endif

endmodule
