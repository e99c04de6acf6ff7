// What the proofs of sema_autotune begin with: they see the same.
#(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned Classes = sema_pkg::Classes,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                        clk_i, rst_ni,
    input logic [31:0]                 now_i,
    input logic [Classes-1:0]          return_i,
    input logic [HbmW-1:0]             hbm_lane_i,
    input logic [Classes*ServiceW-1:0] service_i,
    input logic                        deny_i,
    input logic [Lanes-1:0]            refused_i,
    input logic [Lanes*CntW-1:0]       window_i,
    input logic [Lanes-1:0]            enable_i,
    input logic [23:0]                 interval_i,
    input logic [15:0]                 clock_quanta_i,
    input logic [Classes*CntW-1:0]     floor_i, ceiling_i
);

  logic             tune_o, began_o;
  logic [LaneW-1:0] lane_o;
  logic [CntW-1:0]  window_o;

  sema_autotune #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);
