# A denial is not reported again when other lanes refuse than before.
# file: rtl/sema_commit.sv
# caught by: lockstep: kind
s/\(first_i \|\| refused_i != refused_q\)/first_i/
