# An urgent operation ranks by its wire bytes like every other.
# file: rtl/sema_rank.sv
# caught by: lockstep: tag
s/(assign key +=) \{!urgent_i, /\1 {1'b0, /
