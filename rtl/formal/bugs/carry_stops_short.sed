# The last level of the carries is missing.
# file: rtl/sema_prefix.sv
s/k < \$clog2\(W\)/k < $clog2(W) - 1/
