// Proof of sema_over, eight partitions, 32 bits: two clocks after its lanes, a component is over
// exactly if it is used and above the window that its lane had.
module sema_over_prove #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2
) (
    input logic                  clk_i,
    input logic [Lanes-1:0]      used_i,
    input logic [Lanes*CntW-1:0] windows_i,
    input logic [CntW-1:0]       hbm_i, atomic_i, response_i
);

  logic [2:0] over_o;
  sema_over #(.NHbm(NHbm), .CntW(CntW)) u_dut (.*);

  logic [1:0]       since_q;
  logic [2:0]       used_q, over_q;
  logic [CntW-1:0]  window, window_q, atomic_window_q, response_window_q;
  always_comb begin
    window = '0;
    for (int l = 0; l < NHbm; l++) if (used_i[l]) window = windows_i[l*CntW +: CntW];
  end
  initial since_q = '0;
  always_ff @(posedge clk_i) begin
    since_q           <= since_q + 2'(since_q != '1);
    used_q            <= {used_i[NHbm+1:NHbm], used_i[NHbm-1:0] != '0};
    window_q          <= window;
    atomic_window_q   <= windows_i[NHbm*CntW +: CntW];
    response_window_q <= windows_i[(NHbm+1)*CntW +: CntW];
    over_q            <= used_q & {response_i > response_window_q, atomic_i > atomic_window_q,
                                   hbm_i > window_q};
  end

  always_comb begin
    // An operation has one partition.
    partition_M : assume ($onehot0(used_i[NHbm-1:0]));
    if (since_q >= 2'd2) begin
      hbm_A : assert (over_o[0] == over_q[0]);
      time_A : assert (over_o[2:1] == over_q[2:1]);
    end
    hbm_C : cover (since_q >= 2'd2 && over_o == 3'b001);
    time_C : cover (since_q >= 2'd2 && over_o == 3'b110);
  end

endmodule
