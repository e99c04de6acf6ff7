// Collector: completions of all partitions onto one channel, one a clock.
//
// Promises: nothing is dropped; those of a partition stay in order; one leaves its place within
// 2 * NHbm clocks in which hold_i is low, since the turn moves past the partition that was served.
// Same clock: a completion may be taken while another one of its partition leaves.
module sema_path_collector #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned HandleW = 13
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic [NHbm-1:0]         valid_i,
    output logic [NHbm-1:0]         ready_o,
    input  logic [NHbm*HandleW-1:0] handle_i,
    input  logic                    hold_i,      // nobody is served
    // served in this clock
    output logic                    valid_o,
    output logic [HandleW-1:0]      handle_o
);
  // Each partition has two places, which take turns.
  logic [NHbm*HandleW-1:0]   even_place_q, odd_place_q;
  logic [NHbm-1:0]           even_q, odd_q;    // the place is full
  logic [NHbm-1:0]           put_q, get_q;     // the next to be filled, and to leave: 1 is odd
  logic [NHbm-1:0]           above_q;          // partitions at or above the pointer
  logic [NHbm-1:0]           some, above, first, past, served, taken;
  logic                      up_q;
  assign some    = even_q | odd_q;
  assign above   = some & above_q;
  assign first   = above != '0 ? above & (~above + 1'b1) : some & (~some + 1'b1);
  assign past    = above != '0 ? above ^ (~above + 1'b1) : some ^ (~some + 1'b1);
  assign served  = hold_i ? '0 : first;
  assign ready_o = ~(even_q & odd_q) & {NHbm{up_q}};
  assign taken   = valid_i & ready_o & {NHbm{rst_ni}};
  assign valid_o = some != '0 && !hold_i;
  always_comb begin
    handle_o = '0;
    if (some != '0) begin
      for (int p = 0; p < NHbm; p++) begin
        handle_o |= (get_q[p] ? odd_place_q[p*HandleW +: HandleW] :
                                even_place_q[p*HandleW +: HandleW]) & {HandleW{served[p]}};
      end
    end
  end
  always_ff @(posedge clk_i) begin
    up_q <= rst_ni;
    if (!rst_ni) begin
      even_q  <= '0;
      odd_q   <= '0;
      put_q   <= '0;
      get_q   <= '0;
      above_q <= '1;
    end else begin
      even_q <= even_q & ~(served & ~get_q) | taken & ~put_q;
      odd_q  <= odd_q & ~(served & get_q) | taken & put_q;
      put_q  <= put_q ^ taken;
      get_q  <= get_q ^ served;
      if (some != '0 && !hold_i) above_q <= past;
    end
    if (taken != '0) begin
      for (int p = 0; p < NHbm; p++) begin
        if (taken[p] && put_q[p]) begin
          odd_place_q[p*HandleW +: HandleW] <= handle_i[p*HandleW +: HandleW];
        end
        if (taken[p] && !put_q[p]) begin
          even_place_q[p*HandleW +: HandleW] <= handle_i[p*HandleW +: HandleW];
        end
      end
    end
  end
endmodule
