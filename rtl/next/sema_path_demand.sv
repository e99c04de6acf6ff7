// Demands: what an operation is charged, one in every clock. Offer in clock 0, demand in clock 3.
//
// The response takes a product and a sum: length * response_reciprocal in clock 1, in three parts of
// few bits, so that a clock is enough; their sum with the fixed time in clock 2, with what rounds it
// up; the unit and the limit of the counter in clock 3. The stage goes beside it.
module sema_path_demand #(
    parameter int unsigned CntW = 32
) (
    input  logic             clk_i,
    // offer, clock 0
    input  logic             taken_i,
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
  logic [3:0]  opcode_1q;
  logic [31:0] length_1q, back_1q, raw;
  logic [15:0] service;
  assign service = atomic_service_i[{opcode_1q[2:0], 4'd0} +: 16];
  assign raw     = opcode_1q[3] ? 32'(service) : opcode_1q[0] ? back_1q : length_1q;

  // Clocks 2 and 3: whole units, rounded up.
  logic        counts_2q, counts_3q, answers_2q, answers_3q;
  logic [31:0] raw_2q;
  logic [3:0]  shift_2q, shift_3q, time_3q;
  logic [32:0] sum_3q, units;
  logic [37:0] part_2q[3];
  logic [47:0] fixed_2q, a, b, half, row, carry, sum;
  logic [35:0] time_sum_3q, time_units;
  always_comb begin
    // Four rows to two, so that no carry runs twice.
    a     = 48'(part_2q[0]);
    b     = {5'd0, part_2q[1], 5'd0};
    half  = a ^ b ^ fixed_2q;
    carry = {47'(a & b | fixed_2q & (a ^ b)), 1'b0};
    a     = {part_2q[2], 10'd0};
    row   = half ^ a ^ carry;
    sum   = row + {47'(half & a | carry & (half ^ a)), 1'b0};
  end
  assign units      = sum_3q >> shift_3q;
  assign time_units = time_sum_3q >> time_3q;
  always_ff @(posedge clk_i) begin
    valid_1q <= taken_i;
    valid_2q <= valid_1q;
    if (taken_i) begin
      opcode_1q   <= op_opcode_i;
      length_1q   <= op_length_i;
      back_1q     <= op_response_length_i;
      responds_1q <= op_responds_i;
    end
    if (valid_1q) begin
      raw_2q     <= raw;
      shift_2q   <= opcode_1q[3] ? quantum_time_i : quantum_hbm_i;
      counts_2q  <= !reject_i;
      answers_2q <= !reject_i && responds_1q;
      part_2q[0] <= 38'(back_1q) * 38'(response_reciprocal_i[4:0]);
      part_2q[1] <= 38'(back_1q) * 38'(response_reciprocal_i[9:5]);
      part_2q[2] <= 38'(back_1q) * 38'(response_reciprocal_i[15:10]);
      fixed_2q   <= {20'd0, response_fixed_i, 12'hfff} + {21'd0, 15'h7fff >> (4'd15 - quantum_time_i), 12'd0};
    end
    if (valid_2q) begin
      sum_3q      <= 33'(raw_2q) + (33'h7fff >> (4'd15 - shift_2q));
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
endmodule
