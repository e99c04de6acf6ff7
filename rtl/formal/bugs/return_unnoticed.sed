# That a return changes debt is not noticed.
# file: rtl/sema_status.sv
s/rst_ni && \(grant_i \|\| return_i != '0\)/rst_ni \&\& grant_i/
