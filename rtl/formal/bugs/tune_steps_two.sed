# The smallest step is two.
# file: rtl/sema_autotune.sv
s/\(CntW\+1\)'\(window >> 4 == '0\)/(CntW+1)'(window >> 4 == '0) * 2/
