# A message tells of the Atomic return of its own clock as well, which the next one tells again.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_credit
s/(credit_o <= )add\(credit_o, pending_q\)/\1add(credit_o, pending_q) +\
        ((Lanes*CntW)'(atomic_amount_i) << (Atomic*CntW))/
