# The tag of reservation 0 is not kept.
# file: rtl/sema_lookup.sv
s/if \(grant_i\) tag_q/if (grant_i \&\& id_i != '0) tag_q/
