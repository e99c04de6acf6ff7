# A word that is written and read at once reads as the new one.
# file: rtl/sema_memory.sv
s/if \(read_i\) read_data_q <= memory\[read_address_i\];/if (read_i) read_data_q <= write_i \&\& write_address_i == read_address_i ? write_data_i : memory[read_address_i];/
