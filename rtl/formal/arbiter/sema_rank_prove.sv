// Proof of sema_rank: the order matrix says, of any two operations, which one ranks first by the
// paper's order: urgent ones first, then fewer bytes on the wire, then the order of offers. That
// is a strict total order. What is chosen is wanted, ranks before everything else that is wanted,
// and is one slot only.
//
// The properties follow two slots: which ones is free, so that they stand for all pairs.
module sema_rank_prove #(
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

  (* anyconst *) logic [SlotW-1:0] a, b;

  // The operations as they were offered. When one of the two is, it is compared with the other,
  // and comes after its equals.
  logic [Slots-1:0] inserted_q, earlier;
  logic [WireW:0]   key_q[Slots], key;
  logic             b_first_q;
  initial inserted_q = '0;
  assign key = {!urgent_i, wire_bytes_i};
  always_comb begin
    for (int s = 0; s < Slots; s++) earlier[s] = key_q[s] <= key;
  end

  always_ff @(posedge clk_i) begin
    if (insert_i) begin
      inserted_q[slot_i] <= 1'b1;
      key_q[slot_i]      <= key;
      if (slot_i == a) b_first_q <= earlier[b];
      else if (slot_i == b) b_first_q <= !earlier[a];
    end
  end

  logic             both;
  logic [Slots-1:0] ahead_a, ahead_b;
  logic [SlotW-1:0] place_a, place_b;
  assign both    = a != b && inserted_q[a] && inserted_q[b];
  assign place_a = SlotW'(sema_pkg::place_of(32'(a), Slots));
  assign place_b = SlotW'(sema_pkg::place_of(32'(b), Slots));
  assign ahead_a = rows[place_a*Slots +: Slots];
  assign ahead_b = rows[place_b*Slots +: Slots];

  always_comb begin
    // What is wanted was inserted.
    Want_M : assume ((want_i & ~inserted_q) == '0);

    order_A : assert (!both || (ahead_a[b] == b_first_q && ahead_b[a] == !b_first_q));
    self_I : assert (!inserted_q[a] || !ahead_a[a]);
    wanted_I : assert ((first_o & ~want_i) == '0);
    first_A : assert (!(both && first_o[a] && want_i[b]) || (!b_first_q && !first_o[b]));

    order_C : cover (both && b_first_q && key_q[b] == key_q[a] && want_i[a]);
    first_C : cover (both && first_o[a] && want_i[b] && key_q[b] == key_q[a]);
  end

endmodule
