// Slots: what the waiting operations asked for, from the offer to the scaler.
//
// Promises: a slot keeps what was written into it; what is read is there in the next clock, until
// the next read. One write and one read port; written and read at once, a slot reads as before.
module sema_slots #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned Slots = sema_pkg::Slots,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm),
    localparam int unsigned SlotW = sema_pkg::index_width(Slots)
) (
    input  logic                                  clk_i,
    // write
    input  logic                                  write_i,
    input  logic [SlotW-1:0]                      write_slot_i,
    input  logic                                  known_i,
    input  logic [HbmW-1:0]                       lane_i,
    input  logic [sema_pkg::LengthBits-1:0]       hbm_i,
    input  logic [sema_pkg::WordBits-1:0]         atomic_i,
    input  logic [sema_pkg::RawResponseBits-1:0]  response_i,
    input  logic [sema_pkg::ServiceBits-1:0]      hbm_estimate_i,
    input  logic [sema_pkg::ServiceBits-1:0]      response_estimate_i,
    // read
    input  logic                                  read_i,
    input  logic [SlotW-1:0]                      read_slot_i,
    output logic                                  known_o,
    output logic [HbmW-1:0]                       lane_o,
    output logic [sema_pkg::LengthBits-1:0]       hbm_o,
    output logic [sema_pkg::WordBits-1:0]         atomic_o,
    output logic [sema_pkg::RawResponseBits-1:0]  response_o,
    output logic [sema_pkg::ServiceBits-1:0]      hbm_estimate_o,
    output logic [sema_pkg::ServiceBits-1:0]      response_estimate_o
);

  logic                                 known            [Slots];
  logic [HbmW-1:0]                      lane             [Slots];
  logic [sema_pkg::LengthBits-1:0]      hbm              [Slots];
  logic [sema_pkg::WordBits-1:0]        atomic           [Slots];
  logic [sema_pkg::RawResponseBits-1:0] response         [Slots];
  logic [sema_pkg::ServiceBits-1:0]     hbm_estimate     [Slots];
  logic [sema_pkg::ServiceBits-1:0]     response_estimate[Slots];

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      known[write_slot_i]             <= known_i;
      lane[write_slot_i]              <= lane_i;
      hbm[write_slot_i]               <= hbm_i;
      atomic[write_slot_i]            <= atomic_i;
      response[write_slot_i]          <= response_i;
      hbm_estimate[write_slot_i]      <= hbm_estimate_i;
      response_estimate[write_slot_i] <= response_estimate_i;
    end
    if (read_i) begin
      known_o             <= known[read_slot_i];
      lane_o              <= lane[read_slot_i];
      hbm_o               <= hbm[read_slot_i];
      atomic_o            <= atomic[read_slot_i];
      response_o          <= response[read_slot_i];
      hbm_estimate_o      <= hbm_estimate[read_slot_i];
      response_estimate_o <= response_estimate[read_slot_i];
    end
  end

endmodule
