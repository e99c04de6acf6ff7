# A window that came into force is told of with another value.
# file: rtl/sema_change.sv
s/(into_force_window_o <=) window_o;/\1 window_i;/
