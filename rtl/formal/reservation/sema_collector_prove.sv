// Proof of sema_collector, eight partitions: every completion that is taken comes out once, as it
// was, in order of its partition, within eight clocks; nothing else comes out.
//
// Looked at is one partition, whichever: its slot the plain way, and how long it has waited.
module sema_collector_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                     clk_i, rst_ni,
    input logic [NHbm-1:0]          valid_i,
    input logic [NHbm*IdW-1:0]      id_i,
    input logic [NHbm*ServiceW-1:0] service_i
);

  logic                valid_o;
  logic [NHbm-1:0]     ready_o;
  logic [HbmW-1:0]     partition_o;
  logic [IdW-1:0]      id_o;
  logic [ServiceW-1:0] service_o;

  sema_collector #(.NHbm(NHbm), .Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [HbmW-1:0] looked_at;
  (* peek = "u_dut.full_q" *) logic [NHbm-1:0] full;
  (* peek = "u_dut.pointer_q" *) logic [HbmW-1:0] pointer;
  (* peek = "u_dut.id_q" *) logic [NHbm*IdW-1:0] ids;
  (* peek = "u_dut.service_q" *) logic [NHbm*ServiceW-1:0] services;

  logic                waits_q, beat, served, idle_q;
  logic [HbmW-1:0]     pointer_q;
  logic [IdW-1:0]      id_q;
  logic [ServiceW-1:0] service_q;
  logic [HbmW:0]       waited_q;  // clocks
  logic [HbmW-1:0]     distance;  // of its partition from the pointer: who may come before it
  assign beat     = valid_i[looked_at] && ready_o[looked_at];
  assign served   = valid_o && partition_o == looked_at;
  assign distance = looked_at >= pointer ? looked_at - pointer : looked_at - pointer + HbmW'(NHbm);
  always_ff @(posedge clk_i) begin
    idle_q    <= rst_ni && !valid_o && valid_i == '0;
    pointer_q <= pointer;
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= beat || (waits_q && !served);
    if (!rst_ni || beat) waited_q <= '0;
    else waited_q <= waited_q + 1'b1;
    if (beat) begin
      id_q      <= id_i[looked_at*IdW +: IdW];
      service_q <= service_i[looked_at*ServiceW +: ServiceW];
    end
  end

  always_comb begin
    if (began_o) begin
      slot_I : assert (full[looked_at] == waits_q &&
                       (!waits_q || (ids[looked_at*IdW +: IdW] == id_q &&
                                     services[looked_at*ServiceW +: ServiceW] == service_q)));
      turn_I : assert (!waits_q || 32'(waited_q) + 32'(distance) < NHbm);

      kept_A : assert (!served || (waits_q && id_o == id_q && service_o == service_q));
      ready_A : assert (ready_o[looked_at] == (!waits_q || served));
      served_A : assert (!waits_q || served || 32'(waited_q) + 1 < NHbm);
      busy_A : assert (!waits_q || valid_o);
      quiet_A : assert (!idle_q || (full == '0 && pointer == pointer_q));

      kept_C : cover (served && beat && waited_q != '0);
      ready_C : cover (!ready_o[looked_at] && valid_o);
      served_C : cover (served && 32'(waited_q) + 1 == NHbm);
      quiet_C : cover (idle_q && pointer != '0);
      busy_C : cover (waits_q && valid_o && !served);
    end
  end

endmodule
