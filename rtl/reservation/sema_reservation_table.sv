// Reservation table: what every admitted operation still owes, and the phased return of it.
//
// Promises: a component comes back exactly as it was frozen at the grant, once; an unknown or
// second completion changes nothing and is reported as stray; a reservation is freed once, when
// its operation has completed and nothing is held any more.
// Same clock: a reservation granted in this clock is held from the next on. Completions of the
// three classes and an end-to-end completion may arrive at once, for the same reservation too.
//
// A beat is taken up in its clock: flags are looked up and cleared, memories are read. In the next
// clock the return leaves for the resource table, and every reservation that was touched is looked
// at once more: the last one to touch it retires it, if there is nothing left.
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
    // returns: those taken up in the clock before; ids, lane and amounts are zero where they mean
    // nothing, estimates and services are anything there
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
    output logic                 busy_o       // something was taken up in the clock before
);

  // Phase flags: what reservation i still waits for. None set: it is free, or about to retire.
  logic [Depth-1:0] hbm_owed_q, atomic_owed_q, response_owed_q;
  logic [Depth-1:0] open_q;  // its end-to-end completion

  // What was taken up in the clock before, by channel; effective means it was owed.
  logic            hbm_valid_q, atomic_valid_q, response_valid_q, done_valid_q;
  logic            hbm_effective_q, atomic_effective_q, response_effective_q, done_effective_q;
  logic [IdW-1:0]  hbm_id_q, atomic_id_q, response_id_q, done_id_q;
  logic [HbmW-1:0] hbm_partition_q;
  logic [ServiceW-1:0] hbm_service_q, atomic_service_q, response_service_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      hbm_owed_q      <= '0;
      atomic_owed_q   <= '0;
      response_owed_q <= '0;
      open_q          <= '0;
    end else begin
      if (hbm_valid_i) hbm_owed_q[hbm_id_i] <= 1'b0;
      if (atomic_valid_i) atomic_owed_q[atomic_id_i] <= 1'b0;
      if (response_valid_i) response_owed_q[response_id_i] <= 1'b0;
      if (done_valid_i) open_q[done_id_i] <= 1'b0;
      // Last, so that a stray for an id that is granted in this clock does not touch it.
      if (grant_i) begin
        hbm_owed_q[id_i]      <= used_i[NHbm-1:0] != '0;
        atomic_owed_q[id_i]   <= used_i[NHbm];
        response_owed_q[id_i] <= used_i[NHbm+1];
        open_q[id_i]          <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      hbm_valid_q      <= 1'b0;
      atomic_valid_q   <= 1'b0;
      response_valid_q <= 1'b0;
      done_valid_q     <= 1'b0;
    end else begin
      hbm_valid_q      <= hbm_valid_i;
      atomic_valid_q   <= atomic_valid_i;
      response_valid_q <= response_valid_i;
      done_valid_q     <= done_valid_i;
    end
    hbm_effective_q      <= hbm_owed_q[hbm_id_i];
    atomic_effective_q   <= atomic_owed_q[atomic_id_i];
    response_effective_q <= response_owed_q[response_id_i];
    done_effective_q     <= open_q[done_id_i];
    hbm_id_q             <= hbm_id_i;
    atomic_id_q          <= atomic_id_i;
    response_id_q        <= response_id_i;
    done_id_q            <= done_id_i;
    hbm_partition_q      <= hbm_partition_i;
    hbm_service_q        <= hbm_service_i;
    atomic_service_q     <= atomic_service_i;
    response_service_q   <= response_service_i;
  end

  // Frozen components, with the estimates of the service that they stand for.
  logic [HbmW-1:0] hbm_lane;
  logic [CntW-1:0] hbm_amount, atomic_amount, response_amount;

  sema_memory #(.Width(ServiceW + HbmW + CntW), .Depth(Depth)) u_hbm (
      .clk_i,
      .write_i        (grant_i),
      .write_address_i(id_i),
      .write_data_i   ({hbm_estimate_i, lane_i, hbm_i}),
      .read_i         (hbm_valid_i),
      .read_address_i (hbm_id_i),
      .read_data_o    ({hbm_estimate_o, hbm_lane, hbm_amount})
  );

  sema_memory #(.Width(ServiceW + CntW), .Depth(Depth)) u_atomic (
      .clk_i,
      .write_i        (grant_i),
      .write_address_i(id_i),
      .write_data_i   ({atomic_estimate_i, atomic_i}),
      .read_i         (atomic_valid_i),
      .read_address_i (atomic_id_i),
      .read_data_o    ({atomic_estimate_o, atomic_amount})
  );

  sema_memory #(.Width(ServiceW + CntW), .Depth(Depth)) u_response (
      .clk_i,
      .write_i        (grant_i),
      .write_address_i(id_i),
      .write_data_i   ({response_estimate_i, response_i}),
      .read_i         (response_valid_i),
      .read_address_i (response_id_i),
      .read_data_o    ({response_estimate_o, response_amount})
  );

  assign hbm_service_o      = hbm_service_q;
  assign atomic_service_o   = atomic_service_q;
  assign response_service_o = response_service_q;

  // Returns and strays.
  logic done;
  assign hbm_return_o      = hbm_valid_q && hbm_effective_q;
  assign hbm_stray_o       = hbm_valid_q && !hbm_effective_q;
  assign hbm_amount_o      = hbm_return_o ? hbm_amount : '0;
  assign atomic_return_o   = atomic_valid_q && atomic_effective_q;
  assign atomic_stray_o    = atomic_valid_q && !atomic_effective_q;
  assign atomic_amount_o   = atomic_return_o ? atomic_amount : '0;
  assign response_return_o = response_valid_q && response_effective_q;
  assign response_stray_o  = response_valid_q && !response_effective_q;
  assign response_amount_o = response_return_o ? response_amount : '0;
  assign done              = done_valid_q && done_effective_q;
  assign done_stray_o      = done_valid_q && !done_effective_q;

  assign hbm_lane_o    = hbm_return_o ? hbm_lane : hbm_stray_o ? hbm_partition_q : '0;
  assign hbm_id_o      = hbm_valid_q ? hbm_id_q : '0;
  assign atomic_id_o   = atomic_valid_q ? atomic_id_q : '0;
  assign response_id_o = response_valid_q ? response_id_q : '0;
  assign done_id_o     = done_retire_o || done_stray_o ? done_id_q : '0;

  // Retire: an event on a reservation that now waits for nothing, unless a later channel has one
  // on the same reservation.
  logic [Depth-1:0] waits;
  logic hbm_last, atomic_last, response_last;
  assign waits = hbm_owed_q | atomic_owed_q | response_owed_q | open_q;
  assign hbm_last = !(atomic_return_o && atomic_id_q == hbm_id_q) &&
                    !(response_return_o && response_id_q == hbm_id_q) &&
                    !(done && done_id_q == hbm_id_q);
  assign atomic_last = !(response_return_o && response_id_q == atomic_id_q) &&
                       !(done && done_id_q == atomic_id_q);
  assign response_last = !(done && done_id_q == response_id_q);

  assign hbm_retire_o      = hbm_return_o && !waits[hbm_id_q] && hbm_last;
  assign atomic_retire_o   = atomic_return_o && !waits[atomic_id_q] && atomic_last;
  assign response_retire_o = response_return_o && !waits[response_id_q] && response_last;
  assign done_retire_o     = done && !waits[done_id_q];

  assign busy_o = hbm_valid_q || atomic_valid_q || response_valid_q || done_valid_q;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // An id that is granted waits for nothing: its last reservation is over.
      Free_A : assert (!grant_i || !waits[id_i]);
      // A reservation retires on one channel only.
      Once_A : assert (!(hbm_retire_o && (
                           (atomic_retire_o && atomic_id_q == hbm_id_q) ||
                           (response_retire_o && response_id_q == hbm_id_q) ||
                           (done_retire_o && done_id_q == hbm_id_q))) &&
                       !(atomic_retire_o && (
                           (response_retire_o && response_id_q == atomic_id_q) ||
                           (done_retire_o && done_id_q == atomic_id_q))) &&
                       !(response_retire_o && done_retire_o && done_id_q == response_id_q));
      // An effective completion returns what an operation used, and that is never zero.
      Hbm_A : assert (!hbm_return_o || hbm_amount_o != '0);
      Atomic_A : assert (!atomic_return_o || atomic_amount_o != '0);
      Response_A : assert (!response_return_o || response_amount_o != '0);
    end
  end
`endif

endmodule
