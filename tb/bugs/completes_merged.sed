# Reservations that are freed in one clock count as one.
# file: rtl/sema_status.sv
# caught by: lockstep: axi_rdata
s/completes_o \+ 32'\(retire_i\[0\]\) \+ 32'\(retire_i\[1\]\) \+ 32'\(retire_i\[2\]\) \+/completes_o + 32'd1;/
/^ +32'\(retire_i\[3\]\);/d
