# Folding takes one too few.
# file: rtl/sema_estimator.sv
s/index - HbmW'\(NHbm\) :/index - HbmW'(NHbm) + HbmW'(NHbm) :/
