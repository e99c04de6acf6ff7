# The amount is that of the return a clock later.
# file: rtl/sema_core_change.sv
s/(amount_4q\[Class\*CntW \+: CntW\])/amount_3q[Class*CntW +: CntW]/
