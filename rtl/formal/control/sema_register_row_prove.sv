// One line of the table in proof registers: what it says of the word that is followed, and of the one that is read.
module sema_register_row_prove #(
    parameter int unsigned At = 0,     // byte address of the first of the family
    parameter int unsigned Count = 1,
    parameter int unsigned Bits = 32,
    parameter bit Kept = 0,            // software writes it, and nobody else
    parameter logic [Count*Bits-1:0] Reset = '0
) (
    input  logic [9:0]            word_i,
    input  logic [9:0]            read_word_i,
    input  logic [Count*Bits-1:0] value_i,
    output logic                  there_o,
    output logic                  kept_o,
    output logic                  read_at_o,
    output logic [31:0]           is_o,
    output logic [31:0]           mask_o,
    output logic [31:0]           reset_o,
    output logic [31:0]           read_value_o
);

  always_comb begin
    {there_o, read_at_o, is_o, reset_o, read_value_o} = '0;
    for (int i = 0; i < Count; i++) begin
      if (word_i == 10'(At / 4 + i)) begin
        there_o = 1'b1;
        is_o    = 32'(value_i[i*Bits +: Bits]);
        reset_o = 32'(Reset[i*Bits +: Bits]);
      end
      if (read_word_i == 10'(At / 4 + i)) begin
        read_at_o = 1'b1;
        read_value_o = 32'(value_i[i*Bits +: Bits]);
      end
    end
  end
  assign kept_o = there_o && Kept;
  assign mask_o = there_o ? 32'({Bits{1'b1}}) : '0;

endmodule
