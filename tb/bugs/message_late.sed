# The timer runs one clock longer than the interval.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_valid
s/(age_q >= interval_i) - 1'b1/\1/
