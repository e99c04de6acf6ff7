# A demand counts as fresh although a multiplier or quantum changed in the clock in which it was scaled.
# file: rtl/sema_compare.sv
# caught by: lockstep: kind
s/\(overtaken \? scaled : '0\)/'0/
