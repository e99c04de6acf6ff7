// Configuration registers: write only.
//
// Promises: a write is in force from the next clock on; a write to an address where there is no
// register changes nothing. Windows live in the lanes: the write strobe goes there in the clock of
// the write, and into_force_o tells of it in the clock in which it has come into force.
// refresh_o is high in the clock in which a multiplier or a quantum has come into force.
module sema_registers #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned IntervalW = sema_pkg::GrantIntervalBits
) (
    input  logic                                 clk_i,
    input  logic                                 rst_ni,
    // write
    input  logic                                 valid_i,
    input  logic [7:0]                           address_i,
    input  logic [31:0]                          data_i,
    // lanes, in the clock of the write
    output logic                                 window_write_o,
    output logic [LaneW-1:0]                     window_lane_o,
    output logic [CntW-1:0]                      window_o,
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
    // came into force with this clock
    output logic                                 refresh_o,
    output logic                                 into_force_o,
    output logic [LaneW-1:0]                     into_force_lane_o,
    output logic [CntW-1:0]                      into_force_window_o
);

  localparam int unsigned WordW = sema_pkg::WordBits;
  localparam int unsigned QuantumW = sema_pkg::QuantumBits;
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
  logic                             refresh_q, into_force_q;
  logic [LaneW-1:0]                 into_force_lane_q;
  logic [CntW-1:0]                  into_force_window_q;

  // Windows: never all ones, so that a saturated demand is above every window.
  assign window_write_o = valid_i && address_i[7:6] == 2'(sema_pkg::ConfigWindow >> 6) &&
                          7'(address_i[5:0]) < 7'(Lanes);
  assign window_lane_o  = address_i[LaneW-1:0];
  assign window_o       = data_i[CntW-1:0] & {{CntW-1{1'b1}}, ~&data_i[CntW-1:0]};

  logic multiplier_write, quantum_write;
  assign multiplier_write = valid_i && address_i[7:6] == 2'(sema_pkg::ConfigMultiplier >> 6) &&
                            7'(address_i[5:0]) < 7'(Lanes);
  assign quantum_write    = valid_i && (address_i == 8'(sema_pkg::ConfigQuantumHbm) ||
                                        address_i == 8'(sema_pkg::ConfigQuantumTime));

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
      refresh_q              <= 1'b0;
      into_force_q           <= 1'b0;
    end else begin
      refresh_q    <= multiplier_write || quantum_write;
      into_force_q <= window_write_o;
      if (service_write) begin
        atomic_service_q[address_i[2:0]*WordW +: WordW] <= data_i[WordW-1:0];
      end
      if (mask_write) map_mask_q[mask_half*32 +: 32] <= data_i;
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
  assign refresh_o              = refresh_q;
  assign into_force_o           = into_force_q;
  assign into_force_lane_o      = into_force_lane_q;
  assign into_force_window_o    = into_force_window_q;

`ifndef SYNTHESIS
  initial Width_P : assert (CntW >= 8 && CntW <= 32 && Lanes <= 64);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A saturated demand is above every window that can be written.
      Window_A : assert (!window_write_o || window_o != '1);
      // A write comes into force as one thing.
      One_A : assert (!(refresh_q && into_force_q));
    end
  end
`endif

endmodule
