# A retransmission that is only to be told of a refusal leaves as a repeat.
# file: rtl/sema_resource_table.sv
s/(repeat_o = decide_i && )try_i && repeat_i/\1repeat_i \&\& (try_i || refused_o != '0)/
