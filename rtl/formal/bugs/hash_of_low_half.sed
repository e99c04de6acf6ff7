# The upper half of an address is no part of its hash.
# file: rtl/sema_estimator.sv
s/\^\(address & map_mask_i/^(address[31:0] \& map_mask_i/
