# Without a grant a return is lost.
# file: rtl/sema_core_ahead.sv
s/kept_o    <= change_i/kept_o    <= '0/
