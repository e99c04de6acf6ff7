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
    input logic           clk_i, rst_ni, grant_i, hbm_retire_i,
    input logic [IdW-1:0] hbm_id_i,
    input logic           atomic_retire_i,
    input logic [IdW-1:0] atomic_id_i,
    input logic           response_retire_i,
    input logic [IdW-1:0] response_id_i,
    input logic           done_retire_i,
    input logic [IdW-1:0] done_id_i,
    input logic [IdW:0]   command_limit_i
);

  logic             ready_o, steady_o;
  logic [IdW-1:0]   id_o;
  logic [Depth-1:0] held_o;
  logic [IdW:0]     count_o;

  sema_id_pool #(.Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [IdW-1:0] entry;
  (* peek = "u_dut.allocated_q" *) logic [Depth-1:0] allocated;
  (* peek = "u_dut.candidate_q" *) logic candidate;

  // Whether it is held, the plain way; and the clock before.
  logic         idle_q, candidate_q;
  logic [Depth-1:0] allocated_q;
  logic [IdW-1:0]   id_q;
  logic         reset_q, held_q, free_q, full_q, wanted_q, granted, retired, is_candidate;
  logic [IdW:0] count_q;
  assign is_candidate = candidate && id_o == entry;
  assign granted      = grant_i && id_o == entry;
  assign retired      = (hbm_retire_i && hbm_id_i == entry) ||
                        (atomic_retire_i && atomic_id_i == entry) ||
                        (response_retire_i && response_id_i == entry) ||
                        (done_retire_i && done_id_i == entry);
  always_ff @(posedge clk_i) begin
    idle_q   <= rst_ni && steady_o && !grant_i && !hbm_retire_i && !atomic_retire_i &&
                !response_retire_i && !done_retire_i;
    {candidate_q, id_q, allocated_q} <= {candidate, id_o, allocated};
    reset_q  <= !rst_ni;
    held_q   <= rst_ni && (granted || (held_q && !retired));
    free_q   <= !rst_ni || !allocated[entry];
    full_q   <= &allocated;
    wanted_q <= !candidate || grant_i;
    count_q  <= !rst_ni ? '0 :
                count_o + (IdW+1)'(grant_i) - (IdW+1)'(hbm_retire_i) - (IdW+1)'(atomic_retire_i) -
                (IdW+1)'(response_retire_i) - (IdW+1)'(done_retire_i);
  end

  always_comb begin
    // Only the candidate is granted (proof resource_table).
    grant_M : assume (!grant_i || ready_o);
    // Only what is held retires, once (proof reservation_table).
    retire_M : assume (!retired || held_q);

    if (began_o) begin
      handed_once_A : assert (!(ready_o && id_o == entry) || !held_q);
      // An id is held, or the candidate, or free: one of the three.
      none_lost_A : assert (allocated[entry] == (held_q || is_candidate) && held_o[entry] == held_q);
      // A free id is taken by nobody but as the candidate.
      chosen_A : assert (reset_q || !free_q || !allocated[entry] || is_candidate);
      // Of the free ones it is the lowest.
      lowest_A : assert (reset_q || !wanted_q || !candidate || !free_q || id_o <= entry);
      offered_A : assert (reset_q || candidate || (wanted_q && full_q));
      limit_A : assert (ready_o == (candidate && count_o < command_limit_i));
      count_A : assert (count_o == count_q);
      steady_A : assert (steady_o == (candidate || allocated == '1));
      // The count is count_A's.
      quiet_A : assert (!idle_q || {candidate, id_o, allocated} == {candidate_q, id_q, allocated_q});
      one_I : assert (!(held_q && is_candidate));

      handed_once_C : cover (held_q && ready_o && id_o > entry);
      none_lost_C : cover (held_q && retired && grant_i);
      chosen_C : cover (!reset_q && free_q && is_candidate && entry > IdW'(1));
      lowest_C : cover (!reset_q && wanted_q && candidate && free_q && id_o < entry && id_o != '0);
      offered_C : cover (!reset_q && candidate && wanted_q && held_q);
      limit_C : cover (candidate && !ready_o && count_o != '0);
      count_C : cover (count_o == (IdW+1)'(2) && grant_i && retired);
      quiet_C : cover (idle_q && count_o == (IdW+1)'(2));
      steady_C : cover (steady_o && held_q);
    end
  end

endmodule
