// Service that returns report, summed for every lane, for window autotuning.
//
// Promises: the sum of a lane that is taken in clock c is in served_o from clock c + 2 on, until
// another is taken; it has the returns of the clocks up to c - 2 since the lane was taken last. A
// service that is not known adds nothing; a sum that is full, all ones, stays full.
// Same clock: what comes too late for a sum that is taken is the first of the next.
//
// The two halves of a sum are added in successive clocks, and taken in successive clocks, so that
// no carry gets lost between them.
module sema_served #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter bit Gates = sema_pkg::Gates,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned Classes = sema_pkg::Classes,
    localparam int unsigned ServiceW = sema_pkg::ServiceBits
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // returns of this clock, and the service observed of each class; all ones: not known
    input  logic [Lanes-1:0]            return_i,
    input  logic [Classes*ServiceW-1:0] service_i,
    // the lane that is taken; one at most
    input  logic [Lanes-1:0]            take_i,
    output logic [2*ServiceW-1:0]       served_o
);

  logic [Lanes-1:0]            known, add_q, carry_q, taken_q, full_q;
  logic [Classes*ServiceW-1:0] service_q;
  logic [Lanes*ServiceW-1:0]   low_q, high_q;

  for (genvar k = 0; k < Classes; k++) begin : gen_known
    localparam int unsigned First = k == 0 ? 0 : NHbm + k - 1;
    localparam int unsigned Count = k == 0 ? NHbm : 1;
    assign known[First +: Count] = {Count{service_i[k*ServiceW +: ServiceW] != '1}};
  end

  // Service of each lane's class, and what low halves become with it.
  logic [Lanes*ServiceW-1:0] service, sum;
  logic [Lanes-1:0]          carry;
  assign service = {service_q[ServiceW +: 2*ServiceW], {NHbm{service_q[0 +: ServiceW]}}};
  if (Gates) begin : gen_gates
    for (genvar l = 0; l < Lanes; l++) begin : gen_sum
      sema_add #(.Gates(Gates), .W(ServiceW)) u_sum (
          .a_i    (low_q[l*ServiceW +: ServiceW]),
          .b_i    (service[l*ServiceW +: ServiceW]),
          .carry_i(1'b0),
          .sum_o  (sum[l*ServiceW +: ServiceW]),
          .carry_o(carry[l])
      );
    end
  end else begin : gen_words
    always_comb begin
      sum   = '0;
      carry = '0;
      if (add_q != '0) begin
        for (int l = 0; l < Lanes; l++) begin
          {carry[l], sum[l*ServiceW +: ServiceW]} =
              {1'b0, low_q[l*ServiceW +: ServiceW]} + {1'b0, service[l*ServiceW +: ServiceW]};
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      add_q   <= '0;
      carry_q <= '0;
      taken_q <= '0;
    end else begin
      add_q   <= return_i & known;
      carry_q <= '0;
      taken_q <= take_i;
      if ((add_q | take_i) != '0) begin
        for (int l = 0; l < Lanes; l++) begin
          // What is taken begins with what is added, and carries nothing.
          if (take_i[l]) begin
            low_q[l*ServiceW +: ServiceW] <= add_q[l] ? service[l*ServiceW +: ServiceW] : '0;
          end else if (add_q[l]) begin
            low_q[l*ServiceW +: ServiceW] <= sum[l*ServiceW +: ServiceW];
            carry_q[l]                    <= carry[l];
          end
        end
      end
      if ((carry_q | taken_q) != '0) begin
        for (int l = 0; l < Lanes; l++) begin
          if (taken_q[l]) begin
            high_q[l*ServiceW +: ServiceW] <= '0;
            full_q[l]                      <= 1'b0;
          end else if (carry_q[l]) begin
            high_q[l*ServiceW +: ServiceW] <= high_q[l*ServiceW +: ServiceW] + ServiceW'(1);
            if (high_q[l*ServiceW +: ServiceW] == '1) full_q[l] <= 1'b1;
          end
        end
      end
    end
    service_q <= service_i;
  end

  // What was taken: the low half in the clock of take_i, the high half in the next one.
  logic [ServiceW-1:0] low_taken, low_taken_q, high_taken, high_taken_q;
  logic                full_taken_q;
  always_comb begin
    low_taken  = '0;
    high_taken = '0;
    if (take_i != '0) begin
      for (int l = 0; l < Lanes; l++) begin
        low_taken |= low_q[l*ServiceW +: ServiceW] & {ServiceW{take_i[l]}};
      end
    end
    if (taken_q != '0) begin
      for (int l = 0; l < Lanes; l++) begin
        high_taken |= high_q[l*ServiceW +: ServiceW] & {ServiceW{taken_q[l]}};
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_i != '0) low_taken_q <= low_taken;
    if (taken_q != '0) begin
      high_taken_q <= high_taken;
      full_taken_q <= (full_q & taken_q) != '0;
    end
  end
  assign served_o = {high_taken_q, low_taken_q} | {2*ServiceW{full_taken_q}};

endmodule
