// SPDX-License-Identifier: Apache-2.0
// Memory with one write port and one read port; what is read is there in the next clock. Written
// and read at once, a word reads as its old value.
module sema_memory #(
    parameter int unsigned Width = 32,
    parameter int unsigned Depth = 128,
    localparam int unsigned AddressW = sema_path_pkg::index_width(Depth)
) (
    input  logic                 clk_i,
    // write
    input  logic                 write_i,
    input  logic [AddressW-1:0]  write_address_i,
    input  logic [Width-1:0]     write_data_i,
    // read
    input  logic                 read_i,
    input  logic [AddressW-1:0]  read_address_i,
    output logic [Width-1:0]     read_data_o
);

  logic [Width-1:0] memory[Depth];
  logic [Width-1:0] read_data_q;

  always_ff @(posedge clk_i) begin
    if (write_i) memory[write_address_i] <= write_data_i;
    if (read_i) read_data_q <= memory[read_address_i];
  end

  assign read_data_o = read_data_q;

`ifdef FORMAL
  // A word that a proof watches (rtl/proofs.txt).
  (* keep *) logic [AddressW-1:0] watch;
  (* keep *) logic [Width-1:0] watched;
  assign watched = memory[watch];
  // And one that the proof of this module watches.
  (* anyconst *) logic [AddressW-1:0] word;
  logic [Width-1:0] written_q, wanted_q, read_1q;
  logic             reads_q, mine_q, begun_q = 1'b0, twice_q = 1'b0;
  always_ff @(posedge clk_i) begin
    begun_q <= 1'b1;
    twice_q <= begun_q;
    reads_q <= read_i;
    mine_q  <= read_i && read_address_i == word;
    read_1q <= read_data_o;
    if (!begun_q) written_q <= memory[word];
    if (write_i && write_address_i == word) written_q <= write_data_i;
    wanted_q <= written_q;
    if (begun_q) begin
      READS_A : assert (!(twice_q && mine_q) || read_data_o == wanted_q);
      STAYS_A : assert (reads_q || read_data_o == read_1q);
      WRITTEN_I : assert (memory[word] == written_q);
    end
  end
`endif

endmodule
