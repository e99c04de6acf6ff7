# The block is never quiet.
# file: rtl/sema_quiet.sv
s/&& pool_steady_i/\&\& pool_steady_i \&\& returning_i/
