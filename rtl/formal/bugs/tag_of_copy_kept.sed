# The second copy of an operation takes the tag that its slot had before.
# file: rtl/sema_blocked.sv
s/tag_q\[slot_i\] +<= tag_i;/if (tag_before == '0) &/
