// Proof of sema_quiet: quiet is told exactly when nothing of what makes a change is about. What each
// of these inputs says of its own module is the quiet property of that module's proof.
module sema_quiet_prove (
    input logic clk_i, collecting_i, returning_i, due_i, calibrating_i, message_busy_i, accessed_i,
                pool_steady_i, arbitrating_i
);

  logic quiet_o;
  sema_quiet u_dut (.*);

  logic [7:0] stirs;
  assign stirs = {collecting_i, returning_i, due_i, calibrating_i, message_busy_i, accessed_i,
                  !pool_steady_i, arbitrating_i};

  always_comb begin
    quiet_A : assert (!quiet_o || stirs == '0);
    idle_A : assert (quiet_o || stirs != '0);
    quiet_C : cover (quiet_o);
    idle_C : cover (!quiet_o);
  end

endmodule
