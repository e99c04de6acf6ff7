# A return of the Atomic stage goes to the response lane too.
# file: rtl/sema_core_change.sv
s/(return_3q\[Lanes-1\] <= )(return_i\[sema_pkg::ClassResponse\])/\1\2 || return_i[sema_pkg::ClassAtomic]/
