// Proof of sema_id_pool, 128 ids: an id that is held is not handed out; one that is neither held nor
// the candidate is free, and stays so until it is chosen: none is lost; a candidate is at hand
// whenever one can be.
//
// Looked at is one id, whichever. That the count is that of the ids held follows from what is proved
// here (each grant makes one held and each retire one free); the sum itself is checked in simulation.
module sema_id_pool_prove #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input logic           clk_i,
    input logic           rst_ni,
    input logic           grant_i,
    input logic           hbm_retire_i,
    input logic [IdW-1:0] hbm_id_i,
    input logic           atomic_retire_i,
    input logic [IdW-1:0] atomic_id_i,
    input logic           response_retire_i,
    input logic [IdW-1:0] response_id_i,
    input logic           done_retire_i,
    input logic [IdW-1:0] done_id_i,
    input logic [IdW:0]   command_limit_i
);

  logic             ready, steady;
  logic [IdW-1:0]   id;
  logic [Depth-1:0] held;
  logic [IdW:0]     count;

  sema_id_pool #(.Depth(Depth)) u_dut (
      .clk_i,
      .rst_ni,
      .ready_o (ready),
      .id_o    (id),
      .grant_i,
      .hbm_retire_i,
      .hbm_id_i,
      .atomic_retire_i,
      .atomic_id_i,
      .response_retire_i,
      .response_id_i,
      .done_retire_i,
      .done_id_i,
      .command_limit_i,
      .held_o  (held),
      .count_o (count),
      .steady_o(steady)
  );

  (* anyconst *) logic [IdW-1:0] entry;
  (* peek = "u_dut.allocated_q" *) logic [Depth-1:0] allocated;
  (* peek = "u_dut.candidate_q" *) logic candidate;

  // Whether it is held, the plain way; and the clock before.
  logic         idle_q, candidate_q;
  logic [Depth-1:0] allocated_q;
  logic [IdW-1:0]   id_q;
  logic         began_q, reset_q, held_q, free_q, full_q, wanted_q;
  logic         granted, retired, is_candidate;
  logic [IdW:0] count_q;
  initial began_q = 1'b0;
  assign is_candidate = candidate && id == entry;
  assign granted      = grant_i && id == entry;
  assign retired      = (hbm_retire_i && hbm_id_i == entry) ||
                        (atomic_retire_i && atomic_id_i == entry) ||
                        (response_retire_i && response_id_i == entry) ||
                        (done_retire_i && done_id_i == entry);
  always_ff @(posedge clk_i) begin
    began_q  <= 1'b1;
    idle_q   <= rst_ni && steady && !grant_i && !hbm_retire_i && !atomic_retire_i &&
                !response_retire_i && !done_retire_i;
    {candidate_q, id_q, allocated_q} <= {candidate, id, allocated};
    reset_q  <= !rst_ni;
    held_q   <= rst_ni && (granted || (held_q && !retired));
    free_q   <= !rst_ni || !allocated[entry];
    full_q   <= &allocated;
    wanted_q <= !candidate || grant_i;
    count_q  <= !rst_ni ? '0 :
                count + (IdW+1)'(grant_i) - (IdW+1)'(hbm_retire_i) - (IdW+1)'(atomic_retire_i) -
                (IdW+1)'(response_retire_i) - (IdW+1)'(done_retire_i);
  end

  always_comb begin
    // A block begins with a reset.
    reset_M : assume (began_q || !rst_ni);
    // Only the candidate is granted (proof resource_table).
    grant_M : assume (!grant_i || ready);
    // Only what is held retires, once (proof reservation_table).
    retire_M : assume (!retired || held_q);

    if (began_q) begin
      handed_once_A : assert (!(ready && id == entry) || !held_q);
      // An id is held, or the candidate, or free: one of the three.
      none_lost_A : assert (allocated[entry] == (held_q || is_candidate) && held[entry] == held_q);
      // A free id is taken by nobody but as the candidate.
      chosen_A : assert (reset_q || !free_q || !allocated[entry] || is_candidate);
      // Of the free ones it is the lowest.
      lowest_A : assert (reset_q || !wanted_q || !candidate || !free_q || id <= entry);
      offered_A : assert (reset_q || candidate || (wanted_q && full_q));
      limit_A : assert (ready == (candidate && count < command_limit_i));
      count_A : assert (count == count_q);
      steady_A : assert (steady == (candidate || allocated == '1));
      // The count is count_A's.
      quiet_A : assert (!idle_q || {candidate, id, allocated} == {candidate_q, id_q, allocated_q});
      one_I : assert (!(held_q && is_candidate));

      handed_once_C : cover (held_q && ready && id > entry);
      none_lost_C : cover (held_q && retired && grant_i);
      chosen_C : cover (!reset_q && free_q && is_candidate && entry > IdW'(1));
      lowest_C : cover (!reset_q && wanted_q && candidate && free_q && id < entry && id != '0);
      offered_C : cover (!reset_q && candidate && wanted_q && held_q);
      limit_C : cover (candidate && !ready && count != '0);
      count_C : cover (count == (IdW+1)'(2) && grant_i && retired);
      quiet_C : cover (idle_q && count == (IdW+1)'(2));
      steady_C : cover (steady && held_q);
    end
  end

endmodule
