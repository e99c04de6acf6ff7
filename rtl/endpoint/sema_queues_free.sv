// SPDX-License-Identifier: Apache-2.0
// Free places: those that were never used, in their order, then a ring in a memory of those that
// were given back.
//
// Promise: while any are left, entry_o is one that nobody has. One that is given back in clock w is
// left again in clock w + 2, when the memory has it.
// Same clock: one is taken, one given back.
module sema_queues_free #(
    parameter int unsigned Entries = 256,
    localparam int unsigned EntryW = $clog2(Entries)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    output logic [EntryW:0]   left_o,
    output logic [EntryW-1:0] entry_o,
    input  logic              take_i,
    input  logic              free_i,
    input  logic [EntryW-1:0] free_entry_i
);
  logic [EntryW:0]   left_q, fresh_q;     // the next that was never used; Entries: none
  logic [EntryW-1:0] get_q, put_q, get, again;
  logic              free_1q, worn;
  assign worn    = fresh_q[EntryW];
  assign entry_o = worn ? again : fresh_q[EntryW-1:0];
  assign left_o  = left_q;
  assign get     = get_q + EntryW'(take_i && worn);
  sema_memory #(
      .Width(EntryW), .Depth(Entries)
  ) u_ring (
      .clk_i,
      .write_i(free_i), .write_address_i(put_q), .write_data_i(free_entry_i),
      .read_i(1'b1), .read_address_i(get), .read_data_o(again));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q  <= (EntryW+1)'(Entries);
      fresh_q <= '0;
      get_q   <= '0;
      put_q   <= '0;
      free_1q <= 1'b0;
    end else begin
      left_q  <= left_q + (EntryW+1)'(free_1q) - (EntryW+1)'(take_i);
      fresh_q <= fresh_q + (EntryW+1)'(take_i && !worn);
      get_q   <= get;
      put_q   <= put_q + EntryW'(free_i);
      free_1q <= free_i;
    end
  end
`ifdef FORMAL
  // Every place: held, never used, or once in the ring, whose words are these.
  logic [Entries-1:0]        held_q, once;
  logic [Entries*EntryW-1:0] ring_q;
  logic [EntryW-1:0]         again_1q;
  logic [EntryW:0]           size, holds, found;
  logic                      begun_q = 1'b0;
  assign size = left_q + fresh_q + (EntryW+1)'(free_1q) - (EntryW+1)'(Entries);
  always_comb begin
    holds = '0;
    for (int e = 0; e < Entries; e++) begin
      found = (EntryW+1)'(held_q[e]) + (EntryW+1)'((EntryW+1)'(e) >= fresh_q);
      holds += (EntryW+1)'(held_q[e]);
      for (int p = 0; p < Entries; p++) begin
        found += (EntryW+1)'((EntryW+1)'(EntryW'(EntryW'(p) - get_q)) < size &&
                             ring_q[p*EntryW +: EntryW] == EntryW'(e));
      end
      once[e] = found == (EntryW+1)'(1);
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q  <= 1'b1;
    again_1q <= ring_q[get*EntryW +: EntryW];
    if (free_i) ring_q[put_q*EntryW +: EntryW] <= free_entry_i;
    held_q   <= !rst_ni ? '0 : (held_q | (Entries'(take_i) << entry_o)) &
                               ~(Entries'(free_i) << free_entry_i);
    if (rst_ni && begun_q) begin
      RING_M : assert (again == again_1q);
      TAKE_M : assert (!take_i || left_q != '0);
      FREE_M : assert (!free_i || held_q[free_entry_i]);
      ONCE_A : assert (!take_i || !held_q[entry_o]);
      KEPT_A : assert (left_q + (EntryW+1)'(free_1q) + holds == (EntryW+1)'(Entries));
      PLACES_I : assert (once == '1 && fresh_q <= (EntryW+1)'(Entries));
      SIZE_I : assert (size <= (EntryW+1)'(Entries) && put_q == get_q + size[EntryW-1:0] &&
                       left_q <= (EntryW+1)'(Entries) && size >= (EntryW+1)'(free_1q));
      READ_I : assert (!worn || left_q == '0 || again_1q == ring_q[get_q*EntryW +: EntryW]);
    end
  end
`endif
endmodule
