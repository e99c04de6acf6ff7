// Reservation table: what every admitted operation still owes, and the phased return of it.
//
// Promises: a component comes back exactly as it was frozen at the grant, once, BeatToCommit clocks
// after its completion is taken up; an unknown or second completion changes nothing and is reported
// as stray; a reservation is freed once, when its operation has completed and nothing is held any
// more.
// Same clock: a reservation granted in this clock is held from the next on. Completions of the
// three classes and an end-to-end completion may arrive at once, for the same reservation too.
//
// A beat taken up in clock 0 has its flag tested and cleared in clock 2 (sema_owed_flags), while
// its component is read. Clock 3 knows what is effective and what retires: the id pool is told at
// once, everything else commits in clock 4. An id cannot be granted again before that: what is read
// is always what was frozen for the beat.
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
    // retires that commit in the next clock: channels HBM, Atomic, response, done
    output logic [3:0]           retire_o,
    output logic [4*IdW-1:0]     retire_id_o,
    // commits in this clock; ids, lane and amounts are zero where they mean nothing, estimates and
    // services are anything there
    output logic                 hbm_return_o,
    output logic                 hbm_stray_o,
    output logic                 hbm_retire_o,
    output logic [IdW-1:0]       hbm_id_o,
    output logic [HbmW-1:0]      hbm_lane_o,
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
    output logic [IdW-1:0]       done_id_o,
    // quiet
    output logic                 busy_o       // a beat or the flags of a grant are under way
);

  // A beat's way, by clocks since it was taken up. Beats: done, response, Atomic, HBM.
  logic [3:0]                 valid_1q, valid_2q, valid_3q, valid_4q;
  logic [4*IdW-1:0]           id_1q, id_2q, id_3q, id_4q;
  logic [HbmW+3*ServiceW-1:0] seen_1q, seen_2q, seen_3q;  // partition and services
  logic [3*ServiceW-1:0]      service_4q;

  always_ff @(posedge clk_i) begin
    valid_1q <= rst_ni ? {done_valid_i, response_valid_i, atomic_valid_i, hbm_valid_i} : '0;
    valid_2q <= rst_ni ? valid_1q : '0;
    valid_3q <= rst_ni ? valid_2q : '0;
    valid_4q <= rst_ni ? valid_3q : '0;
    id_1q    <= {done_id_i, response_id_i, atomic_id_i, hbm_id_i};
    id_2q    <= id_1q;
    id_3q    <= id_2q;
    seen_1q  <= {hbm_partition_i, response_service_i, atomic_service_i, hbm_service_i};
    seen_2q  <= seen_1q;
    seen_3q  <= seen_2q;
    service_4q <= seen_3q[0 +: 3*ServiceW];
  end

  // Flags.
  logic       setting;
  logic [2:0] effective;  // of stages
  logic [3:0] owed, stray, retire, stray_q, retire_q;
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
      .retire_o    (retire),
      .setting_o   (setting)
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

  // Clock 3: what is not effective returns nothing.
  logic [HbmW-1:0] partition, hbm_lane_q;
  logic [CntW-1:0] hbm_amount_q, atomic_amount_q, response_amount_q;
  logic [2:0]      returns, return_q;
  logic [3:0]      strays, shown;
  assign partition = seen_3q[3*ServiceW +: HbmW];
  assign returns   = effective & {3{rst_ni}};
  assign strays    = stray & {4{rst_ni}};
  assign shown     = {strays[3] || (retire[3] && rst_ni), valid_3q[2:0] & {3{rst_ni}}};

  always_ff @(posedge clk_i) begin
    return_q            <= returns;
    stray_q             <= strays;
    retire_q            <= rst_ni ? retire : '0;
    hbm_lane_q          <= (hbm_lane & {HbmW{returns[0]}}) | (partition & {HbmW{strays[0]}});
    hbm_amount_q        <= hbm_amount & {CntW{returns[0]}};
    atomic_amount_q     <= atomic_amount & {CntW{returns[1]}};
    response_amount_q   <= response_amount & {CntW{returns[2]}};
    hbm_estimate_o      <= hbm_estimate;
    atomic_estimate_o   <= atomic_estimate;
    response_estimate_o <= response_estimate;
    for (int k = 0; k < 4; k++) id_4q[k*IdW +: IdW] <= id_3q[k*IdW +: IdW] & {IdW{shown[k]}};
  end

  assign retire_o    = retire;
  assign retire_id_o = id_3q;

  // Clock 4: commits.
  assign {response_return_o, atomic_return_o, hbm_return_o}               = return_q;
  assign {done_stray_o, response_stray_o, atomic_stray_o, hbm_stray_o}     = stray_q;
  assign {done_retire_o, response_retire_o, atomic_retire_o, hbm_retire_o} = retire_q;
  assign {done_id_o, response_id_o, atomic_id_o, hbm_id_o}                 = id_4q;
  assign {response_service_o, atomic_service_o, hbm_service_o} = service_4q;
  assign hbm_lane_o        = hbm_lane_q;
  assign hbm_amount_o      = hbm_amount_q;
  assign atomic_amount_o   = atomic_amount_q;
  assign response_amount_o = response_amount_q;

  assign busy_o = (valid_1q | valid_2q | valid_3q | valid_4q) != '0 || setting;

`ifndef SYNTHESIS
  initial Latency_P : assert (sema_pkg::BeatToCommit == 4);

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
