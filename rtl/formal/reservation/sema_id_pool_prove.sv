// Proof of sema_id_pool, 128 ids: an id that is held is not handed out; one that is neither held nor
// picked is free, and stays so until it is picked: none is lost; the lowest is picked in every clock
// with a place for it, and picked ids are handed out in their order.
//
// Looked at is one id, whichever. That the count is that of the ids held follows from what is proved
// here (each grant makes one held and each retire one free); the sum itself is checked in simulation.
module sema_id_pool_prove #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned Queue = sema_pkg::IdQueue,
    localparam int unsigned PlaceW = $clog2(Queue),
    localparam int unsigned GroupW = IdW < 4 ? 1 : IdW < 7 ? IdW - 2 : 5,
    localparam int unsigned Group = 2 ** GroupW,
    localparam int unsigned Groups = Depth / Group
) (
    input logic             clk_i, rst_ni, grant_i,
    input logic [3:0]       retire_i,
    input logic [4*IdW-1:0] retire_id_i
);

  logic             ready_o;
  logic [IdW-1:0]   id_o;
  logic [Depth-1:0] held_o;
  logic [IdW:0]     count_o;

  sema_id_pool #(.Depth(Depth)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [IdW-1:0] entry;
  (* peek = "u_dut.free_q" *) logic [Depth-1:0] free;
  (* peek = "u_dut.some_q" *) logic [Groups-1:0] some;
  (* peek = "u_dut.held_q" *) logic [Depth-1:0] held;
  (* peek = "u_dut.freed_q" *) logic [Depth-1:0] freed;
  (* peek = "u_dut.freed_some_q" *) logic [Groups-1:0] freed_some;
  (* peek = "u_dut.pick_q" *) logic [Groups-1:0] pick;
  (* peek = "u_dut.member_q" *) logic [Group-1:0] member;
  (* peek = "u_dut.picked_q" *) logic picked;
  (* peek = "u_dut.any_q" *) logic any;
  (* peek = "u_dut.room_q" *) logic room;
  (* peek = "u_dut.grant_q" *) logic grant;
  (* peek = "u_dut.id_q" *) logic [IdW-1:0] granted_id;
  (* peek = "u_dut.head_q" *) logic [PlaceW-1:0] head;
  (* peek = "u_dut.tail_q" *) logic [PlaceW-1:0] tail;
  (* peek = "u_dut.filled_q" *) logic [PlaceW:0] filled;
  (* peek = "u_dut.spoken_q" *) logic [PlaceW:0] spoken;
  (* peek = "u_dut.formal_queue" *) logic [Queue*IdW-1:0] queue;
  (* peek = "u_dut.held_count_q" *) logic [IdW:0] counted;
  (* peek = "u_dut.retired_q" *) logic [IdW:0] retired;
  (* peek = "u_dut.retired_less_q" *) logic [IdW:0] retired_less;

  // Whether the entry is held, the plain way, from the clock after its grant to that of the commit of
  // its retire, which is the clock after retire_i.
  logic       held_q, ends_q, young_q, granted;
  logic [3:0] ends;
  assign granted = grant_i && id_o == entry;
  for (genvar k = 0; k < 4; k++) begin : gen_ends
    assign ends[k] = retire_i[k] && retire_id_i[k*IdW +: IdW] == entry;
  end

  // Where it stands: free, picked a clock ago, or in one place of the queue; how many stand there
  // before it, and what its grant must wait for.
  logic               on_way, in_queue;
  logic [Queue-1:0]   at_place;
  logic [PlaceW-1:0]  place;
  logic [PlaceW:0]    before_q;
  logic [IdW-1:0]     way_id;
  logic [PlaceW-1:0]  past_last, offset;
  assign way_id   = IdW'(32'(sema_pkg::index_of(64'(pick))) << GroupW |
                         32'(sema_pkg::index_of(64'(member))));
  assign on_way   = picked && way_id == entry;
  assign in_queue = at_place != '0;
  assign past_last = head + filled[PlaceW-1:0];
  always_comb begin
    place = '0;
    for (int i = 0; i < Queue; i++) begin
      offset = i[PlaceW-1:0] - head;
      at_place[i] = queue[i*IdW +: IdW] == entry && {1'b0, offset} < filled;
      if (at_place[i]) place = offset;
    end
  end

  logic [Groups-1:0] some_free, some_freed;
  for (genvar g = 0; g < Groups; g++) begin : gen_some
    assign some_free[g]  = free[g*Group +: Group] != '0;
    assign some_freed[g] = freed[g*Group +: Group] != '0;
  end

  // The clock before.
  logic             reset_q, free_q, could_q;
  logic [IdW:0]     count_q, count_before_q, ends_count_q;
  logic [PlaceW:0]  spoken_q;  // places, the plain way: picks up to the clock before less grants up
                               // to two clocks before
  logic             grant_before_q;
  always_ff @(posedge clk_i) begin
    reset_q  <= !rst_ni;
    held_q   <= rst_ni && (granted || (held_q && !ends_q));
    ends_q   <= rst_ni && ends != '0;
    young_q  <= rst_ni && granted;
    free_q   <= rst_ni ? free[entry] : 1'b1;
    grant_before_q <= rst_ni && grant_i;
    could_q        <= rst_ni && free != '0 && 32'(spoken_q) < Queue;
    spoken_q       <= rst_ni ? spoken_q + (PlaceW+1)'(free != '0 && 32'(spoken_q) < Queue) -
                               (PlaceW+1)'(grant_before_q) : '0;
    if (!rst_ni || on_way) before_q <= !rst_ni ? '0 : filled - (PlaceW+1)'(grant_i);
    else if (grant_i) before_q <= before_q - 1'b1;
    ends_count_q <= !rst_ni ? '0 : (IdW+1)'(retire_i[0]) + (IdW+1)'(retire_i[1]) +
                                   (IdW+1)'(retire_i[2]) + (IdW+1)'(retire_i[3]);
    count_q        <= !rst_ni ? '0 : counted + (IdW+1)'(grant_i) - ends_count_q;
    count_before_q <= !rst_ni ? '0 : count_q;
  end

  always_comb begin
    // Only the candidate is granted (proof decide).
    grant_M : assume (!grant_i || ready_o);
    // Only what is held retires, on one channel, once, and not in the clock after its grant (proof
    // reservation_table).
    retire_M : assume (ends == '0 || (held_q && !ends_q && !young_q && $onehot0(ends)));

    if (began_o) begin
      // What the flops say of each other.
      some_I : assert (some == some_free && freed_some == some_freed);
      pick_I : assert (!picked || ($onehot(pick) && $onehot(member)));
      queue_I : assert (32'(filled) <= Queue && tail == past_last &&
                        any == (filled != '0) && 32'(spoken) <= Queue &&
                        room == (32'(spoken) < Queue) && grant == grant_before_q &&
                        spoken == filled + (PlaceW+1)'(picked) + (PlaceW+1)'(grant) &&
                        spoken == spoken_q);
      place_I : assert ($onehot0(at_place) && (!in_queue || (PlaceW+1)'(place) == before_q) &&
                        (!on_way || !in_queue) && 32'(before_q) < 2 * Queue);
      held_I : assert ((held[entry] || (grant && granted_id == entry)) == held_q &&
                       (grant && granted_id == entry) == young_q && freed[entry] == ends_q &&
                       (!ends_q || (held_q && !young_q)) && !(held[entry] && young_q) &&
                       held_o[entry] == (held[entry] && !ends_q));
      retired_I : assert (retired == -ends_count_q && retired_less == (IdW+1)'(1) - ends_count_q);

      handed_once_A : assert (!(ready_o && id_o == entry) || !held_q);
      // An id is held, or free, or picked: one of the three.
      none_lost_A : assert ($onehot({held_q, free[entry], on_way, in_queue}));
      // A free id is taken by nobody but as the pick.
      chosen_I : assert (reset_q || !free_q || free[entry] || on_way);
      // Of the free ones it is the lowest.
      lowest_I : assert (reset_q || !picked || !free_q || way_id <= entry);
      // One is picked in every clock in which one is free and has a place.
      offered_A : assert (picked == could_q);
      // The candidate is the one that was picked first.
      turn_A : assert (!in_queue || (id_o == entry) == (before_q == '0));
      counted_I : assert (counted == count_q && ready_o == any);
      count_A : assert (count_o == count_before_q);

      handed_once_C : cover (held_q && ready_o && id_o > entry);
      none_lost_C : cover (held_q && ends_q && grant_i);
      offered_C : cover (!reset_q && picked && grant && grant_i && held_q);
      turn_C : cover (in_queue && before_q == (PlaceW+1)'(2) && grant_i);
      count_C : cover (count_o == (IdW+1)'(2) && grant_i && ends_q);
    end
  end

endmodule
