# A reject counts twice.
# file: rtl/sema_status.sv
s/(rejects_o \+ 32'd)1/\12/
