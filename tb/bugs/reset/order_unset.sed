# The order number is not reset: it goes on from whatever it was when power came.
# file: rtl/sema_commit.sv
s/order_q <= '0;/order_q <= order_q;/
