# A grant of the clock of the offer counts towards the operation's age.
# file: rtl/sema_elder.sv
# caught by: lockstep: tag or lockstep: kind
s/(stamp_q\[slot_i\] +<= grants_q) \+ CountW'\(grant_i\)/\1/
