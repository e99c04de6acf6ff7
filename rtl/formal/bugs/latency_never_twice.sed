# What fits is not granted right behind a grant.
# file: rtl/sema_core_low_latency.sv
s/valid_2q && &fits/valid_2q \&\& \&fits \&\& !grant_o/
