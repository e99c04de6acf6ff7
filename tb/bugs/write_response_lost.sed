# A write is performed although the response of the one before has not been taken.
# file: rtl/sema_axi.sv
# caught by: lockstep: axi_awready
s/ \&\& \(!axi_bvalid_o \|\| axi_bready_i\);/;/
