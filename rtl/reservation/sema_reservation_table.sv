// Reservation table: what every admitted operation still owes, and the phased return of it.
//
// Promises: a component comes back exactly as it was frozen at the grant, once: to the lanes three
// clocks after its completion is taken up, and as a commit after BeatToCommit clocks; an unknown or
// second completion changes nothing and is reported as stray; a reservation is freed once, when its
// operation has completed and nothing is held any more.
// Same clock: a reservation granted in this clock is held from the next on. Completions of the
// three classes and an end-to-end completion may arrive at once, for the same reservation too.
//
// A beat taken up in clock 0 has its flag tested and cleared in clock 2 (sema_owed_flags), while
// its component is read. Clock 3 knows what is effective and what retires: lanes are told at once.
// The id pool is told two clocks before the commit. An id cannot be granted again before that: what
// is read is always what was frozen for the beat.
//
// Frozen components sit in one memory for each class, so that returns of different classes never
// meet at a port. A set flag is what makes a word valid; words are never cleared.
module sema_reservation_table #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned IdW = sema_pkg::index_width(Depth),
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // grant
    input  logic                 grant_i,
    input  logic [IdW-1:0]       id_i,
    input  logic [Lanes-1:0]     used_i,
    input  logic [HbmW-1:0]      lane_i,
    input  logic [CntW-1:0]      hbm_i,
    input  logic [CntW-1:0]      atomic_i,
    input  logic [CntW-1:0]      response_i,
    input  logic [ServiceW-1:0]  hbm_estimate_i,
    input  logic [ServiceW-1:0]  atomic_estimate_i,
    input  logic [ServiceW-1:0]  response_estimate_i,
    // completions, with the service observed
    input  logic                 hbm_valid_i,
    input  logic [HbmW-1:0]      hbm_partition_i,
    input  logic [IdW-1:0]       hbm_id_i,
    input  logic [ServiceW-1:0]  hbm_service_i,
    input  logic                 atomic_valid_i,
    input  logic [IdW-1:0]       atomic_id_i,
    input  logic [ServiceW-1:0]  atomic_service_i,
    input  logic                 response_valid_i,
    input  logic [IdW-1:0]       response_id_i,
    input  logic [ServiceW-1:0]  response_service_i,
    input  logic                 done_valid_i,
    input  logic [IdW-1:0]       done_id_i,
    // what lanes get back, three clocks after its beat; lane and amounts are anything where nothing is
    output logic [2:0]           credit_o,
    output logic [HbmW-1:0]      credit_lane_o,
    output logic [3*CntW-1:0]    credit_amount_o,
    // retires that commit two clocks later: channels HBM, Atomic, response, done
    output logic [3:0]           retire_o,
    output logic [4*IdW-1:0]     retire_id_o,
    // commits in this clock; ids, lane and amounts are zero where they mean nothing, estimates and
    // services are anything there
    output logic                 hbm_return_o,
    output logic                 hbm_stray_o,
    output logic                 hbm_retire_o,
    output logic [IdW-1:0]       hbm_id_o,
    output logic [HbmW-1:0]      hbm_lane_o,
    output logic [HbmW-1:0]      hbm_lane_next_o,  // of the next clock's return; else anything
    output logic [CntW-1:0]      hbm_amount_o,
    output logic [ServiceW-1:0]  hbm_estimate_o,
    output logic [ServiceW-1:0]  hbm_service_o,
    output logic                 atomic_return_o,
    output logic                 atomic_stray_o,
    output logic                 atomic_retire_o,
    output logic [IdW-1:0]       atomic_id_o,
    output logic [CntW-1:0]      atomic_amount_o,
    output logic [ServiceW-1:0]  atomic_estimate_o,
    output logic [ServiceW-1:0]  atomic_service_o,
    output logic                 response_return_o,
    output logic                 response_stray_o,
    output logic                 response_retire_o,
    output logic [IdW-1:0]       response_id_o,
    output logic [CntW-1:0]      response_amount_o,
    output logic [ServiceW-1:0]  response_estimate_o,
    output logic [ServiceW-1:0]  response_service_o,
    output logic                 done_retire_o,
    output logic                 done_stray_o,
    output logic [IdW-1:0]       done_id_o
);

  // A beat's way, by clocks since it was taken up. Beats: done, response, Atomic, HBM.
  logic [3:0]                 valid_1q;
  logic [2:0]                 valid_2q;
  logic [4*IdW-1:0]           id_1q, id_2q, id_3q;
  logic [HbmW+3*ServiceW-1:0] seen_1q, seen_2q, seen_3q;  // partition and services

  always_ff @(posedge clk_i) begin
    valid_1q <= rst_ni ? {done_valid_i, response_valid_i, atomic_valid_i, hbm_valid_i} : '0;
    valid_2q <= rst_ni ? valid_1q[2:0] : '0;
    id_1q    <= {done_id_i, response_id_i, atomic_id_i, hbm_id_i};
    id_2q    <= id_1q;
    id_3q    <= id_2q;
    seen_1q  <= {hbm_partition_i, response_service_i, atomic_service_i, hbm_service_i};
    seen_2q  <= seen_1q;
    seen_3q  <= seen_2q;
  end

  // Flags.
  logic [2:0] effective;  // of stages
  logic [3:0] owed, stray, retire;
  assign owed = {1'b1, used_i[NHbm+1], used_i[NHbm], used_i[NHbm-1:0] != '0};

  sema_owed_flags #(.Depth(Depth)) u_owed_flags (
      .clk_i,
      .rst_ni,
      .grant_i,
      .grant_id_i  (id_i),
      .grant_owed_i(owed),
      .valid_i     (valid_1q),
      .id_i        (id_1q),
      .effective_o (effective),
      .stray_o     (stray),
      .retire_o    (retire)
  );

  // Frozen components, with the estimates of the service that they stand for.
  logic [HbmW-1:0]     hbm_lane;
  logic [CntW-1:0]     hbm_amount, atomic_amount, response_amount;
  logic [ServiceW-1:0] hbm_estimate, atomic_estimate, response_estimate;

  sema_memory #(.Width(ServiceW + HbmW + CntW), .Depth(Depth)) u_hbm (
      .clk_i,
      .write_i        (grant_i),
      .write_address_i(id_i),
      .write_data_i   ({hbm_estimate_i, lane_i, hbm_i}),
      .read_i         (valid_2q[0]),
      .read_address_i (id_2q[0 +: IdW]),
      .read_data_o    ({hbm_estimate, hbm_lane, hbm_amount})
  );

  sema_memory #(.Width(ServiceW + CntW), .Depth(Depth)) u_atomic (
      .clk_i,
      .write_i        (grant_i),
      .write_address_i(id_i),
      .write_data_i   ({atomic_estimate_i, atomic_i}),
      .read_i         (valid_2q[1]),
      .read_address_i (id_2q[IdW +: IdW]),
      .read_data_o    ({atomic_estimate, atomic_amount})
  );

  sema_memory #(.Width(ServiceW + CntW), .Depth(Depth)) u_response (
      .clk_i,
      .write_i        (grant_i),
      .write_address_i(id_i),
      .write_data_i   ({response_estimate_i, response_i}),
      .read_i         (valid_2q[2]),
      .read_address_i (id_2q[2*IdW +: IdW]),
      .read_data_o    ({response_estimate, response_amount})
  );

  assign credit_o        = effective;
  assign credit_lane_o   = hbm_lane;
  assign credit_amount_o = {response_amount, atomic_amount, hbm_amount};

  // Clocks 4 to BeatToCommit - 1: on the way to commit; in the last, what means nothing is cleared.
  localparam int unsigned Way = sema_pkg::BeatToCommit - 4;
  localparam int unsigned EventW = 3 + 4 + 4;
  localparam int unsigned IdsW = 4 * IdW;
  localparam int unsigned AmountsW = HbmW + 3 * CntW;
  localparam int unsigned ServicesW = 6 * ServiceW;
  logic [Way*EventW-1:0]   event_q;
  logic [Way*IdsW-1:0]     ids_q;
  logic [Way*AmountsW-1:0] amounts_q;
  logic [(Way+1)*ServicesW-1:0] services_q;
  logic [HbmW-1:0]         lane, last_lane;
  logic [2:0]              returns;
  logic [3:0]              strays, retires, shown;
  logic [IdsW-1:0]         ids;
  logic [3*CntW-1:0]       amounts;
  assign lane = effective[0] ? hbm_lane : seen_3q[3*ServiceW +: HbmW];
  assign {returns, strays, retires} = rst_ni ? event_q[(Way-1)*EventW +: EventW] : '0;
  assign ids                  = ids_q[(Way-1)*IdsW +: IdsW];
  assign {last_lane, amounts} = amounts_q[(Way-1)*AmountsW +: AmountsW];
  assign shown                = strays | {retires[3], returns};
  assign hbm_lane_next_o      = last_lane;
  always_ff @(posedge clk_i) begin
    event_q    <= rst_ni ? {event_q[(Way-1)*EventW-1:0], effective, stray, retire} : '0;
    ids_q      <= {ids_q[(Way-1)*IdsW-1:0], id_3q};
    amounts_q  <= {amounts_q[(Way-1)*AmountsW-1:0], lane, response_amount, atomic_amount,
                   hbm_amount};
    services_q <= {services_q[Way*ServicesW-1:0], response_estimate, atomic_estimate, hbm_estimate,
                   seen_3q[0 +: 3*ServiceW]};

    {response_return_o, atomic_return_o, hbm_return_o}               <= returns;
    {done_stray_o, response_stray_o, atomic_stray_o, hbm_stray_o}     <= strays;
    {done_retire_o, response_retire_o, atomic_retire_o, hbm_retire_o} <= retires;
    hbm_id_o          <= ids[0 +: IdW] & {IdW{shown[0]}};
    atomic_id_o       <= ids[IdW +: IdW] & {IdW{shown[1]}};
    response_id_o     <= ids[2*IdW +: IdW] & {IdW{shown[2]}};
    done_id_o         <= ids[3*IdW +: IdW] & {IdW{shown[3]}};
    hbm_lane_o        <= last_lane & {HbmW{shown[0]}};
    hbm_amount_o      <= amounts[0 +: CntW] & {CntW{returns[0]}};
    atomic_amount_o   <= amounts[CntW +: CntW] & {CntW{returns[1]}};
    response_amount_o <= amounts[2*CntW +: CntW] & {CntW{returns[2]}};
  end
  assign {response_estimate_o, atomic_estimate_o, hbm_estimate_o, response_service_o,
          atomic_service_o, hbm_service_o} = services_q[Way*ServicesW +: ServicesW];

  assign retire_o    = event_q[(Way-2)*EventW +: 4];
  assign retire_id_o = ids_q[(Way-2)*IdsW +: IdsW];

`ifndef SYNTHESIS
  initial Latency_P : assert (sema_pkg::BeatToCommit >= 6);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A reservation retires on one channel only.
      Once_A : assert (!(hbm_retire_o && (
                           (atomic_retire_o && atomic_id_o == hbm_id_o) ||
                           (response_retire_o && response_id_o == hbm_id_o) ||
                           (done_retire_o && done_id_o == hbm_id_o))) &&
                       !(atomic_retire_o && (
                           (response_retire_o && response_id_o == atomic_id_o) ||
                           (done_retire_o && done_id_o == atomic_id_o))) &&
                       !(response_retire_o && done_retire_o && done_id_o == response_id_o));
      // An effective completion returns what an operation used, and that is never zero.
      Hbm_A : assert (!hbm_return_o || hbm_amount_o != '0);
      Atomic_A : assert (!atomic_return_o || atomic_amount_o != '0);
      Response_A : assert (!response_return_o || response_amount_o != '0);
      // An id is granted after its last reservation's commits.
      Over_M : assert (!grant_i || !(
          (hbm_return_o && hbm_id_o == id_i) || (atomic_return_o && atomic_id_o == id_i) ||
          (response_return_o && response_id_o == id_i) || (done_retire_o && done_id_o == id_i)));
    end
  end
`endif

endmodule
