// Holders: the tag and the time of each grant, for the one that software asks for; and one reservation
// a clock is looked at, whether it has been held for too long.
module sema_next_holders #(
    parameter int unsigned Depth = 128,
    parameter int unsigned TagW = 32,
    parameter int unsigned GenW = 4,
    localparam int unsigned IdW = $clog2(Depth),
    localparam int unsigned HandleW = 2 + GenW + IdW,
    localparam int unsigned NameW = TagW < 32 ? TagW : 32
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [47:0]        now_i,
    input  logic [1:0]         epoch_i,
    // a grant commits
    input  logic               grant_i,
    input  logic [GenW+IdW-1:0] handle_i,        // without its epoch
    input  logic [NameW-1:0]   tag_i,
    // clock 0: software reads; clock 1: handle and tag; clock 2: age
    input  logic               read_i,
    input  logic [IdW-1:0]     id_i,
    output logic [15:0]        handle_o,
    output logic [NameW-1:0]   tag_o,
    output logic [15:0]        age_o,
    // looked at in the next clock, in turn; held by then, told in two clocks
    input  logic [15:0]        age_limit_i,
    output logic [IdW-1:0]     look_o,
    input  logic               held_i,
    output logic               old_o,
    output logic [HandleW-1:0] old_handle_o
);
  // Two readers of the same table: software, and the look.
  logic [IdW-1:0]     id_q, look_q, look_1q, look_2q, look_3q, look_4q, look_5q;
  logic [GenW-1:0]    generation, look_generation, look_generation_3q, look_generation_4q,
                      look_generation_5q;
  logic [47:0]        start, look_start, now_q;
  logic [15:0]        look_age, look_age_4q;
  logic               held_3q, held_4q;
  sema_memory #(.Width(NameW + GenW + 48), .Depth(Depth)) u_holders (
      .clk_i, .write_i(grant_i), .write_address_i(handle_i[IdW-1:0]),
      .write_data_i({tag_i, handle_i[IdW +: GenW], now_i}), .read_i,
      .read_address_i(id_i), .read_data_o({tag_o, generation, start}));
  sema_memory #(.Width(GenW + 48), .Depth(Depth)) u_looks (
      .clk_i, .write_i(grant_i), .write_address_i(handle_i[IdW-1:0]),
      .write_data_i({handle_i[IdW +: GenW], now_i}), .read_i(1'b1), .read_address_i(look_1q),
      .read_data_o({look_generation, look_start}));
  assign handle_o = 16'({epoch_i, generation, id_q});
  sema_next_age u_age (.clk_i, .now_i(now_q), .start_i(start), .age_o);
  sema_next_age u_look_age (.clk_i, .now_i(now_q), .start_i(look_start), .age_o(look_age));
  assign look_o = look_q;
  always_ff @(posedge clk_i) begin
    now_q   <= now_i;
    id_q    <= id_i;
    look_q  <= rst_ni ? look_q + 1'b1 : '0;
    look_1q <= look_q;
    look_2q <= look_1q;
    look_3q <= look_2q;
    look_4q <= look_3q;
    look_generation_3q <= look_generation;
    look_generation_4q <= look_generation_3q;
    held_3q <= rst_ni && held_i;
    look_5q <= look_4q;
    look_generation_5q <= look_generation_4q;
    look_age_4q        <= look_age;
    held_4q <= rst_ni && held_3q && age_limit_i != '0;
    old_o   <= rst_ni && held_4q && look_age_4q > age_limit_i;
  end
  assign old_handle_o = {epoch_i, look_generation_5q, look_5q};
endmodule
