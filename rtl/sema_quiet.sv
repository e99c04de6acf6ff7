// Quiet: tells that nothing will change until the next beat.
//
// Promise: while quiet_o is high and no beat comes, no state changes and nothing commits, however
// many clocks pass, so that a simulator may skip them. It may be low where it could be high.
//
// A waiting operation does not disturb the quiet once it is settled: it was denied in the clock
// before, and nothing in that clock could have made the next decision another one.
module sema_quiet (
    input  logic clk_i,
    input  logic rst_ni,
    // due in this clock
    input  logic collecting_i,   // a slot of the collector is full
    input  logic returning_i,    // something was taken up in the clock before
    input  logic due_i,          // a reset or a window commits
    input  logic refresh_i,
    input  logic telling_i,      // a grant message waits or is due, or its timer runs
    // id pool
    input  logic pool_steady_i,
    input  logic pool_load_i,
    // waiting operations
    input  logic empty_i,
    input  logic deny_i,
    // configuration
    input  logic config_valid_i,
    // quiet
    output logic quiet_o
);

  logic settled_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      settled_q <= 1'b0;
    end else begin
      settled_q <= deny_i && !returning_i && !config_valid_i && !pool_load_i;
    end
  end

  assign quiet_o = !collecting_i && !returning_i && !due_i && !refresh_i && !telling_i &&
                   pool_steady_i && (empty_i || settled_q);

endmodule
