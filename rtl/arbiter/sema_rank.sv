// Rank: the paper's order of waiting operations. Urgent ones first, then fewer bytes on the wire,
// then the order of offers.
//
// Promise: first_o is that one of want_i which ranks before all others of it; none if want_i is
// empty. Same clock: an operation may be inserted while another is chosen.
//
// Order matrix: each slot knows who ranks before it. That is settled once, when an operation is
// inserted: it is compared with every other, and comes after its equals because it came last. So
// there is no comparison of numbers on the way from want_i to first_o, only an AND and an OR.
module sema_rank #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned WireW = sema_pkg::WireBits
) (
    input  logic              clk_i,
    // insertion
    input  logic              insert_i,
    input  logic [SlotW-1:0]  slot_i,
    input  logic              urgent_i,
    input  logic [WireW-1:0]  wire_bytes_i,
    // choice; what want_i holds was inserted
    input  logic [Slots-1:0]  want_i,
    output logic [Slots-1:0]  first_o
);

  // A smaller key ranks first.
  logic [WireW:0]         key_q[Slots];
  logic [Slots*Slots-1:0] ahead_q;  // who ranks before a slot, in its row

  logic [WireW:0]   key;
  logic [Slots-1:0] inserted;
  assign key      = {!urgent_i, wire_bytes_i};
  assign inserted = Slots'(1) << slot_i;

  // Who ranks before one that is inserted. A function, so that a simulator compares only then.
  function automatic logic [Slots-1:0] ahead_of(input logic [WireW:0] last);
    for (int s = 0; s < Slots; s++) ahead_of[s] = key_q[s] <= last;
  endfunction

  // Rows are kept in places, as sema_pkg says.
  localparam int unsigned Group = Slots / 4;

  always_ff @(posedge clk_i) begin : insertion
    logic [Slots-1:0] ahead;
    logic [SlotW-1:0] place;
    if (insert_i) begin
      ahead         = ahead_of(key);
      place         = SlotW'(sema_pkg::place_of(32'(slot_i), Slots));
      key_q[slot_i] <= key;
      for (int b = 0; b < Group; b++) begin
        for (int w = 0; w < 4; w++) begin
          ahead_q[(4*b+w)*Slots +: Slots] <= ahead_q[(4*b+w)*Slots +: Slots] & ~inserted |
                                             (ahead[w*Group+b] ? '0 : inserted);
        end
      end
      ahead_q[place*Slots +: Slots] <= ahead & ~inserted;
    end
  end

  // The one before whom nobody wanted ranks.
  logic [127:0] alone;
  always_comb begin
    alone = '0;
    if (want_i != '0) begin
      for (int b = 0; b < Group; b++) begin
        for (int w = 0; w < 4; w++) begin
          alone[w*32+b] = (want_i & ahead_q[(4*b+w)*Slots +: Slots]) == '0;
        end
      end
    end
  end
  assign first_o = want_i & Slots'(sema_pkg::of_places(alone, Slots));

`ifndef SYNTHESIS
  // Not traced, so that a model without assertions does without what is only for them.
  /* verilator tracing_off */

  // The order reckoned the plain way: by key, then by number of the offer.
  logic [63:0] offered_q[Slots];
  logic [63:0] offers_q = '0;
  always_ff @(posedge clk_i) begin
    if (insert_i) begin
      offered_q[slot_i] <= offers_q;
      offers_q          <= offers_q + 64'd1;
    end
  end

  logic             chosen, passed;
  logic [SlotW-1:0] first;
  assign first = SlotW'(sema_pkg::index_of(64'(first_o)));
  always_comb begin
    chosen = want_i == '0 || (first_o & want_i) != '0;
    passed = 1'b0;
    for (int s = 0; s < Slots; s++) begin
      passed |= want_i[s] &&
                {key_q[s], offered_q[s]} < {key_q[first], offered_q[first]};
    end
  end

  always_ff @(posedge clk_i) begin
    // One is chosen if any is wanted, and one only.
    One_A : assert (chosen && $onehot0(first_o));
    // Nobody is passed by.
    Order_A : assert (want_i == '0 || !passed);
  end

  /* verilator tracing_on */
`endif

endmodule
