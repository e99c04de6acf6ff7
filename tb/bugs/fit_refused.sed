# An operation that fits exactly is refused: the comparison is one too strict.
# file: rtl/sema_lane.sv
# caught by: lockstep: kind
s/used_i && demand > headroom_q;/used_i \&\& demand >= headroom_q;/
