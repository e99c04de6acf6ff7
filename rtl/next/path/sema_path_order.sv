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
    if (new_i != '0) for (int s = 0; s < Slots; s++) ahead[s] = key_q[s] <= key_1q;
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
  always_ff @(posedge clk_i) FIRST_ONE_A : assert ((first_o & (first_o - 1'b1)) == '0);
`endif
endmodule
