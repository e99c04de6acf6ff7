// SPDX-License-Identifier: Apache-2.0
// Demands: what an operation is charged, one in every clock. Offer in clock 0, demand in clock 3.
//
// The response takes a product, made of rows in clock 1, that are added in clock 2; unit and limit
// of the counter in clock 3. The stage goes beside it.
module sema_path_demand #(
    parameter int unsigned CntW = 32
) (
    input  logic             clk_i,
    // offer, clock 0
    input  logic             offered_i,
    input  logic [3:0]       op_opcode_i,
    input  logic [31:0]      op_length_i,
    input  logic [31:0]      op_response_length_i,
    input  logic             op_responds_i,
    input  logic             reject_i,        // clock 1
    // service times of clock 1, units
    input  logic [8*16-1:0]  atomic_service_i,
    input  logic [15:0]      response_fixed_i,
    input  logic [15:0]      response_reciprocal_i,
    input  logic [3:0]       quantum_hbm_i,
    input  logic [3:0]       quantum_time_i,
    // clock 3
    output logic [CntW-1:0]  stage_o,
    output logic [CntW-1:0]  response_o
);
  // Clock 1.
  logic        valid_1q, valid_2q, responds_1q;
  logic [3:0]  opcode_1q, shift;
  logic [31:0] length_1q, returned_1q, raw;
  logic [15:0] service;
  assign service = atomic_service_i[{opcode_1q[2:0], 4'd0} +: 16];
  assign shift   = opcode_1q[3] ? quantum_time_i : quantum_hbm_i;
  assign raw     = opcode_1q[3] ? 32'(service) : opcode_1q[0] ? returned_1q : length_1q;

  // Clocks 2 and 3: whole units, rounded up.
  logic        counts_2q, counts_3q, answers_2q, answers_3q;
  logic [31:0] raw_2q;
  logic [3:0]  shift_2q, shift_3q, time_3q;
  logic [14:0] round_2q;
  logic [32:0] sum_3q, units;
  localparam int unsigned RowW = 64;    // 48 are used; whole words of a simulator
  logic [4*RowW-1:0] rows_2q;
  logic [RowW-1:0] row_0, row_1, row_2, row_3, half, carry, half_2;
  logic [47:0] sum;
  logic [35:0] time_sum_3q, time_units;
  // Rows of the same sum as a * b + c + d, modulo 2^48: each turn makes two of every three, and no
  // carry runs.
  function automatic logic [4*RowW-1:0] rows_of(input logic [31:0] a, input logic [15:0] b,
                                                input logic [RowW-1:0] c, input logic [RowW-1:0] d);
    logic [18*RowW-1:0] row;
    logic [RowW-1:0]    x, y, z;
    row = {d, c, {16*RowW{1'b0}}};
    for (int r = 0; r < 16; r++) row[r*RowW +: RowW] = {RowW{b[r]}} & RowW'(a) << r;
    for (int n = 18; n > 4; n = n / 3 * 2 + n % 3) begin
      for (int i = 0; i < n / 3; i++) begin
        x = row[3*i*RowW +: RowW];
        y = row[(3*i+1)*RowW +: RowW];
        z = row[(3*i+2)*RowW +: RowW];
        row[2*i*RowW +: RowW]     = x ^ y ^ z;
        row[(2*i+1)*RowW +: RowW] = (x & y | z & (x ^ y)) << 1;
      end
      for (int i = 0; i < n % 3; i++) begin
        row[(n/3*2+i)*RowW +: RowW] = row[(n/3*3+i)*RowW +: RowW];
      end
    end
    rows_of = row[4*RowW-1:0];
  endfunction
  // Clock 2: four rows become two, and one.
  assign {row_3, row_2, row_1, row_0} = rows_2q;
  assign half   = row_0 ^ row_1;
  assign carry  = (row_0 & row_1 | row_2 & half) << 1;
  assign half_2 = row_3 ^ carry;
  assign sum    = 48'(half ^ row_2 ^ half_2) +
                  48'((row_3 & carry | half_2 & (half ^ row_2)) << 1);
  assign units      = sum_3q >> shift_3q;
  assign time_units = time_sum_3q >> time_3q;
  always_ff @(posedge clk_i) begin
    valid_1q <= offered_i;
    valid_2q <= valid_1q;
    if (offered_i) begin
      opcode_1q   <= op_opcode_i;
      length_1q   <= op_length_i;
      returned_1q <= op_response_length_i;
      responds_1q <= op_responds_i;
    end
    if (valid_1q) begin
      raw_2q     <= raw;
      shift_2q   <= shift;
      round_2q   <= 15'h7fff >> (4'd15 - shift);
      counts_2q  <= !reject_i;
      answers_2q <= !reject_i && responds_1q;
      rows_2q <= rows_of(returned_1q, response_reciprocal_i, RowW'({response_fixed_i, 12'hfff}),
                         RowW'({15'h7fff >> (4'd15 - quantum_time_i), 12'd0}));
    end
    if (valid_2q) begin
      sum_3q      <= 33'(raw_2q) + 33'(round_2q);
      shift_3q    <= shift_2q;
      time_3q     <= quantum_time_i;
      time_sum_3q <= 36'(sum >> 12);
      counts_3q   <= counts_2q;
      answers_3q  <= answers_2q;
    end
  end

  // What does not fit the counter is all ones.
  localparam logic [35:0] Most = 36'hf_ffff_ffff >> (36 - CntW);
  assign stage_o    = {CntW{counts_3q}} & (CntW'(units) | {CntW{36'(units) > Most}});
  assign response_o = {CntW{answers_3q}} & (CntW'(time_units) | {CntW{time_units > Most}});
`ifdef FORMAL
  // The same, reckoned plainly; the response where the reciprocal is 0 or 1, so that its product
  // is a shift.
  logic [2:0]  since_q = '0;
  logic        atomic_q, read_q, responds_q, rejects_2, responds_2, rejects_3, responds_3;
  logic [31:0] long_q, returned_q, raw_2;
  logic [3:0]  unit_2, time_2, time_3;
  logic [47:0] product_2, product_3;
  logic [36:0] stage_2, stage_3, response_3;
  logic [15:0] fixed_2;
  assign stage_2    = (37'(raw_2) + (37'd1 << unit_2) - 37'd1) >> unit_2;
  assign response_3 = 37'((product_3 + (48'd1 << (12 + 32'(time_3))) - 48'd1) >> (12 + 32'(time_3)));
  always_ff @(posedge clk_i) begin
    if (since_q != 3'd4) since_q <= since_q + 1'b1;
    rejects_2  <= reject_i;
    rejects_3  <= rejects_2;
    {responds_3, responds_2} <= {responds_2, responds_1q};
    raw_2      <= opcode_1q[3] ? 32'(atomic_service_i[opcode_1q[2:0]*16 +: 16]) :
                  opcode_1q == 4'd1 ? returned_1q : length_1q;
    unit_2     <= opcode_1q[3] ? quantum_time_i : quantum_hbm_i;
    stage_3    <= stage_2;
    product_2  <= {20'd0, response_fixed_i, 12'd0};
    if (response_reciprocal_i[12]) product_2 <= {4'd0, 44'(response_fixed_i) + 44'(returned_1q)} << 12;
    product_3  <= product_2;
    time_3     <= quantum_time_i;
    ALL_OFFERED : assume (offered_i);
    STATIC : assume (since_q == '0 || quantum_time_i == time_3);
    POWER : assume ((response_reciprocal_i & ~16'h1000) == '0);
    KNOWN_M : assert (opcode_1q[3] || opcode_1q <= 4'd2 || reject_i || since_q == '0);
    STAGE_A : assert (since_q != 3'd4 || stage_o == (rejects_3 ? {CntW{1'b0}} : (stage_3 >> CntW) != '0 ? {CntW{1'b1}} : CntW'(stage_3)));
    RESPONSE_A : assert (since_q != 3'd4 || response_o == (rejects_3 || !responds_3 ? {CntW{1'b0}} :
                         (response_3 >> CntW) != '0 ? {CntW{1'b1}} : CntW'(response_3)));
    UNUSED_A : assert (since_q != 3'd4 || (!rejects_3 || {stage_o, response_o} == '0) && (responds_3 || response_o == '0));
  end
`endif
endmodule
