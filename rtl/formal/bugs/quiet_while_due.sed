# The block calls itself quiet although a window is due.
# file: rtl/sema_quiet.sv
s/returning_i \|\| due_i/returning_i/
