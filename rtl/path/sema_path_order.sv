// SPDX-License-Identifier: Apache-2.0
// The order of operations: a matrix says who is behind whom. Latency-sensitive ones first, then
// those with fewer wire bytes, then those taken earlier.
//
// A new one is compared with all others in clock 1 of its offer, and has its place from clock 3 on.
module sema_path_order #(
    parameter int unsigned Slots = 40,
    parameter int unsigned WireW = 24,
    localparam int unsigned SlotW = $clog2(Slots)
) (
    input  logic             clk_i,
    // offer, clock 0
    input  logic             op_urgent_i,
    input  logic [WireW-1:0] op_wire_bytes_i,
    // clock 1: its slot, alone or none
    input  logic [Slots-1:0] new_i,
    input  logic [SlotW-1:0] new_slot_i,
    // the first of those that want
    input  logic [Slots-1:0] want_i,
    output logic [Slots-1:0] first_o
);
  // A row is whole words of a simulator; synthesis drops what lies behind the slots.
  localparam int unsigned RowW = (Slots + 31) / 32 * 32;
  logic [WireW:0]         key_q[Slots], key_1q;
  logic [Slots*RowW-1:0]  behind_q;       // row s: those behind slot s
  logic [Slots-1:0]       ahead, ahead_2q, new_2q, beaten;

  always_comb begin
    ahead = '0;
    if (new_i != '0) begin
      for (int s = 0; s < Slots; s++) ahead |= Slots'(key_q[s] <= key_1q) << s;
    end
  end
  always_ff @(posedge clk_i) begin
    key_1q   <= {!op_urgent_i, op_wire_bytes_i};
    ahead_2q <= ahead | new_i;            // none is behind itself
    new_2q   <= new_i;
    if (new_i != '0) key_q[new_slot_i] <= key_1q;
    if (new_2q != '0) begin
      for (int s = 0; s < Slots; s++) begin
        behind_q[s*RowW +: Slots] <= new_2q[s] ? ~ahead_2q :
            behind_q[s*RowW +: Slots] & ~new_2q | new_2q & {Slots{ahead_2q[s]}};
      end
    end
  end

  always_comb begin
    beaten = '0;
    if (want_i != '0) begin
      for (int s = 0; s < Slots; s++) beaten |= behind_q[s*RowW +: Slots] & {Slots{want_i[s]}};
    end
  end
  assign first_o = want_i & ~beaten;

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) begin
    FIRST_ONE_A : assert ((first_o & (first_o - 1'b1)) == '0);
  end
`endif
`ifdef FORMAL
  // Two slots: their keys, and which of them was taken earlier.
  (* anyconst *) logic [SlotW-1:0] one, other;
  logic [WireW:0]   one_key_q, other_key_q, offered_q;
  logic [Slots-1:0] known_q = '0, placed_q = '0, were_new_q = '0;
  logic             later_q, ahead_one, behind, begun_q = 1'b0;
  assign ahead_one = one_key_q < other_key_q || one_key_q == other_key_q && later_q;
  assign behind    = behind_q[one*RowW + 32'(other)];
  // Nobody is behind itself; of two, one is behind the other; ranks go round in no circle.
  logic orderly, ab, bc, ac;
  always_comb begin
    orderly = 1'b1;
    for (int a = 0; a < Slots; a++) begin
      for (int b = 0; b < Slots; b++) begin
        ab = behind_q[a*RowW+b];
        if (placed_q[a] && placed_q[b]) begin
          orderly &= a == b ? !ab : ab != behind_q[b*RowW+a] && (!ab || key_q[a] <= key_q[b]);
        end
        for (int c = 0; c < Slots; c++) begin
          bc = behind_q[b*RowW+c];
          ac = behind_q[a*RowW+c];
          if (placed_q[a] && placed_q[b] && placed_q[c]) orderly &= !ab || !bc || ac;
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    known_q  <= known_q | new_i;
    placed_q <= (placed_q | were_new_q) & ~new_i;
    were_new_q <= new_i;
    begun_q  <= 1'b1;
    offered_q <= {!op_urgent_i, op_wire_bytes_i};
    if (new_i[one]) one_key_q <= offered_q;
    if (new_i[other]) other_key_q <= offered_q;
    if (new_i[one] || new_i[other]) later_q <= new_i[other];     // the other one is later
    WATCHED : assume (32'(one) < Slots && 32'(other) < Slots && one != other);
    NEW_M : assert (new_i == '0 || begun_q && new_i == Slots'(1) << new_slot_i);
    WANT_M : assert ((want_i & ~placed_q) == '0);
    BEST_A : assert (!(first_o[one] && want_i[other]) || ahead_one);
    SOME_A : assert (want_i == '0 || first_o != '0);
    PLACED_I : assert ((placed_q & ~known_q) == '0 && (placed_q & were_new_q) == '0 &&
                       (were_new_q & (were_new_q - 1'b1)) == '0 && (were_new_q & ~known_q) == '0 &&
                       (!begun_q ? (placed_q | were_new_q) == '0 : new_2q == were_new_q));
    KEYS_I : assert ((!begun_q || key_1q == offered_q) &&
                     (!known_q[one] || key_q[one] == one_key_q) &&
                     (!known_q[other] || key_q[other] == other_key_q));
    AHEAD_I : assert (!(were_new_q[one] && known_q[other]) || ahead_2q[other] == !ahead_one);
    PAIR_I : assert (!(placed_q[one] && placed_q[other]) || behind == ahead_one);
    ORDER_I : assert (orderly);
  end
`endif
endmodule
