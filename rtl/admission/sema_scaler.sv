// Scaler, one operation in every clock: the multiplier of the operation's lane, and three products.
//
// Promises: raw demands that are in flops in clock s + 1 are scaled with the multipliers and quanta
// that are in force in clock s, where lane_i is given; demands and used_o are in flops in
// s + 6, in Copies copies.
module sema_scaler #(
    parameter bit          Gates = sema_pkg::Gates,
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned Copies = 1,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned WordW = sema_pkg::WordBits
) (
    input  logic                                  clk_i,
    // clock s
    input  logic [NHbm-1:0]                       lane_i,       // alone
    input  logic [Lanes*WordW-1:0]                multiplier_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_hbm_i,
    input  logic [sema_pkg::QuantumBits-1:0]      quantum_time_i,
    // clock s + 1
    input  logic [sema_pkg::LengthBits-1:0]       hbm_i,
    input  logic [WordW-1:0]                      atomic_i,
    input  logic [sema_pkg::RawResponseBits-1:0]  response_i,
    // clock s + 6
    output logic [Copies*CntW-1:0]                hbm_o,
    output logic [Copies*CntW-1:0]                atomic_o,
    output logic [Copies*CntW-1:0]                response_o,
    output logic [Copies*3-1:0]                   used_o        // response, Atomic, HBM
);

  localparam int unsigned M = sema_pkg::MultiplierBits;
  localparam int unsigned Fraction = sema_pkg::MultiplierFraction;

  // The multiplier that a lane's word stands for: 1.0 where it is disabled.
  function automatic logic [M-1:0] value_of(input logic [WordW-1:0] word);
    value_of = word[WordW-1] ? word[M-1:0] : M'(sema_pkg::MultiplierOne);
  endfunction

  logic [M-1:0]                     picked, hbm_value_q, atomic_value_q, response_value_q;
  logic [sema_pkg::QuantumBits-1:0] quantum_hbm_q, quantum_time_q;
  always_comb begin
    picked = '0;
    for (int l = 0; l < NHbm; l++) begin
      picked |= value_of(multiplier_i[l*WordW +: WordW]) & {M{lane_i[l]}};
    end
  end
  always_ff @(posedge clk_i) begin
    hbm_value_q      <= picked;
    atomic_value_q   <= value_of(multiplier_i[NHbm*WordW +: WordW]);
    response_value_q <= value_of(multiplier_i[(NHbm+1)*WordW +: WordW]);
    quantum_hbm_q    <= quantum_hbm_i;
    quantum_time_q   <= quantum_time_i;
  end

  logic [CntW-1:0] hbm, atomic, response;
  logic [2:0]      used;
  sema_demand_scale #(
      .Gates(Gates), .RawW(sema_pkg::LengthBits), .Fraction(Fraction), .CntW(CntW)
  ) u_hbm (
      .clk_i,
      .raw_i       (hbm_i),
      .multiplier_i(hbm_value_q),
      .quantum_i   (quantum_hbm_q),
      .demand_o    (hbm),
      .used_o      (used[0])
  );
  sema_demand_scale #(
      .Gates(Gates), .RawW(WordW), .Fraction(Fraction), .CntW(CntW)
  ) u_atomic (
      .clk_i,
      .raw_i       (atomic_i),
      .multiplier_i(atomic_value_q),
      .quantum_i   (quantum_time_q),
      .demand_o    (atomic),
      .used_o      (used[1])
  );
  sema_demand_scale #(
      .Gates(Gates), .RawW(sema_pkg::RawResponseBits),
      .Fraction(Fraction + sema_pkg::ReciprocalFraction), .CntW(CntW)
  ) u_response (
      .clk_i,
      .raw_i       (response_i),
      .multiplier_i(response_value_q),
      .quantum_i   (quantum_time_q),
      .demand_o    (response),
      .used_o      (used[2])
  );

  sema_dup_flops #(.W(CntW), .Copies(Copies)) u_hbm_flops (.clk_i, .d_i(hbm), .q_o(hbm_o));
  sema_dup_flops #(.W(CntW), .Copies(Copies)) u_atomic_flops (.clk_i, .d_i(atomic), .q_o(atomic_o));
  sema_dup_flops #(.W(CntW), .Copies(Copies)) u_response_flops (
      .clk_i,
      .d_i(response),
      .q_o(response_o)
  );
  sema_dup_flops #(.W(3), .Copies(Copies)) u_used_flops (.clk_i, .d_i(used), .q_o(used_o));

endmodule
