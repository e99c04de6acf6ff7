# A stamp counts the grants of two offers.
# file: rtl/sema_elder.sv
s/(stamp_q\[slot_i\] +<= grants_q \+) CountW'\(grant_i\)/\1 CountW'(grant_i \&\& some)/
