# A demand stays fresh although the response lane's multiplier or quantum has changed.
# file: rtl/sema_compare.sv
# caught by: lockstep: kind or lockstep: tag
s/if \(response_writes\) stale/if (1'b0) stale/
