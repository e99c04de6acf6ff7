# What a window write changes is one too little.
# file: rtl/sema_core_change.sv
s/\.carry_i \(1'b1\)/.carry_i (1'b0)/
