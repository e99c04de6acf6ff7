# That the table refuses, or no longer does, is no change.
# file: rtl/sema_compare.sv
s/^ *\(over_response \^ told_response_q\) \| .*/(over_response ^ told_response_q);/
