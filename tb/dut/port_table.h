// The ports of rtl/semacredit.sv but clock and reset, in the order of their declaration
// (rtl/spec/ports.md), with their widths and what they are in struct edge_in and struct edge_out.
// Widths of ids, ID_BITS, are the user's.
#ifndef SEMA_PORT_TABLE_H
#define SEMA_PORT_TABLE_H

// X(port, member, bits, when it is known: always, or BEAT(of a valid)); P of each HBM partition.
#define INPUT_PORTS(X, P)                                                                          \
    X(op_valid_i, op_valid, 1, true)                                                               \
    X(op_tag_i, tag, 32, BEAT(op_valid))                                                           \
    X(op_opcode_i, opcode, 4, BEAT(op_valid))                                                      \
    X(op_address_i, address, 64, BEAT(op_valid))                                                   \
    X(op_length_i, length, 32, BEAT(op_valid))                                                     \
    X(op_response_length_i, response_length, 32, BEAT(op_valid))                                   \
    X(op_wire_bytes_i, wire_bytes, WIRE_BITS, BEAT(op_valid))                                      \
    X(op_urgent_i, urgent, 1, BEAT(op_valid))                                                      \
    X(op_domain_i, domain, DOMAIN_BITS, BEAT(op_valid))                                            \
    X(pause_i, pause, 1, true)                                                                     \
    X(hbm_valid_i, hbm_valid, HBM_LANES, true)                                                     \
    P(hbm_id_i, hbm_id, ID_BITS)                                                                   \
    P(hbm_service_i, hbm_service, SERVICE_BITS)                                                    \
    X(atomic_valid_i, atomic_valid, 1, true)                                                       \
    X(atomic_id_i, atomic_id, ID_BITS, BEAT(atomic_valid))                                         \
    X(atomic_service_i, atomic_service, SERVICE_BITS, BEAT(atomic_valid))                          \
    X(response_valid_i, response_valid, 1, true)                                                   \
    X(response_id_i, response_id, ID_BITS, BEAT(response_valid))                                   \
    X(response_service_i, response_service, SERVICE_BITS, BEAT(response_valid))                    \
    X(done_valid_i, done_valid, 1, true)                                                           \
    X(done_id_i, done_id, ID_BITS, BEAT(done_valid))                                               \
    X(axi_awvalid_i, axi_awvalid, 1, true)                                                         \
    X(axi_awaddr_i, axi_awaddr, AXI_ADDRESS_BITS, BEAT(axi_awvalid))                               \
    X(axi_wvalid_i, axi_wvalid, 1, true)                                                           \
    X(axi_wdata_i, axi_wdata, 32, BEAT(axi_wvalid))                                                \
    X(axi_wstrb_i, axi_wstrb, 4, BEAT(axi_wvalid))                                                 \
    X(axi_bready_i, axi_bready, 1, true)                                                           \
    X(axi_arvalid_i, axi_arvalid, 1, true)                                                         \
    X(axi_araddr_i, axi_araddr, AXI_ADDRESS_BITS, BEAT(axi_arvalid))                               \
    X(axi_rready_i, axi_rready, 1, true)                                                           \
    X(now_i, now, TIME_BITS, true)                                                                 \
    X(grant_ready_i, grant_ready, 1, true)

// X(port, member, bits); V of each lane.
#define OUTPUT_PORTS(X, V)                                                                         \
    X(op_ready_o, op_ready, 1)                                                                     \
    X(hbm_ready_o, hbm_ready, HBM_LANES)                                                           \
    X(axi_awready_o, axi_awready, 1)                                                               \
    X(axi_wready_o, axi_wready, 1)                                                                 \
    X(axi_bvalid_o, axi_bvalid, 1)                                                                 \
    X(axi_bresp_o, axi_bresp, 2)                                                                   \
    X(axi_arready_o, axi_arready, 1)                                                               \
    X(axi_rvalid_o, axi_rvalid, 1)                                                                 \
    X(axi_rdata_o, axi_rdata, 32)                                                                  \
    X(axi_rresp_o, axi_rresp, 2)                                                                   \
    X(grant_valid_o, grant_valid, 1)                                                               \
    V(grant_credit_o, grant_credit, COUNTER_BITS)                                                  \
    X(quiet_o, quiet, 1)                                                                           \
    X(commit_order_o, order, 48)                                                                   \
    X(commit_reset_o, reset, 1)                                                                    \
    X(commit_window_o, window, 1)                                                                  \
    X(commit_window_lane_o, window_lane, LANE_BITS)                                                \
    X(commit_window_value_o, window_value, COUNTER_BITS)                                           \
    X(commit_calibrate_o, calibrate, LANES)                                                        \
    V(commit_multiplier_o, multiplier, 16)                                                         \
    X(commit_kind_o, kind, 3)                                                                      \
    X(commit_tag_o, tag, 32)                                                                       \
    X(commit_id_o, id, ID_BITS)                                                                    \
    X(commit_mask_o, mask, LANES + 1)                                                              \
    X(commit_lane_o, lane, LANE_BITS)                                                              \
    X(commit_hbm_o, demand[CLASS_HBM], COUNTER_BITS)                                               \
    X(commit_atomic_o, demand[CLASS_ATOMIC], COUNTER_BITS)                                         \
    X(commit_response_o, demand[CLASS_RESPONSE], COUNTER_BITS)                                     \
    X(commit_hbm_kind_o, return_kind[CLASS_HBM], 2)                                                \
    X(commit_atomic_kind_o, return_kind[CLASS_ATOMIC], 2)                                          \
    X(commit_response_kind_o, return_kind[CLASS_RESPONSE], 2)                                      \
    X(commit_hbm_id_o, return_id[CLASS_HBM], ID_BITS)                                              \
    X(commit_atomic_id_o, return_id[CLASS_ATOMIC], ID_BITS)                                        \
    X(commit_response_id_o, return_id[CLASS_RESPONSE], ID_BITS)                                    \
    X(commit_hbm_lane_o, hbm_lane, LANE_BITS)                                                      \
    X(commit_hbm_amount_o, amount[CLASS_HBM], COUNTER_BITS)                                        \
    X(commit_atomic_amount_o, amount[CLASS_ATOMIC], COUNTER_BITS)                                  \
    X(commit_response_amount_o, amount[CLASS_RESPONSE], COUNTER_BITS)                              \
    X(commit_done_kind_o, done_kind, 2)                                                            \
    X(commit_done_id_o, done_id, ID_BITS)                                                          \
    X(commit_retire_o, retire, CLASSES)                                                            \
    V(commit_debt_o, debt, COUNTER_BITS)

#endif
