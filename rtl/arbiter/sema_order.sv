// Order of waiting operations: latency-sensitive ones first, then fewer bytes on the wire,
// then the order of offers. One insertion and one choice in every clock.
//
// Promise: first_o is that slot of want_i which ranks before all others of it; none where want_i is
// empty. Copies of want_i are equal, and hold slots whose insert_i was SettleClocks ago or more.
// Same clock: an operation may be inserted while another is chosen.
//
// A matrix: each slot knows who ranks before it. That is settled once, behind an insertion: key
// kept (clock 1), compared with all keys (2), written (3). Equals come after those that were there,
// and of two insertions in successive clocks the later one writes last. In gates half of the matrix
// is kept, as one bit says of two slots which is before the other.
module sema_order #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter bit Gates = sema_pkg::Gates,
    parameter int unsigned Copies = 1,  // of want_i
    localparam int unsigned WireW = sema_pkg::WireBits,
    localparam int unsigned W = WireW + 1
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // insertion, clock 1: the slot alone, or none
    input  logic [Slots-1:0]         insert_i,
    input  logic                     urgent_i,
    input  logic [WireW-1:0]         wire_bytes_i,
    // choice
    input  logic [Copies*Slots-1:0]  want_i,
    output logic [Slots-1:0]         first_o
);

  logic [W-1:0]     key;
  logic [Slots-1:0] insert_2q, insert_3q;
  assign key = {!urgent_i, wire_bytes_i};  // a smaller key ranks first
  always_ff @(posedge clk_i) begin
    insert_2q <= rst_ni ? insert_i : '0;
    insert_3q <= rst_ni ? insert_2q : '0;
  end

  if (Gates) begin : gen_gates
    localparam int unsigned Groups = Slots >= 8 ? Slots / 8 : 1;
    logic [Groups*W-1:0]    key_2q;
    logic [Slots-1:0]       not_after, not_after_q;
    logic [Slots*Slots-1:0] ahead;

`ifdef FORMAL
    logic [Slots*W-1:0]     formal_keys;  // in a vector, of which a proof speaks
`endif

    sema_dup_flops #(.W(W), .Copies(Groups)) u_key (.clk_i, .d_i(key), .q_o(key_2q));
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      logic [W-1:0] key_q;
      always_ff @(posedge clk_i) if (insert_i[s]) key_q <= key;
`ifdef FORMAL
      assign formal_keys[s*W +: W] = key_q;
`endif
      sema_at_least #(.W(W)) u_compare (
          .a_i   (key_2q[s*Groups/Slots*W +: W]),
          .b_i   (key_q),
          .pass_i(1'b0),
          .fail_i(1'b0),
          .yes_o (not_after[s])
      );
      assign first_o[s] = want_i[s*Copies/Slots*Slots+s] &&
                          (want_i[s*Copies/Slots*Slots +: Slots] & ahead[s*Slots +: Slots]) == '0;
    end
    always_ff @(posedge clk_i) not_after_q <= not_after;

    for (genvar i = 0; i < Slots; i++) begin : gen_row
      assign ahead[i*Slots+i] = 1'b0;
      for (genvar j = i + 1; j < Slots; j++) begin : gen_column
        logic before_q;  // i ranks before j
        always_ff @(posedge clk_i) begin
          if (insert_3q[j]) before_q <= not_after_q[i];
          else if (insert_3q[i]) before_q <= !not_after_q[j];
        end
        assign ahead[j*Slots+i] = before_q;
        assign ahead[i*Slots+j] = !before_q;
      end
    end
  end else begin : gen_words
    // Rows are kept in places, as sema_pkg says.
    localparam int unsigned SlotW = sema_pkg::index_width(Slots);
    localparam int unsigned Quarter = Slots / 4;
    logic [W-1:0]           key_q[Slots];
    logic [W-1:0]           key_2q, key_3q;
    logic [Slots*Slots-1:0] ahead_q;  // who ranks before a slot, in its row

    // Who ranks before one that is inserted. A function, so that a simulator compares only then.
    function automatic logic [Slots-1:0] ahead_of(input logic [W-1:0] last);
      for (int s = 0; s < Slots; s++) ahead_of[s] = key_q[s] <= last;
    endfunction

    always_ff @(posedge clk_i) begin : insertion
      logic [Slots-1:0] ahead;
      logic [SlotW-1:0] slot, place;
      key_2q <= key;
      key_3q <= key_2q;
      if (insert_i != '0) begin
        slot        = SlotW'(sema_pkg::index_of(64'(insert_i)));
        key_q[slot] <= key;
      end
      if (insert_3q != '0) begin
        ahead = ahead_of(key_3q) & ~insert_3q;
        place = SlotW'(sema_pkg::place_of(32'(sema_pkg::index_of(64'(insert_3q))), Slots));
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) begin
            ahead_q[(4*b+w)*Slots +: Slots] <= ahead_q[(4*b+w)*Slots +: Slots] & ~insert_3q |
                                               (ahead[w*Quarter+b] ? '0 : insert_3q);
          end
        end
        ahead_q[place*Slots +: Slots] <= ahead;
      end
    end

    // The one before whom nobody wanted ranks.
    logic [127:0] alone;
    always_comb begin
      alone = '0;
      if (want_i[Slots-1:0] != '0) begin
        for (int b = 0; b < Quarter; b++) begin
          for (int w = 0; w < 4; w++) begin
            alone[w*32+b] = (want_i[Slots-1:0] & ahead_q[(4*b+w)*Slots +: Slots]) == '0;
          end
        end
      end
    end
    assign first_o = want_i[Slots-1:0] & Slots'(sema_pkg::of_places(alone, Slots));
  end

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The order reckoned the plain way: by key, then by number of the offer.
  localparam int unsigned SettleClocks = 3;
  logic [Slots-1:0] want, bad;
  logic [W-1:0]     rank_q[Slots];
  logic [63:0]      offered_q[Slots];
  logic [63:0]      offers_q = '0;
  logic [2:0]       since_q[Slots];  // clocks since the insertion, up to 7
  assign want = want_i[Slots-1:0];
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < Slots; s++) begin
      since_q[s] <= insert_i[s] ? 3'd1 : since_q[s] + 3'(since_q[s] != 3'd7);
      if (insert_i[s]) begin
        rank_q[s]    <= key;
        offered_q[s] <= offers_q;
      end
    end
    if (insert_i != '0) offers_q <= offers_q + 64'd1;
  end

  always_comb begin
    bad = '0;
    for (int s = 0; s < Slots; s++) begin
      if (want[s]) begin
        for (int t = 0; t < Slots; t++) begin
          if (want[t]) bad[s] |= {rank_q[t], offered_q[t]} < {rank_q[s], offered_q[s]};
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    First_A : assert (first_o == (want & ~bad));
    One_A : assert ($onehot0(first_o) && (first_o == '0) == (want == '0));
    Insert_M : assert ($onehot0(insert_i));
    Copies_M : assert (want_i == {Copies{want}});
    for (int s = 0; s < Slots; s++) begin
      Settled_M : assert (!want[s] || since_q[s] >= 3'(SettleClocks));
    end
  end

  /* verilator tracing_on */
`endif

endmodule
