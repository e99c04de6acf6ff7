# An Atomic's response is neither checked nor reserved: only a part of its demands is added.
# file: rtl/sema_resource_table.sv
# caught by: lockstep: debt
s/^( +\.demand_i +)\(response_i\),$/\1(used_i[NHbm] ? '0 : response_i),/
