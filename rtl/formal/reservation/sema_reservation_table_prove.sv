// Proof of sema_reservation_table, 128 entries: of any reservation, every component that it holds is
// returned exactly as it was frozen, once; a completion that is unknown, second or void changes
// nothing and is reported; it retires once, when it has completed and holds nothing any more.
//
// Looked at is one entry, whichever: what holds for it holds for all. Beside the table stands what it
// must know of that entry, the plain way: what was frozen at its grant, and what is still owed.
module sema_reservation_table_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                clk_i, rst_ni, grant_i,
    input logic [IdW-1:0]      id_i,
    input logic [Lanes-1:0]    used_i,
    input logic [HbmW-1:0]     lane_i,
    input logic [CntW-1:0]     hbm_i, atomic_i, response_i,
    input logic [ServiceW-1:0] hbm_estimate_i, atomic_estimate_i, response_estimate_i,
    input logic                hbm_valid_i,
    input logic [HbmW-1:0]     hbm_partition_i,
    input logic [IdW-1:0]      hbm_id_i,
    input logic [ServiceW-1:0] hbm_service_i,
    input logic                atomic_valid_i,
    input logic [IdW-1:0]      atomic_id_i,
    input logic [ServiceW-1:0] atomic_service_i,
    input logic                response_valid_i,
    input logic [IdW-1:0]      response_id_i,
    input logic [ServiceW-1:0] response_service_i,
    input logic                done_valid_i,
    input logic [IdW-1:0]      done_id_i
);

  logic                hbm_return_o, hbm_stray_o, hbm_retire_o, atomic_return_o, atomic_stray_o,
                       atomic_retire_o, response_return_o, response_stray_o, response_retire_o,
                       done_retire_o, done_stray_o, busy_o;
  logic [IdW-1:0]      hbm_id_o, atomic_id_o, response_id_o, done_id_o;
  logic [HbmW-1:0]     hbm_lane_o;
  logic [CntW-1:0]     hbm_amount_o, atomic_amount_o, response_amount_o;
  logic [ServiceW-1:0] hbm_estimate_o, atomic_estimate_o, response_estimate_o;
  logic [ServiceW-1:0] hbm_service_o, atomic_service_o, response_service_o;

  sema_reservation_table #(.NHbm(NHbm), .CntW(CntW), .Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The entry, and its words in the three memories.
  (* anyconst *) logic [IdW-1:0] entry;
  (* peek = "u_dut.u_hbm.watched" *) logic [ServiceW+HbmW+CntW-1:0] hbm_word;
  (* peek = "u_dut.u_atomic.watched" *) logic [ServiceW+CntW-1:0] atomic_word;
  (* peek = "u_dut.u_response.watched" *) logic [ServiceW+CntW-1:0] response_word;
  (* poke = "u_dut.u_hbm.watch" *) logic [IdW-1:0] hbm_watch;
  (* poke = "u_dut.u_atomic.watch" *) logic [IdW-1:0] atomic_watch;
  (* poke = "u_dut.u_response.watch" *) logic [IdW-1:0] response_watch;
  assign hbm_watch      = entry;
  assign atomic_watch   = entry;
  assign response_watch = entry;
  (* peek = "u_dut.hbm_owed_q" *) logic [Depth-1:0] hbm_flags;
  (* peek = "u_dut.atomic_owed_q" *) logic [Depth-1:0] atomic_flags;
  (* peek = "u_dut.response_owed_q" *) logic [Depth-1:0] response_flags;
  (* peek = "u_dut.open_q" *) logic [Depth-1:0] open_flags;

  // What is frozen under it, and what of it is still owed; and the beats of the clock before.
  logic                hbm_owed_q, atomic_owed_q, response_owed_q, open_q, held_q;
  logic [HbmW-1:0]     lane_q;
  logic [CntW-1:0]     hbm_q, atomic_q, response_q;
  logic [ServiceW-1:0] hbm_estimate_q, atomic_estimate_q, response_estimate_q;
  logic                hbm_due_q, atomic_due_q, response_due_q, done_due_q;
  logic                hbm_void_q, atomic_void_q, response_void_q, done_void_q;
  logic                granted, hbm_beat, atomic_beat, response_beat, done_beat, retires;
  assign granted       = grant_i && id_i == entry;
  assign hbm_beat      = hbm_valid_i && hbm_id_i == entry;
  assign atomic_beat   = atomic_valid_i && atomic_id_i == entry;
  assign response_beat = response_valid_i && response_id_i == entry;
  assign done_beat     = done_valid_i && done_id_i == entry;
  assign retires       = (hbm_retire_o && hbm_id_o == entry) || (atomic_retire_o && atomic_id_o == entry) ||
                         (response_retire_o && response_id_o == entry) ||
                         (done_retire_o && done_id_o == entry);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {hbm_owed_q, atomic_owed_q, response_owed_q, open_q, held_q} <= '0;
      {hbm_due_q, atomic_due_q, response_due_q, done_due_q}        <= '0;
      {hbm_void_q, atomic_void_q, response_void_q, done_void_q}    <= '0;
    end else begin
      {hbm_due_q, hbm_void_q}           <= {hbm_beat && hbm_owed_q, hbm_beat && !hbm_owed_q};
      {atomic_due_q, atomic_void_q}     <= {atomic_beat && atomic_owed_q, atomic_beat && !atomic_owed_q};
      {response_due_q, response_void_q} <= {response_beat && response_owed_q,
                                            response_beat && !response_owed_q};
      {done_due_q, done_void_q}         <= {done_beat && open_q, done_beat && !open_q};
      if (granted) begin
        hbm_owed_q      <= used_i[NHbm-1:0] != '0;
        atomic_owed_q   <= used_i[NHbm];
        response_owed_q <= used_i[NHbm+1];
        open_q          <= 1'b1;
        held_q          <= 1'b1;
      end else begin
        if (hbm_beat) hbm_owed_q <= 1'b0;
        if (atomic_beat) atomic_owed_q <= 1'b0;
        if (response_beat) response_owed_q <= 1'b0;
        if (done_beat) open_q <= 1'b0;
        if (retires) held_q <= 1'b0;
      end
    end
    if (granted) begin
      {lane_q, hbm_q, atomic_q, response_q} <= {lane_i, hbm_i, atomic_i, response_i};
      {hbm_estimate_q, atomic_estimate_q, response_estimate_q} <=
          {hbm_estimate_i, atomic_estimate_i, response_estimate_i};
    end
  end

  logic waits, event_due;
  assign waits     = hbm_owed_q || atomic_owed_q || response_owed_q || open_q;
  assign event_due = hbm_due_q || atomic_due_q || response_due_q || done_due_q;

  // Nothing was taken up, granted or under way in the clock before.
  logic               idle_q;
  logic [4*Depth-1:0] flags, flags_q;
  assign flags = {hbm_flags, atomic_flags, response_flags, open_flags};
  always_ff @(posedge clk_i) begin
    idle_q  <= rst_ni && !busy_o && !grant_i && !hbm_valid_i && !atomic_valid_i && !response_valid_i &&
               !done_valid_i;
    flags_q <= flags;
  end

  always_comb begin
    // An Atomic's demand has 18 bits.
    atomic_M : assume (!grant_i || atomic_i >> 18 == '0);
    // An id that is held is not granted.
    free_M : assume (!granted || !held_q);

    if (began_o) begin
      // The table is that of the entry: its flags and its words.
      flags_I : assert (hbm_flags[entry] == hbm_owed_q && atomic_flags[entry] == atomic_owed_q &&
                        response_flags[entry] == response_owed_q && open_flags[entry] == open_q);
      words_I : assert ((!hbm_owed_q || hbm_word == {hbm_estimate_q, lane_q, hbm_q}) &&
                        (!atomic_owed_q || atomic_word == {atomic_estimate_q, atomic_q}) &&
                        (!response_owed_q || response_word == {response_estimate_q, response_q}));
      // And so has what comes back, which is 0 where nothing does (stray).
      atomic_bits_I : assert ((!atomic_owed_q || atomic_q >> 18 == '0) &&
                              (!atomic_due_q || (atomic_q >> 18 == '0 && atomic_amount_o >> 18 == '0)));
      held_I : assert (held_q == (waits || event_due));

      exact_A : assert (
          (!hbm_due_q || {hbm_lane_o, hbm_amount_o, hbm_estimate_o} == {lane_q, hbm_q, hbm_estimate_q}) &&
          (!atomic_due_q || {atomic_amount_o, atomic_estimate_o} == {atomic_q, atomic_estimate_q}) &&
          (!response_due_q ||
           {response_amount_o, response_estimate_o} == {response_q, response_estimate_q}));
      once_A : assert ((hbm_return_o && hbm_id_o == entry) == hbm_due_q &&
                       (atomic_return_o && atomic_id_o == entry) == atomic_due_q &&
                       (response_return_o && response_id_o == entry) == response_due_q);
      stray_A : assert ((hbm_stray_o && hbm_id_o == entry) == hbm_void_q &&
                        (atomic_stray_o && atomic_id_o == entry) == atomic_void_q &&
                        (response_stray_o && response_id_o == entry) == response_void_q &&
                        (done_stray_o && done_id_o == entry) == done_void_q &&
                        !(hbm_return_o && hbm_stray_o) && !(atomic_return_o && atomic_stray_o) &&
                        !(response_return_o && response_stray_o) &&
                        (hbm_return_o || hbm_amount_o == '0) && (atomic_return_o || atomic_amount_o == '0) &&
                        (response_return_o || response_amount_o == '0));
      retired_A : assert (retires == (event_due && !waits) &&
                          $onehot0({hbm_retire_o && hbm_id_o == entry, atomic_retire_o && atomic_id_o == entry,
                                    response_retire_o && response_id_o == entry,
                                    done_retire_o && done_id_o == entry}));

      quiet_A : assert ((!idle_q || (flags == flags_q && !busy_o)) &&
                        (busy_o || {hbm_return_o, hbm_stray_o, hbm_retire_o, atomic_return_o, atomic_stray_o,
                                  atomic_retire_o, response_return_o, response_stray_o, response_retire_o,
                                  done_retire_o, done_stray_o} == '0));

      quiet_C : cover (idle_q && held_q && atomic_owed_q);
      exact_C : cover (hbm_due_q && atomic_due_q && response_due_q && hbm_q != atomic_q);
      once_C : cover (hbm_return_o && hbm_id_o == entry && atomic_owed_q && !response_owed_q);
      stray_C : cover (atomic_void_q && held_q && !atomic_owed_q);
      retired_C : cover (response_due_q && done_due_q && retires);
    end
  end

endmodule
