# A window doubles in one step.
# file: rtl/sema_autotune.sv
s/\{1.b0, window >> 4\} \+/{1'b0, window} +/
