# A calibrator ends a clock too soon.
# file: rtl/sema_calibrator.sv
s/5'\(QuotientW \+ 1\)/5'(QuotientW)/
