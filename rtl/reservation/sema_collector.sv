// Collector: HBM stage completions of all partitions onto one port, one a clock.
//
// Promises: nothing is dropped and nothing made up; a full slot is taken up within NHbm clocks,
// because the pointer moves past the partition that was served; ready_o depends on flops only.
// Same clock: a slot may be emptied and filled again; what is filled now goes on in the next clock
// or later.
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
    // the one taken up in this clock
    output logic                      valid_o,
    output logic [HbmW-1:0]           partition_o,
    output logic [IdW-1:0]            id_o,
    output logic [ServiceW-1:0]       service_o
);

  logic [NHbm-1:0]          full_q;
  logic [NHbm*IdW-1:0]      id_q;
  logic [NHbm*ServiceW-1:0] service_q;
  logic [HbmW-1:0]          pointer_q;

  // The first full slot at or above the pointer, or else the first of all.
  logic [NHbm-1:0] above, chosen, taken;
  assign above       = full_q & ({NHbm{1'b1}} << pointer_q);
  assign chosen      = above != '0 ? above : full_q;
  assign valid_o     = full_q != '0;
  assign partition_o = HbmW'(sema_pkg::first_zero({{64-NHbm{1'b1}}, ~chosen}));
  assign id_o        = id_q[partition_o*IdW +: IdW];
  assign service_o   = service_q[partition_o*ServiceW +: ServiceW];

  assign taken   = NHbm'(valid_o) << partition_o;
  assign ready_o = ~full_q | taken;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      full_q    <= '0;
      pointer_q <= '0;
    end else begin
      full_q <= (full_q & ~taken) | valid_i;
      if (valid_o) pointer_q <= partition_o == HbmW'(NHbm - 1) ? '0 : partition_o + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < NHbm; p++) begin
      if (valid_i[p] && ready_o[p]) begin
        id_q[p*IdW +: IdW]                <= id_i[p*IdW +: IdW];
        service_q[p*ServiceW +: ServiceW] <= service_i[p*ServiceW +: ServiceW];
      end
    end
  end

`ifndef SYNTHESIS
  initial Partitions_P : assert (NHbm >= 1 && NHbm <= 62);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // What is taken up was waiting.
      Taken_A : assert ((taken & ~full_q) == '0 && $onehot0(taken));
      // Somebody is served whenever somebody waits.
      Served_A : assert ((full_q != '0) == (taken != '0));
    end
  end
`endif

endmodule
