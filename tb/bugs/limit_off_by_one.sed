# One reservation more than the command limit is granted.
# file: rtl/sema_id_pool.sv
# caught by: lockstep: quiet or lockstep: kind
s/held_q < command_limit_i/held_q <= command_limit_i/
