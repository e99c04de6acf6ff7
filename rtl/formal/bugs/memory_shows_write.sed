# With no read, what is written is shown.
# file: rtl/sema_memory.sv
s/if \(read_i\) read_data_q <= .*/& else if (write_i) read_data_q <= write_data_i;/
