# A return counts for every class.
# file: rtl/sema_status.sv
s/if \(return_i\[k\]\)/if (return_i != '0)/
