// Waiting operations: a queue of raw demands, and the head with its scaled demand. The arbiter's
// later place.
//
// Promises: operations pass in the order in which they were offered, and none is lost or made up;
// decide_o stays up for the same operation until leave_i, but for a refresh; an operation that
// finds queue and head empty is decided two clocks after its offer; operations can be decided back
// to back. Multipliers and quanta are sampled here: the scaler sees the queue's front on its way to
// the head, and in a refresh the head's own raw demand. In a refresh nothing is decided or moved.
// Same clock: the head may leave and be filled again; the queue may be offered one and pop one.
module sema_waiting #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    parameter int unsigned QueueDepth = sema_pkg::QueueDepth,
    parameter int unsigned TagW = sema_pkg::TagBits,
    localparam int unsigned Lanes = NHbm + 2,
    localparam int unsigned HbmW = sema_pkg::index_width(NHbm)
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    // offer
    input  logic                                  op_valid_i,
    output logic                                  op_ready_o,
    input  logic [TagW-1:0]                       op_tag_i,
    // estimator
    input  logic                                  known_i,
    input  logic [HbmW-1:0]                       lane_i,
    input  logic [sema_pkg::LengthBits-1:0]       hbm_i,
    input  logic [sema_pkg::WordBits-1:0]         atomic_i,
    input  logic [sema_pkg::RawResponseBits-1:0]  response_i,
    // scaler, there and back
    output logic [HbmW-1:0]                       raw_lane_o,
    output logic [sema_pkg::LengthBits-1:0]       raw_hbm_o,
    output logic [sema_pkg::WordBits-1:0]         raw_atomic_o,
    output logic [sema_pkg::RawResponseBits-1:0]  raw_response_o,
    input  logic [CntW-1:0]                       scaled_hbm_i,
    input  logic [CntW-1:0]                       scaled_atomic_i,
    input  logic [CntW-1:0]                       scaled_response_i,
    input  logic [Lanes-1:0]                      scaled_used_i,
    // configuration
    input  logic                                  refresh_i,
    // decision
    output logic                                  decide_o,   // an operation is to be decided
    output logic                                  first_o,    // it was not decided before
    output logic                                  known_o,
    output logic [TagW-1:0]                       tag_o,
    output logic [HbmW-1:0]                       lane_o,
    output logic [CntW-1:0]                       hbm_o,
    output logic [CntW-1:0]                       atomic_o,
    output logic [CntW-1:0]                       response_o,
    output logic [Lanes-1:0]                      used_o,
    input  logic                                  leave_i,    // it was granted or rejected
    // quiet
    output logic                                  empty_o     // neither queue nor head holds one
);

  localparam int unsigned PointerW = sema_pkg::index_width(QueueDepth);
  localparam int unsigned CountW = $clog2(QueueDepth + 1);

  // Queue.
  logic                                 queue_known_q   [QueueDepth];
  logic [TagW-1:0]                      queue_tag_q     [QueueDepth];
  logic [HbmW-1:0]                      queue_lane_q    [QueueDepth];
  logic [sema_pkg::LengthBits-1:0]      queue_hbm_q     [QueueDepth];
  logic [sema_pkg::WordBits-1:0]        queue_atomic_q  [QueueDepth];
  logic [sema_pkg::RawResponseBits-1:0] queue_response_q[QueueDepth];
  logic [PointerW-1:0]                  front_q, back_q;
  logic [CountW-1:0]                    count_q;

  // Head.
  logic                                 head_q, first_q, known_q;
  logic [TagW-1:0]                      tag_q;
  logic [HbmW-1:0]                      lane_q;
  logic [sema_pkg::LengthBits-1:0]      raw_hbm_q;
  logic [sema_pkg::WordBits-1:0]        raw_atomic_q;
  logic [sema_pkg::RawResponseBits-1:0] raw_response_q;
  logic [CntW-1:0]                      hbm_q, atomic_q, response_q;
  logic [Lanes-1:0]                     used_q;

  function automatic logic [PointerW-1:0] next(input logic [PointerW-1:0] pointer);
    next = pointer == PointerW'(QueueDepth - 1) ? '0 : pointer + 1'b1;
  endfunction

  logic load;
  assign load = count_q != '0 && !refresh_i && (!head_q || leave_i);

  assign op_ready_o = count_q != CountW'(QueueDepth);
  assign empty_o    = count_q == '0 && !head_q;

  always_ff @(posedge clk_i) begin
    if (op_valid_i && op_ready_o) begin
      queue_known_q[back_q]    <= known_i;
      queue_tag_q[back_q]      <= op_tag_i;
      queue_lane_q[back_q]     <= lane_i;
      queue_hbm_q[back_q]      <= hbm_i;
      queue_atomic_q[back_q]   <= atomic_i;
      queue_response_q[back_q] <= response_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      front_q <= '0;
      back_q  <= '0;
      count_q <= '0;
    end else begin
      if (op_valid_i && op_ready_o) back_q <= next(back_q);
      if (load) front_q <= next(front_q);
      count_q <= count_q + CountW'(op_valid_i && op_ready_o) - CountW'(load);
    end
  end

  assign raw_lane_o     = refresh_i ? lane_q         : queue_lane_q[front_q];
  assign raw_hbm_o      = refresh_i ? raw_hbm_q      : queue_hbm_q[front_q];
  assign raw_atomic_o   = refresh_i ? raw_atomic_q   : queue_atomic_q[front_q];
  assign raw_response_o = refresh_i ? raw_response_q : queue_response_q[front_q];

  always_ff @(posedge clk_i) begin
    if (load) begin
      known_q        <= queue_known_q[front_q];
      tag_q          <= queue_tag_q[front_q];
      lane_q         <= raw_lane_o;
      raw_hbm_q      <= raw_hbm_o;
      raw_atomic_q   <= raw_atomic_o;
      raw_response_q <= raw_response_o;
    end
    if (load || refresh_i) begin
      hbm_q      <= scaled_hbm_i;
      atomic_q   <= scaled_atomic_i;
      response_q <= scaled_response_i;
      used_q     <= scaled_used_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= 1'b0;
      first_q <= 1'b0;
    end else begin
      head_q <= load || (head_q && !leave_i);
      if (load) first_q <= 1'b1;
      else if (decide_o) first_q <= 1'b0;
    end
  end

  assign decide_o   = head_q && !refresh_i;
  assign first_o    = first_q;
  assign known_o    = known_q;
  assign tag_o      = tag_q;
  assign lane_o     = lane_q;
  assign hbm_o      = hbm_q;
  assign atomic_o   = atomic_q;
  assign response_o = response_q;
  assign used_o     = used_q;

`ifndef SYNTHESIS
  initial Queue_P : assert (QueueDepth >= 1);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Front and back of the queue meet when it is empty or full, and only then.
      Count_A : assert ((front_q == back_q) ==
                        (count_q == '0 || count_q == CountW'(QueueDepth)));
      // Only an operation that is decided leaves.
      Leave_M : assert (!leave_i || decide_o);
    end
  end
`endif

endmodule
