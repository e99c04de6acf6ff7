// SPDX-License-Identifier: Apache-2.0
// The order of operations: a matrix says who is behind whom. What goes first is before all others;
// then latency-sensitive ones, then those with fewer wire bytes, then those taken earlier, which is
// the usual order.
//
// A new one is compared with all others in clock 1 of its offer, and has its place from clock 3 on,
// behind all that go first by then. What begins to go first in clock w has its new place from clock
// w + 1 on. Same clock: one may get its place while another one begins to go first.
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
    // one that may begin to go first in the next clock; in this one, alone or none; whether it does
    // is known late
    input  logic [Slots-1:0] turn_i,
    input  logic [Slots-1:0] due_i,
    input  logic             goes_i,
    // slots of latency-sensitive operations
    input  logic [Slots-1:0] urgent_i,
    // those that want, except the first of them, which is not beaten
    input  logic [Slots-1:0] want_i,
    output logic [Slots-1:0] beaten_o
);
  // A row is whole words of a simulator; synthesis drops what lies behind the slots.
  localparam int unsigned RowW = (Slots + 31) / 32 * 32;
  logic [WireW-1:0]       bytes_q[Slots], bytes_1q;
  logic                   urgent_1q;
  logic [Slots*RowW-1:0]  behind_q;       // row s: those behind slot s, of slots below s
  logic [Slots*RowW-1:0]  usual_q;        // the same in the usual order
  logic [Slots-1:0]       goes_q;         // goes first, or its slot is free
  logic [Slots-1:0]       ahead, ahead_2q, new_2q, prior_2, beaten;

  always_comb begin
    ahead = '0;
    if (new_i != '0) begin
      for (int s = 0; s < Slots; s++) ahead |= Slots'({!urgent_i[s], bytes_q[s]} <= {!urgent_1q, bytes_1q}) << s;
    end
  end

  // One that begins to go first: of those that do, the ones that are before it in the usual order,
  // as the clock before reads it.
  logic [Slots-1:0] begins, row, below, lower, upper, usual_1q, prior;
  assign begins = due_i & ~goes_q;
  assign prior  = goes_q & usual_1q | begins;
  always_comb begin
    row   = '0;
    lower = '0;
    upper = '0;
    if (goes_q != '0 || due_i != '0) begin
      for (int s = 0; s < Slots; s++) begin
        row    = usual_q[s*RowW +: Slots] & ~({Slots{1'b1}} << s);
        lower |= row & {Slots{turn_i[s]}};                      // slots below that are behind it
        upper |= Slots'((row & turn_i) != '0) << s;             // slots above that it is behind
      end
    end
  end

  assign prior_2 = ahead_2q | goes_q;
  always_ff @(posedge clk_i) begin
    urgent_1q <= op_urgent_i;
    bytes_1q <= op_wire_bytes_i;
    ahead_2q <= ahead | new_i;            // none is behind itself
    new_2q   <= new_i;
    usual_1q <= upper | (turn_i - 1'b1) & ~lower;
    goes_q   <= goes_q & ~new_i | (goes_i ? begins : '0);
    if (new_i != '0) bytes_q[new_slot_i] <= bytes_1q;
    if (new_2q != '0) begin
      for (int s = 0; s < Slots; s++) begin
        usual_q[s*RowW +: Slots] <= new_2q[s] ? ~ahead_2q :
            usual_q[s*RowW +: Slots] & ~new_2q | new_2q & {Slots{ahead_2q[s]}};
      end
    end
    // What begins to go first is before a new one, too.
    if (goes_i) begin
      for (int s = 0; s < Slots; s++) begin
        behind_q[s*RowW +: Slots] <= begins[s] ? ~prior : ~begins & (new_2q[s] ? ~prior_2 :
            behind_q[s*RowW +: Slots] & ~new_2q | new_2q & {Slots{prior_2[s]}}) |
            begins & {Slots{prior[s]}};
      end
    end else if (new_2q != '0) begin
      for (int s = 0; s < Slots; s++) begin
        behind_q[s*RowW +: Slots] <= new_2q[s] ? ~prior_2 :
            behind_q[s*RowW +: Slots] & ~new_2q | new_2q & {Slots{prior_2[s]}};
      end
    end
  end

  // Of two, the one that is not behind the other beats it.
  always_comb begin
    beaten = '0;
    below  = '0;
    if (want_i != '0) begin
      for (int s = 0; s < Slots; s++) begin
        below   = ~({Slots{1'b1}} << s);
        beaten |= behind_q[s*RowW +: Slots] & below & {Slots{want_i[s]}};
        beaten |= Slots'((~behind_q[s*RowW +: Slots] & below & want_i) != '0) << s;
      end
    end
  end
  assign beaten_o = beaten;

`ifdef SEMA_CHECKED
  always_ff @(posedge clk_i) begin
    FIRST_ONE_A : assert ((want_i & ~beaten & ((want_i & ~beaten) - 1'b1)) == '0);
  end
`endif
`ifdef FORMAL
  // Two slots: their keys, which of them was taken earlier, and whether they go first.
  (* anyconst *) logic [SlotW-1:0] one, other;
  logic [WireW:0]   one_key_q, other_key_q, offered_q;
  logic [Slots-1:0] known_q = '0, placed_q = '0, were_new_q = '0, turn_1q = '0, placed_1q = '0;
  logic [Slots-1:0] urgent_were_q, first;
  assign first     = want_i & ~beaten_o;
  logic             later_q, ahead_one, behind, one_goes_q, other_goes_q, usual, begun_q = 1'b0;
  assign usual     = one_key_q < other_key_q || one_key_q == other_key_q && later_q;
  assign ahead_one = one_goes_q == other_goes_q ? usual : one_goes_q;
  assign behind    = one > other ? behind_q[one*RowW + 32'(other)] :
                                  !behind_q[other*RowW + 32'(one)];
  // The usual order: ranks go round in no circle. The matrix has it
  // between two that go first, and between two that do not.
  logic orderly, ab, bc, ac;
  always_comb begin
    orderly = 1'b1;
    for (int a = 0; a < Slots; a++) begin
      for (int b = 0; b < Slots; b++) begin
        ab = a > b ? usual_q[a*RowW+b] : !usual_q[b*RowW+a] && a != b;
        if (placed_q[a] && placed_q[b]) begin
          orderly &= !ab || {!urgent_i[a], bytes_q[a]} <= {!urgent_i[b], bytes_q[b]};
          orderly &= !(turn_1q[a] && placed_1q[a] && goes_q[b]) || a == b ||
                     usual_1q[b] == !ab;
          orderly &= a <= b || behind_q[a*RowW+b] == (goes_q[a] == goes_q[b] ? ab : goes_q[a]);
        end
        for (int c = 0; c < Slots; c++) begin
          bc = b > c ? usual_q[b*RowW+c] : !usual_q[c*RowW+b] && b != c;
          ac = a > c ? usual_q[a*RowW+c] : !usual_q[c*RowW+a] && a != c;
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
    one_goes_q   <= !new_i[one] && (one_goes_q || goes_i && due_i[one]);
    other_goes_q <= !new_i[other] && (other_goes_q || goes_i && due_i[other]);
    WATCHED : assume (32'(one) < Slots && 32'(other) < Slots && one != other);
    NEW_M : assert (new_i == '0 || begun_q && new_i == Slots'(1) << new_slot_i);
    WANT_M : assert ((want_i & ~placed_q) == '0);
    turn_1q   <= turn_i;
    placed_1q <= placed_q;
    urgent_were_q <= urgent_i & ~new_i | new_i & {Slots{urgent_1q}};
    URGENT_M : assert (((urgent_i ^ urgent_were_q) & known_q) == '0);
    TURN_M : assert ((turn_i & (turn_i - 1'b1)) == '0 && (due_i & ~turn_1q) == '0);
    DUE_M : assert ((due_i & (due_i - 1'b1)) == '0 &&
                    (due_i & (~placed_q | ~placed_1q | new_i)) == '0);
    FIRST_A : assert (!(first[one] && want_i[other]) || one_goes_q || !other_goes_q);
    BEST_A : assert (!(first[one] && want_i[other]) || ahead_one);
    SOME_A : assert (want_i == '0 || first != '0);
    NONE_A : assert (want_i != '0 || beaten_o == '0);
    PLACED_I : assert ((placed_q & ~known_q) == '0 && (placed_q & were_new_q) == '0 &&
                       (were_new_q & (were_new_q - 1'b1)) == '0 && (were_new_q & ~known_q) == '0 &&
                       (!begun_q ? (placed_q | were_new_q) == '0 : new_2q == were_new_q));
    KEYS_I : assert ((!begun_q || {!urgent_1q, bytes_1q} == offered_q) &&
                     (!known_q[one] || {!urgent_were_q[one], bytes_q[one]} == one_key_q) &&
                     (!known_q[other] || {!urgent_were_q[other], bytes_q[other]} == other_key_q));
    AHEAD_I : assert (!(were_new_q[one] && known_q[other]) || ahead_2q[other] == !usual);
    GOES_I : assert ((!known_q[one] || goes_q[one] == one_goes_q) &&
                     (!known_q[other] || goes_q[other] == other_goes_q));
    USUAL_I : assert (!(placed_q[one] && placed_q[other]) || usual == (one > other ?
                      usual_q[one*RowW + 32'(other)] : !usual_q[other*RowW + 32'(one)]));
    PAIR_I : assert (!(placed_q[one] && placed_q[other]) || behind == ahead_one);
    ORDER_I : assert (orderly);
  end
`endif
endmodule
