// SPDX-License-Identifier: Apache-2.0
// The operations of each class: who waits for its predecessor counts nowhere, who waits for a stage
// counts there only, and who waits for a response engine alone counts there only. Too many change
// at once for counters, so that they are counted in two clocks.
//
// Promise, of the count that clock c - 1 has for clock c: it is of the operations that have a slot
// in clock c, except those taken in clock c - 1, and those that were open in clock c - 3 and not the
// first of their domain; in the class of a stage those that did not lack their response engine
// alone in clock c - 3, in that of a response engine those that did not lack their stage.
module sema_path_counts #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned Slots = 40,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned StageLanes = NHbm + NAtomic,
    localparam int unsigned Classes = 3 * Lanes,
    localparam int unsigned CountW = $clog2(Slots + 1)
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic [Slots-1:0]          stays_i,        // a slot from the clock before to the next
    input  logic [Slots-1:0]          follows_i,      // in the clock before, and was open
    input  logic [Slots-1:0]          lacked_stage_i,
    input  logic [Slots-1:0]          lacked_response_i,
    input  logic [Slots-1:0]          req_alone_i,    // may leave in the next clock
    input  logic [3*Slots-1:0]        groups_i,       // slots of each group
    input  logic [Lanes*Slots-1:0]    users_i,        // slots of each lane
    input  logic [Slots-1:0]          reject_i,       // they use none, and count in lane 0
    input  logic [Classes-1:0]        new_i,          // taken in the clock before
    input  logic [Classes-1:0]        leaves_i,       // by its decision, in this clock
    input  logic [Classes-1:0]        answers_i,      // by an answer
    output logic [Classes*CountW-1:0] count_o
);
  localparam int unsigned Part = 16;                  // slots, counted in as many bits
  localparam int unsigned Parts = (Slots + Part - 1) / Part;
  localparam int unsigned RowW = Part * Parts;
  logic [Slots-1:0]   counts, at_stage, at_response;
  logic [Classes-1:0] new_q, less;
  logic               req_stage_q, req_response_q;
  assign counts      = stays_i & ~follows_i;
  assign at_stage    = counts & ~(lacked_response_i & ~lacked_stage_i);
  assign at_response = counts & ~lacked_stage_i;
  assign less        = leaves_i & {3{{NResponse{req_response_q}}, {StageLanes{req_stage_q}}}};
  always_ff @(posedge clk_i) begin
    new_q          <= rst_ni ? new_i : '0;
    req_stage_q    <= (at_stage & req_alone_i) != '0;
    req_response_q <= (at_response & req_alone_i) != '0;
  end

  // Of each part how many: first of pairs, then of fours.
  function automatic logic [RowW-1:0] in_parts(input logic [RowW-1:0] bits);
    logic [RowW-1:0] two, four, eight;
    two      = (bits & {RowW/2{2'b01}}) + (bits >> 1 & {RowW/2{2'b01}});
    four     = (two & {RowW/4{4'h3}}) + (two >> 2 & {RowW/4{4'h3}});
    eight    = (four & {RowW/8{8'h0f}}) + (four >> 4 & {RowW/8{8'h0f}});
    in_parts = ((eight & {Parts{16'h000f}}) + (eight >> 8 & {Parts{16'h000f}})) &
               {Parts{16'h001f}};
  endfunction

  for (genvar k = 0; k < Classes; k++) begin : gen_class
    localparam int unsigned Lane = k % Lanes;
    logic [Slots-1:0]  users, of_class;
    logic [RowW-1:0]   part_q;
    logic [CountW-1:0] count;
    assign users    = users_i[Lane*Slots +: Slots] | (Lane == 0 ? reject_i : '0);
    assign of_class = (Lane < StageLanes ? at_stage : at_response) & users &
                      groups_i[k/Lanes*Slots +: Slots];
    always_comb begin
      count = CountW'(new_q[k]) + CountW'(new_i[k]) - CountW'(answers_i[k]);
      for (int p = 0; p < Parts; p++) count += CountW'(part_q[p*Part +: Part]);
    end
    always_ff @(posedge clk_i) part_q <= rst_ni ? in_parts(RowW'(of_class)) : '0;
    assign count_o[k*CountW +: CountW] = less[k] ? count - 1'b1 : count;  // it is known late
  end
`ifdef FORMAL
  // Operation by operation, of each part.
  logic [Slots-1:0] counted_q[Classes];
  logic [Slots-1:0] in_stage, in_response;
  logic             begun_q = 1'b0, reqs_stage_q, reqs_response_q;
  always_comb begin
    for (int s = 0; s < Slots; s++) begin
      in_stage[s]    = stays_i[s] && !follows_i[s] && (lacked_stage_i[s] || !lacked_response_i[s]);
      in_response[s] = stays_i[s] && !follows_i[s] && !lacked_stage_i[s];
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q         <= 1'b1;
    reqs_stage_q    <= (in_stage & req_alone_i) != '0;
    reqs_response_q <= (in_response & req_alone_i) != '0;
    for (int k = 0; k < Classes; k++) begin
      counted_q[k] <= rst_ni ? (k % Lanes < StageLanes ? in_stage : in_response) &
                               groups_i[Slots*(k/Lanes) +: Slots] &
                               (users_i[Slots*(k%Lanes) +: Slots] | (k % Lanes == 0 ? reject_i : '0)) : '0;
    end
  end
  for (genvar k = 0; k < Classes; k++) begin : gen_proof
    logic [Part-1:0]   of_part[Parts];
    logic [CountW-1:0] number;
    logic              was_new_q;
    always_comb begin
      number = CountW'(was_new_q) + CountW'(new_i[k]);
      for (int p = 0; p < Parts; p++) begin
        of_part[p] = '0;
        for (int s = p * Part; s < Slots && s < p * Part + Part; s++) begin
          of_part[p] += Part'(counted_q[k][s]);
        end
        number += CountW'(of_part[p]);
      end
      if (answers_i[k]) number--;
      if (leaves_i[k] && (k % Lanes < StageLanes ? reqs_stage_q : reqs_response_q)) number--;
    end
    always_ff @(posedge clk_i) begin
      was_new_q <= rst_ni && new_i[k];
      if (begun_q) begin
        COUNTS_A : assert (count_o[k*CountW +: CountW] == number);
        for (int p = 0; p < Parts; p++) begin
          PARTS_I : assert (gen_class[k].part_q[p*Part +: Part] == of_part[p]);
        end
        NEW_I : assert (new_q[k] == was_new_q && req_stage_q == reqs_stage_q &&
                        req_response_q == reqs_response_q);
      end
    end
  end
`endif
endmodule
