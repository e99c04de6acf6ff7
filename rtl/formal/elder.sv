// Proof of sema_elder: the oldest is the slot in use whose operation was offered first; it is aged
// once as many grants were made since its offer as the bound says, and never without a bound.
//
// The list is right if it links each slot in use with the one that was offered next. Who that is,
// is reckoned by places in the queue of those that wait: who joins gets the last place, and when
// one leaves, those behind it move up. One step by hand: in some clock the list is right in every
// slot, or there is a reset; then it is right in the next, in two slots that are free and so stand
// for all. With it the solver need not look at all slots twice.
module elder #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned CountW = sema_pkg::StarvationBits
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic              insert_i,
    input logic [SlotW-1:0]  slot_i,
    input logic              leave_i,
    input logic [SlotW-1:0]  leave_slot_i,
    input logic              grant_i,
    input logic [CountW-1:0] bound_i
);

  logic [Slots-1:0]        taken_q, oldest;
  logic                    aged;
  (* peek = "u_dut.formal_next" *) logic [Slots*SlotW-1:0] next;
  (* peek = "u_dut.formal_previous" *) logic [Slots*SlotW-1:0] previous;
  (* peek = "u_dut.formal_stamp" *) logic [Slots*CountW-1:0] stamp;
  (* peek = "u_dut.head_q" *) logic [SlotW-1:0] head;
  (* peek = "u_dut.tail_q" *) logic [SlotW-1:0] tail;
  (* peek = "u_dut.grants_q" *) logic [CountW-1:0] grants;

  sema_elder #(.Slots(Slots)) u_dut (
      .clk_i,
      .rst_ni,
      .insert_i,
      .slot_i,
      .taken_i (taken_q),
      .leave_i,
      .leave_slot_i,
      .grant_i,
      .bound_i,
      .oldest_o(oldest),
      .aged_o  (aged)
  );

  // Places of the slots in use, from 0; and how many there are.
  logic [SlotW-1:0] place_q[Slots];
  logic [SlotW:0]   count_q;
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < Slots; s++) begin
      if (leave_i && place_q[s] > place_q[leave_slot_i]) place_q[s] <= place_q[s] - 1'b1;
      if (insert_i && slot_i == SlotW'(s)) place_q[s] <= SlotW'(count_q - (SlotW+1)'(leave_i));
    end
    if (!rst_ni) begin
      taken_q <= '0;
      count_q <= '0;
    end else begin
      taken_q <= (taken_q | (Slots'(insert_i) << slot_i)) & ~(Slots'(leave_i) << leave_slot_i);
      count_q <= count_q + (SlotW+1)'(insert_i) - (SlotW+1)'(leave_i);
    end
  end

  // Grants since the offer of the operation in one slot: which one is free.
  (* anyconst *) logic [SlotW-1:0] one, other;
  logic [CountW-1:0] passed_q;
  always_ff @(posedge clk_i) begin
    if (insert_i && slot_i == one) passed_q <= '0;
    else passed_q <= passed_q + CountW'(grant_i);
  end

  // A slot in use is linked with its neighbours, and its place is its own.
  function automatic logic right(input logic [SlotW-1:0] s);
    logic [SlotW-1:0] p, n;
    p     = previous[s*SlotW +: SlotW];
    n     = next[s*SlotW +: SlotW];
    right = (SlotW+1)'(place_q[s]) < count_q && (head == s) == (place_q[s] == '0) &&
            (tail == s) == ((SlotW+1)'(place_q[s]) == count_q - 1'b1) &&
            (head == s || (taken_q[p] && place_q[p] == place_q[s] - 1'b1)) &&
            (tail == s || (taken_q[n] && place_q[n] == place_q[s] + 1'b1));
  endfunction

  logic all;
  always_comb begin
    all = (taken_q == '0) == (count_q == '0) && (taken_q == '0 || (taken_q[head] && taken_q[tail]));
    for (int s = 0; s < Slots; s++) begin
      if (taken_q[s]) begin
        all &= right(SlotW'(s));
        for (int t = 0; t < s; t++) all &= !taken_q[t] || place_q[t] != place_q[s];
      end
    end
  end

  logic stamped;
  assign stamped = !taken_q[one] || grants - stamp[one*CountW +: CountW] == passed_q;

  logic [1:0] step_q;
  initial step_q = 2'd0;
  always_ff @(posedge clk_i) step_q <= {step_q != 2'd0, step_q == 2'd0};

  always_comb begin
    // A free slot is taken, and a taken one left (proof arbiter).
    Insert_M : assume (!insert_i || !taken_q[slot_i]);
    Leave_M : assume (!leave_i || taken_q[leave_slot_i]);
    // The step by hand.
    All_M : assume (step_q != 2'd0 || (all && stamped) || !rst_ni);

    if (step_q == 2'd1) begin
      list_A : assert ((taken_q == '0) == (count_q == '0) &&
                       (taken_q == '0 || (taken_q[head] && taken_q[tail])) &&
                       (!taken_q[one] || right(one)) &&
                       (!taken_q[one] || !taken_q[other] || one == other ||
                        place_q[one] != place_q[other]));
      oldest_A : assert (taken_q == '0 ? oldest == '0 && !aged :
                         !(taken_q[one] && place_q[one] == '0) || oldest == Slots'(1) << one);
      stamp_A : assert (stamped);
      aged_A : assert (!(oldest[one] && taken_q[one]) || aged == (bound_i != '0 && passed_q >= bound_i));

      list_C : cover (taken_q[one] && taken_q[other] && head != one && tail != one && count_q > 6'd3);
      oldest_C : cover (oldest[one] && place_q[other] == 5'd2 && taken_q[other]);
      stamp_C : cover (taken_q[one] && passed_q == 16'd2);
      aged_C : cover (oldest[one] && aged && bound_i == passed_q && taken_q[other] && one != other);
    end
  end

endmodule
