# Retires of two classes in one clock are counted once.
# file: rtl/sema_commit.sv
s/4'\(retire_o\[0\]\) \+ 4'\(retire_o\[1\]\)/4'(retire_o[0] || retire_o[1])/
