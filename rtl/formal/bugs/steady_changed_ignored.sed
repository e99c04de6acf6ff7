# Steady looks at what fits only.
# file: rtl/sema_compare.sv
s/\(\(fits \^ fits_q\) \| \(changed \^ changed_q\)\)/(fits ^ fits_q)/
