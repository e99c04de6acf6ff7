// SPDX-License-Identifier: Apache-2.0
// The calibrator learns how far estimates are off, from sums of estimated and of observed service.
//
// What commits in clock c is in its sums from clock c + 2 on, one later than the specification has
// it, and a lane is taken two clocks later: registers that bear on a lane's sums clear them when
// they change, by the same delay. One lane is at work; what is multiplied, shifted and divided goes
// a bit a clock. Its new multiplier is in force at the specification's clock.
module sema_calibrator #(
    parameter int unsigned NHbm = 8,
    parameter int unsigned NAtomic = 1,
    parameter int unsigned NResponse = 1,
    parameter int unsigned CntW = 32,
    localparam int unsigned Lanes = NHbm + NAtomic + NResponse,
    localparam int unsigned Stages = NAtomic + NResponse + 1       // channels except done
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // returns that commit in this clock
    input  logic [Lanes-1:0]         ret_i,
    input  logic [Stages*CntW-1:0]   amount_i,
    input  logic [16*Stages-1:0]     observed_i,
    // settings
    input  logic [Lanes-1:0]         enable_i,
    input  logic [3*19-1:0]          work_i,
    input  logic [15:0]              fixed_i,
    input  logic [2:0]               step_i,
    input  logic [3:0]               quantum_hbm_i,
    input  logic [3:0]               quantum_time_i,
    input  logic [15:0]              hbm_reciprocal_i,
    input  logic [Lanes*14-1:0]      multipliers_i,
    // lanes whose settings software writes in this clock
    input  logic [Lanes-1:0]         clear_i,
    // a new one, in force from the next clock on
    output logic [Lanes-1:0]         move_o,
    output logic [13:0]              multiplier_o,
    output logic                     busy_o          // a lane is due or at work
);
  localparam int unsigned ExpectedW = 20, ObservedW = 19;

  logic [Lanes-1:0]           clear_1q, clear_2q, counts, counts_1q, adds, due_q, next, taken;
  logic [Lanes*ExpectedW-1:0] expected_q;
  logic [Lanes*ObservedW-1:0] observed_q;
  logic                       take, next_valid, busy_q;
  sema_queue #(.Lanes(Lanes)) u_queue (
      .clk_i, .rst_ni, .waits_i(due_q), .all_i(1'b0), .take_i(take), .next_o(next), .valid_o(next_valid));
  assign take  = !busy_q && next_valid;
  assign taken = next & {Lanes{take}};
  assign adds  = counts_1q & (~due_q | taken);

  // Returns, channel by channel: partitions have one, with one return in a clock.
  for (genvar k = 0; k < Stages; k++) begin : gen_channel
    localparam int unsigned First = k == 0 ? 0 : NHbm + k - 1;
    localparam int unsigned Number = k == 0 ? NHbm : 1;
    localparam int unsigned Kind = k == 0 ? 0 : k <= NAtomic ? 1 : 2;
    // Clock c: what it adds, and whether it counts.
    logic [CntW-1:0]      amount;
    logic [15:0]          service, service_q;
    logic [ExpectedW-1:0] more;
    logic [ExpectedW-2:0] more_q;
    logic [ExpectedW-1:0] lacks_q;      // what is expected of it, less the work after which a lane is due
    logic                 known;
    assign amount  = amount_i[k*CntW +: CntW];
    assign service = observed_i[16*k +: 16];
    assign more    = ExpectedW'(19'(amount)) + (k == 0 ? ExpectedW'(fixed_i) : '0);
    assign known   = amount != '0 && amount != '1 && amount >> 19 == '0 && !more[19] &&
                     service != '0 && service != '1;
    assign counts[First +: Number] = ret_i[First +: Number] & {Number{known}};
    // Clock c + 1: the sums of its lane, nothing if that is due, since it adds only if it is taken;
    // and both together.
    logic [ExpectedW-1:0] had, sum;
    logic [ObservedW-1:0] had_busy, busy;
    logic [ExpectedW:0]   left;
    logic                 reached;
    always_comb begin
      had      = '0;
      had_busy = '0;
      for (int l = First; l < First + Number; l++) begin
        had      |= expected_q[l*ExpectedW +: ExpectedW] & {ExpectedW{counts_1q[l] && !due_q[l]}};
        had_busy |= observed_q[l*ObservedW +: ObservedW] & {ObservedW{counts_1q[l] && !due_q[l]}};
      end
      sum     = had + ExpectedW'(more_q);
      busy    = had_busy + ObservedW'(service_q);
      left    = {1'b0, had} + {lacks_q[ExpectedW-1], lacks_q};
      reached = !left[ExpectedW] || busy[ObservedW-1];
    end
    always_ff @(posedge clk_i) begin
      more_q    <= more[ExpectedW-2:0];
      lacks_q   <= {1'b0, more[ExpectedW-2:0]} - {1'b0, work_i[19*Kind +: 19]};
      service_q <= service;
    end
`ifdef SEMA_CHECKED
    always_ff @(posedge clk_i) if (rst_ni) begin
      SUMS_A : assert ((adds[First +: Number] & {Number{sum < had || busy < had_busy}}) == '0);
      LACKS_I : assert (clear_1q[First +: Number] != '0 || counts_1q[First +: Number] == '0 ||
                        lacks_q + {1'b0, work_i[19*Kind +: 19]} == {1'b0, more_q});
    end
`endif
    for (genvar l = First; l < First + Number; l++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (adds[l]) begin
          expected_q[l*ExpectedW +: ExpectedW] <= sum;
          observed_q[l*ObservedW +: ObservedW] <= busy;
        end
        if (!rst_ni || clear_1q[l] || taken[l] && !adds[l]) begin
          expected_q[l*ExpectedW +: ExpectedW] <= '0;
          observed_q[l*ObservedW +: ObservedW] <= '0;
        end
        due_q[l] <= rst_ni && !clear_1q[l] && (adds[l] ? reached : due_q[l] && !taken[l]);
      end
    end
  end

  // The lane at work: void from a clear of it on, also of the two clocks in which it was on its way.
  logic [Lanes-1:0]     lane_q, lane;
  logic                 void_q, moves_q, hbm;
  logic [5:0]           count_q;       // clocks at work, two later than the specification's
  logic [ExpectedW-1:0] expected, factor_q;
  logic [ObservedW-1:0] observed;
  logic [13:0]          multiplier;
  assign lane = busy_q ? lane_q : next;
  assign hbm  = lane[NHbm-1:0] != '0;
  always_comb begin
    expected   = '0;
    observed   = '0;
    multiplier = '0;
    for (int l = 0; l < Lanes; l++) begin
      expected   |= expected_q[l*ExpectedW +: ExpectedW] & {ExpectedW{next[l]}};
      observed   |= observed_q[l*ObservedW +: ObservedW] & {ObservedW{next[l]}};
      multiplier |= multipliers_i[14*l +: 14] & {14{lane_q[l]}};
    end
  end

  // Clocks 0 to 15 multiply, 16 to 30 shift, and what does not fit becomes all ones; 32 to 47 divide
  // O * 4096, whose quotient comes in below; 48 to 57 go a part of the way.
  logic [ExpectedW+15:0] product_q;
  logic [ExpectedW:0]    partial;
  logic [23:0]           expectation, rest_q;
  logic [15:0]           value_q;      // the quotient, the new multiplier
  logic [24:0]           trial;
  logic [13:0]           target;
  logic [3:0]            quantum;
  logic                  over_q, fits, more_q;   // more_q: the part was rounded down
  assign quantum     = hbm ? quantum_hbm_i : quantum_time_i;
  assign partial     = {1'b0, product_q[ExpectedW+15:16]} +
                       {1'b0, factor_q & {ExpectedW{product_q[0]}}};
  assign expectation = product_q[ExpectedW+15:12];
  assign trial       = {rest_q, value_q[15]};
  assign fits        = trial >= {1'b0, expectation};
  assign target      = value_q[15:14] != '0 ? '1 : value_q[13:0];
  always_ff @(posedge clk_i) begin
    if (!busy_q) begin
      factor_q          <= expected;
      product_q         <= {{ExpectedW{1'b0}}, hbm ? hbm_reciprocal_i : 16'd4096};
      {rest_q, value_q} <= {9'd0, observed, 12'd0};
      over_q            <= 1'b0;
      more_q            <= 1'b0;
    end else begin
      case (count_q[5:4])
        2'd0: product_q <= {partial, product_q[15:1]};
        2'd1: begin
          if (count_q[3:0] < quantum) begin
            product_q <= product_q << 1;
            over_q    <= over_q || product_q[ExpectedW+15];
          end
          if (count_q[3:0] == '1 && over_q) product_q <= '1;
        end
        2'd2: begin
          rest_q  <= fits ? 24'(trial - {1'b0, expectation}) : trial[23:0];
          value_q <= {value_q[14:0], fits};
        end
        default: begin
          if (count_q[3:0] == 4'd0) rest_q <= 24'(15'(target)) - 24'(15'(multiplier));
          else if (count_q[3:0] <= {1'b0, step_i}) begin
            rest_q <= {rest_q[23], rest_q[23:1]};
            more_q <= more_q || rest_q[0];
          end
          if (count_q[3:0] == 4'd8) begin
            value_q <= {2'd0, multiplier + rest_q[13:0] + 14'(more_q && !rest_q[23])};
          end else if (count_q[3:0] == 4'd9) begin
            if (quantum != '0 && value_q[13:12] == '0) value_q <= 16'(sema_map::MultiplierOne);
            else if (value_q == '0) value_q <= 16'd1;
          end
        end
      endcase
    end
    count_q <= busy_q ? count_q + 1'b1 : '0;
    moves_q <= rst_ni && busy_q && count_q == 6'd59 && expectation != '0 &&
               value_q[13:0] != multiplier;
    lane_q  <= lane;
    void_q  <= (lane & (clear_i | clear_1q | clear_2q)) != '0 || busy_q && void_q;
    busy_q  <= rst_ni && (take || busy_q && count_q != 6'd62);
    counts_1q <= rst_ni ? counts & enable_i : '0;
    clear_1q  <= clear_i;
    clear_2q  <= clear_1q;
  end
  assign move_o       = lane_q & ~clear_i & {Lanes{moves_q && !void_q}};
  assign multiplier_o = value_q[13:0];
  assign busy_o       = due_q != '0 || take || busy_q && count_q < 6'd61;
`ifdef FORMAL
  // Of a lane: what was in the clock before, and whether it was cleared while it was at work, by the
  // specification's clocks.
  (* anyconst *) logic [5:0] watch;
  logic             struck_q, due_1q, taken_1q;
  logic [18:0]      work;
  logic [56:0]      works_1q;
  logic [19:0]      expects;
  logic [18:0]      observes;
  assign expects  = expected_q[ExpectedW*watch +: ExpectedW];
  assign observes = observed_q[ObservedW*watch +: ObservedW];
  assign work     = watch < 6'(NHbm) ? work_i[18:0] :
                    watch < 6'(NHbm + NAtomic) ? work_i[37:19] : work_i[56:38];
  always_ff @(posedge clk_i) begin
    works_1q <= work_i;
    due_1q   <= rst_ni && due_q[watch] && !taken[watch] && !clear_1q[watch];
    taken_1q <= rst_ni && take;
    struck_q <= clear_i[watch] || (taken[watch] ? clear_1q[watch] || clear_2q[watch] : struck_q);
    WATCHED : assume (watch < 6'(Lanes));
    if (rst_ni) begin
      for (int l = 0; l < Lanes; l++) begin
        WORK_M : assert (work != '0 && (clear_1q[l] || (l < NHbm ? work_i[18:0] == works_1q[18:0] :
                         l < NHbm + NAtomic ? work_i[37:19] == works_1q[37:19] : work_i[56:38] == works_1q[56:38])));
      end
      NEXT_M : assert ((next & (next - 1'b1)) == '0);
      TAKES_A : assert (!take || next != '0 && !taken_1q);
      DUE_A : assert (clear_1q[watch] || due_q[watch] == (expects >= {1'b0, work} || observes[18]));
      STAYS_A : assert (!due_1q || due_q[watch]);
      VOID_A : assert (!(busy_q && lane_q[watch]) || void_q == struck_q);
      SOME_I : assert (next_valid == (next != '0));
      BUSY_I : assert (!taken_1q || busy_q);
      LANE_I : assert (!busy_q || (lane_q & (lane_q - 1'b1)) == '0);
      for (int l = 0; l < Lanes; l++) begin
        SMALL_I : assert (due_q[l] || !expected_q[l*ExpectedW+19] && !observed_q[l*ObservedW+18]);
      end
    end
  end
`endif
endmodule
