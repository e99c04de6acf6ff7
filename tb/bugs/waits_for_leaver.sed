# An operation waits for one of its domain that leaves in the clock of the offer.
# file: rtl/sema_blocked.sv
# caught by: lockstep: kind
s/(assign stays += taken_i).*/\1;/
