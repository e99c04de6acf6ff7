# The pointer moves while nothing waits.
# file: rtl/sema_collector.sv
s/if \(valid_o\) pointer_q <=/pointer_q <=/
