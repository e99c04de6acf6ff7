# A service that is not known is added like any other.
# file: rtl/sema_autotune.sv
s/service == '1 \? sum : larger/larger/
