// Compare: which waiting operations are known to fit, and which are now refused otherwise than they
// were told. Every slot is held against the room in force in every clock.
//
// Promises: fresh_o says that a slot's demand was scaled with the multipliers and quanta in force;
// fits_o and changed_o are what a decision in the clock before would have found, of fresh slots
// only. They are hints: the lanes alone decide.
// Same clock: a demand that is scaled while a multiplier or a quantum changes under it is not
// fresh. A denial of this clock is compared with from the next clock on.
//
// An operation uses one HBM lane at most, so that of the lanes that may refuse it four bits tell:
// HBM, Atomic, response, table or limit.
module sema_compare #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic [Slots-1:0]       taken_i,
    // insertion
    input  logic                   insert_i,
    input  logic [SlotW-1:0]       slot_i,
    // a demand is scaled
    input  logic                   scaled_i,
    input  logic [SlotW-1:0]       scaled_slot_i,
    input  logic [HbmW-1:0]        lane_i,
    input  logic                   uses_hbm_i,      // raw demands that are not zero
    input  logic                   uses_atomic_i,
    input  logic                   uses_response_i,
    input  logic [CntW-1:0]        hbm_i,
    input  logic [CntW-1:0]        atomic_i,
    input  logic [CntW-1:0]        response_i,
    // an operation was denied
    input  logic                   deny_i,
    input  logic [SlotW-1:0]       deny_slot_i,
    input  logic [3:0]             refused_i,
    // multipliers and quanta in force from the next clock on
    input  logic [Lanes-1:0]       multiplier_write_i,
    input  logic                   quantum_hbm_write_i,
    input  logic                   quantum_time_write_i,
    // room in force
    input  logic [Lanes*CntW-1:0]  room_i,
    input  logic                   id_ready_i,
    // results
    output logic [Slots-1:0]       fresh_o,
    output logic [Slots-1:0]       fits_o,
    output logic [Slots-1:0]       changed_o,
    output logic                   steady_o,        // a comparison now would find the same
    // what a slot was told last, in the next clock
    input  logic                   read_i,
    input  logic [SlotW-1:0]       read_slot_i,
    output logic                   first_o,         // nothing yet
    output logic [3:0]             last_denied_o
);

  localparam int unsigned Atomic = NHbm;
  localparam int unsigned Response = NHbm + 1;

  // Demands and lanes are kept in places, as sema_pkg says.
  localparam int unsigned Group = Slots / 4;
  logic [SlotW-1:0] scaled_place;
  assign scaled_place = SlotW'(sema_pkg::place_of(32'(scaled_slot_i), Slots));

  // Stale: a multiplier or a quantum changes on which the demand depends.
  logic [HbmW-1:0]  lane_q[Slots];
  logic [Slots-1:0] uses_hbm_q, uses_atomic_q, uses_response_q, fresh_q;
  logic [Slots-1:0] inserted, scaled, denied;
  assign inserted = Slots'(insert_i) << slot_i;
  assign scaled   = Slots'(scaled_i) << scaled_slot_i;
  assign denied   = Slots'(deny_i) << deny_slot_i;

  // What comes into force, by the demands that depend on it.
  logic [NHbm-1:0] hbm_writes;
  logic            atomic_writes, response_writes;
  assign hbm_writes      = multiplier_write_i[NHbm-1:0] | {NHbm{quantum_hbm_write_i}};
  assign atomic_writes   = multiplier_write_i[Atomic] || quantum_time_write_i;
  assign response_writes = multiplier_write_i[Response] || quantum_time_write_i;

  // Of all that were scaled; a function, because a simulator keeps its result in a register.
  function automatic logic [Slots-1:0] stale();
    stale = '0;
    if (hbm_writes != '0) begin
      for (int b = 0; b < Group; b++) begin
        for (int w = 0; w < 4; w++) begin
          stale[w*Group+b] = uses_hbm_q[w*Group+b] && hbm_writes[lane_q[4*b+w]];
        end
      end
    end
    if (atomic_writes) stale |= uses_atomic_q;
    if (response_writes) stale |= uses_response_q;
  endfunction

  // And the one that is being scaled.
  logic overtaken;
  assign overtaken = (uses_hbm_i && hbm_writes[lane_i]) || (uses_atomic_i && atomic_writes) ||
                     (uses_response_i && response_writes);

  always_ff @(posedge clk_i) begin
    if (scaled_i) begin
      uses_hbm_q[scaled_slot_i]      <= uses_hbm_i;
      uses_atomic_q[scaled_slot_i]   <= uses_atomic_i;
      uses_response_q[scaled_slot_i] <= uses_response_i;
    end
    fresh_q <= (fresh_q & ~stale() | scaled) & ~(inserted | (overtaken ? scaled : '0));
  end

  // Demands against room.
  logic [CntW-1:0]  room[NHbm], room_atomic, room_response;
  logic [CntW-1:0]  hbm_q[Slots], atomic_q[Slots], response_q[Slots];
  logic [Slots-1:0] live, over_hbm, over_atomic, over_response, refused, differs;

  always_ff @(posedge clk_i) begin
    if (scaled_i) begin
      lane_q[scaled_place]     <= lane_i;
      hbm_q[scaled_place]      <= hbm_i;
      atomic_q[scaled_place]   <= atomic_i;
      response_q[scaled_place] <= response_i;
    end
  end

  for (genvar l = 0; l < NHbm; l++) begin : gen_room
    assign room[l] = room_i[l*CntW +: CntW];
  end
  assign room_atomic   = room_i[Atomic*CntW +: CntW];
  assign room_response = room_i[Response*CntW +: CntW];

  // Only those demands count that are fresh, so that there is nothing to compare without them.
  logic [127:0] hbm_words, atomic_words, response_words;
  always_comb begin
    hbm_words      = '0;
    atomic_words   = '0;
    response_words = '0;
    if ((live & uses_hbm_q) != '0) begin
      for (int b = 0; b < Group; b++) begin
        for (int w = 0; w < 4; w++) hbm_words[w*32+b] = hbm_q[4*b+w] > room[lane_q[4*b+w]];
      end
    end
    if ((live & uses_atomic_q) != '0) begin
      for (int b = 0; b < Group; b++) begin
        for (int w = 0; w < 4; w++) atomic_words[w*32+b] = atomic_q[4*b+w] > room_atomic;
      end
    end
    if ((live & uses_response_q) != '0) begin
      for (int b = 0; b < Group; b++) begin
        for (int w = 0; w < 4; w++) response_words[w*32+b] = response_q[4*b+w] > room_response;
      end
    end
  end
  assign over_hbm      = Slots'(sema_pkg::of_places(hbm_words, Slots));
  assign over_atomic   = Slots'(sema_pkg::of_places(atomic_words, Slots));
  assign over_response = Slots'(sema_pkg::of_places(response_words, Slots));

  // What the operation was told last.
  logic [Slots-1:0] decided_q;
  logic [Slots-1:0] last_denied_hbm_q, last_denied_atomic_q, last_denied_response_q, last_denied_table_q;
  always_ff @(posedge clk_i) begin
    decided_q <= (decided_q | denied) & ~inserted;
    if (deny_i) begin
      last_denied_hbm_q[deny_slot_i]      <= refused_i[0];
      last_denied_atomic_q[deny_slot_i]   <= refused_i[1];
      last_denied_response_q[deny_slot_i] <= refused_i[2];
      last_denied_table_q[deny_slot_i]    <= refused_i[3];
    end
    if (read_i) begin
      first_o <= !decided_q[read_slot_i];
      last_denied_o <= {last_denied_table_q[read_slot_i], last_denied_response_q[read_slot_i],
                        last_denied_atomic_q[read_slot_i], last_denied_hbm_q[read_slot_i]};
    end
  end

  assign refused = over_hbm | over_atomic | over_response | {Slots{!id_ready_i}};
  assign differs = (over_hbm ^ last_denied_hbm_q) | (over_atomic ^ last_denied_atomic_q) |
                   (over_response ^ last_denied_response_q) |
                   ({Slots{!id_ready_i}} ^ last_denied_table_q);

  logic [Slots-1:0] fits, changed, fits_q, changed_q;
  assign live    = taken_i & fresh_q;
  assign fits    = live & ~refused;
  assign changed = live & decided_q & refused & differs;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fits_q    <= '0;
      changed_q <= '0;
    end else begin
      fits_q    <= fits;
      changed_q <= changed;
    end
  end

  assign fresh_o   = fresh_q;
  assign fits_o    = fits_q;
  assign changed_o = changed_q;
  assign steady_o  = (((fits ^ fits_q) | (changed ^ changed_q)) & taken_i) == '0;

`ifdef FORMAL
  // The demand in a place that a proof looks at (rtl/formal).
  (* keep *) logic [SlotW-1:0] watch;
  (* keep *) logic [HbmW+3*CntW-1:0] watched;
  assign watched = {lane_q[watch], hbm_q[watch], atomic_q[watch], response_q[watch]};
`endif

endmodule
