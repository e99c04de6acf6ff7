// Proof of sema_compare, 32 slots, ten lanes of 32 bits: what it says of a slot is what follows
// from what became of the slot since its insertion, and from the room in the clock before.
//
// Looked at is one slot, whichever. Few flops have a reset: of a slot counts what came after its
// insertion.
module sema_compare_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input logic                  clk_i, rst_ni,
    input logic [Slots-1:0]      taken_i,
    input logic                  insert_i,
    input logic [SlotW-1:0]      slot_i,
    input logic                  scaled_i,
    input logic [SlotW-1:0]      scaled_slot_i,
    input logic [HbmW-1:0]       lane_i,
    input logic                  uses_hbm_i, uses_atomic_i, uses_response_i,
    input logic [CntW-1:0]       hbm_i, atomic_i, response_i,
    input logic                  deny_i,
    input logic [SlotW-1:0]      deny_slot_i,
    input logic [3:0]            refused_i,
    input logic [Lanes-1:0]      multiplier_write_i,
    input logic                  quantum_hbm_write_i, quantum_time_write_i,
    input logic [Lanes*CntW-1:0] room_i,
    input logic                  id_ready_i, read_i,
    input logic [SlotW-1:0]      read_slot_i
);

  logic [Slots-1:0] fresh_o, fits_o, changed_o;
  logic             steady_o, first_o;
  logic [3:0]       last_denied_o;

  sema_compare #(.NHbm(NHbm), .CntW(CntW), .Slots(Slots)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The slot, and what the block keeps of it.
  (* anyconst *) logic [SlotW-1:0] slot;
  (* poke = "u_dut.watch" *) logic [SlotW-1:0] watch;
  (* peek = "u_dut.watched" *) logic [HbmW+3*CntW-1:0] demand_kept;
  (* peek = "u_dut.uses_hbm_q" *) logic [Slots-1:0] uses_hbm_kept;
  (* peek = "u_dut.uses_atomic_q" *) logic [Slots-1:0] uses_atomic_kept;
  (* peek = "u_dut.uses_response_q" *) logic [Slots-1:0] uses_response_kept;
  (* peek = "u_dut.decided_q" *) logic [Slots-1:0] decided_kept;
  (* peek = "u_dut.last_denied_hbm_q" *) logic [Slots-1:0] last_denied_hbm_kept;
  (* peek = "u_dut.last_denied_atomic_q" *) logic [Slots-1:0] last_denied_atomic_kept;
  (* peek = "u_dut.last_denied_response_q" *) logic [Slots-1:0] last_denied_response_kept;
  (* peek = "u_dut.last_denied_table_q" *) logic [Slots-1:0] last_denied_table_kept;
  assign watch = SlotW'(sema_pkg::place_of(32'(slot), Slots));

  logic inserted, scaled, denied, taken;
  assign inserted = insert_i && slot_i == slot;
  assign scaled   = scaled_i && scaled_slot_i == slot;
  assign denied   = deny_i && deny_slot_i == slot;
  assign taken    = taken_i[slot];

  // What became of it: whether it was ever inserted; the demand that was scaled last, and whether
  // all that the demand depends on is still in force; whether it was denied, and by whom.
  logic            known_q, fresh_q, decided_q;
  logic [3:0]      last_denied_q;
  logic [HbmW-1:0] lane_q, lane;
  logic [2:0]      uses_q, uses, written;    // HBM, Atomic, response
  logic [CntW-1:0] hbm_q, atomic_q, response_q;
  initial known_q = 1'b0;
  assign lane    = scaled ? lane_i : lane_q;
  assign uses    = scaled ? {uses_hbm_i, uses_atomic_i, uses_response_i} : uses_q;
  assign written = {quantum_hbm_write_i || multiplier_write_i[LaneW'(lane)],
                    quantum_time_write_i || multiplier_write_i[NHbm],
                    quantum_time_write_i || multiplier_write_i[NHbm+1]};
  always_ff @(posedge clk_i) begin
    if (inserted) known_q <= 1'b1;
    fresh_q   <= (fresh_q || scaled) && (uses & written) == '0 && !inserted;
    decided_q <= (decided_q || denied) && !inserted;
    lane_q    <= lane;
    uses_q    <= uses;
    if (scaled) {hbm_q, atomic_q, response_q} <= {hbm_i, atomic_i, response_i};
    if (denied) last_denied_q <= refused_i;
  end

  // What a comparison finds now: who refuses it, of HBM, Atomic, response and table.
  logic [CntW-1:0] room_hbm, room_atomic, room_response;
  logic [3:0]      refused;
  logic            compared;
  assign room_hbm      = room_i[lane_q*CntW +: CntW];
  assign room_atomic   = room_i[NHbm*CntW +: CntW];
  assign room_response = room_i[(NHbm+1)*CntW +: CntW];
  assign refused       = {!id_ready_i, response_q > room_response, atomic_q > room_atomic,
                          hbm_q > room_hbm};
  assign compared      = rst_ni && taken && fresh_q;

  // The clock before.
  logic             reset_q, steady_q, fits_q, changed_q, known_read_q, decided_read_q;
  logic             read_q, first_q, overtaken_q, fresh_before_q, shown_q;
  logic [3:0]       last_denied_read_q, last_denied_before_q;
  logic [Slots-1:0] taken_all_q, fits_all_q, changed_all_q, moved;
  initial {known_read_q, shown_q} = '0;
  assign moved = ((fits_o ^ fits_all_q) | (changed_o ^ changed_all_q)) & taken_all_q;
  always_ff @(posedge clk_i) begin
    reset_q        <= !rst_ni;
    fresh_before_q <= known_q && fresh_q;
    overtaken_q    <= scaled && (uses & written) != '0;
    fits_q         <= compared && refused == '0;
    changed_q      <= compared && decided_q && refused != '0 && refused != last_denied_q;
    steady_q       <= steady_o;
    taken_all_q    <= taken_i;
    fits_all_q     <= fits_o;
    changed_all_q  <= changed_o;
    read_q         <= read_i;
    shown_q        <= known_read_q && decided_read_q;
    known_read_q   <= read_i && read_slot_i == slot && known_q;
    decided_read_q <= decided_q;
    last_denied_read_q <= last_denied_q;
    first_q        <= first_o;
    last_denied_before_q <= last_denied_o;
  end

  always_comb begin
    // A slot in use was inserted (proof arbiter).
    taken_M : assume (!taken || known_q);
    // A demand that is not used is zero, since zero times anything is (proof scaler).
    used_M : assume (!scaled || ((uses_hbm_i || hbm_i == '0) && (uses_atomic_i || atomic_i == '0) &&
                                 (uses_response_i || response_i == '0)));

    began_I : assert (began_o || !known_q);
    if (began_o) begin
      fresh_A : assert (!known_q || fresh_o[slot] == fresh_q);
      fits_A : assert (fits_o[slot] == fits_q);
      changed_A : assert (changed_o[slot] == changed_q);
      // Exactly if of no slot in use the next clock says otherwise.
      steady_A : assert (reset_q || steady_q == (moved == '0));
      last_denied_A : assert (!known_read_q || (first_o == !decided_read_q &&
                                         (!decided_read_q || last_denied_o == last_denied_read_q)));
      stands_A : assert (read_q || (first_o == first_q && last_denied_o == last_denied_before_q));

      // What is kept of the slot, as far as it counts.
      demand_I : assert (!(known_q && fresh_q) ||
                         demand_kept == {lane_q, hbm_q, atomic_q, response_q});
      uses_I : assert (!(known_q && fresh_q) ||
                       {uses_hbm_kept[slot], uses_atomic_kept[slot], uses_response_kept[slot]} ==
                       uses_q);
      unused_I : assert (!(known_q && fresh_q) ||
                         ((uses_q[2] || hbm_q == '0) && (uses_q[1] || atomic_q == '0) &&
                          (uses_q[0] || response_q == '0)));
      decided_I : assert (!known_q || decided_kept[slot] == decided_q);
      last_denied_I : assert (!(known_q && decided_q) ||
                       {last_denied_table_kept[slot], last_denied_response_kept[slot], last_denied_atomic_kept[slot],
                        last_denied_hbm_kept[slot]} == last_denied_q);

      fresh_C : cover (fresh_before_q && !fresh_q && overtaken_q && fresh_o != '0);
      fits_C : cover (fits_q && decided_q && uses_q == '1 && fits_o != '1 && room_hbm < hbm_q);
      changed_C : cover (changed_q && uses_q == '1 && last_denied_q == 4'b0011 && lane_q != '0);
      steady_C : cover (steady_q && fits_q && (~fits_o & taken_all_q) != '0 && changed_o != '0);
      last_denied_C : cover (known_read_q && decided_read_q && last_denied_o == 4'b1010 && last_denied_q == 4'b0101);
      stands_C : cover (!read_q && shown_q && last_denied_o == 4'b1001 && last_denied_q == 4'b0110);
    end
  end

endmodule
