# The order number loses its bit 6.
# file: rtl/sema_commit.sv
s/(order_q <=) (order_q \+ OrderW'\(commits\));/\1 (\2) \& ~OrderW'(64);/
