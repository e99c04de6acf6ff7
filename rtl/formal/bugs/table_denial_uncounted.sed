# Denials for want of an id are not counted.
# file: rtl/sema_status.sv
s/if \(refused_i\[l\]\) denials_o/if (refused_i[l] \&\& l != Lanes) denials_o/
