# What is to be told goes before what is to be tried.
# file: rtl/sema_arbiter.sv
s/try_set != '0 \? try_set : report_set/report_set != '0 ? report_set : try_set/
