// SPDX-License-Identifier: Apache-2.0
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
    input  logic [NHbm*16-1:0]      observed_i,
    input  logic                    hold_i,      // nobody is served
    // served in this clock
    output logic                    valid_o,
    output logic [NHbm-1:0]         served_o,    // the partition, alone
    output logic [HandleW-1:0]      handle_o,
    output logic [15:0]             observed_o
);
  // Each partition has two places, which take turns.
  logic [16+HandleW-1:0]     even_place_q[NHbm], odd_place_q[NHbm];
  logic [NHbm-1:0]           even_q, odd_q;    // the place is full
  logic [NHbm-1:0]           put_q, get_q;     // the next to be filled, and to leave: 1 is odd
  logic [NHbm-1:0]           above_q;          // partitions at or above the pointer
  logic [NHbm-1:0]           pending, above, first, past, served, taken;
  logic                      up_q;
  assign pending = even_q | odd_q;
  assign above   = pending & above_q;
  assign first   = above != '0 ? above & (~above + 1'b1) : pending & (~pending + 1'b1);
  assign past    = above != '0 ? above ^ (~above + 1'b1) : pending ^ (~pending + 1'b1);
  assign served  = hold_i ? '0 : first;
  assign ready_o = ~(even_q & odd_q) & {NHbm{up_q}};
  assign taken   = valid_i & ready_o & {NHbm{rst_ni}};
  assign valid_o = pending != '0 && !hold_i;
  assign served_o = served;
  always_comb begin
    {observed_o, handle_o} = '0;
    if (pending != '0) begin
      for (int p = 0; p < NHbm; p++) begin
        {observed_o, handle_o} |= (get_q[p] ? odd_place_q[p] : even_place_q[p]) &
                                  {16+HandleW{served[p]}};
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
      if (pending != '0 && !hold_i) above_q <= past;
    end
    if (taken != '0) begin
      for (int p = 0; p < NHbm; p++) begin
        if (taken[p] && put_q[p]) begin
          odd_place_q[p] <= {observed_i[16*p +: 16], handle_i[p*HandleW +: HandleW]};
        end
        if (taken[p] && !put_q[p]) begin
          even_place_q[p] <= {observed_i[16*p +: 16], handle_i[p*HandleW +: HandleW]};
        end
      end
    end
  end
`ifdef FORMAL
  // Of one partition: what waits, and how many others have been served since something does.
  (* anyconst *) logic [5:0] watch;
  logic [1:0]         waits_q;
  logic [16+HandleW-1:0] oldest_q, newest_q, comes;
  logic [5:0]         turn_q, number, passed_q, to_come;
  logic               put, get;
  assign put     = taken[watch];
  assign comes   = {observed_i[16*watch +: 16], handle_i[watch*HandleW +: HandleW]};
  assign get     = served[watch];
  assign to_come = watch >= turn_q ? watch - turn_q : watch + 6'(NHbm) - turn_q;
  always_comb begin
    number = '0;
    for (int p = 0; p < NHbm; p++) number |= 6'(p) & {6{served[p]}};
  end
  always_ff @(posedge clk_i) begin
    waits_q  <= rst_ni ? waits_q + 2'(put) - 2'(get) : '0;
    if (put) newest_q <= comes;
    if (get && waits_q[1]) oldest_q <= newest_q;
    else if (get || waits_q == '0) oldest_q <= comes;
    turn_q   <= !rst_ni ? '0 : valid_o ? number + 1'b1 : turn_q;
    passed_q <= !rst_ni || waits_q == '0 || get ? '0 : passed_q + 6'(valid_o);
    WATCHED : assume (watch < 6'(NHbm));
    if (rst_ni) begin
      LOSS_A : assert (!get || waits_q != '0 && {observed_o, handle_o} == oldest_q);
      READY_A : assert (ready_o[watch] == (up_q && !waits_q[1]));
      SERVED_A : assert (valid_o == (served != '0) && (served & (served - 1'b1)) == '0);
      TURN_A : assert (passed_q < 6'(NHbm));
      PLACES_I : assert (2'(even_q[watch]) + 2'(odd_q[watch]) == waits_q);
      OLDEST_I : assert (waits_q == '0 || (get_q[watch] ?
          odd_q[watch] && odd_place_q[watch] == oldest_q :
          even_q[watch] && even_place_q[watch] == oldest_q));
      NEWEST_I : assert (waits_q == '0 || newest_q == (put_q[watch] ?
          even_place_q[watch] : odd_place_q[watch]));
      PUT_I : assert (put_q[watch] == (get_q[watch] ^ waits_q[0]));
      POINTER_I : assert (turn_q <= 6'(NHbm) && above_q == {NHbm{1'b1}} << turn_q);
      TO_COME_I : assert (7'(passed_q) + 7'(to_come) < 7'(NHbm));
    end
  end
`endif
endmodule
