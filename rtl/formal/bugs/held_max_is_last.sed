# The most reservations follow those held down.
# file: rtl/sema_status.sv
s/held_max_q <= held_max_o/held_max_q <= held_i/
