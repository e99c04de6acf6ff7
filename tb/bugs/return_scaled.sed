# The Atomic lane gets back the frozen component times today's multiplier.
# file: rtl/semacredit.sv
# caught by: lockstep: debt
/\) u_resource_table \($/,/\);$/ s/\.atomic_amount_i  \(atomic_amount\)/.atomic_amount_i  (multiplier[NHbm*WordW+15] ? CntW'((64'(atomic_amount) * 64'(multiplier[NHbm*WordW +: 14])) >> 12) : atomic_amount)/
