# With no read, the tag of an insertion is shown.
# file: rtl/sema_blocked.sv
s/if \(read_i\) tag_o <= .*/& else if (insert_i) tag_o <= tag_i;/
