// Proof of sema_blocked: an operation is blocked exactly while one that was offered before it with
// the same tag, or with the same ordering domain other than 0, still holds its slot.
//
// The claims follow two slots: which ones is free, so that they stand for all pairs.
module blocked #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned DomainW = sema_pkg::DomainBits
) (
    input logic               clk_i,
    input logic               rst_ni,
    input logic               insert_i,
    input logic [SlotW-1:0]   slot_i,
    input logic [TagW-1:0]    tag_i,
    input logic [DomainW-1:0] domain_i,
    input logic [Slots-1:0]   leave_i
);

  logic [Slots-1:0] taken_q, waiting;
  (* peek = "u_dut.behind_q" *) logic [Slots*Slots-1:0] behind;

  sema_blocked #(.Slots(Slots), .TagW(TagW)) u_dut (
      .clk_i,
      .rst_ni,
      .insert_i,
      .slot_i,
      .tag_i,
      .domain_i,
      .taken_i    (taken_q),
      .leave_i,
      .blocked_o  (waiting),
      .read_i     (1'b0),
      .read_slot_i('0),
      .tag_o      ()
  );

  (* anyconst *) logic [SlotW-1:0] a, b;

  // Slots in use, and what is in them; of one that is offered, whom it is like.
  logic [TagW-1:0]    tag_q   [Slots];
  logic [DomainW-1:0] domain_q[Slots];
  logic [Slots-1:0]   like;
  logic               began_q;
  initial began_q = 1'b0;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      like[s] = tag_q[s] == tag_i || (domain_q[s] == domain_i && domain_i != '0);
    end
  end

  always_ff @(posedge clk_i) begin
    began_q <= 1'b1;
    if (!rst_ni) taken_q <= '0;
    else taken_q <= (taken_q | (Slots'(insert_i) << slot_i)) & ~leave_i;
    if (insert_i) begin
      tag_q[slot_i]    <= tag_i;
      domain_q[slot_i] <= domain_i;
    end
  end

  // Whether a waits for b: from the offer of a, if b is there and like it, until b leaves.
  logic waits_q;
  always_ff @(posedge clk_i) begin
    if (insert_i && slot_i == a) waits_q <= a != b && taken_q[b] && !leave_i[b] && like[b];
    else if (leave_i[a] || leave_i[b]) waits_q <= 1'b0;
    if (!rst_ni) waits_q <= 1'b0;
  end

  always_comb begin
    // A block begins with a reset.
    Reset_M : assume (began_q || !rst_ni);
    // A free slot is taken, and a taken one left (proof arbiter).
    Insert_M : assume (!insert_i || !taken_q[slot_i]);
    Leave_M : assume ((leave_i & ~taken_q) == '0);

    if (began_q) begin
      waits_A : assert (!waits_q || (taken_q[a] && taken_q[b] && waiting[a] &&
                                     behind[{a, b}]));
      // It is blocked by somebody, and by nobody else.
      only_A : assert (!(taken_q[a] && waiting[a]) || (behind[a*Slots +: Slots] != '0 &&
                                                       (waits_q || !behind[{a, b}])));

      waits_C : cover (rst_ni && waits_q && tag_q[a] != tag_q[b] && leave_i != '0);
      only_C : cover (rst_ni && taken_q[a] && waiting[a] && taken_q[b] && a != b && !waits_q);
    end
  end

endmodule
