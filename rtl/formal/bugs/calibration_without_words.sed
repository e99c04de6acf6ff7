# The multipliers shown are those of the clock before.
# file: rtl/sema_commit.sv
s/(multiplier_o      <=) multiplier_i;/\1 multiplier_o;/
