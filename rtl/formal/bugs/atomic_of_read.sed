# A read uses the Atomic stage too.
# file: rtl/sema_estimator.sv
s/^( +)responds = 1'b1;/\1responds = 1'b1; is_atomic = 1'b1;/
