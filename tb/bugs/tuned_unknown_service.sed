# A service that is not known counts as the longest one.
# file: rtl/sema_autotune.sv
# caught by: lockstep: window
s/service == '1 \? sum : //
