# A read in the clock of a write looks at the written word's address.
# file: rtl/sema_memory.sv
s/if \(read_i\) read_data_q <= memory\[read_address_i\];/if (read_i) read_data_q <= memory[write_i ? write_address_i : read_address_i];/
