// Proof of sema_order, 32 slots: the matrix says, of any two operations, which one ranks first by the
// paper's order, from the third clock after the insertion of the later one on. That is a strict
// total order. What is chosen is wanted, and ranks before everything else that is wanted.
//
// Looked at are two slots, whichever.
module sema_order_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned Copies = Slots / 4,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned WireW = sema_pkg::WireBits,
    localparam int unsigned W = WireW + 1,
    localparam int unsigned Groups = Slots >= 8 ? Slots / 8 : 1
) (
    input logic                    clk_i, rst_ni,
    input logic [Slots-1:0]        insert_i,
    input logic                    urgent_i,
    input logic [WireW-1:0]        wire_bytes_i,
    input logic [Copies*Slots-1:0] want_i
);

  logic [Slots-1:0] first_o;
  (* peek = "u_dut.gen_gates.ahead" *) logic [Slots*Slots-1:0] rows;
  (* peek = "u_dut.gen_gates.formal_keys" *) logic [Slots*W-1:0] keys;
  (* peek = "u_dut.gen_gates.not_after_q" *) logic [Slots-1:0] not_after;
  (* peek = "u_dut.gen_gates.key_2q" *) logic [Groups*W-1:0] key_2;
  (* peek = "u_dut.insert_2q" *) logic [Slots-1:0] insert_2;
  (* peek = "u_dut.insert_3q" *) logic [Slots-1:0] insert_3;

  sema_order #(.Slots(Slots), .Copies(Copies)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [SlotW-1:0] a, b;

  // The operations as they were offered, and the clocks since, up to three. When one of the two is
  // inserted, it is compared with the other, and comes after its equals.
  logic         a_q, b_q, b_first_q;
  logic [W-1:0] key, key_a_q, key_b_q;
  logic [1:0]   since_a_q, since_b_q;
  assign key = {!urgent_i, wire_bytes_i};
  always_ff @(posedge clk_i) begin
    since_a_q <= insert_i[a] ? 2'd1 : since_a_q + 2'(since_a_q != 2'd3);
    since_b_q <= insert_i[b] ? 2'd1 : since_b_q + 2'(since_b_q != 2'd3);
    if (insert_i[a]) begin
      a_q       <= 1'b1;
      key_a_q   <= key;
      b_first_q <= key_b_q <= key;
    end else if (insert_i[b]) begin
      b_first_q <= !(key_a_q <= key);
    end
    if (insert_i[b]) begin
      b_q     <= 1'b1;
      key_b_q <= key;
    end
    if (!rst_ni) {a_q, b_q} <= '0;
  end

  logic             both, settled;
  logic [Slots-1:0] want;
  assign want    = want_i[Slots-1:0];
  assign both    = a != b && a_q && b_q;
  assign settled = both && since_a_q == 2'd3 && since_b_q == 2'd3;

  always_comb begin
    // One operation a clock is offered, to a slot that is free, which it is not for nine clocks after
    // an offer (proof slots).
    insert_M : assume ((!(insert_i[a] && insert_i[b]) || a == b) &&
                       (!insert_i[a] || !a_q || since_a_q == 2'd3) &&
                       (!insert_i[b] || !b_q || since_b_q == 2'd3));
    // What is wanted was inserted three clocks ago or more (proof slots), and its copies are equal.
    want_M : assume (want_i == {Copies{want_i[Slots-1:0]}} &&
                     (!want[a] || (a_q && since_a_q == 2'd3)) &&
                     (!want[b] || (b_q && since_b_q == 2'd3)));

    if (began_o) begin
      since_I : assert ((!a_q || since_a_q != '0) && (!b_q || since_b_q != '0));
      apart_I : assert (!both || since_a_q != since_b_q || since_a_q == 2'd3);
      way_I : assert (insert_2[a] == (a_q && since_a_q == 2'd1) &&
                      insert_3[a] == (a_q && since_a_q == 2'd2) &&
                      insert_2[b] == (b_q && since_b_q == 2'd1) &&
                      insert_3[b] == (b_q && since_b_q == 2'd2));
      keys_I : assert ((!a_q || keys[a*W +: W] == key_a_q) && (!b_q || keys[b*W +: W] == key_b_q));
      kept_I : assert ((!(a_q && since_a_q == 2'd1) || key_2 == {Groups{key_a_q}}) &&
                       (!(b_q && since_b_q == 2'd1) || key_2 == {Groups{key_b_q}}));
      first_I : assert (!both || since_a_q == since_b_q || b_first_q ==
                        (since_a_q < since_b_q ? key_b_q <= key_a_q : !(key_a_q <= key_b_q)));
      compared_I : assert (!both || ((since_a_q != 2'd2 || since_b_q != 2'd3 ||
                                      not_after[b] == b_first_q) &&
                                     (since_b_q != 2'd2 || since_a_q != 2'd3 ||
                                      not_after[a] == !b_first_q)));

      order_A : assert (!settled || (rows[{a, b}] == b_first_q && rows[{b, a}] == !b_first_q));
      first_A : assert (!(settled && first_o[a] && want[b]) || (!b_first_q && !first_o[b]));
      wanted_A : assert (!first_o[a] || want[a]);

      order_C : cover (settled && b_first_q && key_b_q == key_a_q);
      first_C : cover (settled && first_o[a] && want[b] && key_b_q == key_a_q);
      wanted_C : cover (first_o[a] && want[b] && a != b);
    end
  end

endmodule
