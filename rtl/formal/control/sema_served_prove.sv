// Proof of sema_served, ten lanes: what is taken is the sum of the known services that returned
// since the lane was taken last, up to two clocks before, to the last bit; and all ones where that
// has more than 32 bits.
module sema_served_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned LaneW = $clog2(Lanes),
    localparam int unsigned Classes = sema_pkg::Classes,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input logic                        clk_i, rst_ni,
    input logic [Lanes-1:0]            return_i,
    input logic [Classes*ServiceW-1:0] service_i,
    input logic [Lanes-1:0]            take_i
);

  logic [2*ServiceW-1:0] served_o;
  (* peek = "u_dut.low_q" *) logic [Lanes*ServiceW-1:0] low;
  (* peek = "u_dut.high_q" *) logic [Lanes*ServiceW-1:0] high;
  (* peek = "u_dut.full_q" *) logic [Lanes-1:0] full;
  (* peek = "u_dut.carry_q" *) logic [Lanes-1:0] carry;
  (* peek = "u_dut.taken_q" *) logic [Lanes-1:0] taken;
  (* peek = "u_dut.low_taken_q" *) logic [ServiceW-1:0] low_taken;

  sema_served #(.NHbm(NHbm)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  // The lane that is followed: which one is free.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0] one;
  assign one = 32'(any_lane) < Lanes ? any_lane : '0;

  // What returned on it in the clock before; the sum of what did earlier, from the first take on.
  logic [1:0]          class_;
  logic [ServiceW-1:0] service, added, added_q;
  logic [31:0]         sum_q, expected_q;
  logic [32:0]         sum;
  logic                over_q, known_q, takes_q, took_q, expected_over_q;
  assign class_  = one < LaneW'(NHbm) ? 2'd0 : one == LaneW'(NHbm) ? 2'd1 : 2'd2;
  assign service = service_i[class_*ServiceW +: ServiceW];
  assign added   = return_i[one] && service != '1 ? service : '0;
  assign sum     = {1'b0, sum_q} + 33'(added_q);
  always_ff @(posedge clk_i) begin
    added_q <= rst_ni ? added : '0;
    takes_q <= rst_ni && take_i[one];
    took_q  <= rst_ni && takes_q;
    if (take_i[one]) begin
      sum_q           <= 32'(added_q);
      over_q          <= 1'b0;
      expected_q      <= sum_q;
      expected_over_q <= over_q;
    end else begin
      sum_q  <= sum[31:0];
      over_q <= over_q || sum[32];
    end
    // Sums of a lane that was not taken since reset are anything.
    known_q <= rst_ni && (known_q || take_i[one]);
  end
  logic known_before_q, expects_q;
  always_ff @(posedge clk_i) begin
    known_before_q <= known_q;
    expects_q      <= known_before_q;
  end

  logic [ServiceW-1:0] high_now;
  assign high_now = high[one*ServiceW +: ServiceW] + ServiceW'(carry[one]);

  always_comb begin
    one_M : assume ((take_i & (take_i - Lanes'(1))) == '0 && (take_i == '0 || taken == '0));

    if (began_o) begin
      sum_A : assert (!took_q || !expects_q ||
                      served_o == (expected_over_q ? '1 : expected_q));
      takes_I : assert (taken[one] == takes_q && (taken & (taken - Lanes'(1))) == '0);
      low_I : assert (!known_q || low[one*ServiceW +: ServiceW] == sum_q[ServiceW-1:0]);
      first_I : assert (!known_q || !takes_q || (sum_q[31:ServiceW] == '0 && !over_q && !carry[one]));
      high_I : assert (!known_q || takes_q ||
                       (high_now == sum_q[31:ServiceW] &&
                        (full[one] || (carry[one] && high[one*ServiceW +: ServiceW] == '1)) == over_q));
      taken_I : assert (!takes_q || !known_before_q ||
                        (low_taken == expected_q[ServiceW-1:0] &&
                         high[one*ServiceW +: ServiceW] == expected_q[31:ServiceW] &&
                         full[one] == expected_over_q));

      sum_C : cover (took_q && expects_q && served_o == 32'h2_0007);
    end
  end

endmodule
