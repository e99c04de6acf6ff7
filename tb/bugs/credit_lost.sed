# A message takes an HBM return of its own clock out of what is pending without telling of it.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_valid
s/\(load \? '0 : (pending_q\[l\*CntW \+: CntW\])\) \+ hbm_amount_i/load ? '0 : \1 + hbm_amount_i/
