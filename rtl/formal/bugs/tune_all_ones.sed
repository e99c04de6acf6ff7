# A window may become all ones.
# file: rtl/sema_autotune.sv
s/^ +tuned &= .*//
