# A window write in the clock of a grant is lost.
# file: rtl/sema_lane.sv
s/window_q   <= window_i;/if (!grant_i) window_q <= window_i;/
