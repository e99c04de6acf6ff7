# Autotuning takes a window above its ceiling.
# file: rtl/sema_autotune.sv
# caught by: lockstep: window_value or lockstep: window
s/larger > \{1'b0, highest\} \? highest : //
