# A denial counts for the next lane.
# file: rtl/sema_status.sv
s/if \(refused_i\[l\]\) denials_o/if (refused_i[(l + 1) % (Lanes + 1)]) denials_o/
