// Over: lanes whose window is below the operation's demand for them.
//
// Promise: of an operation whose used lanes are given in clock c and whose demands in clock c + 1,
// over_o in clock c + 2 says for HBM, Atomic and response whether its demand is above the window
// that windows_i has in clock c. A component that is not used is not over.
module sema_over #(
    parameter int unsigned NHbm = sema_pkg::HbmLanes,
    parameter int unsigned CntW = sema_pkg::CounterBits,
    localparam int unsigned Lanes = NHbm + 2
) (
    input  logic                  clk_i,
    // clock c
    input  logic [Lanes-1:0]      used_i,      // of HBM's one at most
    input  logic [Lanes*CntW-1:0] windows_i,
    // clock c + 1
    input  logic [CntW-1:0]       hbm_i,
    input  logic [CntW-1:0]       atomic_i,
    input  logic [CntW-1:0]       response_i,
    // clock c + 2
    output logic [2:0]            over_o       // response, Atomic, HBM
);

  logic [CntW-1:0]   picked;
  logic [3*CntW-1:0] window_q;
  logic [2:0]        unused_q, fits;

  always_comb begin
    picked = '0;
    for (int l = 0; l < NHbm; l++) picked |= windows_i[l*CntW +: CntW] & {CntW{used_i[l]}};
  end

  for (genvar k = 0; k < 3; k++) begin : gen_class
    sema_at_least #(.W(CntW)) u_within (
        .a_i   (window_q[k*CntW +: CntW]),
        .b_i   (k == 0 ? hbm_i : k == 1 ? atomic_i : response_i),
        .pass_i(unused_q[k]),
        .fail_i(1'b0),
        .yes_o (fits[k])
    );
  end

  always_ff @(posedge clk_i) begin
    window_q <= {windows_i[NHbm*CntW +: 2*CntW], picked};
    unused_q <= ~{used_i[NHbm+1:NHbm], used_i[NHbm-1:0] != '0};
    over_o   <= ~fits;
  end

endmodule
