// Proof of sema_quiet: quiet is told exactly when nothing of what makes a change is about. What each
// of these inputs says of its own module is the quiet property of that module's proof.
module sema_quiet_prove (
    input logic clk_i,
    input logic collecting_i,
    input logic returning_i,
    input logic due_i,
    input logic calibrating_i,
    input logic message_busy_i,
    input logic accessed_i,
    input logic pool_steady_i,
    input logic arbitrating_i
);

  logic quiet_shown;
  sema_quiet u_dut (
      .collecting_i,
      .returning_i,
      .due_i,
      .calibrating_i,
      .message_busy_i,
      .accessed_i,
      .pool_steady_i,
      .arbitrating_i,
      .quiet_o(quiet_shown)
  );

  logic [7:0] stirs;
  assign stirs = {collecting_i, returning_i, due_i, calibrating_i, message_busy_i, accessed_i,
                  !pool_steady_i, arbitrating_i};

  always_comb begin
    quiet_A : assert (!quiet_shown || stirs == '0);
    idle_A : assert (quiet_shown || stirs != '0);
    quiet_C : cover (quiet_shown);
    idle_C : cover (!quiet_shown);
  end

endmodule
