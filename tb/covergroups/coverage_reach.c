#include "tb/covergroups/coverage_reach.h"

#include <string.h>

#include "tb/covergroups/coverage_points.h"

static const struct {
    const char *point, *keys;
} reaches[] = {
    {"offer_taken", "weight_write weight_read weight_notify weight_atomic weight_unknown"},
    {"offer_held_back", "spacing_ps train_operations chaos_pause"},
    {"zero_length", "weight_length_zero"},
    {"decision", "operations loss_percent weight_length_huge"},
    {"slots_taken", "train_operations spacing_ps chaos_pause"},
    {"grant_order", "urgent_period weight_length_tiny weight_length_large"},
    {"held_by_order", "ordering_domains ordering_percent fence_percent loss_percent"},
    {"aged", "starvation_bound chaos_starvation"},
    {"repeat", "loss_percent"},
    {"granted_anew", "loss_percent"},
    {"paused", "chaos_pause"},
    {"calibrate_up", "calibrate chaos_multiplier delay_spread_ps"},
    {"calibrate_down", "calibrate chaos_multiplier delay_ps"},
    {"calibrate_limit", "chaos_calibrate multiplier_min multiplier_max"},
    {"calibrate_together", "calibrate chaos_multiplier"},
    {"calibrate_stale", "chaos_multiplier chaos_reset"},
    {"calibrate_not", "calibrate chaos_multiplier chaos_calibrate"},
    {"grant_lane", "weight_write weight_read weight_atomic"},
    {"grant_uses", "weight_write weight_read weight_atomic weight_length_zero"},
    {"grant_exact_fit", "weight_length_window phase_operations"},
    {"grant_back_to_back", "train_operations spacing_ps"},
    {"grant_after_deny", "hot_percent window_hbm window_atomic window_response"},
    {"deny_one_above", "weight_length_window phase_operations"},
    {"deny_lane", "hot_percent window_hbm window_atomic window_response"},
    {"deny_table", "command_limit chaos_limit delay_spread_ps"},
    {"deny_lanes_together", "hot_percent window_response command_limit"},
    {"deny_above_window", "chaos_window"},
    {"deny_mask_changes", "hot_percent chaos_window"},
    {"reject_lane", "weight_length_huge chaos_window"},
    {"reject_lanes_together", "weight_length_huge chaos_window"},
    {"reject_unknown", "weight_unknown"},
    {"reject_saturated", "weight_length_huge chaos_multiplier"},
    {"return_lane", "weight_write weight_read weight_atomic"},
    {"return_from_other_partition", "chaos_unknown"},
    {"return_with_grant", "train_operations delay_spread_ps"},
    {"returns_together", "delay_spread_ps weight_read weight_atomic"},
    {"retire_channel", "weight_write weight_read weight_atomic chaos_done"},
    {"retires_together", "delay_spread_ps weight_read weight_atomic"},
    {"one_id_on_channels", "phase_operations chaos_duplicate chaos_done"},
    {"stray_not_held", "chaos_unknown chaos_done"},
    {"stray_held", "chaos_duplicate chaos_done"},
    {"stray_in_grant_clock", "chaos_unknown chaos_done"},
    {"held_at_grant", "command_limit delay_spread_ps"},
    {"id_reuse", "command_limit delay_ps"},
    {"collector_valid", "delay_spread_ps train_operations"},
    {"collector_held_back", "delay_spread_ps train_operations"},
    {"window_written", "chaos_window"},
    {"window_below_debt", "chaos_window"},
    {"window_with_grant", "chaos_window"},
    {"window_largest", "chaos_window"},
    {"refresh_of_waiting", "chaos_multiplier chaos_quantum calibrate"},
    {"multiplier_written", "chaos_multiplier"},
    {"register_written",
     "chaos_register chaos_limit chaos_quantum chaos_grant chaos_starvation chaos_calibrate"},
    {"write_refused", "chaos_bus chaos_register"},
    {"read_refused", "chaos_bus"},
    {"write_places", "bus_stall_percent"},
    {"read_held", "bus_stall_percent"},
    {"status_read", "chaos_bus"},
    {"error_set", "chaos_unknown chaos_done chaos_bus weight_unknown weight_length_huge"},
    {"error_first", "chaos_bus chaos_reset"},
    {"errors_cleared", "chaos_bus"},
    {"tuned_up", "autotune_interval chaos_autotune"},
    {"tuned_down", "autotune_interval chaos_autotune"},
    {"tuned_limit", "autotune_interval chaos_autotune"},
    {"message_due_by", "grant_interval grant_threshold_hbm grant_threshold_time"},
    {"message_lanes", "grant_interval grant_threshold_hbm"},
    {"message_with_return", "grant_interval grant_threshold_hbm grant_threshold_time"},
    {"message_right_after", "grant_threshold_hbm grant_threshold_time"},
    {"message_held", "grant_stall_percent"},
    {"count_wraps", "weight_length_huge operations"},
    {"quiet_reached", "train_gap_ps chaos_pause"},
    {"quiet_below_threshold", "grant_threshold_hbm train_gap_ps"},
    {"gap_skipped", "train_gap_ps chaos_pause"},
    {"reset_mid_run", "chaos_reset"},
#define WIDE(name, bins, names) {#name, "begin_percent begin_operations begin_near_percent"},
    WIDE_POINTS(WIDE)
#undef WIDE
};

const char *coverage_reach(const char *point) {
    for (unsigned i = 0; i < sizeof reaches / sizeof *reaches; i++)
        if (strcmp(reaches[i].point, point) == 0)
            return reaches[i].keys;
    return NULL;
}
