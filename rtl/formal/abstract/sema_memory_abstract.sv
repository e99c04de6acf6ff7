// A memory of which one word is kept, the watched one; what is read of the others is anything. It
// stands for sema_memory in proofs that look at one entry: whatever holds with it holds with the
// whole memory, because the proof memory shows that the whole one keeps any word that is watched.
module sema_memory #(
    parameter int unsigned Width = 32,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned AddressW = sema_pkg::index_width(Depth)
) (
    input  logic                 clk_i, write_i,
    input  logic [AddressW-1:0]  write_address_i,
    input  logic [Width-1:0]     write_data_i,
    input  logic                 read_i,
    input  logic [AddressW-1:0]  read_address_i,
    output logic [Width-1:0]     read_data_o
);

  (* keep *) logic [AddressW-1:0] watch;   // driven by the proof
  (* keep *) logic [Width-1:0]    watched;
  (* anyseq *) logic [Width-1:0]  anything;

  always_ff @(posedge clk_i) begin
    if (write_i && write_address_i == watch) watched <= write_data_i;
    read_data_o <= read_i && read_address_i == watch ? watched : anything;
  end

endmodule
