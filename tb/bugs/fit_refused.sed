# An operation that fits exactly is refused: the comparison is one too strict.
# file: rtl/sema_lane.sv
# caught by: lockstep: kind
s/(assign refused_o.*demand_i) > /\1 >= /
