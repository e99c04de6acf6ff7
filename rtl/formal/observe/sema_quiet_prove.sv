// Proof of sema_quiet: quiet is told exactly when nothing that makes a change is going on, and nothing
// has happened for QuietClocks clocks. A choice is told of in the clock after it.
module sema_quiet_prove (
    input logic clk_i, rst_ni, event_i, chose_i, collecting_i, calibrating_i, tuning_i,
                message_busy_i, accessed_i
);

  localparam int unsigned Clocks = sema_pkg::QuietClocks;
  localparam int unsigned CountW = $clog2(Clocks + 1);

  logic quiet_o;
  sema_quiet u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* peek = "u_dut.rest_q" *) logic [CountW-1:0] rest;

  // What happened so many clocks ago, and in how many clocks the last of it is over.
  logic [Clocks:1]   happened_q;
  logic [CountW-1:0] due;
  logic              stirs;
  assign stirs = collecting_i || calibrating_i || tuning_i || message_busy_i || accessed_i;
  always_comb begin
    due = '0;
    for (int unsigned i = Clocks; i >= 1; i--) if (happened_q[i]) due = CountW'(Clocks + 1 - i);
  end
  always_ff @(posedge clk_i) begin
    happened_q    <= rst_ni ? {happened_q[Clocks-1:1], event_i} : Clocks'(1);
    happened_q[2] <= rst_ni && (happened_q[1] || chose_i);
  end

  always_comb begin
    if (began_o) begin
      rest_I : assert (rest == due);

      quiet_A : assert (!quiet_o || (happened_q == '0 && !chose_i && !stirs));
      idle_A : assert (quiet_o || happened_q != '0 || chose_i || stirs);
      quiet_C : cover (quiet_o);
      idle_C : cover (!quiet_o && rest == '0);
    end
  end

endmodule
