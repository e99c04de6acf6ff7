// SPDX-License-Identifier: Apache-2.0
// First in, first out, in a memory.
//
// Promise: what is put leaves once, in order. What is put in clock c can leave in clock c + 2; from
// then on one leaves in each clock. Both readies and valids are functions of flops.
// Same clock: one is put, one leaves.
module sema_fifo #(
    parameter int unsigned Width = 32,
    parameter int unsigned Depth = 16,              // a power of two
    localparam int unsigned PlaceW = $clog2(Depth)
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             put_valid_i,
    output logic             put_ready_o,
    input  logic [Width-1:0] put_i,
    output logic             get_valid_o,
    input  logic             get_ready_i,
    output logic [Width-1:0] get_o,
    output logic [7:0]       count_o               // in it, at most 255
);
  logic [PlaceW:0]   count_q;                       // in the memory, without the one that is read
  logic [PlaceW-1:0] put_q, get_q;
  logic              puts, reads, valid_q;
  assign put_ready_o = !count_q[PlaceW];
  assign count_o     = 32'(count_q) + 32'(valid_q) > 32'd255 ? '1 : 8'(count_q) + 8'(valid_q);
  assign get_valid_o = valid_q;
  assign puts  = put_valid_i && put_ready_o;
  assign reads = count_q != '0 && (!valid_q || get_ready_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
      put_q   <= '0;
      get_q   <= '0;
      valid_q <= 1'b0;
    end else begin
      count_q <= count_q + (PlaceW+1)'(puts) - (PlaceW+1)'(reads);
      put_q   <= put_q + PlaceW'(puts);
      get_q   <= get_q + PlaceW'(reads);
      valid_q <= reads || valid_q && !get_ready_i;
    end
  end
  sema_memory #(
      .Width(Width), .Depth(Depth)
  ) u_memory (
      .clk_i,
      .write_i(puts), .write_address_i(put_q), .write_data_i(put_i),
      .read_i(reads), .read_address_i(get_q), .read_data_o(get_o));
endmodule
