# A window write leaves the headroom as it was, and so changes the debt.
# file: rtl/sema_lane.sv
# caught by: audit claim: conservation
s/^( +)kept \+ \(\$signed.*$/\1kept;/
