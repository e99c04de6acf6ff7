# A retransmission is granted, and charged, once more.
# file: rtl/sema_resource_table.sv
# caught by: lockstep: kind
s/(assign tried +=.*) && !repeat_i;/\1;/
