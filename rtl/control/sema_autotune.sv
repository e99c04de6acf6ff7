// Window autotuning: a lane whose stage idles while operations wait for its credit gets a larger
// window, one whose stage never idles a smaller one.
//
// One tuner looks at the lanes in turn, at those on which a return has committed since its last
// look, for TuneClocks clocks each. Promises, of a look that begins in clock c: if the lane has an
// epoch that has lasted for the interval by clock c, or none, the next one begins, with the time of
// clock c and with the returns and denials from clock c + LookToEpoch + 1 on; and tune_o asks in
// clock c + TuneClocks - 1 for what the end of the epoch makes of the window, if that is another,
// and the lane was enabled up to the clock before. A lane that is not enabled has no epoch.
// Same clock: a return and the clock's look: the lane is looked at again. A window that software
// writes in any clock of the look goes first: it is what it was in all of them if it is tuned.
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
    // software writes a window in this clock
    input  logic                         written_i,
    // configuration
    input  logic [Lanes-1:0]             enable_i,
    input  logic [23:0]                  interval_i,
    input  logic [15:0]                  clock_quanta_i,
    input  logic [Classes*CntW-1:0]      floor_i,
    input  logic [Classes*CntW-1:0]      ceiling_i,
    // window to write
    output logic                         tune_o,
    output logic [LaneW-1:0]             lane_o,
    output logic [CntW-1:0]              window_o,
    // quiet
    output logic                         busy_o       // a look is under way, or to come
);

  logic [Lanes-1:0] returned, pending_q, denied_q, wanted_q, open_q;
  logic [Lanes-1:0] turn_q, begun, stays, take, take_q;
  logic [31:1]      phase_q;   // bit k: clock k of the look
  logic             look_q;    // any of them
  logic             live_q;    // its window may still be written
  logic             wanted_take_q;
  logic [31:0]      time_q, start, served;
  logic [Lanes*32-1:0] start_q;
  logic             begins, over, ends, differs;

  assign returned = {return_i[2], return_i[1], NHbm'(return_i[0]) << hbm_lane_i} & enable_i;
  assign begins   = !look_q && (pending_q & turn_q) != '0;
  assign begun    = begins ? turn_q : '0;
  assign stays    = pending_q & ~begun & enable_i;
  assign ends     = over && (open_q & turn_q) != '0;
  assign take     = phase_q[4] && (over || (open_q & turn_q) == '0) ? turn_q : '0;
  assign busy_o   = look_q || pending_q != '0;

  // Of the lane that is looked at, and its class. A simulator skips what is not looked at.
  logic [Classes-1:0] of_class;
  assign of_class = {turn_q[NHbm+1], turn_q[NHbm], turn_q[NHbm-1:0] != '0};
  logic [CntW-1:0] window, lowest, highest;
  always_comb begin
    lane_o = '0;
    start  = '0;
    if (phase_q[1]) begin
      for (int l = 0; l < Lanes; l++) start |= start_q[l*32 +: 32] & {32{turn_q[l]}};
    end
    window  = '0;
    lowest  = '0;
    highest = '0;
    if (phase_q[3]) begin
      for (int l = 0; l < Lanes; l++) window |= window_i[l*CntW +: CntW] & {CntW{turn_q[l]}};
      for (int k = 0; k < Classes; k++) begin
        lowest  |= floor_i[k*CntW +: CntW] & {CntW{of_class[k]}};
        highest |= ceiling_i[k*CntW +: CntW] & {CntW{of_class[k]}};
      end
    end
    if (phase_q[31]) begin
      for (int l = 0; l < Lanes; l++) lane_o |= LaneW'(l) & {LaneW{turn_q[l]}};
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= '0;
      denied_q  <= '0;
      open_q    <= '0;
      take_q    <= '0;
      turn_q    <= Lanes'(1);
      phase_q   <= '0;
      look_q    <= 1'b0;
    end else begin
      pending_q <= stays | returned;
      denied_q  <= deny_i ? refused_i : '0;
      open_q    <= (open_q | take) & enable_i;
      take_q    <= take;
      phase_q   <= {phase_q[30:1], begins};
      look_q    <= begins || (look_q && !phase_q[31]);
      // The next lane, after a look, or where nothing has come back.
      if (phase_q[31] || (!look_q && !begins && pending_q != '0)) begin
        turn_q <= {turn_q[Lanes-2:0], turn_q[Lanes-1]};
      end
    end
    wanted_q <= (wanted_q & ~take_q) | denied_q;
    if (begins) time_q <= now_i;
    live_q <= (begins || (live_q && (!phase_q[4] || ends) && (turn_q & enable_i) != '0)) &&
              !written_i;
    if (take_q != '0) begin
      wanted_take_q <= (wanted_q & take_q) != '0;
      for (int l = 0; l < Lanes; l++) if (take_q[l]) start_q[l*32 +: 32] <= time_q;
    end
  end

  sema_served #(.NHbm(NHbm)) u_served (
      .clk_i,
      .rst_ni,
      .return_i(returned),
      .service_i,
      .take_i  (take_q),
      .served_o(served)
  );

  sema_tuner #(.CntW(CntW)) u_tuner (
      .clk_i,
      .phase_i       (phase_q),
      .now_i         (time_q),
      .start_i       (start),
      .wanted_i      (wanted_take_q),
      .served_i      (served),
      .window_i      (window),
      .floor_i       (lowest),
      .ceiling_i     (highest),
      .interval_i,
      .clock_quanta_i,
      .over_o        (over),
      .differs_o     (differs),
      .window_o
  );

  assign tune_o = phase_q[31] && differs && live_q;

endmodule
