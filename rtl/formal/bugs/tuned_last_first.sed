# Of several windows the one of the response is written first.
# file: rtl/sema_autotune.sv
s/window_o = differs\[0\] \? .*/window_o = differs[2] ? window[2*CntW +: CntW] : differs[0] ? window[0 +: CntW] : differs[1] ? window[CntW +: CntW] :/
