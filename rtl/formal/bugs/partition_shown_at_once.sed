# A partition is shown when it is written, read or not.
# file: rtl/sema_estimator.sv
s/(lane\[write_slot_i\] +<= partition\(address_i\);)/\1\n      lane_o <= partition(address_i);/
