# Ids of the first group are chosen only if no others are free.
# file: rtl/sema_id_pool.sv
s/\{\{64-Groups\{1'b1\}\}, full\}/{{64-Groups{1'b1}}, full | Groups'(!(\&(full | Groups'(1))))}/
