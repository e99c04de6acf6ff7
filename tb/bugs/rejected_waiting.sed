# A waiting operation is rejected when its window shrinks below its demand.
# file: rtl/sema_resource_table.sv
# caught by: lockstep: kind
s/(assign reject_o = tried) && first_i/\1/
