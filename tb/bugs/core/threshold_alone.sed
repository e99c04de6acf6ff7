# The threshold behind a grant leaves out the demand of the operation before.
# file: rtl/sema_core_ahead.sv
s/\.b_i    \(alone_o\),/.b_i    ('0),/
