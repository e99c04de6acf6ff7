// Proof of sema_windows, ten lanes of 32 bits: a window has its reset value, then that of its last write;
// early_o from the fifth clock after the write on, windows_o a clock later; no other write changes it.
// Looked at is one lane, whichever.
module sema_windows_prove #(
    parameter int unsigned Lanes = sema_pkg::Lanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned LaneW = $clog2(Lanes)
) (
    input logic             clk_i, rst_ni, write_i,
    input logic [LaneW-1:0] lane_i,
    input logic [CntW-1:0]  window_i
);

  // As in sema_decide.
  function automatic logic [Lanes*CntW-1:0] window_resets();
    for (int unsigned l = 0; l < Lanes; l++) begin
      window_resets[l*CntW +: CntW] = CntW'(sema_pkg::window_reset_of(l, Lanes - 2, CntW));
    end
  endfunction
  localparam logic [Lanes*CntW-1:0] Reset = window_resets();
  localparam int unsigned Clocks = 6;
  logic [Lanes*CntW-1:0] early_o, windows_o;
  sema_windows #(.Lanes(Lanes), .CntW(CntW), .WindowReset(Reset)) u_dut (.*);

  logic began_o;
  sema_begin_prove u_begin (.*);

  (* peek = "u_dut.valid_q" *) logic [Clocks-1:0] valid;
  (* peek = "u_dut.way_q" *) logic [Clocks*(LaneW+CntW)-1:0] way;

  // The lane's writes on their way, and its window.
  (* anyconst *) logic [LaneW-1:0] any_lane;
  logic [LaneW-1:0]       one;
  logic [Clocks-1:0]      writes_q, at, same;
  logic [Clocks*CntW-1:0] values_q;
  logic [CntW-1:0]        early_q, window_q;
  assign one = 32'(any_lane) < Lanes ? any_lane : '0;
  always_ff @(posedge clk_i) begin
    writes_q <= rst_ni ? {writes_q[Clocks-2:0], write_i && lane_i == one} : '0;
    values_q <= {values_q[(Clocks-1)*CntW-1:0], window_i};
    if (!rst_ni) {early_q, window_q} <= {2{Reset[one*CntW +: CntW]}};
    else begin
      if (writes_q[Clocks-2]) early_q <= values_q[(Clocks-2)*CntW +: CntW];
      if (writes_q[Clocks-1]) window_q <= values_q[(Clocks-1)*CntW +: CntW];
    end
  end
  for (genvar i = 0; i < Clocks; i++) begin : gen_way
    assign at[i] = valid[i] && way[i*(LaneW+CntW)+CntW +: LaneW] == one;
    assign same[i] = !at[i] || way[i*(LaneW+CntW) +: CntW] == values_q[i*CntW +: CntW];
  end

  always_comb begin
    if (began_o) begin
      way_I : assert (at == writes_q && same == '1);

      early_A : assert (early_o[one*CntW +: CntW] == early_q);
      late_A : assert (windows_o[one*CntW +: CntW] == window_q);

      early_C : cover (early_q == CntW'(5) && window_q == CntW'(7));
      late_C : cover (window_q == CntW'(5) && writes_q[0]);
    end
  end

endmodule
