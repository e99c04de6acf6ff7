# The look-up of tags does not search the lowest ids.
# file: rtl/sema_lookup.sv
# caught by: lockstep: kind
s/(for \(int b =) 0; b < Depth/\1 1; b < Depth/
