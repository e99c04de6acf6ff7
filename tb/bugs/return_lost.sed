# A return is lost when its lane is granted from in the same clock.
# file: rtl/sema_lane.sv
# caught by: lockstep: debt
s/(assign taken = used_i \? )kept - demand/\1headroom_q - demand/
