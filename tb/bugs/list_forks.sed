# Of an ordering domain each operation stays the last one after another has joined.
# file: rtl/sema_blocked.sv
# caught by: lockstep: tag
s/domain_last_q & ~domain_before \| inserted/domain_last_q | inserted/
