# What is not fresh is not tried.
# file: rtl/sema_arbiter.sv
s/\(~fresh \| fits\)/fits/
