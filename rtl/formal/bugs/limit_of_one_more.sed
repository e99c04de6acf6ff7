# The command limit is seen one too low.
# file: rtl/sema_id_pool.sv
s/held_q < command_limit_i/held_q + 1'b1 < command_limit_i/
