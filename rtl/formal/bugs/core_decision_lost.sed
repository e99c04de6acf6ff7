# A decision behind another is lost.
# file: rtl/sema_core_high_rate.sv
s/(valid_3q  <= valid_2q && rst_ni)/\1 \&\& !valid_3q/
