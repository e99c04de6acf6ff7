// Window autotuning: a lane whose stage idles while operations wait for its credit gets a larger
// window, one whose stage never idles a smaller one.
//
// Promises: a window changes only at the end of an epoch of its lane, which a return on the lane
// ends; it grows only where an operation was denied for the lane in that epoch, and then not above
// its class's ceiling; it shrinks only where the stage was never idle, and then not below the
// floor. A lane that is not enabled keeps its window and has no epoch.
// Same clock: the clock's return and denial count in the epoch that ends with it. Where several
// lanes would write a window, HBM goes before Atomic before response, and the others keep theirs.
//
// An epoch begins with the clock in which its lane is found enabled, or with the one after the
// last epoch; its time is that sampled ahead of its first clock.
module sema_autotune #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned Classes = sema_pkg::Classes,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // time sampled by this clock's edge
    input  logic [31:0]                  now_i,
    // commits of this clock
    input  logic [Classes-1:0]           return_i,
    input  logic [HbmW-1:0]              hbm_lane_i,
    input  logic [Classes*ServiceW-1:0]  service_i,   // observed; all ones: not known
    input  logic                         deny_i,      // and the refusal has changed
    input  logic [Lanes-1:0]             refused_i,
    // in force
    input  logic [Lanes*CntW-1:0]        window_i,
    // configuration
    input  logic [Lanes-1:0]             enable_i,
    input  logic [23:0]                  interval_i,
    input  logic [15:0]                  clock_quanta_i,
    input  logic [Classes*CntW-1:0]      floor_i,
    input  logic [Classes*CntW-1:0]      ceiling_i,
    // window to write
    output logic                         tune_o,
    output logic [LaneW-1:0]             lane_o,
    output logic [CntW-1:0]              window_o
);

  logic [31:0]         now_q;  // sampled by the edge before
  logic [Lanes-1:0]    enabled_q, wanted_q;
  logic [Lanes*32-1:0] start_q, served_q;

  // The window that the end of an epoch makes of `window`. Never all ones, as every window.
  function automatic logic [CntW-1:0] tuned(
      input logic [CntW-1:0] window, input logic [31:0] elapsed, input logic [15:0] quanta,
      input logic [31:0] served, input logic wanted, input logic [CntW-1:0] lowest,
      input logic [CntW-1:0] highest);
    logic [47:0]   lasted, idle;
    logic [CntW:0] larger;
    lasted = (48'(elapsed) * 48'(quanta)) >> 4;
    idle   = lasted > 48'(served) ? lasted - 48'(served) : '0;
    larger = {1'b0, window} + {1'b0, window >> 4} + (CntW+1)'(window >> 4 == '0);
    tuned  = window;
    if (wanted && idle > lasted >> 4) begin
      tuned = larger > {1'b0, highest} ? highest : larger[CntW-1:0];
    end else if (idle == '0) begin
      tuned = window - (window >> 5);
      if (tuned < lowest) tuned = lowest;
    end
    tuned &= {{CntW-1{1'b1}}, ~&tuned};
  endfunction

  // A service that is not known adds nothing, and a full sum stays full.
  function automatic logic [31:0] added(input logic [31:0] sum,
                                        input logic [ServiceW-1:0] service);
    logic [32:0] larger;
    larger = {1'b0, sum} + 33'(service);
    added  = service == '1 ? sum : larger[32] ? '1 : larger[31:0];
  endfunction

  // Epochs of the lanes that a return commits on.
  logic [Classes*LaneW-1:0]    lane;
  logic [Classes-1:0]          ends, differs, fresh;
  logic [Classes*32-1:0]       elapsed, served;
  logic [Classes*CntW-1:0]     window;
  logic [Lanes-1:0]            begun, wanted;

  assign lane   = {LaneW'(NHbm + 1), LaneW'(NHbm), LaneW'(hbm_lane_i)};
  assign begun  = enable_i & ~enabled_q;
  assign wanted = (wanted_q & ~begun) | (deny_i ? refused_i : '0);

  always_comb begin
    ends    = '0;
    differs = '0;
    fresh   = '0;
    elapsed = '0;
    served  = '0;
    window  = '0;
    // Most blocks tune nothing, and a simulator skips it at once.
    if (enable_i != '0) begin
      for (int k = 0; k < Classes; k++) begin
        if (return_i[k] && enable_i[lane[k*LaneW +: LaneW]]) begin
          fresh[k] = begun[lane[k*LaneW +: LaneW]];
          elapsed[k*32 +: 32] = now_i -
              (fresh[k] ? now_q : start_q[lane[k*LaneW +: LaneW]*32 +: 32]);
          served[k*32 +: 32] = added(
              fresh[k] ? '0 : served_q[lane[k*LaneW +: LaneW]*32 +: 32],
              service_i[k*ServiceW +: ServiceW]);
          ends[k] = elapsed[k*32 +: 32] >= 32'(interval_i);
          if (ends[k]) begin
            window[k*CntW +: CntW] = tuned(
                window_i[lane[k*LaneW +: LaneW]*CntW +: CntW], elapsed[k*32 +: 32], clock_quanta_i,
                served[k*32 +: 32], wanted[lane[k*LaneW +: LaneW]], floor_i[k*CntW +: CntW],
                ceiling_i[k*CntW +: CntW]);
            differs[k] = window[k*CntW +: CntW] != window_i[lane[k*LaneW +: LaneW]*CntW +: CntW];
          end
        end
      end
    end
  end

  assign tune_o   = differs != '0;
  assign lane_o   = differs[0] ? lane[0 +: LaneW] : differs[1] ? lane[LaneW +: LaneW] :
                    lane[2*LaneW +: LaneW];
  assign window_o = differs[0] ? window[0 +: CntW] : differs[1] ? window[CntW +: CntW] :
                    window[2*CntW +: CntW];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      enabled_q <= '0;
    end else begin
      enabled_q <= enable_i;
      if (enable_i != '0) begin
        wanted_q <= wanted;
        if (begun != '0) begin
          for (int l = 0; l < Lanes; l++) begin
            if (begun[l]) begin
              start_q[l*32 +: 32]  <= now_q;
              served_q[l*32 +: 32] <= '0;
            end
          end
        end
        for (int k = 0; k < Classes; k++) begin
          if (return_i[k] && enable_i[lane[k*LaneW +: LaneW]]) begin
            served_q[lane[k*LaneW +: LaneW]*32 +: 32] <= ends[k] ? '0 : served[k*32 +: 32];
            if (ends[k]) begin
              start_q[lane[k*LaneW +: LaneW]*32 +: 32] <= now_i;
              wanted_q[lane[k*LaneW +: LaneW]]         <= 1'b0;
            end
          end
        end
      end
    end
    now_q <= now_i;
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The window of the lane that is tuned, and the limits of its class.
  logic [CntW-1:0] previous, lowest, highest;
  always_comb begin
    previous = window_i[lane_o*CntW +: CntW];
    lowest   = floor_i[2*CntW +: CntW];
    highest  = ceiling_i[2*CntW +: CntW];
    if (differs[1]) begin
      lowest  = floor_i[CntW +: CntW];
      highest = ceiling_i[CntW +: CntW];
    end
    if (differs[0]) begin
      lowest  = floor_i[0 +: CntW];
      highest = ceiling_i[0 +: CntW];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Only what is enabled is tuned, and only to another window.
      Enable_A : assert (!tune_o || (enable_i[lane_o] && window_o != previous));
      // A window is tuned up to its ceiling and down to its floor, where it was not beyond before; a
      // floor above the ceiling is still a floor.
      Ceiling_A : assert (!tune_o || window_o <= previous || window_o <= highest ||
                          window_o <= lowest || !wanted[lane_o]);
      Floor_A : assert (!tune_o || window_o >= previous || window_o >= lowest || wanted[lane_o]);
      // It grows only where an operation was denied for it, but for a floor above it.
      Wanted_A : assert (!tune_o || window_o <= previous || wanted[lane_o] || window_o <= lowest);
      // One step is a sixteenth at most, or one, but for limits beyond it.
      Step_A : assert (!tune_o || window_o <= previous || window_o <= lowest ||
                       window_o - previous <= (previous >> 4) + CntW'(previous < CntW'(16)));
      // Windows are never all ones.
      Window_A : assert (!tune_o || window_o != '1);
    end
  end

  /* verilator tracing_on */
`endif

endmodule
