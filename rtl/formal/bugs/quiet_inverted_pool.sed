# The block is quiet only while a candidate is looked for.
# file: rtl/sema_quiet.sv
s/&& pool_steady_i/\&\& !pool_steady_i/
