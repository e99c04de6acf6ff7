# A retransmission counts as a grant too.
# file: rtl/sema_status.sv
s/if \(grant_i\) (grants_o)/if (grant_i || repeat_i) \1/
