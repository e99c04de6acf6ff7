// Proof of sema_slots, 32 slots: an offer goes to the lowest free slot, which is taken until it is
// left, and open from the ninth clock after the offer on. Looked at is one slot, whichever.
module sema_slots_prove #(
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic             clk_i, rst_ni, op_valid_i, hold_i,
    input logic [Slots-1:0] leave_i
);

  localparam int unsigned Groups = Slots >= 16 ? Slots / 8 : 1;
  logic             op_ready_o, inserted_o;
  logic [Slots-1:0] insert_o, taken_o, open_o;
  logic [SlotW-1:0] insert_index_o;

  sema_slots #(.Slots(Slots)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* anyconst *) logic [SlotW-1:0] one;
  (* peek = "u_dut.free_q" *) logic [Groups*Slots-1:0] copies;
  (* peek = "u_dut.way_q" *) logic [5*(SlotW+1)-1:0] way;
  (* peek = "u_dut.arrived_q" *) logic [Slots-1:0] arrived;

  // The slot the plain way: taken, and for how many clocks, up to 15.
  logic             offered, taken_q, reset_q;
  logic [3:0]       clocks_q;
  logic [Slots-1:0] lowest, insert_q;
  assign offered = op_valid_i && op_ready_o && rst_ni;
  always_comb begin
    lowest = '0;
    for (int s = Slots - 1; s >= 0; s--) if (!taken_o[s]) lowest = Slots'(1) << s;
  end
  always_ff @(posedge clk_i) begin
    reset_q  <= !rst_ni;
    taken_q  <= rst_ni && (taken_q || (offered && lowest[one])) && !leave_i[one];
    clocks_q <= offered && lowest[one] ? 4'd1 : clocks_q + 4'(clocks_q != 4'd15);
    insert_q <= offered ? lowest : '0;
  end

  // Where it is on its way to be opened, in each clock after the offer.
  logic [8:1] here;
  assign here[1] = insert_o[one];
  assign here[2] = inserted_o && insert_index_o == one;
  for (genvar i = 0; i < 5; i++) begin : gen_way
    assign here[i+3] = way[i*(SlotW+1)+SlotW] && way[i*(SlotW+1) +: SlotW] == one;
  end
  assign here[8] = arrived[one];
  logic [8:1] due;
  for (genvar i = 1; i <= 8; i++) begin : gen_due
    assign due[i] = taken_q && clocks_q == 4'(i);
  end

  always_comb begin
    // Who leaves was chosen, and so was open (sema_arbiter).
    leave_M : assume (!leave_i[one] || open_o[one]);

    if (began_o) begin
      copies_I : assert (copies == {Groups{~taken_o}});
      alone_I : assert (insert_o == insert_q && $onehot0(insert_q));
      way_I : assert (here == due);
      clocks_I : assert (!taken_q || clocks_q != '0);

      ready_A : assert (op_ready_o == (taken_o != '1 && !hold_i));
      lowest_A : assert (insert_o == insert_q);
      taken_A : assert (taken_o[one] == taken_q);
      opened_A : assert (open_o[one] == (taken_q && clocks_q >= 4'd9));

      ready_C : cover (!op_ready_o && !hold_i && open_o == '0);
      lowest_C : cover (insert_q[1] && open_o[2]);
      taken_C : cover (taken_q && clocks_q == 4'd2 && open_o != '0);
      opened_C : cover (open_o[one] && !reset_q && clocks_q == 4'd10 && one != '0);
    end
  end

endmodule
