# What was served in an epoch counts in the next one, too.
# file: rtl/sema_autotune.sv
s/<= ends\[k\] \? '0 : served/<= served/
