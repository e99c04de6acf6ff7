// Collector: HBM stage completions of all partitions onto one port, one a clock.
//
// Promises: nothing is dropped and nothing made up; completions of a partition stay in order; one
// leaves its place within CollectorPlaces * NHbm clocks, because the pointer moves past the
// partition that was served; ready_o depends on flops only. A partition alone may send one a clock.
// Same clock: a completion may be taken while another one of its partition leaves.
//
// Each partition has two places, which take turns. The place that is served counts as empty in the
// next clock, in which it is still read: what is taken meanwhile is in it after that.
//
// Bursts are what it is for. In the long run it cannot be overrun: there is at most one grant a
// clock, and each grant brings at most one HBM completion.
module sema_collector #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    // partitions
    input  logic [NHbm-1:0]           valid_i,
    output logic [NHbm-1:0]           ready_o,
    input  logic [NHbm*IdW-1:0]       id_i,
    input  logic [NHbm*ServiceW-1:0]  service_i,
    // taken up in this clock
    output logic                      valid_o,
    output logic [HbmW-1:0]           partition_o,
    output logic [IdW-1:0]            id_o,
    output logic [ServiceW-1:0]       service_o,
    // quiet
    output logic                      busy_o       // something waits or is taken up
);

  localparam int unsigned BeatW = IdW + ServiceW;

  // Places 2 * p and 2 * p + 1 of partition p: the first for odd turns of it, the second for even.
  logic [BeatW-1:0] place_q[2*NHbm];
  logic [NHbm-1:0]  even_q, odd_q;      // place is full
  logic [NHbm-1:0]  put_q, get_q;       // turn of the next to be taken, and to leave: 1 is odd
  logic [NHbm-1:0]  above_q;            // partitions at or above the pointer
  logic [NHbm-1:0]  some, above, served, taken;

  // The first partition at or above the pointer that has a completion, or else the first of all.
  assign some    = even_q | odd_q;
  assign above   = some & above_q;
  assign served  = above != '0 ? above & ~(above - NHbm'(1)) : some & ~(some - NHbm'(1));
  assign ready_o = ~((put_q & odd_q) | (~put_q & even_q));
  assign taken   = valid_i & ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      even_q  <= '0;
      odd_q   <= '0;
      put_q   <= '0;
      get_q   <= '0;
      above_q <= '1;
    end else begin
      even_q <= (even_q & ~(served & ~get_q)) | (taken & ~put_q);
      odd_q  <= (odd_q & ~(served & get_q)) | (taken & put_q);
      put_q  <= put_q ^ taken;
      get_q  <= get_q ^ served;
      if (some != '0) above_q <= ~(served | (served - NHbm'(1)));
    end
  end

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < NHbm; p++) begin
      if (taken[p]) begin
        place_q[2*p+32'(put_q[p])] <= {id_i[p*IdW +: IdW], service_i[p*ServiceW +: ServiceW]};
      end
    end
  end

  // What was served is read in the next clock.
  logic [HbmW-1:0] partition_q;
  logic            valid_q, odd_turn_q;
  always_ff @(posedge clk_i) begin
    valid_q     <= rst_ni && some != '0;
    partition_q <= HbmW'(sema_pkg::index_of(64'(served)));
    odd_turn_q  <= (served & get_q) != '0;
  end

  assign valid_o             = valid_q;
  assign partition_o         = partition_q;
  assign {id_o, service_o}   = place_q[{partition_q, odd_turn_q}];
  assign busy_o              = some != '0 || valid_q;

`ifdef FORMAL
  // The places, for a proof (rtl/formal).
  (* keep *) logic [2*NHbm*BeatW-1:0] formal_places;
  for (genvar i = 0; i < 2 * NHbm; i++) begin : gen_places
    assign formal_places[i*BeatW +: BeatW] = place_q[i];
  end
`endif

`ifndef SYNTHESIS
  initial Partitions_P : assert (NHbm >= 1 && NHbm <= 62 && sema_pkg::CollectorPlaces == 2);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Whoever is served was waiting, in the place whose turn it is.
      Served_A : assert ((served & ~((get_q & odd_q) | (~get_q & even_q))) == '0 &&
                         $onehot0(served));
      // Somebody is served whenever somebody waits.
      Busy_A : assert ((some != '0) == (served != '0));
    end
  end
`endif

endmodule
