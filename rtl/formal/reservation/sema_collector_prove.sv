// Proof of sema_collector, eight partitions: every completion that is taken comes out once, as it
// was, in order of its partition, and each partition is served within eight clocks; nothing else
// comes out.
//
// Looked at is one partition, whichever: its two places the plain way, the older completion first,
// and for how long that one has been the older.
module sema_collector_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits,
    localparam int unsigned BeatW = IdW + ServiceW
) (
    input logic                     clk_i, rst_ni,
    input logic [NHbm-1:0]          valid_i,
    input logic [NHbm*IdW-1:0]      id_i,
    input logic [NHbm*ServiceW-1:0] service_i
);

  logic                valid_o, busy_o;
  logic [NHbm-1:0]     ready_o;
  logic [HbmW-1:0]     partition_o;
  logic [IdW-1:0]      id_o;
  logic [ServiceW-1:0] service_o;

  sema_collector #(.NHbm(NHbm), .Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [HbmW-1:0] looked_at;
  (* peek = "u_dut.even_q" *) logic [NHbm-1:0] even;
  (* peek = "u_dut.odd_q" *) logic [NHbm-1:0] odd;
  (* peek = "u_dut.put_q" *) logic [NHbm-1:0] put;
  (* peek = "u_dut.get_q" *) logic [NHbm-1:0] get;
  (* peek = "u_dut.above_q" *) logic [NHbm-1:0] above;
  (* peek = "u_dut.served" *) logic [NHbm-1:0] serves;
  (* peek = "u_dut.odd_turn_q" *) logic odd_turn;
  (* peek = "u_dut.formal_places" *) logic [2*NHbm*BeatW-1:0] places;

  logic             beat_valid, served, read_q, idle_q, some_q;
  logic [NHbm-1:0]  above_q;
  logic [1:0]       waiting_q;          // of the partition
  logic [BeatW-1:0] beat, first_q, second_q, given_q;
  logic [BeatW-1:0] even_place, odd_place;
  logic [HbmW:0]    waited_q;           // clocks that the older one is it
  logic [HbmW:0]    ahead;             // partitions that may be served before it
  assign beat_valid = valid_i[looked_at] && ready_o[looked_at];
  assign beat       = {id_i[looked_at*IdW +: IdW], service_i[looked_at*ServiceW +: ServiceW]};
  assign served     = serves[looked_at];
  assign even_place = places[2*looked_at*BeatW +: BeatW];
  assign odd_place  = places[(2*looked_at+1)*BeatW +: BeatW];

  // From the pointer up to the partition, around.
  logic [HbmW:0] pointer;
  always_comb begin
    pointer = '0;
    for (int p = 0; p < NHbm; p++) if (!above[p]) pointer = (HbmW+1)'(p) + 1'b1;
    if (32'(pointer) == NHbm) pointer = '0;
    ahead = (HbmW+1)'(looked_at) >= pointer ? (HbmW+1)'(looked_at) - pointer
                                             : (HbmW+1)'(looked_at) - pointer + (HbmW+1)'(NHbm);
  end

  always_ff @(posedge clk_i) begin
    idle_q    <= rst_ni && !busy_o && valid_i == '0;
    above_q   <= above;
    some_q    <= rst_ni && (even | odd) != '0;
    waiting_q <= rst_ni ? waiting_q + 2'(beat_valid) - 2'(served) : '0;
    if (served || waiting_q == '0) begin
      first_q  <= waiting_q == 2'd2 ? second_q : beat;
      waited_q <= '0;
    end else begin
      waited_q <= waited_q + 1'b1;
    end
    if (beat_valid) second_q <= beat;
    read_q  <= rst_ni && served;
    given_q <= first_q;
  end

  always_comb begin
    if (began_o) begin
      // The places are those of the partition: the next to leave is the older one.
      places_I : assert (
          32'(waiting_q) <= 2 && 32'(even[looked_at]) + 32'(odd[looked_at]) == 32'(waiting_q) &&
          (waiting_q != 2'd1 || (even[looked_at] == !get[looked_at] && put[looked_at] != get[looked_at])) &&
          (waiting_q == 2'd1 || put[looked_at] == get[looked_at]) &&
          (waiting_q == '0 || (get[looked_at] ? odd_place : even_place) == first_q) &&
          (waiting_q != 2'd2 || (get[looked_at] ? even_place : odd_place) == second_q));
      mask_I : assert ((~above & (~above + 1'b1)) == '0);
      turn_I : assert (waiting_q == '0 || 32'(waited_q) + 32'(ahead) < NHbm);
      read_I : assert ((valid_o && partition_o == looked_at) == read_q && valid_o == some_q &&
                       (!read_q || (odd_turn ? odd_place : even_place) == given_q) &&
                       (!read_q || odd_turn != get[looked_at]));

      kept_A : assert (!(valid_o && partition_o == looked_at) ||
                       (read_q && {id_o, service_o} == given_q));
      ready_A : assert (ready_o[looked_at] == (waiting_q != 2'd2));
      served_A : assert (waiting_q == '0 || served || 32'(waited_q) + 1 < NHbm);
      busy_A : assert (valid_o == some_q && $onehot0(serves) && (!served || waiting_q != '0));
      quiet_I : assert (!idle_q || (!busy_o && !valid_o && above == above_q));

      kept_C : cover (read_q && beat_valid && waiting_q != '0 && first_q != given_q);
      ready_C : cover (!ready_o[looked_at] && valid_o);
      served_C : cover (served && 32'(waited_q) + 1 == NHbm);
      busy_C : cover (waiting_q != '0 && valid_o && !read_q);
    end
  end

endmodule
