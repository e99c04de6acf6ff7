// Proof of sema_memory, 128 words of 51 bits: a read gives what was last written to that word before
// the clock of the read, and it stands until the next read.
module sema_memory_prove #(
    parameter int unsigned Width = 51,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned AddressW = sema_pkg::index_width(Depth)
) (
    input logic                clk_i, write_i,
    input logic [AddressW-1:0] write_address_i,
    input logic [Width-1:0]    write_data_i,
    input logic                read_i,
    input logic [AddressW-1:0] read_address_i
);

  logic [Width-1:0] read_data_o;
  sema_memory #(.Width(Width), .Depth(Depth)) u_dut (.*);

  // The word that is looked at, whichever.
  (* anyconst *) logic [AddressW-1:0] entry;
  (* poke = "u_dut.watch" *) logic [AddressW-1:0] watch;
  (* peek = "u_dut.watched" *) logic [Width-1:0] word;
  assign watch = entry;

  logic             written_q, read_q, stands_q, shown_q;
  logic [Width-1:0] last_q, expected_q, before_q;
  initial {written_q, read_q, stands_q, shown_q} = '0;
  always_ff @(posedge clk_i) begin
    if (write_i && write_address_i == entry) begin
      written_q <= 1'b1;
      last_q    <= write_data_i;
    end
    read_q     <= read_i && read_address_i == entry && written_q;
    expected_q <= last_q;
    stands_q   <= !read_i;
    shown_q    <= read_q;
    before_q   <= read_data_o;
  end

  always_comb begin
    // Beside what is read: the word itself.
    word_I : assert (!written_q || word == last_q);
    kept_A : assert (!read_q || read_data_o == expected_q);
    stands_A : assert (!stands_q || read_data_o == before_q);

    kept_C : cover (read_q && write_i && write_address_i == entry && read_data_o != last_q);
    stands_C : cover (stands_q && shown_q && read_data_o == '1 && word == '0);
  end

endmodule
