# Steady looks at slots that are not in use, too.
# file: rtl/sema_compare.sv
s/(assign steady_o .*) \& taken_i\)/\1)/
