# What was read follows the address that might be read.
# file: rtl/sema_memory.sv
s/if \(read_i\) read_data_q/read_data_q/
