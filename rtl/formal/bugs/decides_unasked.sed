# An operation is granted without a decision being due.
# file: rtl/sema_resource_table.sv
s/(assign tried +=) decide_i &&/\1/
