// Proof of sema_rank, the rest: where something is wanted, something is chosen.
//
// A strict total order of finitely many has a first one. That the matrix is one is proved of any
// two slots by proof rank; here it is taken for granted of all that are wanted.
module rank_some #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned WireW = sema_pkg::WireBits
) (
    input logic             clk_i,
    input logic             insert_i,
    input logic [SlotW-1:0] slot_i,
    input logic             urgent_i,
    input logic [WireW-1:0] wire_bytes_i,
    input logic [Slots-1:0] want_i
);

  logic [Slots-1:0] first;
  (* peek = "u_dut.ahead_q" *) logic [Slots*Slots-1:0] ahead;

  sema_rank #(.Slots(Slots)) u_dut (
      .clk_i,
      .insert_i,
      .slot_i,
      .urgent_i,
      .wire_bytes_i,
      .want_i,
      .first_o(first)
  );

  // Of any three that are wanted: nobody ranks before itself, one of two before the other, and who
  // ranks before one ranks before those behind it. Rows are in places, as sema_pkg says.
  logic             ordered;
  logic [Slots-1:0] of_a, of_b;
  always_comb begin
    ordered = 1'b1;
    for (int a = 0; a < Slots; a++) begin
      of_a = ahead[sema_pkg::place_of(a, Slots)*Slots +: Slots] & want_i;
      for (int b = 0; b < Slots; b++) begin
        of_b = ahead[sema_pkg::place_of(b, Slots)*Slots +: Slots] & want_i;
        if (want_i[a] && want_i[b]) begin
          if (a == b) ordered &= !of_a[b];
          else ordered &= of_a[b] != of_b[a] && (!of_a[b] || (of_b & ~of_a) == '0);
        end
      end
    end
  end

  always_comb begin
    Ordered_M : assume (ordered);
    some_A : assert (want_i == '0 || first != '0);
    some_C : cover (want_i == '1);
  end

endmodule
