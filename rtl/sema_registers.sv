// Configuration registers: write only.
//
// Promises: a write is in force from the next clock on; a write to an address where there is no
// register changes nothing. Windows live in the lanes: the write strobe goes there in the clock of
// the write, and into_force_o tells of it in the clock in which it has come into force.
//
// Multiplier words are written by the calibrators too: a move is in force from the next clock on
// and keeps the flags, and calibrated_o tells of it then. Same clock: a write of the same word goes
// before a move. Who keeps what depends on multipliers and quanta is told in the clock of the
// write, by multiplier_write_o and the two for quanta.
module sema_registers #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits,
    localparam int unsigned StarvationW = sema_pkg::StarvationBits
) (
    input  logic                                 clk_i,
    input  logic                                 rst_ni,
    // write
    input  logic                                 valid_i,
    input  logic [7:0]                           address_i,
    input  logic [31:0]                          data_i,
    // calibration
    input  logic                                 hbm_move_i,
    input  logic [HbmW-1:0]                      hbm_lane_i,
    input  logic [sema_pkg::MultiplierBits-1:0]  hbm_multiplier_i,
    input  logic                                 atomic_move_i,
    input  logic [sema_pkg::MultiplierBits-1:0]  atomic_multiplier_i,
    input  logic                                 response_move_i,
    input  logic [sema_pkg::MultiplierBits-1:0]  response_multiplier_i,
    // lanes, in the clock of the write
    output logic                                 window_write_o,
    output logic [LaneW-1:0]                     window_lane_o,
    output logic [CntW-1:0]                      window_o,
    // arbiter, in the clock of the write
    output logic [Lanes-1:0]                     multiplier_write_o,
    output logic                                 quantum_hbm_write_o,
    output logic                                 quantum_time_write_o,
    // in force
    output logic [Lanes*sema_pkg::WordBits-1:0]  multiplier_o,
    output logic [8*sema_pkg::WordBits-1:0]      atomic_service_o,
    output logic [sema_pkg::WordBits-1:0]        response_fixed_o,
    output logic [sema_pkg::WordBits-1:0]        response_reciprocal_o,
    output logic [IdW:0]                         command_limit_o,
    output logic [sema_pkg::QuantumBits-1:0]     quantum_hbm_o,
    output logic [sema_pkg::QuantumBits-1:0]     quantum_time_o,
    output logic [HbmW*64-1:0]                   map_mask_o,
    output logic [IntervalW-1:0]                 grant_interval_o,
    output logic [CntW-1:0]                      grant_threshold_hbm_o,
    output logic [CntW-1:0]                      grant_threshold_time_o,
    output logic [StarvationW-1:0]               starvation_bound_o,
    output logic [sema_pkg::WordBits-1:0]        hbm_reciprocal_o,
    output logic [sema_pkg::MultiplierBits-1:0]  multiplier_min_o,
    output logic [sema_pkg::MultiplierBits-1:0]  multiplier_max_o,
    // came into force with this clock
    output logic [Lanes-1:0]                     calibrated_o,
    output logic                                 into_force_o,
    output logic [LaneW-1:0]                     into_force_lane_o,
    output logic [CntW-1:0]                      into_force_window_o
);

  localparam int unsigned WordW = sema_pkg::WordBits;
  localparam int unsigned QuantumW = sema_pkg::QuantumBits;
  localparam int unsigned MultiplierW = sema_pkg::MultiplierBits;
  localparam int unsigned CommandLimitReset =
      Depth < sema_pkg::CommandLimitReset ? Depth : sema_pkg::CommandLimitReset;

  // Reset value of the partition masks: bit b of the index folds two address bits.
  function automatic logic [HbmW*64-1:0] map_mask_reset();
    map_mask_reset = '0;
    for (int b = 0; b < HbmW; b++) begin
      map_mask_reset[b*64 + sema_pkg::MapShiftReset + b] = 1'b1;
      map_mask_reset[b*64 + sema_pkg::MapShiftReset + b + $clog2(NHbm)] = 1'b1;
    end
  endfunction

  logic [Lanes*WordW-1:0]           multiplier_q;
  logic [8*WordW-1:0]               atomic_service_q;
  logic [WordW-1:0]                 response_fixed_q, response_reciprocal_q;
  logic [IdW:0]                     command_limit_q;
  logic [sema_pkg::QuantumBits-1:0] quantum_hbm_q, quantum_time_q;
  logic [HbmW*64-1:0]               map_mask_q;
  logic [IntervalW-1:0]             grant_interval_q;
  logic [CntW-1:0]                  grant_threshold_hbm_q, grant_threshold_time_q;
  logic [StarvationW-1:0]           starvation_bound_q;
  logic [WordW-1:0]                 hbm_reciprocal_q;
  logic [MultiplierW-1:0]           multiplier_min_q, multiplier_max_q;
  logic [Lanes-1:0]                 calibrated_q;
  logic                             into_force_q;
  logic [LaneW-1:0]                 into_force_lane_q;
  logic [CntW-1:0]                  into_force_window_q;

  // Windows: never all ones, so that a saturated demand is above every window.
  assign window_write_o = valid_i && address_i[7:6] == 2'(sema_pkg::ConfigWindow >> 6) &&
                          7'(address_i[5:0]) < 7'(Lanes);
  assign window_lane_o  = address_i[LaneW-1:0];
  assign window_o       = data_i[CntW-1:0] & {{CntW-1{1'b1}}, ~&data_i[CntW-1:0]};

  // Multiplier words: by a write, or by calibration, which the write goes before.
  logic             multiplier_write;
  logic [Lanes-1:0] written, calibrated;
  assign multiplier_write = valid_i && address_i[7:6] == 2'(sema_pkg::ConfigMultiplier >> 6) &&
                            7'(address_i[5:0]) < 7'(Lanes);
  assign written    = Lanes'(multiplier_write) << address_i[LaneW-1:0];
  assign calibrated = {response_move_i, atomic_move_i, NHbm'(hbm_move_i) << hbm_lane_i} & ~written;

  assign multiplier_write_o   = written | calibrated;
  assign quantum_hbm_write_o  = valid_i && address_i == 8'(sema_pkg::ConfigQuantumHbm);
  assign quantum_time_write_o = valid_i && address_i == 8'(sema_pkg::ConfigQuantumTime);

  // Atomic services exist for opcodes 8 to 15 only.
  logic service_write;
  assign service_write = valid_i && address_i[7:3] ==
      5'((sema_pkg::ConfigAtomicService + sema_pkg::OpFetchAdd) >> 3);

  // Masks: two halves each.
  logic [3:0] mask_half;
  logic mask_write;
  assign mask_half  = address_i[3:0];
  assign mask_write = valid_i && address_i[7:4] == 4'(sema_pkg::ConfigMapMask >> 4) &&
                      mask_half < 4'(2 * HbmW);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      multiplier_q           <= {Lanes{WordW'(sema_pkg::MultiplierOne)}};
      atomic_service_q       <= {8{WordW'(sema_pkg::AtomicServiceReset)}};
      response_fixed_q       <= WordW'(sema_pkg::ResponseFixedReset);
      response_reciprocal_q  <= WordW'(sema_pkg::ResponseReciprocalReset);
      command_limit_q        <= (IdW+1)'(CommandLimitReset);
      quantum_hbm_q          <= '0;
      quantum_time_q         <= '0;
      map_mask_q             <= map_mask_reset();
      grant_interval_q       <= '0;
      grant_threshold_hbm_q  <= '0;
      grant_threshold_time_q <= '0;
      starvation_bound_q     <= '0;
      hbm_reciprocal_q       <= WordW'(sema_pkg::HbmReciprocalReset);
      multiplier_min_q       <= MultiplierW'(sema_pkg::MultiplierMinReset);
      multiplier_max_q       <= MultiplierW'(sema_pkg::MultiplierMaxReset);
      calibrated_q           <= '0;
      into_force_q           <= 1'b0;
    end else begin
      calibrated_q <= calibrated;
      into_force_q <= window_write_o;
      if (service_write) begin
        atomic_service_q[address_i[2:0]*WordW +: WordW] <= data_i[WordW-1:0];
      end
      if (mask_write) map_mask_q[mask_half*32 +: 32] <= data_i;
      if (hbm_move_i) begin
        multiplier_q[hbm_lane_i*WordW +: MultiplierW] <= hbm_multiplier_i;
      end
      if (atomic_move_i) multiplier_q[NHbm*WordW +: MultiplierW] <= atomic_multiplier_i;
      if (response_move_i) multiplier_q[(NHbm+1)*WordW +: MultiplierW] <= response_multiplier_i;
      // Last, so that it goes before a move.
      if (multiplier_write) multiplier_q[address_i[LaneW-1:0]*WordW +: WordW] <= data_i[WordW-1:0];
      if (valid_i) begin
        unique case (address_i)
          8'(sema_pkg::ConfigResponseFixed):      response_fixed_q       <= data_i[WordW-1:0];
          8'(sema_pkg::ConfigResponseReciprocal): response_reciprocal_q  <= data_i[WordW-1:0];
          8'(sema_pkg::ConfigCommandLimit):       command_limit_q        <= data_i[IdW:0];
          8'(sema_pkg::ConfigQuantumHbm):         quantum_hbm_q          <= data_i[QuantumW-1:0];
          8'(sema_pkg::ConfigQuantumTime):        quantum_time_q         <= data_i[QuantumW-1:0];
          8'(sema_pkg::ConfigGrantInterval):      grant_interval_q       <= data_i[IntervalW-1:0];
          8'(sema_pkg::ConfigGrantThresholdHbm):  grant_threshold_hbm_q  <= data_i[CntW-1:0];
          8'(sema_pkg::ConfigGrantThresholdTime): grant_threshold_time_q <= data_i[CntW-1:0];
          8'(sema_pkg::ConfigStarvationBound):    starvation_bound_q <= data_i[StarvationW-1:0];
          8'(sema_pkg::ConfigHbmReciprocal):      hbm_reciprocal_q   <= data_i[WordW-1:0];
          8'(sema_pkg::ConfigMultiplierMin):      multiplier_min_q   <= data_i[MultiplierW-1:0];
          8'(sema_pkg::ConfigMultiplierMax):      multiplier_max_q   <= data_i[MultiplierW-1:0];
          default: ;
        endcase
      end
    end
    into_force_lane_q   <= window_lane_o;
    into_force_window_q <= window_o;
  end

  assign multiplier_o           = multiplier_q;
  assign atomic_service_o       = atomic_service_q;
  assign response_fixed_o       = response_fixed_q;
  assign response_reciprocal_o  = response_reciprocal_q;
  assign command_limit_o        = command_limit_q;
  assign quantum_hbm_o          = quantum_hbm_q;
  assign quantum_time_o         = quantum_time_q;
  assign map_mask_o             = map_mask_q;
  assign grant_interval_o       = grant_interval_q;
  assign grant_threshold_hbm_o  = grant_threshold_hbm_q;
  assign grant_threshold_time_o = grant_threshold_time_q;
  assign starvation_bound_o     = starvation_bound_q;
  assign hbm_reciprocal_o       = hbm_reciprocal_q;
  assign multiplier_min_o       = multiplier_min_q;
  assign multiplier_max_o       = multiplier_max_q;
  assign calibrated_o           = calibrated_q;
  assign into_force_o           = into_force_q;
  assign into_force_lane_o      = into_force_lane_q;
  assign into_force_window_o    = into_force_window_q;

`ifndef SYNTHESIS
  initial Width_P : assert (CntW >= 8 && CntW <= 32 && Lanes <= 64);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A saturated demand is above every window that can be written.
      Window_A : assert (!window_write_o || window_o != '1);
      // A word has one writer at a time, and one of each class at most is moved.
      Writer_A : assert ((written & calibrated) == '0 && $onehot0(written) &&
                         $onehot0(calibrated[NHbm-1:0]));
    end
  end
`endif

endmodule
