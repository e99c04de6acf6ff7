# A second copy of a waiting operation does not wait for the first.
# file: rtl/sema_blocked.sv
# caught by: lockstep: tag or lockstep: kind
s/(tag_before +=) same_tag.*/\1 '0;/
