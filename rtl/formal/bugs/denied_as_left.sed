# What is repeated is denied as well.
# file: rtl/sema_resource_table.sv
s/(deny_o   = decide_i && )!repeat_o && /\1/
