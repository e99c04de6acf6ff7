# A window may be all ones.
# file: rtl/sema_change.sv
s/(assign window_o +=) window \& .*;/\1 window;/
