// Demands: from an operation's fields to the demand in its slot, one operation in every clock; and
// again for all slots when a multiplier or quantum has changed.
//
// Promises: an offer taken by the edge of clock o is estimated with the configuration in force in
// clock o + 1 and scaled with the multipliers and quanta in force in o + OfferToScale. Its demand is
// given to its slot in the clock before o + OfferToScale + ScaleToSlot. A step of the walk in clock
// x does the same for its slot, with the raw demands that the slot had; hold_o says so in clock x,
// in which no offer may be taken. Estimates of a slot are those of its last offer.
// Same clock: an offer into the slot of a step wins, if it comes in one of the OfferToScale clocks
// before the step; later ones come after it in order.
//
// Raw demands and estimates of the slots are in memories, which have one reader each: the walk, and
// who reads estimates (read_index_i; the answer in the next clock, until the next).
module sema_demand #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Slots = sema_pkg::Slots,
    parameter int unsigned Copies = sema_pkg::copies(Slots / 8),
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots),
    localparam int unsigned LengthW = sema_pkg::LengthBits,
    localparam int unsigned WordW = sema_pkg::WordBits,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    // operation, clock o
    output logic                                  hold_o,
    input  logic [3:0]                            op_opcode_i,
    input  logic [63:0]                           op_address_i,
    input  logic [LengthW-1:0]                    op_length_i,
    input  logic [LengthW-1:0]                    op_response_length_i,
    // whether it was taken, and its slot: clock o + 2
    input  logic                                  inserted_i,
    input  logic [SlotW-1:0]                      insert_index_i,
    // configuration in force, and whether a multiplier or quantum is written
    input  logic [HbmW*64-1:0]                    map_mask_i,
    input  logic [8*WordW-1:0]                    atomic_service_i,
    input  logic [WordW-1:0]                      response_fixed_i,
    input  logic [WordW-1:0]                      response_reciprocal_i,
    input  logic [WordW-1:0]                      hbm_reciprocal_i,
    input  logic [Lanes*WordW-1:0]                multiplier_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_hbm_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_time_i,
    input  logic                                  change_i,   // in force from the next clock on
    // demand, to its slot
    output logic [Slots-1:0]                      scaled_o,   // the slot alone, or none
    output logic [SlotW-1:0]                      scaled_index_o,
    output logic [Copies*NHbm-1:0]                lane_o,     // the partition alone
    output logic [Copies*3-1:0]                   used_o,     // response, Atomic, HBM
    output logic [Copies*CntW-1:0]                hbm_o,
    output logic [Copies*CntW-1:0]                atomic_o,
    output logic [Copies*CntW-1:0]                response_o,
    // what else is known of an operation
    input  logic                                  read_i,
    input  logic [SlotW-1:0]                      read_index_i,
    output logic                                  known_o,
    output logic [ServiceW-1:0]                   hbm_estimate_o,
    output logic [ServiceW-1:0]                   atomic_estimate_o,
    output logic [ServiceW-1:0]                   response_estimate_o,
    // quiet
    output logic                                  walking_o
);

  localparam int unsigned RawW = sema_pkg::RawResponseBits;
  localparam int unsigned SlotEstimateW = 1 + 3 * ServiceW;

  // Walk.
  logic             step_1q, step_2q;
  logic [SlotW-1:0] pointer, pointer_1q, pointer_2q;
  sema_walk #(.Slots(Slots)) u_walk (
      .clk_i,
      .rst_ni,
      .change_i,
      .step_o   (hold_o),
      .slot_o   (pointer),
      .walking_o
  );

  // Stages from an offer on: OfferToScale is 4, ScaleToSlot 7, and a step goes through the same.
  // Slots on their way, in clocks o + 3 to o + 9: whether there is one, whether it was offered, which.
  localparam int unsigned First = 3, Last = 9, Estimated = 6;
  logic [Last:First]               valid_q;
  logic [Estimated:First]          offered_q;
  logic [(Last+1-First)*SlotW-1:0] index_q;
  logic                            young, young_2q;

  // A slot that was offered in the clocks before the step: its raw demands are not there yet.
  assign young = (inserted_i && insert_index_i == pointer_1q) ||
                 (offered_q[3] && index_q[0 +: SlotW] == pointer_1q) ||
                 (offered_q[4] && index_q[SlotW +: SlotW] == pointer_1q) ||
                 (offered_q[5] && index_q[2*SlotW +: SlotW] == pointer_1q);

  always_ff @(posedge clk_i) begin
    step_1q    <= hold_o && rst_ni;
    step_2q    <= step_1q && rst_ni;
    pointer_1q <= pointer;
    pointer_2q <= pointer_1q;
    young_2q   <= young;
    valid_q    <= {valid_q[Last-1:First], inserted_i || (step_2q && !young_2q)};
    offered_q  <= {offered_q[Estimated-1:First], inserted_i};
    index_q    <= {index_q[(Last-First)*SlotW-1:0], inserted_i ? insert_index_i : pointer_2q};
    scaled_o   <= valid_q[Last] ? Slots'(1) << index_q[(Last-First)*SlotW +: SlotW] : '0;
    scaled_index_o <= index_q[(Last-First)*SlotW +: SlotW];
    if (!rst_ni) begin
      valid_q   <= '0;
      offered_q <= '0;
      scaled_o  <= '0;
    end
  end

  // Raw demands, in memory for the walk.
  logic [HbmW-1:0]    again_lane, lane_4q;
  logic [LengthW-1:0] again_hbm, hbm_4q;
  logic [WordW-1:0]   again_atomic, atomic_4q;
  logic [RawW-1:0]    again_response, response;
  logic [NHbm-1:0]    lane_alone_4q;
  logic               known_6q;
  logic [ServiceW-1:0] hbm_estimate_6q, atomic_estimate_6q, response_estimate_6q;
  sema_raw_demand #(.Gates(Gates), .NHbm(NHbm)) u_raw (
      .clk_i,
      .opcode_i           (op_opcode_i),
      .address_i          (op_address_i),
      .length_i           (op_length_i),
      .response_length_i  (op_response_length_i),
      .hold_i             (hold_o),
      .again_i            (step_1q),
      .again_lane_i       (again_lane),
      .again_hbm_i        (again_hbm),
      .again_atomic_i     (again_atomic),
      .again_response_i   (again_response),
      .lane_o             (lane_4q),
      .lane_alone_o       (lane_alone_4q),
      .hbm_o              (hbm_4q),
      .atomic_o           (atomic_4q),
      .response_o         (response),
      .known_o            (known_6q),
      .hbm_estimate_o     (hbm_estimate_6q),
      .atomic_estimate_o  (atomic_estimate_6q),
      .response_estimate_o(response_estimate_6q),
      .map_mask_i,
      .atomic_service_i,
      .response_fixed_i,
      .response_reciprocal_i,
      .hbm_reciprocal_i
  );

  sema_memory #(.Width(HbmW + LengthW + WordW), .Depth(Slots)) u_raw_memory (
      .clk_i,
      .write_i        (offered_q[4]),
      .write_address_i(index_q[SlotW +: SlotW]),
      .write_data_i   ({lane_4q, hbm_4q, atomic_4q}),
      .read_i         (hold_o),
      .read_address_i (pointer),
      .read_data_o    ({again_lane, again_hbm, again_atomic})
  );

  sema_memory #(.Width(RawW), .Depth(Slots)) u_response_memory (
      .clk_i,
      .write_i        (offered_q[4]),
      .write_address_i(index_q[SlotW +: SlotW]),
      .write_data_i   (response),
      .read_i         (hold_o),
      .read_address_i (pointer),
      .read_data_o    (again_response)
  );

  sema_memory #(.Width(SlotEstimateW), .Depth(Slots)) u_estimate_memory (
      .clk_i,
      .write_i        (offered_q[Estimated]),
      .write_address_i(index_q[3*SlotW +: SlotW]),
      .write_data_i   ({known_6q, hbm_estimate_6q, atomic_estimate_6q, response_estimate_6q}),
      .read_i,
      .read_address_i (read_index_i),
      .read_data_o    ({known_o, hbm_estimate_o, atomic_estimate_o, response_estimate_o})
  );

  // Scaled.
  logic [LengthW-1:0] hbm_5q;
  logic [WordW-1:0]   atomic_5q;
  logic [RawW-1:0]    response_5q;
  logic [NHbm-1:0]    lane_5q, lane_6q, lane_7q, lane_8q, lane_9q;
  always_ff @(posedge clk_i) begin
    hbm_5q      <= hbm_4q;
    atomic_5q   <= atomic_4q;
    response_5q <= response;
    lane_5q     <= lane_alone_4q;
    lane_6q     <= lane_5q;
    lane_7q     <= lane_6q;
    lane_8q     <= lane_7q;
    lane_9q     <= lane_8q;
  end
  sema_dup_flops #(.W(NHbm), .Copies(Copies)) u_lane (.clk_i, .d_i(lane_9q), .q_o(lane_o));

  sema_scaler #(.Gates(Gates), .NHbm(NHbm), .CntW(CntW), .Copies(Copies)) u_scaler (
      .clk_i,
      .lane_i    (lane_alone_4q),
      .multiplier_i,
      .quantum_hbm_i,
      .quantum_time_i,
      .hbm_i     (hbm_5q),
      .atomic_i  (atomic_5q),
      .response_i(response_5q),
      .hbm_o,
      .atomic_o,
      .response_o,
      .used_o
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // No offer is taken in the clock of a step.
      Hold_M : assert (!(step_2q && inserted_i));
      // A demand is of one slot, and of one partition.
      Alone_A : assert ($onehot0(scaled_o) && (scaled_o == '0 || $onehot(lane_o[NHbm-1:0])));
      // A component that is not used is zero, and the other way round.
      Used_A : assert (scaled_o == '0 || used_o[2:0] == {response_o[CntW-1:0] != '0,
                       atomic_o[CntW-1:0] != '0, hbm_o[CntW-1:0] != '0});
    end
  end
`endif

endmodule
