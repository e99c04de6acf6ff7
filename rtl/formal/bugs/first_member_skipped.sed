# The first id of a group is never chosen.
# file: rtl/sema_id_pool.sv
s/\{\{64-Group\{1'b1\}\}, members\}/{{64-Group{1'b1}}, members | Group'(1)}/
