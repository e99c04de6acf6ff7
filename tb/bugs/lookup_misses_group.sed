# The look-up of tags does not search the lowest ids.
# file: rtl/sema_lookup.sv
# caught by: lockstep: kind
s/for \(int g = 0; g < Groups/for (int g = 1; g < Groups/
