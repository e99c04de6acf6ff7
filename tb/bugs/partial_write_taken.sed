# A write of less than a whole word is made.
# file: rtl/sema_axi.sv
# caught by: lockstep: axi_bresp
s/(assign write_o .*) \&\& strobe_q == '1;/\1;/
