# A retransmission that does not fit any more is denied, not answered.
# file: rtl/sema_resource_table.sv
s/(repeat_o = decide_i && try_i && repeat_i)/\1 \&\& refused_o == '0/
