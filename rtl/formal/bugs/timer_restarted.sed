# The timer of grant messages begins anew with every return of HBM.
# file: rtl/sema_coalescer.sv
s/(age_q +<= load \|\| )!running/\1!running || hbm_amount_i != '0/
