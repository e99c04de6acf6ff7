// Proof of sema_rank, the rest: where something is wanted, something is chosen.
//
// A strict total order of finitely many has a first one. That the matrix is one is proved of any
// two slots by proof rank; here it is taken for granted of all that are wanted.
module sema_rank_some_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned WireW = sema_pkg::WireBits
) (
    input logic             clk_i, insert_i,
    input logic [SlotW-1:0] slot_i,
    input logic             urgent_i,
    input logic [WireW-1:0] wire_bytes_i,
    input logic [Slots-1:0] want_i
);

  logic [Slots-1:0] first_o;
  (* peek = "u_dut.ahead_q" *) logic [Slots*Slots-1:0] rows;  // in places, as sema_pkg says

  sema_rank #(.Slots(Slots)) u_dut (.*);

  // Who ranks before a slot.
  logic [Slots-1:0] ahead[Slots];
  for (genvar s = 0; s < Slots; s++) begin : gen_ahead
    localparam int unsigned Place = sema_pkg::place_of(s, Slots);
    assign ahead[s] = rows[Place*Slots +: Slots];
  end

  // Of any three that are wanted: nobody ranks before itself, one of two before the other, and who
  // ranks before one ranks before those behind it.
  logic ordered;
  always_comb begin
    ordered = 1'b1;
    for (int a = 0; a < Slots; a++) begin
      ordered &= !ahead[a][a];
      for (int b = 0; b < a; b++) begin
        ordered &= !(want_i[a] && want_i[b]) || ahead[a][b] != ahead[b][a];
      end
      for (int b = 0; b < Slots; b++) begin
        ordered &= !(want_i[a] && want_i[b] && ahead[a][b]) ||
                   (ahead[b] & want_i & ~ahead[a]) == '0;
      end
    end
  end

  always_comb begin
    Ordered_M : assume (ordered);
    some_A : assert (want_i == '0 || first_o != '0);
    some_C : cover (want_i == '1);
  end

endmodule
