# A write's response is there for one clock only.
# file: rtl/sema_axi.sv
s/(axi_bvalid_o <= perform) \|\| \(axi_bvalid_o \&\& !axi_bready_i\);/\1;/
