# A later error takes the place of the first one.
# file: rtl/sema_status.sv
# caught by: lockstep: axi_rdata
s/(errors_set_o != '0) \&\& errors_i == '0/\1/
