# Without a bound the oldest is always aged.
# file: rtl/sema_elder.sv
s/bound_i != '0 \&\& some/some/
