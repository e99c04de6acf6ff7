# A demand stays fresh although the response lane's multiplier or quantum has changed.
# file: rtl/sema_compare.sv
# caught by: lockstep: kind or lockstep: tag
s/if \(quantum_time_write \|\| multiplier_write\[Response\]\)/if (1'b0)/
