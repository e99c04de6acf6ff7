# A return commits in time but reaches the headroom one clock late.
# file: rtl/sema_lane.sv
# caught by: lockstep: debt
/^  assign kept  = return_i/c\
  logic return_q;\
  logic [CntW-1:0] amount_q;\
  always_ff @(posedge clk_i) begin\
    return_q <= return_i && rst_ni;\
    amount_q <= amount_i;\
  end\
  assign kept  = return_q ? headroom_q + $signed({1'b0, amount_q}) : headroom_q;
