// Id pool: hands out reservation ids, the lowest free one first, and counts those held.
//
// Promises: an id is never handed out again before its retire; ready_o says that the candidate
// id_o may be granted in this clock. One id a clock, as long as ids are free. A grant without
// ready_o, or a retire of an id that is not held, is a fault of the caller.
// Same clock: the grant, the pick of another id and up to four retires may happen at once.
//
// retire_i comes a clock before its retire commits, so that ids are decoded and counted when it
// does: the id is free, and no longer held, from the clock after the commit on.
//
// The lowest free id is picked for the queue, one a clock: of each group of ids its lowest free
// one, and the lowest group that has any, which a flop of each group says at once. The next clock
// makes a number of it. The queue covers the clocks from a grant to the pick that replaces it.
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
    // retires that commit in the next clock: channels HBM, Atomic, response, done
    input  logic [3:0]        retire_i,
    input  logic [4*IdW-1:0]  retire_id_i,
    // granted and not retired
    output logic [Depth-1:0]  held_o,
    output logic [IdW:0]      count_o   // of them, one clock later
);

  localparam int unsigned Queue = sema_pkg::IdQueue;
  localparam int unsigned PlaceW = $clog2(Queue);
  localparam int unsigned GroupW = IdW < 4 ? 1 : IdW < 7 ? IdW - 2 : 5;
  localparam int unsigned Group = 2 ** GroupW;
  localparam int unsigned Groups = Depth / Group;

  // Retires, decoded; how many: less none, and less that of a grant in the same clock.
  logic [Depth-1:0]  freed, freed_q;
  logic [Groups-1:0] freed_some, freed_some_q;
  logic              of_group;
  logic [2:0]        retires;
  logic [IdW:0]      retired_q, retired_less_q;
  assign retires = 3'(retire_i[0]) + 3'(retire_i[1]) + 3'(retire_i[2]) + 3'(retire_i[3]);
  always_comb begin
    freed      = '0;
    freed_some = '0;
    for (int g = 0; g < Groups; g++) begin
      for (int k = 0; k < 4; k++) begin
        of_group = retire_i[k] && 32'(retire_id_i[k*IdW +: IdW]) >> GroupW == g;
        freed[g*Group +: Group] |= {Group{of_group}} & Group'(1) << retire_id_i[k*IdW +: GroupW];
        freed_some[g] |= of_group;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    freed_q        <= rst_ni ? freed : '0;
    freed_some_q   <= rst_ni ? freed_some : '0;
    retired_q      <= rst_ni ? (IdW+1)'(0) - (IdW+1)'(retires) : '0;
    retired_less_q <= rst_ni ? (IdW+1)'(1) - (IdW+1)'(retires) : (IdW+1)'(1);
  end

  // Pick: the lowest free id of the first group that has one.
  logic [Depth-1:0]  free_q, free;
  logic [Groups-1:0] some_q, some, pick, pick_q;
  logic [Group-1:0]  word, below, any, two, member, member_q;
  logic              room_q, picked_q;
  assign pick = some_q & ~(some_q - Groups'(1)) & {Groups{room_q}};

  always_comb begin
    member = '0;
    for (int g = 0; g < Groups; g++) begin
      word = free_q[g*Group +: Group];
      // Whether two are free, by halves.
      any = word;
      two = '0;
      for (int h = Group / 2; h >= 1; h /= 2) begin
        two |= (two >> h) | (any & any >> h);
        any |= any >> h;
      end
      some[g] = (pick[g] ? two[0] : some_q[g]) | freed_some_q[g];
      // The lowest: no lower one is free.
      below = word << 1;
      for (int s = 1; s < Group; s *= 2) below |= below << s;
      word = word & ~below & {Group{pick[g]}};
      member |= word;
      free[g*Group +: Group] = (free_q[g*Group +: Group] & ~word) | freed_q[g*Group +: Group];
    end
  end

  always_ff @(posedge clk_i) begin
    free_q   <= rst_ni ? free : '1;
    some_q   <= rst_ni ? some : '1;
    pick_q   <= pick;
    member_q <= member;
    picked_q <= rst_ni && pick != '0;
  end

  // The queue of picked ids; spoken for are places of picks and not yet of grants.
  logic [IdW-1:0]    queue_q[Queue];
  logic [PlaceW-1:0] head_q, tail_q;
  logic [PlaceW:0]   filled_q, filled, spoken_q, settled, spoken;
  logic              grant_q, any_q, picks;
  logic [IdW-1:0]    id_q;
  assign picks   = room_q && some_q != '0;
  assign settled = spoken_q - (PlaceW+1)'(grant_q);
  assign spoken  = picks ? settled + 1'b1 : settled;
  assign filled  = filled_q + (PlaceW+1)'(picked_q) - (PlaceW+1)'(grant_i);

  always_ff @(posedge clk_i) begin
    if (picked_q) queue_q[tail_q] <= IdW'(32'(sema_pkg::index_of(64'(pick_q))) << GroupW |
                                          32'(sema_pkg::index_of(64'(member_q))));
    tail_q   <= rst_ni ? tail_q + PlaceW'(picked_q) : '0;
    head_q   <= rst_ni ? head_q + PlaceW'(grant_i) : '0;
    filled_q <= rst_ni ? filled : '0;
    any_q    <= rst_ni && filled != '0;
    spoken_q <= rst_ni ? spoken : '0;
    room_q   <= !rst_ni || (picks ? settled != (PlaceW+1)'(Queue - 1)
                                  : settled != (PlaceW+1)'(Queue));
    grant_q  <= rst_ni && grant_i;
    id_q     <= id_o;
  end

  // Reservations held: grants minus retires.
  logic [Depth-1:0] held_q;
  logic [IdW:0]     held_count_q, held_stay, held_more;
  assign held_stay = held_count_q + retired_q;
  assign held_more = held_count_q + retired_less_q;

  always_ff @(posedge clk_i) begin
    count_o      <= rst_ni ? held_count_q : '0;
    held_count_q <= rst_ni ? (grant_i ? held_more : held_stay) : '0;
    for (int g = 0; g < Groups; g++) begin
      held_q[g*Group +: Group] <= {Group{rst_ni}} & ((held_q[g*Group +: Group] &
          ~freed_q[g*Group +: Group]) |
          ({Group{grant_q && 32'(id_q) >> GroupW == g}} & Group'(1) << id_q[GroupW-1:0]));
    end
  end

  assign ready_o  = any_q;
  assign id_o     = queue_q[head_q];
  assign held_o   = held_q & ~freed_q;

`ifdef FORMAL
  // The queue, for a proof (rtl/formal).
  (* keep *) logic [Queue*IdW-1:0] formal_queue;
  for (genvar i = 0; i < Queue; i++) begin : gen_queue
    assign formal_queue[i*IdW +: IdW] = queue_q[i];
  end
`endif

`ifndef SYNTHESIS
  initial Depth_P : assert (Depth >= 4 && Depth <= 4096 && Depth == 2 ** IdW);

  logic [3:0] retired_well;
  for (genvar k = 0; k < 4; k++) begin : gen_retired
    assign retired_well[k] = !retire_i[k] || held_q[retire_id_i[k*IdW +: IdW]];
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A picked id is free no more.
      Picked_A : assert (!any_q || (!free_q[id_o] && !held_q[id_o]));
      // A group says that it has a free id if it has one.
      for (int g = 0; g < Groups; g++) begin
        Group_A : assert (some_q[g] == (free_q[g*Group +: Group] != '0));
      end
      // The count is that of the ids held.
      Count_A : assert (held_count_q == (IdW+1)'($countones(held_q)) + (IdW+1)'(grant_q));
      // Never more held than there are ids.
      Held_A : assert (held_count_q <= (IdW+1)'(Depth));
      // The queue holds what is spoken for, and is not overrun.
      Queue_A : assert (spoken_q <= (PlaceW+1)'(Queue) &&
                        spoken_q == filled_q + (PlaceW+1)'(picked_q) + (PlaceW+1)'(grant_q));
      // Only the candidate is granted.
      Grant_M : assert (!grant_i || ready_o);
      // What retires was held.
      Retire_M : assert (&retired_well);
    end
  end
`endif

endmodule
