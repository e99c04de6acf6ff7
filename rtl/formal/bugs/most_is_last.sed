# The most debt follows the debt down.
# file: rtl/sema_status.sv
s/(debt_i\[l\*CntW \+: CntW\]) > (debt_max_q)/\1 != \2/
