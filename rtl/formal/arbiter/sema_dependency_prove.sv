// Proof of sema_dependency, 32 slots: from the fifth clock of an operation on it is blocked exactly
// while one that was offered before it with the same tag, or with the same ordering domain other than
// 0, still holds its slot. Looked at is one slot, whichever, and all that it may wait for. Of a tag
// counts only whether it equals another, so that four bits do.
module sema_dependency_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned TagW = sema_pkg::TagBits,
    parameter int unsigned TagCopies = sema_pkg::copies(sema_pkg::Depth / 16),
    parameter int unsigned Leaves = Slots >= 8 ? Slots / 8 : 1,  // copies of leave_i
    localparam int unsigned DomainW = sema_pkg::DomainBits,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned Groups = Slots >= 8 ? Slots / 8 : 1,
    localparam int unsigned KeyW = TagW + DomainW
) (
    input logic                    clk_i, rst_ni,
    input logic [Slots-1:0]        insert_i,
    input logic [TagW-1:0]         tag_i,
    input logic [DomainW-1:0]      domain_i,
    input logic [Leaves*Slots-1:0] leave_i
);

  logic [Slots-1:0] blocked_o, there_q, leave;
  logic [TagCopies*TagW-1:0] tag_o;
  (* peek = "u_dut.gen_gates.formal_keys" *) logic [Slots*KeyW-1:0] keys;
  (* peek = "u_dut.gen_gates.formal_waits" *) logic [Slots*Slots-1:0] sets;
  (* peek = "u_dut.gen_gates.match" *) logic [Slots-1:0] match;
  (* peek = "u_dut.gen_gates.key_2q" *) logic [Groups*(KeyW+1)-1:0] key_2;
  (* peek = "u_dut.gen_gates.row_3q" *) logic [Groups*Slots-1:0] row_3;
  (* peek = "u_dut.older_2q" *) logic [Slots-1:0] older_2;
  (* peek = "u_dut.insert_2q" *) logic [Slots-1:0] insert_2;
  (* peek = "u_dut.insert_3q" *) logic [Slots-1:0] insert_3;

  sema_dependency #(.Slots(Slots), .TagW(TagW), .Leaves(Leaves), .TagCopies(TagCopies)) u_dut (
      .taken_i(there_q | insert_i), .select_i('0), .select_qi('0), .*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The slot; which others it must wait for, and for how many clocks it is there, up to 4.
  (* anyconst *) logic [SlotW-1:0] one;
  logic             one_q;
  logic [2:0]       since_q;
  logic [KeyW-1:0]  key_q;
  logic [Slots-1:0] waits_q, same;
  assign leave = leave_i[Slots-1:0];
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      same[s] = keys[s*KeyW +: TagW] == tag_i ||
                (domain_i != '0 && keys[s*KeyW+TagW +: DomainW] == domain_i);
    end
  end
  always_ff @(posedge clk_i) begin
    there_q <= rst_ni ? (there_q | insert_i) & ~leave : '0;
    one_q   <= rst_ni && (one_q || insert_i[one]) && !leave[one];
    since_q <= insert_i[one] ? 3'd1 : since_q >= 3'd4 ? 3'd4 : since_q + 3'd1;
    if (insert_i[one]) key_q <= {domain_i, tag_i};
    waits_q <= (insert_i[one] ? there_q & same : waits_q) & ~leave;
  end

  always_comb begin
    // One operation a clock is offered, to a free slot (proof slots).
    insert_M : assume ($onehot0(insert_i) && (insert_i & there_q) == '0);
    // Who leaves was chosen, and so has been there for long (sema_arbiter); copies are equal.
    leave_M : assume ((leave & ~there_q) == '0 && leave_i == {Leaves{leave}} &&
                      (!leave[one] || since_q == 3'd4));

    if (began_o) begin
      there_I : assert (there_q[one] == one_q && (!one_q || since_q != '0) &&
                        since_q <= 3'd4 && (!one_q || (waits_q & ~there_q) == '0));
      way_I : assert (insert_2[one] == (one_q && since_q == 3'd1) &&
                      insert_3[one] == (one_q && since_q == 3'd2));
      key_I : assert (!(one_q && since_q == 3'd1) ||
                      key_2 == {Groups{key_q[KeyW-1:TagW] != '0, key_q}});
      match_I : assert (!(one_q && since_q == 3'd1) || (match & older_2) == waits_q);
      row_I : assert (!(one_q && since_q == 3'd2) || row_3 == {Groups{waits_q}});
      set_I : assert (!(one_q && since_q >= 3'd3) || sets[one*Slots +: Slots] == waits_q);

      kept_A : assert (!one_q || keys[one*KeyW +: KeyW] == key_q);
      blocked_A : assert (!(one_q && since_q == 3'd4) || blocked_o[one] == (waits_q != '0));

      kept_C : cover (one_q && since_q == 3'd3 && key_q != '0);
      blocked_C : cover (one_q && blocked_o[one] && since_q == 3'd4 && !blocked_o[0] && there_q[0]);
    end
  end

endmodule
