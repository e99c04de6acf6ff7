# A tuned window goes before software.
# file: rtl/sema_change.sv
s/(assign window +=) written \? window_i : tune_window_i;/\1 tune_i ? tune_window_i : window_i;/
