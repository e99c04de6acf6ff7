# A denial shows the lanes used in place of those that refuse.
# file: rtl/sema_commit.sv
s/mask = refused_i;/mask = {1'b0, used_i};/
