// Id pool: hands out reservation ids, the lowest free one first, and counts those held.
//
// Promises: an id is never handed out again before its retire; ready_o says that the candidate
// id_o may be granted in this clock. A grant without ready_o, or a retire of an id that is not
// held, is a fault of the caller.
// Same clock: an id that retires in this clock is free from the next; the grant, the choice of the
// next candidate and up to four retires may happen at once.
//
// The candidate is allocated one clock ahead, so that the search for a free id is no part of the
// decision. The search itself is two short ones, first for a group of ids with a free one, then
// inside it; each finds the lowest zero bit as ~x & (x + 1).
module sema_id_pool #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // grant
    output logic              ready_o,
    output logic [IdW-1:0]    id_o,
    input  logic              grant_i,
    // retire, one channel each
    input  logic              hbm_retire_i,
    input  logic [IdW-1:0]    hbm_id_i,
    input  logic              atomic_retire_i,
    input  logic [IdW-1:0]    atomic_id_i,
    input  logic              response_retire_i,
    input  logic [IdW-1:0]    response_id_i,
    input  logic              done_retire_i,
    input  logic [IdW-1:0]    done_id_i,
    // configuration
    input  logic [IdW:0]      command_limit_i,
    // granted and not retired
    output logic [Depth-1:0]  held_o,
    output logic [IdW:0]      count_o,  // of them
    // quiet
    output logic              steady_o  // there is a candidate, or no id is free
);

  // Ids in groups of a power of two, about as many groups as ids in a group.
  localparam int unsigned GroupW = (IdW + 1) / 2;
  localparam int unsigned Group = 2 ** GroupW;
  localparam int unsigned Groups = Depth / Group;

  logic [Depth-1:0] allocated_q;
  logic             candidate_q;
  logic [IdW-1:0]   id_q;
  logic [IdW:0]     held_q;
  logic             load;  // a candidate is chosen in this clock

  // Search for the lowest id that is not allocated. Places beyond the last one count as taken.
  logic [Groups-1:0]    full;
  logic [Group-1:0]     members;
  logic [IdW-GroupW-1:0] group;
  logic [GroupW-1:0]    member;
  for (genvar g = 0; g < Groups; g++) begin : gen_full
    assign full[g] = &allocated_q[g*Group +: Group];
  end
  assign group   = (IdW - GroupW)'(sema_pkg::first_zero({{64-Groups{1'b1}}, full}));
  assign members = allocated_q[group*Group +: Group];
  assign member  = GroupW'(sema_pkg::first_zero({{64-Group{1'b1}}, members}));

  assign load = !(&full) && (!candidate_q || grant_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      allocated_q <= '0;
    end else begin
      if (load) allocated_q[{group, member}] <= 1'b1;
      if (hbm_retire_i) allocated_q[hbm_id_i] <= 1'b0;
      if (atomic_retire_i) allocated_q[atomic_id_i] <= 1'b0;
      if (response_retire_i) allocated_q[response_id_i] <= 1'b0;
      if (done_retire_i) allocated_q[done_id_i] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      candidate_q <= 1'b0;
    end else begin
      candidate_q <= load || (candidate_q && !grant_i);
    end
    if (load) id_q <= {group, member};
  end

  // Reservations held: grants minus retires.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q <= '0;
    end else begin
      held_q <= held_q + (IdW+1)'(grant_i) -
                ((IdW+1)'(hbm_retire_i) + (IdW+1)'(atomic_retire_i) +
                 (IdW+1)'(response_retire_i) + (IdW+1)'(done_retire_i));
    end
  end

  assign ready_o  = candidate_q && held_q < command_limit_i;
  assign id_o     = id_q;
  assign count_o  = held_q;
  assign held_o   = allocated_q & ~(Depth'(candidate_q) << id_q);
  assign steady_o = candidate_q || (&full);

`ifndef SYNTHESIS
  initial Depth_P : assert (Depth >= 4 && Depth <= 4096 && Depth == 2 ** IdW);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // The candidate is allocated, and so is not chosen again.
      Allocated_A : assert (!candidate_q || allocated_q[id_q]);
      // The count is that of the ids.
      Count_A : assert (held_q == (IdW+1)'($countones(held_o)));
      // Never more held than there are ids.
      Held_A : assert (held_q <= (IdW+1)'(Depth));
      // Only the candidate is granted.
      Grant_M : assert (!grant_i || ready_o);
      // What retires was allocated.
      Hbm_M : assert (!hbm_retire_i || allocated_q[hbm_id_i]);
      Atomic_M : assert (!atomic_retire_i || allocated_q[atomic_id_i]);
      Response_M : assert (!response_retire_i || allocated_q[response_id_i]);
      Done_M : assert (!done_retire_i || allocated_q[done_id_i]);
    end
  end
`endif

endmodule
