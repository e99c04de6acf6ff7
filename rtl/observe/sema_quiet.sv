// Quiet: tells that nothing will change until the next beat.
//
// Promise: while quiet_o is high and no beat comes, no state changes and nothing commits, however
// many clocks pass, so that a simulator may skip them. It may be low where it could be high.
//
// Operations that wait do not disturb the quiet, as long as the arbiter finds nothing new about
// them and has none to choose.
module sema_quiet (
    // due in this clock
    input  logic collecting_i,   // a slot of the collector is full
    input  logic returning_i,    // something was taken up in the clock before
    input  logic due_i,          // a reset, a window or a calibration commits
    input  logic calibrating_i,  // a calibrator works
    input  logic message_busy_i, // a grant message waits or is due, or its timer runs
    input  logic accessed_i,     // part of a register write is kept, or a response waits
    input  logic pool_steady_i,
    input  logic arbitrating_i,  // an operation is in flight, or to choose, or known anew
    // quiet
    output logic quiet_o
);

  assign quiet_o = !(collecting_i || returning_i || due_i || calibrating_i || message_busy_i ||
                     accessed_i || arbitrating_i) && pool_steady_i;

endmodule
