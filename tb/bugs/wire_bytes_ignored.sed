# The order of grants knows of urgency and of offers, not of wire bytes.
# file: rtl/sema_rank.sv
# caught by: lockstep: tag
s/(assign key +=) \{!urgent_i, wire_bytes_i\}/\1 {!urgent_i, WireW'(0)}/
