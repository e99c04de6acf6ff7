# An operation that was denied once is never granted.
# file: rtl/sema_resource_table.sv
s/(assign grant_o +=) tried &&/\1 tried \&\& first_i \&\&/
