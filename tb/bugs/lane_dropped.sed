# The decision forgets HBM lane 5: an operation is granted although that lane refuses.
# file: rtl/sema_resource_table.sv
# caught by: lockstep: kind
s/^(  assign grant_o .*) refused_o == '0;$/\1 (refused_o \& ~(Lanes+1)'(1 << 5)) == '0;/
