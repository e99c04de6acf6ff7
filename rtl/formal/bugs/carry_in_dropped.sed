# The carry in is not carried on.
# file: rtl/sema_add.sv
s/both \| W'\(carry_i && either\[0\]\)/both/
