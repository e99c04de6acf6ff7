# Operations of no ordering domain wait for each other as if 0 were one.
# file: rtl/sema_blocked.sv
# caught by: lockstep: kind
s/if \(domain != '0\) begin/begin/
