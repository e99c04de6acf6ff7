# The most reservations are told a clock late.
# file: rtl/sema_status.sv
s/assign held_max_o = .*/assign held_max_o = held_max_q;/; s/held_max_q <= held_max_o/held_max_q <= held_i > held_max_q ? held_i : held_max_q/
