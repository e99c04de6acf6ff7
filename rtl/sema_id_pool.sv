// Id pool: hands out reservation ids, the lowest free one first, and counts those held.
//
// Promises: an id is never handed out again before its retire; ready_o says that the candidate
// id_o may be granted in this clock. A grant without ready_o, or a retire of an id that is not
// held, is a fault of the caller.
// Same clock: an id that retires in this clock is free from the next; the grant, the choice of the
// next candidate and up to four retires may happen at once.
//
// The candidate is claimed one clock ahead, so that the search for a free id is no part of the
// decision. The search itself is two short ones, first for a group of ids with a free one, then
// inside it; each finds the lowest zero bit as ~x & (x + 1).
module sema_id_pool #(
    parameter int unsigned Depth = sema_pkg::Depth,
    localparam int unsigned IdW = sema_pkg::index_width(Depth)
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    // grant
    output logic            ready_o,
    output logic [IdW-1:0]  id_o,
    input  logic            grant_i,
    // retire, one channel each
    input  logic            hbm_retire_i,
    input  logic [IdW-1:0]  hbm_id_i,
    input  logic            atomic_retire_i,
    input  logic [IdW-1:0]  atomic_id_i,
    input  logic            response_retire_i,
    input  logic [IdW-1:0]  response_id_i,
    input  logic            done_retire_i,
    input  logic [IdW-1:0]  done_id_i,
    // configuration
    input  logic [IdW:0]    command_limit_i,
    // quiet
    output logic            load_o,     // a candidate is chosen in this clock
    output logic            steady_o    // there is a candidate, or no id is free
);

  // Ids in groups of a power of two, about as many groups as ids in a group.
  localparam int unsigned GroupW = (IdW + 1) / 2;
  localparam int unsigned Group = 2 ** GroupW;
  localparam int unsigned Groups = Depth / Group;

  logic [Depth-1:0] claimed_q;
  logic             candidate_q;
  logic [IdW-1:0]   id_q;
  logic [IdW:0]     held_q;
endmodule
