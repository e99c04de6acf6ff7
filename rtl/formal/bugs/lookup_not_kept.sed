# The lowest bit of a tag is not kept.
# file: rtl/sema_lookup.sv
s/(tag_q\[place\] <=) tag_i;/\1 tag_i \& ~TagW'(1);/
