# The first slot does not count among those that wait.
# file: rtl/sema_status.sv
s/for \(int s = 0; (s < Slots; s\+\+\) waiting_o)/for (int s = 1; \1/
