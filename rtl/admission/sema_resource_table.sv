// Resource table: the lanes and the decision over them. The only writer of debt.
//
// Promises: all or none - a grant adds every demand to its lane, anything else adds nothing; one
// decision in every clock with decide_i; exactly one of grant_o, deny_o, reject_o, repeat_o then,
// or none if the operation was sent only to report a refusal (try_i low) and nothing refuses it.
// The lanes are checked in parallel and do not know of each other; the decision is the AND of them.
// Same clock: a return or a window write is not seen by this clock's decision, only by the next.
//
// An operation is rejected only at its first decision, for a reason that waiting cannot cure.
// Later a demand above its window is an ordinary refusal: the window has shrunk meanwhile, and may
// grow again.
module sema_resource_table #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm)
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // operation
    input  logic                   decide_i,
    input  logic                   try_i,           // granted if it fits; else only told of refusal
    input  logic                   repeat_i,        // its tag is that of a reservation
    input  logic                   first_i,         // not decided before
    input  logic                   known_i,
    input  logic [Lanes-1:0]       used_i,
    input  logic [CntW-1:0]        hbm_i,
    input  logic [CntW-1:0]        atomic_i,
    input  logic [CntW-1:0]        response_i,
    // id pool
    input  logic                   id_ready_i,      // an id is at hand, and below the command limit
    // decision
    output logic                   grant_o,
    output logic                   deny_o,
    output logic                   reject_o,
    output logic                   repeat_o,
    output logic [Lanes:0]         refused_o,       // bit Lanes: no id
    output logic [Lanes-1:0]       over_o,
    // returns
    input  logic                   hbm_return_i,
    input  logic [HbmW-1:0]        hbm_lane_i,
    input  logic [CntW-1:0]        hbm_amount_i,
    input  logic                   atomic_return_i,
    input  logic [CntW-1:0]        atomic_amount_i,
    input  logic                   response_return_i,
    input  logic [CntW-1:0]        response_amount_i,
    // window to write
    input  logic                   window_write_i,
    input  logic [LaneW-1:0]       window_lane_i,
    input  logic [CntW-1:0]        window_i,
    // in force
    output logic [Lanes*CntW-1:0]  windows_o,
    output logic [Lanes*CntW-1:0]  room_o,
    output logic [Lanes*CntW-1:0]  debt_o
);

  assign refused_o[Lanes] = !id_ready_i;

  logic tried;
  assign tried    = decide_i && try_i && !repeat_i;
  assign repeat_o = decide_i && try_i && repeat_i;
  assign reject_o = tried && first_i && (!known_i || over_o != '0);
  assign grant_o  = tried && known_i && refused_o == '0;
  assign deny_o   = decide_i && !repeat_o && !reject_o && refused_o != '0;

  // The lane whose window is written.
  logic [Lanes-1:0] window_write;
  assign window_write = Lanes'(window_write_i) << window_lane_i;

  for (genvar l = 0; l < NHbm; l++) begin : gen_hbm
    sema_lane #(
        .CntW(CntW),
        .WindowReset(CntW'(sema_pkg::window_reset(sema_pkg::WindowHbmReset, CntW)))
    ) u_lane (
        .clk_i,
        .rst_ni,
        .used_i        (used_i[l]),
        .demand_i      (hbm_i),
        .refused_o     (refused_o[l]),
        .over_o        (over_o[l]),
        .grant_i       (grant_o),
        .return_i      (hbm_return_i && hbm_lane_i == HbmW'(l)),
        .amount_i      (hbm_amount_i),
        .window_write_i(window_write[l]),
        .window_i,
        .window_o      (windows_o[l*CntW +: CntW]),
        .room_o        (room_o[l*CntW +: CntW]),
        .debt_o        (debt_o[l*CntW +: CntW])
    );
  end

  sema_lane #(
      .CntW(CntW),
      .WindowReset(CntW'(sema_pkg::window_reset(sema_pkg::WindowAtomicReset, CntW)))
  ) u_atomic (
      .clk_i,
      .rst_ni,
      .used_i        (used_i[NHbm]),
      .demand_i      (atomic_i),
      .refused_o     (refused_o[NHbm]),
      .over_o        (over_o[NHbm]),
      .grant_i       (grant_o),
      .return_i      (atomic_return_i),
      .amount_i      (atomic_amount_i),
      .window_write_i(window_write[NHbm]),
      .window_i,
      .window_o      (windows_o[NHbm*CntW +: CntW]),
      .room_o        (room_o[NHbm*CntW +: CntW]),
      .debt_o        (debt_o[NHbm*CntW +: CntW])
  );

  sema_lane #(
      .CntW(CntW),
      .WindowReset(CntW'(sema_pkg::window_reset(sema_pkg::WindowResponseReset, CntW)))
  ) u_response (
      .clk_i,
      .rst_ni,
      .used_i        (used_i[NHbm+1]),
      .demand_i      (response_i),
      .refused_o     (refused_o[NHbm+1]),
      .over_o        (over_o[NHbm+1]),
      .grant_i       (grant_o),
      .return_i      (response_return_i),
      .amount_i      (response_amount_i),
      .window_write_i(window_write[NHbm+1]),
      .window_i,
      .window_o      (windows_o[(NHbm+1)*CntW +: CntW]),
      .room_o        (room_o[(NHbm+1)*CntW +: CntW]),
      .debt_o        (debt_o[(NHbm+1)*CntW +: CntW])
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Every decision has exactly one outcome.
      Outcome_A : assert ($onehot0({grant_o, deny_o, reject_o, repeat_o}) &&
                          (grant_o || deny_o || reject_o || repeat_o) ==
                          (decide_i && (try_i || refused_o != '0)));
      // A demand above a window is refused by that lane too.
      Over_A : assert ((over_o & ~refused_o[Lanes-1:0]) == '0);
      // An unknown opcode asks for nothing and is never kept waiting.
      Unknown_M : assert (!decide_i || known_i || (try_i && first_i && used_i == '0));
      // An operation uses one HBM partition at most.
      Partition_M : assert (!decide_i || $onehot0(used_i[NHbm-1:0]));
    end
  end
`endif

endmodule
