// The table of functional coverage: every point, with its bins. Shared by the files that make up
// the coverage, and by nobody else: names of points are as short as what a report shows.
#ifndef SEMA_COVERAGE_POINTS_H
#define SEMA_COVERAGE_POINTS_H

#include <stdint.h>

#include "csim/interface/numbers.h"

#if BUILD_IS_DEFAULT
#define PARTITION_NAMES "hbm0 hbm1 hbm2 hbm3 hbm4 hbm5 hbm6 hbm7"
#define LANE_NAMES      PARTITION_NAMES " atomic response"
#define COUNT_NAMES     "1 2 3 4 5 6 7 8"
#define SLOTS_NAMES     "1 2-8 9-31 32"
#else // as many as there are, with numbers
#define PARTITION_NAMES "hbm"
#define LANE_NAMES      "lane"
#define COUNT_NAMES     "more_than_"
#if BUILD_SLOTS > 9
#define SLOTS_NAMES "1 2-8 more all"
#else
#define SLOTS_NAMES "1 more all"
#endif
#endif
#define ERROR_NAMES                                                                                \
    "stray_hbm stray_atomic stray_response stray_done unknown_opcode above_window axi_write "      \
    "axi_read"
#define CLASS_NAMES   "hbm atomic response"
#define CHANNEL_NAMES CLASS_NAMES " done"

// Of a point of more bins than names, each name stands for as many bins in a row, with numbers:
// those of bits, or of bits that are zero and of bits that are one.
#define BITS   ""
#define VALUES "zero one"

// The 49th bit of a raw response is never 1, in any registers, for any length.
enum { RAW_RESPONSE_BITS = 48 };
_Static_assert((UINT64_C(0xffff) << RECIPROCAL_FRACTION) + UINT64_C(0xffff) * UINT32_MAX <
                   UINT64_C(1) << RAW_RESPONSE_BITS,
               "the largest fixed part, and the most bytes at the largest reciprocal");

// Of what is wide, met in runs that begin in a state at rest: bits that decided a comparison, near
// values, and each value of each bit where it was read, or where the other would have changed a
// demand, a partition or a window.
#define BEGIN "begin_percent begin_operations begin_near_percent"
#if BUILD_HBM <= 2 // masks that there are; the fourth and more count as the first
#define MAP_POINTS(X)
#elif BUILD_HBM <= 4
#define MAP_POINTS(X) X(map_mask_1, 2 * 64, VALUES, BEGIN)
#else
#define MAP_POINTS(X) X(map_mask_1, 2 * 64, VALUES, BEGIN) X(map_mask_2, 2 * 64, VALUES, BEGIN)
#endif
#define WIDE_POINTS(X)                                                                             \
    X(fits_by_bit, COUNTER_BITS, BITS, BEGIN)                                                      \
    X(refused_by_bit, COUNTER_BITS, BITS, BEGIN)                                                   \
    X(above_by_bit, COUNTER_BITS, BITS, BEGIN)                                                     \
    X(near_tag_held, 32, BITS, BEGIN)                                                              \
    X(near_tag_waiting, 32, BITS, BEGIN)                                                           \
    X(near_domain, 8, BITS, BEGIN)                                                                 \
    X(address_bit, 64, BITS, BEGIN)                                                                \
    X(map_mask_0, 2 * 64, VALUES, BEGIN)                                                           \
    MAP_POINTS(X)                                                                                  \
    X(raw_hbm, 2 * 32, VALUES, BEGIN)                                                              \
    X(raw_atomic, 2 * 16, VALUES, BEGIN)                                                           \
    X(raw_response, 2 * RAW_RESPONSE_BITS, VALUES, BEGIN)                                          \
    X(multiplier_hbm, 2 * MULTIPLIER_BITS, VALUES, BEGIN)                                          \
    X(multiplier_atomic, 2 * MULTIPLIER_BITS, VALUES, BEGIN)                                       \
    X(multiplier_response, 2 * MULTIPLIER_BITS, VALUES, BEGIN)                                     \
    X(epoch_elapsed, 2 * 32, VALUES, BEGIN)                                                        \
    X(epoch_served, 2 * 32, VALUES, BEGIN)                                                         \
    X(order_bit, 2 * 48, VALUES, BEGIN)                                                            \
    X(wide_grants, 2 * 32, VALUES, BEGIN)                                                          \
    X(wide_rejects, 2 * 32, VALUES, BEGIN)                                                         \
    X(wide_repeats, 2 * 32, VALUES, BEGIN)                                                         \
    X(wide_completes, 2 * 32, VALUES, BEGIN)                                                       \
    X(wide_returns, 2 * 32, VALUES, BEGIN)                                                         \
    X(wide_calibrations, 2 * 32, VALUES, BEGIN)                                                    \
    X(wide_messages, 2 * 32, VALUES, BEGIN)                                                        \
    X(wide_denials, 2 * 32, VALUES, BEGIN)                                                         \
    X(wide_error_time, 2 * 32, VALUES, BEGIN)                                                      \
    X(wide_debt_max, 2 * COUNTER_BITS, VALUES, BEGIN)                                              \
    X(wide_busy, 2 * 32, VALUES, BEGIN)                                                            \
    X(counter_wraps, 7, "grants rejects repeats completes returns calibrations denials", BEGIN)    \
    X(time_wraps, 1, "low_half", BEGIN)                                                            \
    X(starvation_wraps, 1, "while_waiting", BEGIN)                                                 \
    X(timer_saturates, 1, "message_held", BEGIN)                                                   \
    X(served_saturates, 1, "window", BEGIN)

// Every point: name, number of bins, names of the bins in order, and the configuration keys whose
// values make its bins more likely, those that do most first. Where a point is about a clock it
// means one clock; debt and windows are those that the decision saw.
#define POINTS(X)                                                                                  \
    X(offer_taken, 16,                                                                             \
      "write read notify 3 4 5 6 7 fetch_add swap compare_swap fetch_and fetch_or fetch_xor "      \
      "fetch_min fetch_max",                                                                       \
      "weight_write weight_read weight_notify weight_atomic weight_unknown")                       \
    X(offer_held_back, 1, "slots_full", "spacing_ps train_operations chaos_pause")                 \
    X(zero_length, 4, "write read notify atomic_without_response", "weight_length_zero")           \
    X(decision, 4, "grant deny reject repeat", "operations loss_percent weight_length_huge")       \
    X(slots_taken, SLOTS > 9 ? 4 : 3, SLOTS_NAMES, "train_operations spacing_ps chaos_pause")      \
    X(grant_order, 4, "oldest urgent_first fewer_bytes_first past_refused",                        \
      "urgent_period weight_length_tiny weight_length_large")                                      \
    X(held_by_order, 2, "tag domain",                                                              \
      "ordering_domains ordering_percent fence_percent loss_percent")                              \
    X(aged, 3, "granted others_held_back others_chosen_before",                                    \
      "starvation_bound chaos_starvation")                                                         \
    X(repeat, 4, "copy_waited copy_of_held soonest freed_meanwhile", "loss_percent")               \
    X(repeat_of_id, 4, "first_quarter second third last", "loss_percent delay_spread_ps")          \
    X(granted_anew, 1, "after_complete", "loss_percent")                                           \
    X(paused, 4, "waiting offer return decision", "chaos_pause")                                   \
    X(calibrate_up, 3, CLASS_NAMES, "calibrate chaos_multiplier delay_spread_ps")                  \
    X(calibrate_down, 3, CLASS_NAMES, "calibrate chaos_multiplier delay_ps")                       \
    X(calibrate_limit, 2, "min max", "chaos_calibrate multiplier_min multiplier_max")              \
    X(calibrate_together, 2, "two three", "calibrate chaos_multiplier")                            \
    X(calibrate_stale, 3, CLASS_NAMES, "chaos_multiplier chaos_reset")                             \
    X(calibrate_not, 5, "off frozen unknown busy written",                                         \
      "calibrate chaos_multiplier chaos_calibrate")                                                \
    X(grant_lane, LANES, LANE_NAMES, "weight_write weight_read weight_atomic")                     \
    X(grant_uses, 6, "nothing hbm atomic response hbm+response atomic+response",                   \
      "weight_write weight_read weight_atomic weight_length_zero")                                 \
    X(grant_exact_fit, LANES, LANE_NAMES, "weight_length_window phase_operations")                 \
    X(grant_back_to_back, 3, CLASS_NAMES, "train_operations spacing_ps")                           \
    X(grant_after_deny, 1, "granted", "hot_percent window_hbm window_atomic window_response")      \
    X(deny_one_above, LANES, LANE_NAMES, "weight_length_window phase_operations")                  \
    X(deny_lane, LANES, LANE_NAMES, "hot_percent window_hbm window_atomic window_response")        \
    X(deny_table, 2, "full command_limit", "command_limit chaos_limit delay_spread_ps")            \
    X(deny_lanes_together, 3, "one two lanes+table", "hot_percent window_response command_limit")  \
    X(deny_above_window, 3, CLASS_NAMES, "chaos_window")                                           \
    X(deny_mask_changes, 2, "more fewer_or_other", "hot_percent chaos_window")                     \
    X(reject_lane, LANES, LANE_NAMES, "weight_length_huge chaos_window")                           \
    X(reject_lanes_together, 2, "one two", "weight_length_huge chaos_window")                      \
    X(reject_unknown, 1, "opcode", "weight_unknown")                                               \
    X(reject_saturated, 2, "hbm response", "weight_length_huge chaos_multiplier")                  \
    X(return_lane, LANES, LANE_NAMES, "weight_write weight_read weight_atomic")                    \
    X(return_from_other_partition, 1, "seen", "chaos_unknown")                                     \
    X(return_with_grant, LANES, LANE_NAMES, "train_operations delay_spread_ps")                    \
    X(returns_together, 4, "one two three three+grant",                                            \
      "delay_spread_ps weight_read weight_atomic")                                                 \
    X(retire_channel, 4, CHANNEL_NAMES, "weight_write weight_read weight_atomic chaos_done")       \
    X(retires_together, 4, "one two three four", "delay_spread_ps weight_read weight_atomic")      \
    X(one_id_on_channels, 7,                                                                       \
      "hbm+response atomic+response hbm+done atomic+done response+done hbm+response+done "         \
      "atomic+response+done",                                                                      \
      "phase_operations chaos_duplicate chaos_done")                                               \
    X(stray_not_held, 4, CHANNEL_NAMES, "chaos_unknown chaos_done")                                \
    X(stray_held, 4, CHANNEL_NAMES, "chaos_duplicate chaos_done")                                  \
    X(stray_in_grant_clock, 4, CHANNEL_NAMES, "chaos_unknown chaos_done")                          \
    X(held_at_grant, 4, "first second half full", "command_limit delay_spread_ps")                 \
    X(id_reuse, 2, "later soonest", "command_limit delay_ps")                                      \
    X(collector_valid, HBM_LANES, COUNT_NAMES, "delay_spread_ps train_operations")                 \
    X(collector_held_back, HBM_LANES, PARTITION_NAMES, "delay_spread_ps train_operations")         \
    X(window_written, LANES, LANE_NAMES, "chaos_window")                                           \
    X(window_below_debt, 3, CLASS_NAMES, "chaos_window")                                           \
    X(window_with_grant, 1, "seen", "chaos_window")                                                \
    X(window_largest, 1, "clamped", "chaos_window")                                                \
    X(refresh_of_waiting, 4, "hbm atomic response quantum",                                        \
      "chaos_multiplier chaos_quantum calibrate")                                                  \
    X(multiplier_written, 3, CLASS_NAMES, "chaos_multiplier")                                      \
    X(register_written, 14,                                                                        \
      "atomic_service response_fixed response_reciprocal command_limit quantum_hbm "               \
      "quantum_time grant_interval grant_threshold_hbm grant_threshold_time starvation_bound "     \
      "hbm_reciprocal multiplier_min multiplier_max map_mask",                                     \
      "chaos_register chaos_limit chaos_quantum chaos_grant chaos_starvation chaos_calibrate")     \
    X(write_refused, 4, "missing read_only misaligned strobes", "chaos_bus chaos_register")        \
    X(read_refused, 2, "missing misaligned", "chaos_bus")                                          \
    X(write_places, 4, "together address_first data_first answer_held", "bus_stall_percent")       \
    X(read_held, 1, "answer", "bus_stall_percent")                                                 \
    X(status_read, 18,                                                                             \
      "grants rejects repeats completes returns calibrations messages held held_max waiting "      \
      "errors first_error first_error_info first_error_time denials debt debt_max busy",           \
      "chaos_bus")                                                                                 \
    X(error_set, 8, ERROR_NAMES,                                                                   \
      "chaos_unknown chaos_done chaos_bus weight_unknown weight_length_huge")                      \
    X(error_first, 8, ERROR_NAMES, "chaos_bus chaos_reset")                                        \
    X(errors_cleared, 3, "all some while_set", "chaos_bus")                                        \
    X(tuned_up, 3, CLASS_NAMES, "autotune_interval chaos_autotune")                                \
    X(tuned_down, 3, CLASS_NAMES, "autotune_interval chaos_autotune")                              \
    X(tuned_limit, 2, "floor ceiling", "autotune_interval chaos_autotune")                         \
    X(message_due_by, 4, "timer " CLASS_NAMES,                                                     \
      "grant_interval grant_threshold_hbm grant_threshold_time")                                   \
    X(message_lanes, 2, "one more", "grant_interval grant_threshold_hbm")                          \
    X(message_with_return, 3, CLASS_NAMES,                                                         \
      "grant_interval grant_threshold_hbm grant_threshold_time")                                   \
    X(message_held, 2, "not_ready with_return", "grant_stall_percent")                             \
    X(count_wraps, 2, "hbm response", "weight_length_huge operations")                             \
    X(quiet_reached, 3, "empty waiting paused", "train_gap_ps chaos_pause")                        \
    X(quiet_below_threshold, 1, "credit_pending", "grant_threshold_hbm train_gap_ps")              \
    X(gap_skipped, 3, "empty waiting paused", "train_gap_ps chaos_pause")                          \
    X(reset_mid_run, 6,                                                                            \
      "with_debt with_denied with_collector_full with_offer with_message with_pause",              \
      "chaos_reset")                                                                               \
    WIDE_POINTS(X)

// A point's first bin in the flat array of hits.
enum {
#define FIRST(name, bins, names, keys) name, name##_last = name + (bins)-1,
    POINTS(FIRST) BINS
#undef FIRST
};

#endif
