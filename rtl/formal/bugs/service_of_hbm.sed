# The service of HBM's return counts for every class.
# file: rtl/sema_autotune.sv
s/service_i\[k\*ServiceW/service_i[0*ServiceW/
