# The tag that was read follows the slot that might be read.
# file: rtl/sema_blocked.sv
s/if \(read_i\) tag_o/tag_o/
