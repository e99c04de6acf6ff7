# A return is lost where a window write goes to the same lane in the same clock.
# file: rtl/sema_core_change.sv
s/both_4q   <= rst_ni .*;/both_4q   <= '0;/
