# Who waits is not added up.
# file: rtl/sema_status.sv
s/waiting_o \+= /waiting_o ^= /
