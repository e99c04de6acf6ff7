// Quiet: tells that nothing will change until the next beat.
//
// Promise: while quiet_o is high and no beat comes, no state changes and nothing commits, however
// many clocks pass, so that a simulator may skip them. It may be low where it could be high.
//
// An event keeps it low for QuietClocks clocks, in which the pipelines finish all that follows from
// the event, or come to the next one. Operations that wait do not disturb the quiet.
module sema_quiet (
    input  logic clk_i,
    input  logic rst_ni,
    // events
    input  logic event_i,
    input  logic chose_i,        // in the clock before
    // going on in this clock
    input  logic collecting_i,   // a slot of the collector is full
    input  logic calibrating_i,  // a calibrator works
    input  logic tuning_i,       // a lane is looked at, or has to be
    input  logic message_busy_i, // a grant message waits or is due, or its timer runs
    input  logic accessed_i,     // part of a register write is kept, or a response waits
    // quiet
    output logic quiet_o
);

  localparam int unsigned Clocks = sema_pkg::QuietClocks;
  localparam int unsigned CountW = $clog2(Clocks + 1);

  logic [CountW-1:0] rest_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || event_i) rest_q <= CountW'(Clocks);
    else if (chose_i) rest_q <= CountW'(Clocks - 1);
    else if (rest_q != '0) rest_q <= rest_q - 1'b1;
  end

  assign quiet_o = rest_q == '0 && !(chose_i || collecting_i || calibrating_i || tuning_i ||
                                     message_busy_i || accessed_i);

endmodule
