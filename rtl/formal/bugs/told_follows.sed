# What was read follows the slot that might be read.
# file: rtl/sema_compare.sv
/if \(read_i\) begin/ { N; s/if \(read_i\) begin(\n *first_o <= !decided)/begin\1/; }
