// Proof of sema_slot_read, 32 slots of 32 bits: every copy of the word is what the slot had in the
// clock after it was selected. Looked at is one slot, whichever.
module sema_slot_read_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned W = 32,
    parameter int unsigned Copies = 5,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic               clk_i,
    input logic [Slots-1:0]   select_i,
    input logic [Slots*W-1:0] words_i
);

  logic [Copies*W-1:0] word_o;
  sema_slot_read #(.Slots(Slots), .W(W), .Copies(Copies)) u_dut (.*);

  (* anyconst *) logic [SlotW-1:0] one;
  logic [2:0]   selected_q;
  logic [W-1:0] word_1q, word_2q;
  initial selected_q = '0;
  always_ff @(posedge clk_i) begin
    selected_q <= {selected_q[1:0], select_i == Slots'(1) << one};
    word_1q    <= words_i[one*W +: W];
    word_2q    <= word_1q;
  end

  always_comb begin
    word_A : assert (!selected_q[2] || word_o == {Copies{word_2q}});
    word_C : cover (selected_q[2] && word_o != '0 && word_o[W-1:0] != word_1q);
  end

endmodule
