# A window write adds the new window without taking the old one away.
# file: rtl/sema_core_change.sv
s/old_2q   <= old/old_2q   <= '0/
