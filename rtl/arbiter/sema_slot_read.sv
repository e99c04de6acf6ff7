// One word of all slots: an AND with the slot, an OR of eight slots, an OR of the groups.
//
// Promise: copies of word_o are the word that the slot of select_i had in the clock after select_i;
// they hold it two clocks later. They are void where no slot was selected.
// For gates only: a simulator indexes the memory that the words are in.
module sema_slot_read #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned W = 32,
    parameter int unsigned Copies = 1,
    parameter int unsigned Share = 24  // bits that share one copy of the slot
) (
    input  logic                clk_i,
    input  logic [Slots-1:0]    select_i,  // the slot alone, or none
    input  logic [Slots*W-1:0]  words_i,
    output logic [Copies*W-1:0] word_o
);

  localparam int unsigned Selects = (W + Share - 1) / Share;
  localparam int unsigned Groups = Slots > 8 ? Slots / 8 : 1;
  localparam int unsigned Size = Slots / Groups;

  logic [Selects*Slots-1:0] select_q;
  logic [W-1:0]             word;
  sema_dup_flops #(.W(Slots), .Copies(Selects)) u_select (.clk_i, .d_i(select_i), .q_o(select_q));

  for (genvar b = 0; b < W; b++) begin : gen_bit
    logic [Slots-1:0]  column;
    logic [Groups-1:0] group_q;
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      assign column[s] = words_i[s*W+b] && select_q[b/Share*Slots+s];
    end
    for (genvar g = 0; g < Groups; g++) begin : gen_group
      always_ff @(posedge clk_i) group_q[g] <= |column[g*Size +: Size];
    end
    assign word[b] = |group_q;
  end

  sema_dup_flops #(.W(W), .Copies(Copies)) u_word (.clk_i, .d_i(word), .q_o(word_o));

`ifndef SYNTHESIS
  // The same reckoned the plain way.
  logic [W-1:0] plain_1q, plain_2q;
  logic         some_1q, some_2q, some_3q;
  logic [W-1:0] selected;
  always_comb begin
    selected = '0;
    for (int s = 0; s < Slots; s++) if (select_q[s]) selected = words_i[s*W +: W];
  end
  always_ff @(posedge clk_i) begin
    some_1q  <= select_i != '0;
    some_2q  <= some_1q;
    some_3q  <= some_2q;
    plain_1q <= selected;
    plain_2q <= plain_1q;
    Word_A : assert (!some_3q || word_o == {Copies{plain_2q}});
    Select_M : assert ($onehot0(select_i));
  end
`endif

endmodule
