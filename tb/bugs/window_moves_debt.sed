# A window write leaves the headroom as it was, and so changes the debt.
# file: rtl/sema_lane.sv
# caught by: lockstep: debt
s/^( +)kept \+ \(\$signed.*$/\1kept;/
