# A second copy of a waiting operation does not wait for the first.
# file: rtl/sema_blocked.sv
# caught by: lockstep: tag
s/same_tag\(tag_i\) \| same_domain/same_domain/
