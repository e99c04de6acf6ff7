// Proof of sema_walk, 32 slots: which steps are made, and of which slots.
module sema_walk_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic clk_i, rst_ni, change_i
);

  logic             began_o, step_o, walking_o;
  logic [SlotW-1:0] slot_o;
  sema_begin_prove u_begin (.*);
  sema_walk #(.Slots(Slots)) u_dut (.*);

  // Steps to go, and clocks since the walk began or the last step.
  logic [SlotW:0]   left_q;
  logic [2:0]       since_q;
  logic             due_q;
  logic [SlotW-1:0] next_q;
  always_ff @(posedge clk_i) begin
    left_q    <= !rst_ni ? '0 : change_i ? (SlotW+1)'(Slots) : left_q - (SlotW+1)'(step_o);
    since_q   <= !rst_ni || left_q == '0 ? 3'd1 : since_q == 3'd4 ? 3'd1 : since_q + 3'd1;
    due_q     <= rst_ni && left_q != '0 && since_q == 3'd4;
    next_q    <= !rst_ni ? '0 : slot_o + SlotW'(step_o);
  end

  (* peek = "u_dut.left_q" *) logic [SlotW:0] left_kept;
  (* peek = "u_dut.timer_q" *) logic [1:0] timer_kept;
  always_comb begin
    if (began_o) begin
      left_I : assert (32'(left_q) <= Slots);
      timer_I : assert (since_q >= 3'd1 && since_q <= 3'd4 && timer_kept == since_q[1:0] - 2'd1);
      due_I : assert (!step_o || (left_q != '0 && since_q == 3'd1));

      steps_A : assert (left_kept == left_q && walking_o == (left_q != '0));
      clocks_A : assert (step_o == due_q);
      slots_A : assert (slot_o == next_q);

      steps_C : cover (walking_o && step_o && slot_o == SlotW'(2));
      clocks_C : cover (step_o && change_i);
      slots_C : cover (slot_o == SlotW'(3));
    end
  end

endmodule
