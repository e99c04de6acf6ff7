// Reservation table behind four pins; its memories, read through a flop, become block RAMs.
module fpga_table #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic serial_i,
    output logic serial_o
);

  localparam int unsigned Lanes = NHbm + 2;
  localparam int unsigned Classes = sema_pkg::Classes;
  localparam int unsigned HbmW = sema_pkg::index_width(NHbm);
  localparam int unsigned IdW = sema_pkg::index_width(sema_pkg::Depth);
  localparam int unsigned ServiceW = sema_pkg::ServiceBits;

  // Field k of class k; the end-to-end completion behind them.
  logic                        rst_n, grant;
  logic [IdW-1:0]              id;
  logic [Lanes-1:0]            used;
  logic [HbmW-1:0]             lane, partition, returned_lane, next_lane, credit_lane;
  logic [Classes*CntW-1:0]     demand, amount, credit_amount;
  logic [Classes*ServiceW-1:0] estimate, observed, returned_estimate, returned_service;
  logic [Classes:0]            valid, stray, retire, due;  // due: two clocks ahead of retire
  logic [Classes-1:0]          returned, credit;
  logic [(Classes+1)*IdW-1:0]  completed_id, returned_id, due_id;

  fpga_pins #(
      .Inputs ($bits({grant, id, used, lane, demand, estimate, valid, partition, completed_id,
                      observed})),
      .Outputs($bits({returned, stray, retire, returned_id, returned_lane, amount,
                      returned_estimate, returned_service, due, due_id, credit,
                      credit_lane, credit_amount, next_lane}))
  ) u_pins (
      .clk_i,
      .rst_ni,
      .serial_i,
      .serial_o,
      .rst_no   (rst_n),
      .inputs_o ({grant, id, used, lane, demand, estimate, valid, partition, completed_id,
                  observed}),
      .outputs_i({returned, stray, retire, returned_id, returned_lane, amount,
                  returned_estimate, returned_service, due, due_id, credit, credit_lane,
                  credit_amount, next_lane})
  );

  sema_reservation_table #(.NHbm(NHbm), .CntW(CntW)) u_table (
      .clk_i,
      .rst_ni             (rst_n),
      .grant_i            (grant),
      .id_i               (id),
      .used_i             (used),
      .lane_i             (lane),
      .hbm_i              (demand[0*CntW +: CntW]),
      .atomic_i           (demand[1*CntW +: CntW]),
      .response_i         (demand[2*CntW +: CntW]),
      .hbm_estimate_i     (estimate[0*ServiceW +: ServiceW]),
      .atomic_estimate_i  (estimate[1*ServiceW +: ServiceW]),
      .response_estimate_i(estimate[2*ServiceW +: ServiceW]),
      .hbm_valid_i        (valid[0]),
      .hbm_partition_i    (partition),
      .hbm_id_i           (completed_id[0*IdW +: IdW]),
      .hbm_service_i      (observed[0*ServiceW +: ServiceW]),
      .atomic_valid_i     (valid[1]),
      .atomic_id_i        (completed_id[1*IdW +: IdW]),
      .atomic_service_i   (observed[1*ServiceW +: ServiceW]),
      .response_valid_i   (valid[2]),
      .response_id_i      (completed_id[2*IdW +: IdW]),
      .response_service_i (observed[2*ServiceW +: ServiceW]),
      .done_valid_i       (valid[3]),
      .done_id_i          (completed_id[3*IdW +: IdW]),
      .credit_o           (credit),
      .credit_lane_o      (credit_lane),
      .credit_amount_o    (credit_amount),
      .retire_o           (due),
      .retire_id_o        (due_id),
      .hbm_return_o       (returned[0]),
      .hbm_stray_o        (stray[0]),
      .hbm_retire_o       (retire[0]),
      .hbm_id_o           (returned_id[0*IdW +: IdW]),
      .hbm_lane_o         (returned_lane),
      .hbm_lane_next_o    (next_lane),
      .hbm_amount_o       (amount[0*CntW +: CntW]),
      .hbm_estimate_o     (returned_estimate[0*ServiceW +: ServiceW]),
      .hbm_service_o      (returned_service[0*ServiceW +: ServiceW]),
      .atomic_return_o    (returned[1]),
      .atomic_stray_o     (stray[1]),
      .atomic_retire_o    (retire[1]),
      .atomic_id_o        (returned_id[1*IdW +: IdW]),
      .atomic_amount_o    (amount[1*CntW +: CntW]),
      .atomic_estimate_o  (returned_estimate[1*ServiceW +: ServiceW]),
      .atomic_service_o   (returned_service[1*ServiceW +: ServiceW]),
      .response_return_o  (returned[2]),
      .response_stray_o   (stray[2]),
      .response_retire_o  (retire[2]),
      .response_id_o      (returned_id[2*IdW +: IdW]),
      .response_amount_o  (amount[2*CntW +: CntW]),
      .response_estimate_o(returned_estimate[2*ServiceW +: ServiceW]),
      .response_service_o (returned_service[2*ServiceW +: ServiceW]),
      .done_retire_o      (retire[3]),
      .done_stray_o       (stray[3]),
      .done_id_o          (returned_id[3*IdW +: IdW])
  );

endmodule
